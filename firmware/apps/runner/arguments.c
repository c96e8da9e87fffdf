// SPDX-License-Identifier: Apache-2.0

#include <hal/hal.h>

#include "number.h"
#include "runner.h"

#define LINE_BYTES 16384

/// Splitting ///

typedef struct {
    char *at;
    char separator;
} words_t;

static char *next_word(words_t *words)
{
    while (*words->at == words->separator) {
        words->at++;
    }
    if (*words->at == 0) {
        return NULL;
    }
    char *word = words->at;
    while (*words->at != 0 && *words->at != words->separator) {
        words->at++;
    }
    if (*words->at != 0) {
        *words->at++ = 0;
    }
    return word;
}

// One argument for each line, so that names may contain spaces.
static void read_argument_file(const char *path, char *text)
{
    int file = hal_file_open(path, HAL_FILE_READ);
    ptrdiff_t length = file < 0 ? -1 : hal_file_read(file, text, LINE_BYTES - 1);
    if (length < 0 || length == LINE_BYTES - 1) {
        runner_error(length < 0 ? "cannot read the argument file %s" : "the argument file %s is too long", path);
    }
    hal_file_close(file);
    text[length] = 0;
}

static words_t split_command_line(void)
{
    static char line[LINE_BYTES], text[LINE_BYTES];
    if (hal_cmdline(line, sizeof line) < 0) {
        runner_error("the command line exceeds %u characters", LINE_BYTES);
    }
    words_t words = {line, ' '};
    const char *program = next_word(&words);
    (void)program;
    while (*words.at == ' ') {
        words.at++;
    }
    if (*words.at == '@') {
        read_argument_file(words.at + 1, text);
        return (words_t){text, '\n'};
    }
    return words;
}

/// Options ///

static const pto_param_t number_param = {"number", "uint32_t", PTO_PARAM_UINT, 4, 4};
static const pto_param_t seed_param = {"seed", "uint64_t", PTO_PARAM_UINT, 8, 8};

static uint64_t option_number(const char *option, const char *text, const pto_param_t *param, uint64_t low)
{
    uint64_t value = 0;
    const char *wrong = runner_number(text, param, &value);
    if (wrong == NULL && value < low) {
        wrong = "is out of range";
    }
    if (wrong != NULL) {
        runner_error("%s: %s %s", option, text, wrong);
    }
    return value;
}

static const struct {
    const char *name, *argument;
} policies[] = {
#define PTO_POLICY(ID, name, argument, text) [PTO_POLICY_##ID] = {name, argument},
#include <pto/policies.def>
};

static void take_policy(void *member, const char *word, const char *text)
{
    pto_run_options_t *options = member;
    for (uint32_t i = 0; i < sizeof policies / sizeof policies[0]; i++) {
        const char *rest = pto_after(text, policies[i].name);
        if (rest == NULL || *rest != policies[i].argument[0]) {
            continue;
        }
        options->policy = (pto_policy_t)i;
        if (i == PTO_POLICY_RANDOM) {
            options->seed = option_number(word, rest + 1, &seed_param, 0);
        }
        options->holds = i == PTO_POLICY_REPLAY ? rest + 1 : NULL;
        return;
    }
#define PTO_POLICY(ID, name, argument, text) " " name argument
    static const char all[] =
#include <pto/policies.def>
        ;
    runner_error("%s: %s is none of%s", word, text, all);
}

/// Returns the profile: that of the kernel if it states one; `text` is the option's value, or NULL.
static void choose_arch(pto_run_options_t *options, const pto_kernel_t *kernel, const char *text)
{
    if (text != NULL && !pto_same(text, "a5") && !pto_same(text, "a2a3")) {
        runner_error("--arch: %s is not a5 or a2a3", text);
    }
    pto_kernel_arch_t arch = kernel->arch;
    pto_kernel_arch_t given = text == NULL ? PTO_FOR_ANY : pto_same(text, "a5") ? PTO_FOR_A5 : PTO_FOR_A2A3;
    if (arch != PTO_FOR_ANY && given != PTO_FOR_ANY && arch != given) {
        runner_error("--arch: %s, but kernel %s is for %s", text, kernel->name, arch == PTO_FOR_A5 ? "a5" : "a2a3");
    }
    arch = arch != PTO_FOR_ANY ? arch : given;
    options->arch = arch == PTO_FOR_A2A3 ? PTO_ARCH_A2A3 : PTO_ARCH_A5;
}

