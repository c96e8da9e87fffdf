// SPDX-License-Identifier: Apache-2.0
//
// Memory of a run, the input file, and diagnostics. Diagnostics are collected and printed at the end, sorted by source
// location, so that stages may report errors in any order.

#include "ptoc.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define CHUNK_BYTES      (256u * 1024u)
#define SOURCE_BYTES_MAX (64u * 1024u * 1024u)
#define DIAGS_MAX        200  // further ones are only counted
#define EXCERPT_CHARS    120  // of a source line in a message

/// Arena ///

struct arena_chunk {
    struct arena_chunk *next;
    max_align_t data[];
};

static void out_of_memory(void)
{
    fprintf(stderr, "ptoc: out of memory\n");
    exit(2);
}

void *arena_alloc(arena_t *arena, size_t bytes)
{
    bytes = (bytes + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
    if (arena->chunks == NULL || arena->capacity - arena->used < bytes) {
        size_t capacity = bytes > CHUNK_BYTES ? bytes : CHUNK_BYTES;
        struct arena_chunk *chunk = calloc(1, sizeof(*chunk) + capacity);
        if (chunk == NULL) {
            out_of_memory();
        }
        chunk->next = arena->chunks;
        arena->chunks = chunk;
        arena->capacity = capacity;
        arena->used = 0;
    }
    void *result = (char *)arena->chunks->data + arena->used;
    arena->used += bytes;
    return result;
}

char *arena_copy(arena_t *arena, const char *text, size_t bytes)
{
    char *copy = arena_alloc(arena, bytes + 1);
    if (bytes != 0) {
        memcpy(copy, text, bytes);
    }
    return copy;
}

/// Formats short texts, which most are, once, and long ones twice.
static char *arena_vprintf(arena_t *arena, const char *format, va_list args)
{
    char start[256] = "";
    va_list again;
    va_copy(again, args);
    int wanted = vsnprintf(start, sizeof start, format, again);
    va_end(again);
    size_t bytes = (size_t)(wanted < 0 ? 0 : wanted) + 1;
    char *text = arena_alloc(arena, bytes);
    if (bytes <= sizeof start) {
        return memcpy(text, start, bytes);
    }
    vsnprintf(text, bytes, format, args);
    return text;
}

char *arena_printf(arena_t *arena, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = arena_vprintf(arena, format, args);
    va_end(args);
    return text;
}

void arena_free(arena_t *arena)
{
    struct arena_chunk *chunk = arena->chunks;
    while (chunk != NULL) {
        struct arena_chunk *next = chunk->next;
        free(chunk);
        chunk = next;
    }
    *arena = (arena_t){0};
}

/// Growing text ///

static void text_reserve(text_t *text, size_t bytes)
{
    if (text->capacity - text->size > bytes) {
        return;
    }
    size_t capacity = text->capacity * 2 + bytes + 256;
    char *data = realloc(text->data, capacity);
    if (data == NULL) {
        out_of_memory();
    }
    text->data = data;
    text->capacity = capacity;
}

void text_append(text_t *text, const char *data, size_t size)
{
    text_reserve(text, size + 1);
    if (size != 0) {
        memcpy(text->data + text->size, data, size);
    }
    text->size += size;
    text->data[text->size] = '\0';
}

void text_vprintf(text_t *text, const char *format, va_list args)
{
    size_t room = text->capacity - text->size;
    va_list again;
    va_copy(again, args);
    int size = vsnprintf(room == 0 ? NULL : text->data + text->size, room, format, again);
    va_end(again);
    if (size < 0) {
        return;
    }
    if ((size_t)size >= room) {
        text_reserve(text, (size_t)size + 1);
        vsnprintf(text->data + text->size, (size_t)size + 1, format, args);
    }
    text->size += (size_t)size;
}

void text_printf(text_t *text, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    text_vprintf(text, format, args);
    va_end(args);
}

void text_free(text_t *text)
{
    free(text->data);
    *text = (text_t){0};
}

/// The input file ///

static void find_lines(ptoc_t *cc)
{
    source_t *source = &cc->source;
    uint32_t lines = 1;
    for (uint32_t i = 0; i < source->size; i++) {
        lines += source->text[i] == '\n';
    }
    source->line_starts = ARENA_ARRAY(&cc->arena, uint32_t, lines);
    source->lines_num = 1;
    for (uint32_t i = 0; i < source->size; i++) {
        if (source->text[i] == '\n') {
            source->line_starts[source->lines_num++] = i + 1;
        }
    }
}

bool source_set(ptoc_t *cc, const char *path, const char *text, size_t size)
{
    if (size > SOURCE_BYTES_MAX) {
        fprintf(stderr, "ptoc: %s: larger than %u MiB\n", path, SOURCE_BYTES_MAX >> 20);
        return false;
    }
    cc->source.path = arena_copy(&cc->arena, path, strlen(path));
    cc->source.text = arena_copy(&cc->arena, text, size);
    cc->source.size = (uint32_t)size;
    find_lines(cc);
    return true;
}

bool source_read(ptoc_t *cc, const char *path)
{
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    if (file == NULL) {
        fprintf(stderr, "ptoc: %s: %s\n", path, strerror(errno));
        return false;
    }
    text_t text = {0};
    char buffer[65536];
    size_t got;
    while ((got = fread(buffer, 1, sizeof(buffer), file)) != 0 && text.size <= SOURCE_BYTES_MAX) {
        text_append(&text, buffer, got);
    }
    bool ok = !ferror(file);
    if (!ok) {
        fprintf(stderr, "ptoc: %s: %s\n", path, strerror(errno));
    }
    if (file != stdin) {
        fclose(file);
    }
    ok = ok && source_set(cc, path, text.data == NULL ? "" : text.data, text.size);
    text_free(&text);
    return ok;
}

static bool is_separator(const char *line)
{
    return strncmp(line, "// -----", 8) == 0;
}

bool source_keep_part(ptoc_t *cc, uint32_t part)
{
    uint32_t at = 1;
    char *text = arena_copy(&cc->arena, cc->source.text, cc->source.size);
    cc->source.text = text;
    for (uint32_t i = 0; i < cc->source.lines_num; i++) {
        char *line = text + cc->source.line_starts[i];
        at += is_separator(line);
        for (char *c = line; at != part && *c != '\0' && *c != '\n'; c++) {
            *c = ' ';
        }
    }
    return part >= 1 && part <= at;
}

uint32_t source_line(const ptoc_t *cc, loc_t loc)
{
    uint32_t low = 0, high = cc->source.lines_num;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (cc->source.line_starts[middle] <= loc) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low + 1;
}

static bool is_continuation(char c)
{
    return ((unsigned char)c & 0xC0) == 0x80;
}

void source_position(const ptoc_t *cc, loc_t loc, uint32_t *line, uint32_t *column)
{
    *line = source_line(cc, loc);
    *column = 1;
    for (uint32_t i = cc->source.line_starts[*line - 1]; i < loc && i < cc->source.size; i++) {
        *column += !is_continuation(cc->source.text[i]);
    }
}

/// Diagnostics ///

#define WORD_MAX  120  // characters of a name or a type in a message
#define WORD_KEPT 50   // at each end of a shortened one

/// The message with overlong words shortened in the middle.
static const char *shorten(ptoc_t *cc, const char *message)
{
    text_t out = {0};
    while (*message != '\0') {
        size_t size = strcspn(message, " "), head = size, tail = size;
        if (size > WORD_MAX) {
            for (head = WORD_KEPT; (message[head] & 0xC0) == 0x80; head--) {  // inside of a UTF-8 sequence
            }
            for (tail = size - WORD_KEPT; (message[tail] & 0xC0) == 0x80; tail++) {
            }
        }
        text_append(&out, message, head);
        text_append(&out, "...", head == tail ? 0 : 3);
        text_append(&out, message + tail, size - tail);
        message += size;
        size = strspn(message, " ");
        text_append(&out, message, size);
        message += size;
    }
    message = arena_copy(&cc->arena, out.size == 0 ? "" : out.data, out.size);
    text_free(&out);
    return message;
}

static diag_t *diag_add(ptoc_t *cc, severity_t severity, loc_t loc, const char *rule, const char *format, va_list args)
{
    static diag_t dropped;
    if (loc > cc->source.size) {
        loc = cc->source.size;
    }
    if (rule != NULL) {
        for (diag_t *diag = cc->diags; diag != NULL; diag = diag->next) {
            if (diag->loc == loc && diag->rule != NULL && strcmp(diag->rule, rule) == 0) {
                return &dropped;
            }
        }
    }
    uint32_t *counts[] = {
        [DIAG_ERROR] = &cc->errors_num, [DIAG_WARNING] = &cc->warnings_num, [DIAG_REMARK] = &cc->remarks_num};
    uint32_t *count = counts[severity];
    ++*count;
    if (*count > DIAGS_MAX && severity != DIAG_REMARK) {
        return &dropped;
    }
    diag_t *diag = ARENA_NEW(&cc->arena, diag_t);
    *diag = (diag_t){.severity = severity, .loc = loc, .span = 1, .rule = rule};
    diag->text = shorten(cc, arena_vprintf(&cc->arena, format, args));
    *cc->diags_tail = diag;
    cc->diags_tail = &diag->next;
    return diag;
}

diag_t *diag_error(ptoc_t *cc, loc_t loc, const char *rule, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    diag_t *diag = diag_add(cc, DIAG_ERROR, loc, rule, format, args);
    va_end(args);
    return diag;
}

diag_t *diag_warning(ptoc_t *cc, loc_t loc, const char *rule, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    diag_t *diag = diag_add(cc, DIAG_WARNING, loc, rule, format, args);
    va_end(args);
    return diag;
}

diag_t *diag_remark(ptoc_t *cc, loc_t loc, const char *rule, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    diag_t *diag = diag_add(cc, DIAG_REMARK, loc, rule, format, args);
    va_end(args);
    return diag;
}

void diag_note(ptoc_t *cc, diag_t *diag, loc_t loc, const char *format, ...)
{
    if (diag->text == NULL) {
        return;  // the diagnostic itself was dropped
    }
    note_t *note = ARENA_NEW(&cc->arena, note_t);
    note->loc = loc > cc->source.size ? cc->source.size : loc;
    va_list args;
    va_start(args, format);
    note->text = shorten(cc, arena_vprintf(&cc->arena, format, args));
    va_end(args);
    note_t **tail = &diag->notes;
    while (*tail != NULL) {
        tail = &(*tail)->next;
    }
    *tail = note;
}

/// Bytes of the UTF-8 sequence at text, 0 if it is invalid.
static uint32_t utf8_size(const char *text, const char *end)
{
    unsigned char lead = (unsigned char)*text;
    uint32_t size = lead < 0x80                   ? 1
                    : lead >= 0xC2 && lead < 0xE0 ? 2
                    : (lead & 0xF0) == 0xE0       ? 3
                    : lead >= 0xF0 && lead < 0xF5 ? 4
                                                  : 0;
    if (size == 0 || size > (uint32_t)(end - text)) {
        return 0;
    }
    for (uint32_t i = 1; i < size; i++) {
        if (!is_continuation(text[i])) {
            return 0;
        }
    }
    return size;
}

/// Prints the character at `at`, of `size` bytes in UTF-8 (0: none). Control characters and invalid bytes print as '?'.
static void print_char(const char *at, uint32_t size, FILE *out)
{
    bool printable = size > 1 || (size == 1 && ((unsigned char)*at >= 0x20 || *at == '\t') && *at != 0x7F);
    if (printable) {
        fwrite(at, 1, size, out);
    } else {
        fputc('?', out);
    }
}

/// Where a long line is clipped before `place`.
static const char *clip_start(const char *start, const char *place)
{
    if (place - start <= EXCERPT_CHARS - 20) {
        return start;
    }
    start = place - (EXCERPT_CHARS - 40);
    while (start < place && is_continuation(*start)) {
        start++;
    }
    return start;
}

/// The line of `loc` with a caret below; long lines are clipped around the location.
static void print_excerpt(const ptoc_t *cc, loc_t loc, uint32_t span, FILE *out)
{
    const source_t *source = &cc->source;
    uint32_t line = source_line(cc, loc);
    const char *begin = source->text + source->line_starts[line - 1];
    const char *end =
        line < source->lines_num ? source->text + source->line_starts[line] - 1 : source->text + source->size;
    const char *place = source->text + loc;
    if (end > begin && end[-1] == '\r') {
        end--;
    }
    const char *start = clip_start(begin, place);
    text_t caret = {0};
    if (start != begin) {
        fputs("...", out);
        text_append(&caret, "   ", 3);
    }
    uint32_t chars = 0, chars_before = 0;
    for (const char *at = start; at < end && chars < EXCERPT_CHARS; chars++) {
        uint32_t size = utf8_size(at, end);
        print_char(at, size, out);
        if (at < place) {
            text_append(&caret, *at == '\t' ? "\t" : " ", 1);
            chars_before++;
        }
        at += size == 0 ? 1 : size;
    }
    fprintf(out, "\n%s^", caret.data == NULL ? "" : caret.data);
    for (uint32_t i = 1; i < span && place + i < end && chars_before + i < EXCERPT_CHARS; i++) {
        fputc('~', out);
    }
    fputc('\n', out);
    text_free(&caret);
}

static void print_message(const ptoc_t *cc, loc_t loc, uint32_t span, const char *kind, const char *text,
                          const char *rule, FILE *out)
{
    uint32_t line, column;
    source_position(cc, loc, &line, &column);
    fprintf(out, "%s:%u:%u: %s: %s", cc->source.path, line, column, kind, text);
    if (rule != NULL) {
        fprintf(out, " [%s]", rule);
    }
    fputc('\n', out);
    print_excerpt(cc, loc, span, out);
}

static int compare_diags(const void *a, const void *b)
{
    const diag_t *left = *(const diag_t *const *)a, *right = *(const diag_t *const *)b;
    if (left->loc != right->loc) {
        return left->loc < right->loc ? -1 : 1;
    }
    if (left->severity != right->severity) {
        return (int)left->severity - (int)right->severity;
    }
    return strcmp(left->rule == NULL ? "" : left->rule, right->rule == NULL ? "" : right->rule);
}

void diag_print(const ptoc_t *cc, FILE *out)
{
    size_t count = 0;
    for (diag_t *diag = cc->diags; diag != NULL; diag = diag->next) {
        count++;
    }
    if (count == 0) {
        return;
    }
    diag_t **sorted = malloc(count * sizeof(*sorted));
    if (sorted == NULL) {
        out_of_memory();
    }
    size_t i = 0;
    for (diag_t *diag = cc->diags; diag != NULL; diag = diag->next) {
        sorted[i++] = diag;
    }
    qsort(sorted, count, sizeof(*sorted), compare_diags);
    static const char *const severities[] = {"error", "warning", "remark"};
    for (i = 0; i < count; i++) {
        print_message(cc, sorted[i]->loc, sorted[i]->span, severities[sorted[i]->severity], sorted[i]->text,
                      sorted[i]->rule, out);
        for (note_t *note = sorted[i]->notes; note != NULL; note = note->next) {
            print_message(cc, note->loc, 1, "note", note->text, NULL, out);
        }
    }
    free(sorted);
    if (cc->errors_num > DIAGS_MAX) {
        fprintf(out, "%s: %u more errors not shown\n", cc->source.path, cc->errors_num - DIAGS_MAX);
    }
}

/// A run ///

void ptoc_init(ptoc_t *cc)
{
    *cc = (ptoc_t){0};
    cc->diags_tail = &cc->diags;
}

void ptoc_free(ptoc_t *cc)
{
    arena_free(&cc->arena);
}
