// SPDX-License-Identifier: Apache-2.0
//
// The command line of ptoc.

#include <stdlib.h>
#include <string.h>

#include "ptoc.h"

static const char usage[] =
    "usage: ptoc [options] FILE.pto\n"
    "\n"
    "Compile a kernel file to C over <pto/pto.h>. FILE - is the standard input.\n"
    "\n"
    "  -o OUT            write to OUT instead of the standard output\n"
    "  --emit=c | -S     write C (the default)\n"
    "  --emit=ir         write the IR after each stage, under a title\n"
    "  --emit=sync       write the IR with the addresses and the synchronisation that ptoc has planned\n"
    "  --verify-only     check the file and write nothing\n"
    "  --arch a5|a2a3    the profile (default: what the module states, else a5)\n"
    "  --subc NAME       the mask of vsubc and vsubcs: carry (1 is no borrow, the default) or borrow\n"
    "  --entry NAME      emit only this kernel (and what it calls)\n"
    "  --part N          only part N, from 1, of a file that lines `// -----` split\n"
    "  -O0               emit each instruction as it stands\n"
    "  --timed           with -O0: vector instructions tell the clocks of `ptometal run --time` what they are\n"
    "  --explain-speed   say of each loop of a vecscope whether it runs in strips, and what keeps it back\n"
    "  --fast-math reassociate  loops may add floats in another order; each that does is told\n"
    "  -w                no warnings\n"
    "  -Wno-NAME         not this warning\n"
    "  -Werror           warnings are errors\n"
    "  --help            this text\n"
    "\n"
    "Exit status: 0 done, 1 the file has errors, 2 wrong usage or a file that cannot be read or written.\n";

typedef struct options {
    const char *input, *output;
    bool emit_ir, emit_sync, verify_only, help;
    uint32_t part;  // 0: all
} options_t;

static const char *option_value(int argc, char **argv, int *i, const char *name)
{
    size_t size = strlen(name);
    if (strncmp(argv[*i], name, size) != 0) {
        return NULL;
    }
    if (argv[*i][size] == '=') {
        return argv[*i] + size + 1;
    }
    return argv[*i][size] == '\0' && *i + 1 < argc ? argv[++*i] : NULL;
}

/// Options that set one flag; false where `arg` is none of them.
static bool parse_flag(ptoc_t *cc, options_t *options, const char *arg)
{
    const struct {
        const char *name;
        bool *flag, value;
    } flags[] = {
        {"--help", &options->help, true},
        {"-h", &options->help, true},
        {"--verify-only", &options->verify_only, true},
        {"-S", &options->emit_ir, false},
        {"--emit=c", &options->emit_ir, false},
        {"--emit=ir", &options->emit_ir, true},
        {"--emit=sync", &options->emit_sync, true},
        {"-O0", &cc->no_opt, true},
        {"--timed", &cc->timed, true},
        {"--explain-speed", &cc->explain, true},
        {"-w", &cc->quiet_lint, true},
    };
    for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++) {
        if (strcmp(arg, flags[i].name) == 0) {
            *flags[i].flag = flags[i].value;
            return true;
        }
    }
    return false;
}

static bool parse_option(ptoc_t *cc, options_t *options, int argc, char **argv, int *i)
{
    const char *arg = argv[*i], *value;
    if (parse_flag(cc, options, arg)) {
        return true;
    }
    if (strncmp(arg, "-W", 2) == 0) {
        return lint_option(cc, arg + 2);
    }
    if ((value = option_value(argc, argv, i, "-o")) != NULL) {
        options->output = value;
        return true;
    }
    if ((value = option_value(argc, argv, i, "--arch")) != NULL) {
        cc->arch_given = true;
        return arch_find(value, &cc->arch);
    }
    if ((value = option_value(argc, argv, i, "--subc")) != NULL) {
        cc->subc_borrow = strcmp(value, "borrow") == 0;
        return cc->subc_borrow || strcmp(value, "carry") == 0;
    }
    if ((value = option_value(argc, argv, i, "--fast-math")) != NULL) {
        cc->reassociate = strcmp(value, "reassociate") == 0;
        return cc->reassociate;
    }
    if ((value = option_value(argc, argv, i, "--entry")) != NULL) {
        cc->entry = value;
        return true;
    }
    if ((value = option_value(argc, argv, i, "--part")) != NULL) {
        options->part = (uint32_t)strtoul(value, NULL, 10);
        return options->part != 0;
    }
    if ((arg[0] == '-' && arg[1] != '\0') || options->input != NULL) {
        return false;
    }
    options->input = arg;
    return true;
}