// Lists the kernels of the image into text.
static const char *kernel_names(void)
{
    static char text[512];
    size_t length = 0;
    for (const pto_kernel_t *kernel = pto_kernels_begin; kernel < pto_kernels_end; kernel++) {
        length += pto_format(text + length, sizeof text - length, "%s%s", length == 0 ? "" : ", ", kernel->name);
    }
    return text;
}

// Returns the program of an image that has one beside its kernels, or NULL.
static const pto_kernel_t *only_program(void)
{
    const pto_kernel_t *found = NULL;
    for (const pto_kernel_t *kernel = pto_kernels_begin; kernel < pto_kernels_end; kernel++) {
        if (kernel->kind == PTO_KERNEL_PROGRAM && found != NULL) {
            return NULL;
        }
        found = kernel->kind == PTO_KERNEL_PROGRAM ? kernel : found;
    }
    return found;
}

static const pto_kernel_t *find_kernel(const char *name)
{
    ptrdiff_t num = pto_kernels_end - pto_kernels_begin;
    if (num == 0) {
        runner_error("the image has no kernel");
    }
    if (name == NULL) {
        const pto_kernel_t *program = only_program();
        if (program != NULL) {
            return program;
        }
        if (num != 1) {
            runner_error("the image has several kernels, choose one with --entry: %s", kernel_names());
        }
        return pto_kernels_begin;
    }
    const pto_kernel_t *kernel = pto_kernel_find(name);
    if (kernel == NULL) {
        runner_error("there is no kernel %s; the image has: %s", name, kernel_names());
    }
    return kernel;
}

static void take_flag(void *member, const char *word, const char *value)
{
    (void)word, (void)value;
    *(bool *)member = true;
}

static void take_text(void *member, const char *word, const char *value)
{
    (void)word;
    *(const char **)member = value;
}

static void take_from_one(void *member, const char *word, const char *value)
{
    *(uint32_t *)member = (uint32_t)option_number(word, value, &number_param, 1);
}

static void take_from_zero(void *member, const char *word, const char *value)
{
    *(uint32_t *)member = (uint32_t)option_number(word, value, &number_param, 0);
}

static void take_gm(void *member, const char *word, const char *value)
{
    static const char *const names[] = {"strict", "granule", "discard"};
    for (uint32_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (pto_same(value, names[i])) {
            *(runner_gm_t *)member = (runner_gm_t)i;
            return;
        }
    }
    runner_error("%s: %s is not strict, granule or discard", word, value);
}

static const struct option {
    const char *name;
    void (*take)(void *member, const char *word, const char *value);
    size_t member;
} options[] = {
#define OPTION(name, reader, member) {name, take_##reader, offsetof(runner_arguments_t, member)},
#include "options.def"
#undef OPTION
};

static const struct option *find_option(const char *word)
{
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        if (pto_same(word, options[i].name)) {
            return &options[i];
        }
    }
    runner_error("unknown option %s", word);
}

static void take_option(runner_arguments_t *arguments, const char *word, words_t *words)
{
    const struct option *option = find_option(word);
    const char *value = option->take == take_flag ? NULL : next_word(words);
    if (value == NULL && option->take != take_flag) {
        runner_error("%s needs a value", word);
    }
    option->take((char *)arguments + option->member, word, value);
}

void runner_parse(runner_arguments_t *arguments)
{
    words_t words = split_command_line();
    bool options_end = false;
    for (char *word; (word = next_word(&words)) != NULL;) {
        if (!options_end && pto_same(word, "--")) {
            options_end = true;
        } else if (!options_end && pto_after(word, "--") != NULL) {
            take_option(arguments, word, &words);
        } else if (arguments->arg_num == PTO_GM_BUFFER_MAX + 1) {
            runner_error("more than %u arguments", PTO_GM_BUFFER_MAX);
        } else {
            arguments->args[arguments->arg_num++] = word;
        }
    }
    const char *arch = arguments->arch;
    if (arguments->program != NULL) {
        arguments->options.arch = arch != NULL && pto_same(arch, "a2a3") ? PTO_ARCH_A2A3 : PTO_ARCH_A5;
        return;
    }
    arguments->kernel = find_kernel(arguments->entry);
    choose_arch(&arguments->options, arguments->kernel, arch);
}
