// SPDX-License-Identifier: Apache-2.0
//
// Text to tokens. All tokens are in one array, so the parser may look ahead without limit. Spellings are interned: one
// copy of each, compared by pointer.

#include "ptoc.h"

#include <stdlib.h>
#include <string.h>

/// Interned names ///

struct intern_table {
    const char **slots;  // each points past its uint32_t size
    uint32_t capacity;   // a power of two
    uint32_t used;
};

static uint32_t hash_bytes(const char *text, size_t size)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ (unsigned char)text[i]) * 16777619u;
    }
    return hash ^ hash >> 15;
}

static const char **intern_slot(struct intern_table *table, const char *text, size_t size)
{
    uint32_t i = hash_bytes(text, size) & (table->capacity - 1);
    while (table->slots[i] != NULL) {
        const char *name = table->slots[i];
        if (strncmp(name, text, size) == 0 && name[size] == '\0') {
            break;
        }
        i = (i + 1) & (table->capacity - 1);
    }
    return &table->slots[i];
}

static void intern_grow(ptoc_t *cc)
{
    struct intern_table *table = cc->names;
    const char **old = table->slots;
    uint32_t capacity = table->capacity;
    table->capacity = capacity == 0 ? 1024 : capacity * 2;
    table->slots = ARENA_ARRAY(&cc->arena, const char *, table->capacity);
    for (uint32_t i = 0; i < capacity; i++) {
        if (old[i] != NULL) {
            *intern_slot(table, old[i], strlen(old[i])) = old[i];
        }
    }
}

const char *intern(ptoc_t *cc, const char *text, size_t size)
{
    if (cc->names == NULL) {
        cc->names = ARENA_NEW(&cc->arena, struct intern_table);
    }
    if (cc->names->used * 2 >= cc->names->capacity) {
        intern_grow(cc);
    }
    const char **slot = intern_slot(cc->names, text, size);
    if (*slot == NULL) {
        *slot = arena_copy(&cc->arena, text, size);
        cc->names->used++;
    }
    return *slot;
}

/// Scanner ///

typedef struct lexer {
    ptoc_t *cc;
    const char *start, *at, *end;
    bool line_start;
} lexer_t;

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// Names may contain letters of any script.
static bool is_name(char c)
{
    return is_letter(c) || is_digit(c) || c == '$' || ((unsigned char)c & 0x80) != 0;
}