static bool write_output(const char *path, const text_t *text)
{
    FILE *out = path == NULL || strcmp(path, "-") == 0 ? stdout : fopen(path, "wb");
    bool ok = out != NULL && fwrite(text->data, 1, text->size, out) == text->size;
    ok = out != NULL && (out == stdout ? fflush(out) : fclose(out)) == 0 && ok;
    if (!ok) {
        fprintf(stderr, "ptoc: %s: cannot be written\n", path == NULL ? "standard output" : path);
    }
    return ok;
}

static void print_stage(ptoc_t *cc, const options_t *options, const char *stage, const module_t *module,
                        ir_notes_t *notes, text_t *out)
{
    if (options->emit_ir) {
        text_printf(out, "// after %s\n", stage);
        ir_print(cc, module, notes, out);
    }
}

/// The stages in order; each requires that the ones before found no errors. Verifying a file runs all of them, so that
/// whatever passes also compiles.
static void compile(ptoc_t *cc, const options_t *options, text_t *out)
{
    module_t *module = parse_file(cc);
    print_stage(cc, options, "parse", module, NULL, out);
    verify_module(cc, module);
    vmi_module(cc, module);
    print_stage(cc, options, "vmi", module, NULL, out);
    if (cc->errors_num == 0 && !cc->quiet_lint) {
        lint_module(cc, module);
    }
    if (cc->errors_num == 0) {
        plan_module(cc, module);
    }
    if (cc->errors_num != 0) {
        return;
    }
    if (options->emit_sync) {
        ir_print(cc, module, NULL, out);
        return;
    }
    print_stage(cc, options, "plan", module, NULL, out);
    if (!cc->no_opt) {
        strips_module(cc, module);
        print_stage(cc, options, "strips", module, strips_print, out);
    }
    text_t code = {0};
    emit_module(cc, module, options->emit_ir ? &code : out);
    text_free(&code);
}

static int run(ptoc_t *cc, const options_t *options)
{
    if (!source_read(cc, options->input)) {
        return 2;
    }
    if (options->part != 0 && !source_keep_part(cc, options->part)) {
        fprintf(stderr, "ptoc: %s: there is no part %u\n", options->input, (unsigned)options->part);
        return 2;
    }
    text_t out = {0};
    compile(cc, options, &out);
    diag_print(cc, stderr);
    bool failed = cc->errors_num != 0;
    bool write = !options->verify_only && (!failed || options->emit_ir);
    bool written = !write || write_output(options->output, &out);
    text_free(&out);
    return failed ? 1 : written ? 0 : 2;
}

int main(int argc, char **argv)
{
    ptoc_t cc;
    ptoc_init(&cc);
    options_t options = {0};
    for (int i = 1; i < argc; i++) {
        if (!parse_option(&cc, &options, argc, argv, &i)) {
            fprintf(stderr, "ptoc: %s: not understood\n%s", argv[i < argc ? i : argc - 1], usage);
            ptoc_free(&cc);
            return 2;
        }
    }
    int status = 2;
    if (options.help) {
        fputs(usage, stdout);
        status = 0;
    } else if (options.input == NULL) {
        fputs(usage, stderr);
    } else {
        status = run(&cc, &options);
    }
    ptoc_free(&cc);
    return status;
}
