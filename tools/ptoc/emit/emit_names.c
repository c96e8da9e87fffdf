// SPDX-License-Identifier: Apache-2.0
//
// Names in C: those of the text, unless they are reserved by C or the headers. Reserved names are recognised by their
// form (a leading underscore, capitals with an underscore, a suffix _t) or are in a short list. Other names of the
// headers may be hidden by variables. tests/ptoc/compiles.py tries every name of the headers.

#include "ptoc.h"

#include "emit.h"

#include <string.h>

/// Words ///

static bool is_one_of(const char *name, const char *const *words)
{
    while (*words != NULL && strcmp(*words, name) != 0) {
        words++;
    }
    return *words != NULL;
}

static bool starts_with(const char *name, const char *prefix)
{
    return strncmp(name, prefix, strlen(prefix)) == 0;
}

static bool ends_with(const char *name, const char *suffix)
{
    size_t size = strlen(name), end = strlen(suffix);
    return size >= end && strcmp(name + size - end, suffix) == 0;
}

static bool is_ours(const char *name)
{
    return name[0] == '_' || starts_with(name, "pto_") || starts_with(name, "PTO_");
}

/// Capitals with an underscore: macros and enumerators.
static bool is_constant(const char *name)
{
    return strchr(name, '_') != NULL && strpbrk(name, "abcdefghijklmnopqrstuvwxyz") == NULL;
}

static bool is_macro(const char *name)
{
    static const char *const words[] = {"bool", "true", "false", "NULL", "offsetof", "unix", "linux", NULL};
    bool limit = ends_with(name, "_MAX") || ends_with(name, "_MIN") || ends_with(name, "_C") || ends_with(name, "_H");
    bool board = starts_with(name, "BOARD_") || starts_with(name, "HAL_");
    return is_one_of(name, words) || ((limit || board) && is_constant(name));
}

static bool is_keyword(const char *name)
{
    static const char *const words[] = {
        "auto",     "break",  "case",     "char",   "const",  "continue", "default", "do",     "double",  "else",
        "enum",     "extern", "float",    "for",    "goto",   "if",       "inline",  "int",    "long",    "register",
        "restrict", "return", "short",    "signed", "sizeof", "static",   "struct",  "switch", "typedef", "union",
        "unsigned", "void",   "volatile", "while",  "asm",    "typeof",   NULL,
    };
    return is_one_of(name, words);
}

static bool is_taken(const char *name)
{
    return is_keyword(name) || is_macro(name) || is_constant(name) || ends_with(name, "_t");
}

/// A kernel @x is pto_kernel_x in C, its vector function pto_vf_x_vf1. Prefixes of other names in the headers.
static bool is_kernel(const char *name)
{
    static const char *const words[] = {"t", "kind_t", "arch_t", "find", NULL};
    static const char *const parts[] = {"body_", "entry_", "params_", "loc_", "args_", "arg_num_", NULL};
    bool part = false;
    for (const char *const *at = parts; *at != NULL; at++) {
        part |= starts_with(name, *at);
    }
    return is_macro(name) || is_one_of(name, words) || part;
}

/// Functions share the file scope with those of the headers.
static bool is_function(const char *name)
{
    static const char *const words[] = {"main", "memcpy", "memset", "memmove", "memcmp", NULL};
    return is_taken(name) || is_kernel(name) || is_one_of(name, words) || starts_with(name, "hal_");
}

/// Letters, digits and underscores made of any text, without a meaning of their own in C.
static const char *identifier(emitter_t *e, const char *text, bool (*reserved)(const char *name))
{
    char *name = arena_copy(&e->cc->arena, text, strlen(text));
    for (char *c = name; *c != '\0'; c++) {
        bool ok = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9');
        *c = ok ? *c : '_';
    }
    bool first = is_ours(name) || *name == '\0' || (*name >= '0' && *name <= '9');
    // Names inside the macros of the headers end in '_'.
    const char *last = reserved(name) ? "_v" : *name != '\0' && ends_with(name, "_") ? "v" : "";
    const char *whole = arena_printf(&e->cc->arena, "%s%s%s", first ? "v" : "", name, last);
    return intern(e->cc, whole, strlen(whole));
}

/// Names in use ///

static struct name_slot *name_slot(names_t *names, const char *name)
{
    uint32_t i = (uint32_t)((uintptr_t)name >> 4) * 2654435761u >> 7;
    for (i &= names->capacity - 1; names->slots[i].name != NULL && names->slots[i].name != name;) {
        i = (i + 1) & (names->capacity - 1);
    }
    return &names->slots[i];
}

static void names_grow(emitter_t *e)
{
    names_t *names = &e->names, old = *names;
    names->capacity = old.capacity == 0 ? 256 : old.capacity * 2;
    names->slots = ARENA_ARRAY(&e->cc->arena, struct name_slot, names->capacity);
    for (uint32_t i = 0; i < old.capacity; i++) {
        if (old.slots[i].name != NULL) {
            *name_slot(names, old.slots[i].name) = old.slots[i];
        }
    }
}

bool emit_name_take(emitter_t *e, const char *name)
{
    names_t *names = &e->names;
    if (names->num * 2 >= names->capacity) {
        names_grow(e);
    }
    struct name_slot *slot = name_slot(names, name);
    if (slot->visible != 0) {
        return false;
    }
    names->num += slot->name == NULL;
    *slot = (struct name_slot){.name = name, .visible = 1};
    if (names->order_num == names->order_capacity) {
        uint32_t capacity = names->order_capacity == 0 ? 256 : names->order_capacity * 2;
        const char **order = ARENA_ARRAY(&e->cc->arena, const char *, capacity);
        for (uint32_t i = 0; i < names->order_num; i++) {
            order[i] = names->order[i];
        }
        names->order = order;
        names->order_capacity = capacity;
    }
    names->order[names->order_num++] = name;
    return true;
}

uint32_t emit_names_mark(const emitter_t *e)
{
    return e->names.order_num;
}

void emit_names_release(emitter_t *e, uint32_t mark)
{
    while (e->names.order_num > mark) {
        name_slot(&e->names, e->names.order[--e->names.order_num])->visible = 0;
    }
}

/// `base`, or the first free one of `base_2`, `base_3` and so on.
static const char *free_name(emitter_t *e, const char *base)
{
    const char *name = base;
    for (uint32_t i = 2; !emit_name_take(e, name); i++) {
        const char *numbered = arena_printf(&e->cc->arena, "%s_%u", base, i);
        name = intern(e->cc, numbered, strlen(numbered));
    }
    return name;
}

const char *emit_name(emitter_t *e, value_t *value)
{
    value->cname = free_name(e, identifier(e, value->name, is_taken));
    return value->cname;
}

const char *emit_identifier(emitter_t *e, const char *text)
{
    return identifier(e, text, is_macro);
}

const char *emit_kernel_name(emitter_t *e, const char *name)
{
    return free_name(e, identifier(e, name, is_kernel));
}

const char *emit_kernel_title(emitter_t *e, const char *name, const char *cname)
{
    bool single = cname == identifier(e, name, is_kernel) || cname == identifier(e, name, is_macro);
    return single && name[strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.$-")] == '\0'
               ? name
               : cname;
}

const char *emit_helper_name(emitter_t *e, const char *name)
{
    return free_name(e, identifier(e, name, is_function));
}
