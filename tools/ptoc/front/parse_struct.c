// SPDX-License-Identifier: Apache-2.0
//
// Struct types: fields of different types, on the stack of the scalar unit.

#include "ptoc.h"

#include "parse.h"

#include <ctype.h>
#include <string.h>

#define FIELDS_MAX 64

static bool is_field(type_t type)
{
    uint32_t bits = type.kind == TYPE_SCALAR ? elem_bits((elem_t)type.elem) : 0;
    bool integer = elem_is_int((elem_t)type.elem) && type.elem != ELEM_INDEX && bits >= 8;
    return type.kind == TYPE_STRUCT || (bits != 0 && (integer || elem_is_float((elem_t)type.elem)));
}

/// Letters and digits of a spelling, with "_" in place of other characters.
static const char *c_name(parser_t *p, const char *name)
{
    text_t text = {0};
    for (const char *c = name + strlen("!"); *c != '\0'; c++) {
        bool letter = isalnum((unsigned char)*c);
        if (letter || *c == '<' || *c == '>' || *c == ',') {
            text_printf(&text, letter ? "%c" : *c == ',' ? "" : "_", *c);
        } else if (*c == ' ' || *c == '.') {
            text_printf(&text, "_");
        }
    }
    const char *result = arena_printf(&p->cc->arena, "%s", text.data);
    text_free(&text);
    return result;
}

static const record_t *find_record(parser_t *p, const char *name, const type_t *fields, uint32_t fields_num)
{
    record_t **at = &p->cc->records;
    for (; *at != NULL; at = &(*at)->next) {
        if ((*at)->name == name) {
            return *at;
        }
    }
    *at = ARENA_NEW(&p->cc->arena, record_t);
    type_t *copy = ARENA_ARRAY(&p->cc->arena, type_t, fields_num);
    memcpy(copy, fields, fields_num * sizeof(*copy));
    **at = (record_t){.name = name, .cname = c_name(p, name), .fields = copy, .fields_num = fields_num};
    return *at;
}

/// The spelling of the type.
static const char *name_of_fields(parser_t *p, const type_t *fields, uint32_t fields_num)
{
    text_t text = {0};
    for (uint32_t i = 0; i < fields_num; i++) {
        text_printf(&text, "%s%s", i == 0 ? "!pto.struct<" : ", ", type_name(p->cc, fields[i]));
    }
    text_printf(&text, ">");
    const char *name = intern(p->cc, text.data, text.size);
    text_free(&text);
    return name;
}

/// struct-body = "<" type {"," type} ">"
bool parse_struct_body(parser_t *p, type_t *type)
{
    type_t fields[FIELDS_MAX];
    uint32_t num = 0;
    if (!parse_expect(p, '<')) {
        return false;
    }
    do {
        type_t *field = &fields[num++];
        loc_t loc = p->at->loc;
        if (!parse_type(p, field)) {
            return false;
        }
        if (num == FIELDS_MAX) {
            diag_error(p->cc, loc, "struct-type", "a struct has at most %d fields", FIELDS_MAX - 1);
            return false;
        }
        if (!is_field(*field)) {
            diag_error(p->cc, loc, "struct-type",
                       "a field of a struct is an integer of 8 to 64 bits, a float of 16 to 64 or a struct, not %s",
                       type_name(p->cc, *field));
            return false;
        }
    } while (parse_take(p, ','));
    const char *name = name_of_fields(p, fields, num);
    *type = (type_t){.kind = TYPE_STRUCT, .name = name, .record = find_record(p, name, fields, num)};
    return parse_expect(p, '>');
}