static bool is_hex(char c)
{
    return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/// Space and comments: `// to the end of the line`.
static void skip_space(lexer_t *lexer)
{
    for (; lexer->at < lexer->end; lexer->at++) {
        char c = *lexer->at;
        if (c == '/' && lexer->end - lexer->at > 1 && lexer->at[1] == '/') {
            const char *newline = memchr(lexer->at, '\n', (size_t)(lexer->end - lexer->at));
            if (newline == NULL) {
                lexer->at = lexer->end;
                return;
            }
            lexer->at = newline;
            c = '\n';
        }
        if (c == '\n') {
            lexer->line_start = true;
        } else if (c != ' ' && c != '\t' && c != '\r') {
            return;
        }
    }
}

/// Characters of a name. Dots join parts (`pto.section.cube`); a trailing dot is not part of it.
static void scan_name(lexer_t *lexer, bool dots)
{
    while (lexer->at < lexer->end) {
        if (is_name(*lexer->at)) {
            lexer->at++;
        } else if (dots && *lexer->at == '.' && lexer->end - lexer->at > 1 && is_letter(lexer->at[1])) {
            lexer->at++;
        } else {
            break;
        }
    }
}

static const char *skip_digits(const char *at, const char *end)
{
    while (at < end && is_digit(*at)) {
        at++;
    }
    return at;
}

/// The end of an exponent [eE] [+-]? [0-9]+, or `at` where none stands.
static const char *skip_exponent(const char *at, const char *end)
{
    if (at == end || (*at != 'e' && *at != 'E')) {
        return at;
    }
    const char *digits = at + 1;
    if (digits < end && (*digits == '+' || *digits == '-')) {
        digits++;
    }
    const char *past = skip_digits(digits, end);
    return past == digits ? at : past;
}

/// INT = [0-9]+ | 0x[0-9a-fA-F]+ ; FLOAT = [0-9]+ "." [0-9]* ([eE] [+-]? [0-9]+)?
static token_kind_t scan_number(lexer_t *lexer)
{
    const char *at = lexer->at, *end = lexer->end;
    if (*at == '0' && end - at > 2 && at[1] == 'x' && is_hex(at[2])) {
        for (at += 2; at < end && is_hex(*at); at++) {
        }
        lexer->at = at;
        return TK_INT;
    }
    const char *whole = skip_digits(at, end);
    bool point = whole < end && *whole == '.' && !(end - whole > 1 && whole[1] == '.');
    const char *fraction = point ? skip_digits(whole + 1, end) : whole;
    lexer->at = skip_exponent(fraction, end);
    return lexer->at == whole ? TK_INT : TK_FLOAT;
}

/// STRING = "\"" (character | "\" character)* "\"", on one line. Escapes: \n \t \\ \" and \xx in hex.
static const char *scan_string(lexer_t *lexer, token_kind_t *kind)
{
    const char *open = lexer->at++;
    text_t text = {0};
    while (lexer->at < lexer->end && *lexer->at != '"' && *lexer->at != '\n') {
        char c = *lexer->at++;
        if (c == '\\' && lexer->at < lexer->end && *lexer->at != '\n') {
            char escape = *lexer->at++;
            if (is_hex(escape) && lexer->at < lexer->end && is_hex(*lexer->at)) {
                char digits[3] = {escape, *lexer->at++, '\0'};
                c = (char)strtol(digits, NULL, 16);
            } else {
                c = escape == 'n' ? '\n' : escape == 't' ? '\t' : escape;
            }
        }
        text_append(&text, &c, 1);
    }
    *kind = TK_STRING;
    if (lexer->at < lexer->end && *lexer->at == '"') {
        lexer->at++;
    } else {
        diag_error(lexer->cc, (loc_t)(open - lexer->start), "syntax", "this string has no closing quote");
    }
    const char *name = intern(lexer->cc, text.data == NULL ? "" : text.data, text.data == NULL ? 0 : strlen(text.data));
    text_free(&text);
    return name;
}

static token_kind_t sigil_kind(char c)
{
    return c == '%' ? TK_VALUE : c == '@' ? TK_SYMBOL : c == '^' ? TK_BLOCK : c == '!' ? TK_TYPE : TK_ATTR;
}

/// A name after its sigil. Digits may follow % directly (%0), dots join parts of ! and #.
static const char *scan_sigil(lexer_t *lexer, token_kind_t *kind)
{
    char sigil = *lexer->at++;
    *kind = sigil_kind(sigil);
    if (sigil == '@' && lexer->at < lexer->end && *lexer->at == '"') {
        token_kind_t ignored;
        return scan_string(lexer, &ignored);
    }
    const char *name = lexer->at;
    while (lexer->at < lexer->end && (is_name(*lexer->at) ||
                                      (*lexer->at == '-' && (sigil == '%' || sigil == '@') && lexer->at > name &&
                                       lexer->end - lexer->at > 1 && is_name(lexer->at[1])) ||
                                      (*lexer->at == '.' && lexer->end - lexer->at > 1 && is_name(lexer->at[1])))) {
        lexer->at++;
    }
    if (lexer->at == name) {
        if (sigil == '#') {  // %x#1: the parser joins # and the number
            *kind = TK_PUNCT;
            return NULL;
        }
        *kind = TK_ERROR;
        diag_error(lexer->cc, (loc_t)(name - 1 - lexer->start), "syntax", "a name must follow '%c'", sigil);
    }
    return intern(lexer->cc, name, (size_t)(lexer->at - name));
}

static void scan_other(lexer_t *lexer, token_t *token)
{
    const char *at = lexer->at;
    size_t left = (size_t)(lexer->end - at);
    if (left >= 2 && memcmp(at, "->", 2) == 0) {
        token->kind = TK_ARROW;
        lexer->at += 2;
    } else if (left >= 3 && memcmp(at, "...", 3) == 0) {
        token->kind = TK_ELLIPSIS;
        lexer->at += 3;
    } else if (strchr("(){}[]<>,:=-+*?|", *at) != NULL && *at != '\0') {
        token->kind = TK_PUNCT;
        token->punct = *at;
        lexer->at++;
    } else {
        token->kind = TK_ERROR;
        lexer->at++;
        unsigned char c = (unsigned char)*at;
        diag_error(lexer->cc, token->loc, "syntax",
                   c >= 0x20 && c < 0x7F ? "unexpected character '%c'" : "unexpected byte 0x%02x", c);
    }
}

static token_t next_token(lexer_t *lexer)
{
    skip_space(lexer);
    token_t token = {.loc = (loc_t)(lexer->at - lexer->start), .line_start = lexer->line_start};
    lexer->line_start = false;
    if (lexer->at >= lexer->end) {
        token.kind = TK_END;
        return token;
    }
    const char *begin = lexer->at;
    token_kind_t kind = TK_WORD;
    char c = *begin;
    if (is_digit(c)) {
        kind = scan_number(lexer);
        token.text = intern(lexer->cc, begin, (size_t)(lexer->at - begin));
    } else if (is_letter(c)) {
        scan_name(lexer, true);
        token.text = intern(lexer->cc, begin, (size_t)(lexer->at - begin));
    } else if (c == '"') {
        token.text = scan_string(lexer, &kind);
    } else if (strchr("%@^!#", c) != NULL && c != '\0') {
        token.text = scan_sigil(lexer, &kind);
        token.punct = kind == TK_PUNCT ? '#' : '\0';
    } else {
        scan_other(lexer, &token);
        kind = token.kind;
    }
    token.kind = (uint8_t)kind;
    token.size = (uint32_t)(lexer->at - begin);
    return token;
}

token_t *lex_file(ptoc_t *cc, uint32_t *tokens_num)
{
    lexer_t lexer = {.cc = cc,
                     .start = cc->source.text,
                     .at = cc->source.text,
                     .end = cc->source.text + cc->source.size,
                     .line_start = true};
    if (cc->source.size >= 3 && memcmp(lexer.at, "\xEF\xBB\xBF", 3) == 0) {
        lexer.at += 3;  // byte order mark
    }
    uint32_t capacity = cc->source.size / 4 + 64, num = 0;
    token_t *tokens = ARENA_ARRAY(&cc->arena, token_t, capacity);
    do {
        if (num == capacity) {
            token_t *larger = ARENA_ARRAY(&cc->arena, token_t, capacity * 2);
            memcpy(larger, tokens, num * sizeof(*tokens));
            tokens = larger;
            capacity *= 2;
        }
        tokens[num] = next_token(&lexer);
    } while (tokens[num++].kind != TK_END);
    *tokens_num = num;
    return tokens;
}
