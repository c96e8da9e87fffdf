# SPDX-License-Identifier: Apache-2.0
"""A run of one kernel, prepared: its image, its arguments, its files."""
import contextlib
import io
import os
import re
import sys

from ptometal import boards, build, child, kernel, link, project
from ptometal.buffers import Arguments
from ptometal.checker import findings, schedule
from ptometal.common import Stop, say, usage_error
from ptometal.runs.image import follow_image, followed_kernel, has_clocks, kernels_of, link_of
from ptometal.runs.options import OPTIONS
from ptometal.timing import host, options as timing

STAGED = r"\bgm(\d+)\.bin\b"


def image_words(values, arguments, source):
    """The command line that the runner in the image reads."""
    given = {**vars(values), "gm": values.gm or ("granule" if source.endswith(".pto") else "strict")}
    words = []
    for option in OPTIONS:
        if option.image and given.get(option.key):
            words += [option.name, option.image(given.get(option.key))] if option.value else [option.name]
    return words + ["--"] + arguments


class Job:
    """A prepared run: image and staged files in a private folder."""

    def __init__(self, values, words):
        if not words:
            raise usage_error("run needs a kernel: ptometal run KERNEL [options] [--] ARG...")
        self.values = values
        source = self.source = words[0]
        kernel.check_source(source, projects=True)
        exploring = bool(getattr(values, "explore", None))
        self.quiet = not values.check and not exploring    # if only a replay needs the checker, show no findings
        values.check = values.check or exploring or values.policy.startswith("replay:")
        check_keep(values.keep)
        suppress = getattr(values, "suppress", None)
        self.times, self.other_times = timing.of_run(values, source)
        clocks = source.endswith(".elf") and has_clocks(source)
        if clocks and not self.times:
            self.times = timing.unheard(source)
        elif self.times and source.endswith(".elf") and not clocks:
            raise usage_error(f"--time: {source} is an image without clocks; make one with them by `ptometal image --time` "
                              "or TIMED in its CMakeLists.txt, or give the source of the kernel")
        if suppress and not values.check:
            raise usage_error("--suppress is for --check")
        if getattr(values, "clocks", None) and not values.time:
            raise usage_error("--clocks is for --time")
        self.instructions = None     # as counted
        self.findings = findings.Findings(suppress)
        schedule.policy_word(values.policy)     # reports errors in its file
        self.arguments = Arguments(words[1:], self.rank_num(values))
        if source.endswith(".elf"):
            follow_image(source, values)
        self.config = build.Config.of(self.with_room(values))
        self.config.check_run(values.harts, values.policy, values.count, exploring)
        if values.harts > 1 and values.policy != "eager":
            say(f"warning: --policy {values.policy} orders what runs on one hart; "
                f"--harts {values.harts} run at the same time")
        self.link = chosen_link(values, self.config.board, source)
        if self.has_images:
            from ptometal import images     # rarely needed
            images.check(values, self.config.board, self.link.kind)
        with contextlib.ExitStack() as stack:
            self.folder = stack.enter_context(child.scratch_folder("ptometal-"))
            self.elf = os.path.join(self.folder, "kernel.elf")
            stack.callback(self.keep)
            counts_on = None if clocks or not self.times else host.board_of(values)
            if counts_on:
                values.time, self.other_times = False, None     # the image of the board has no clocks
            self.prepare(source)
            self.counting = stack.enter_context(self.made_for_counting(words, counts_on)) if counts_on else None
            self.ending = stack.pop_all()

    @property
    def has_images(self):
        """Whether each rank is an image of its own."""
        return bool(getattr(self.values, "images", None))

    @staticmethod
    def rank_num(values):
        """The number of ranks."""
        return getattr(values, "ranks", None) or 1

    @staticmethod
    def with_room(values):
        """The options, with a larger board of its kind if there are more ranks than vector cores."""
        board = boards.load(values.board)
        cores = board.defines.get("CLUSTERS", 1) * board.defines.get("VECTOR_CORES", 2)
        if not getattr(values, "images", None) and (getattr(values, "ranks", None) or 1) > cores and board.words("FOR_RANKS"):
            values.board = board.word("FOR_RANKS")
        return values

    def prepare(self, source):
        if source.endswith(".elf"):
            import shutil     # rarely needed
            shutil.copyfile(source, self.elf)
            os.chmod(self.elf, 0o700)
        else:
            project.build_image(source, self.config, self.values, self.folder)
            self.tell_of_strips(source)
        known = followed_kernel(kernels_of(self.elf, source), self.values.entry)
        self.arguments.resolve(known)
        if self.link.kind == "embedded" and known:    # otherwise the runner reports it at once
            self.arguments.check_count(known)
        check_memory(self.arguments.total_bytes())
        fill = self.values.check and not self.quiet and not getattr(self.values, "zero_ub", None)
        other_times = ["--times", self.other_times] if self.other_times else []
        self.words = (["--fill"] if fill else []) + other_times + image_words(self.values, self.arguments.words(), source)
        self.arguments.stage(self.folder)
        self.relink(source)
        if "-smp" in self.config.board.words("QEMU") or self.has_images:     # the machine has more harts than requested
            self.words[:0] = ["--harts", str(self.values.harts)]

    def made_for_counting(self, words, board):
        """The job that counts the cycles of this one on the host. Of its build only errors are shown."""
        own = host.options_of(self.values, OPTIONS, board)
        config = build.Config.of(own)
        build.ensure_observer(config, build.ensure_runtime(config), "time")
        said = io.StringIO()
        try:
            with contextlib.redirect_stderr(said):
                return Job(own, words)
        except Stop as stop:
            sys.stderr.write(said.getvalue())
            why = f": {stop.message}" if stop.message else ""
            raise Stop(stop.status, f"--time: the kernel compiles for the board, but not for the host, where cycles are "
                                    f"counted; --clocks board counts on the board{why}") from None

    def tell_of_strips(self, source):
        if self.values.check or self.values.debug or not self.config.has_long_registers:
            return
        from ptometal.compilers import strips     # rarely needed
        told = strips.note(source, self.config.vlen)
        if told:
            say(told)

    def relink(self, source):
        """Relink the image for another link than that of the kernel."""
        if self.link.kind == self.config.board.first_link or source.endswith(".elf"):
            return
        settings = build.ensure_runtime(self.config)
        observer = kernel.observer_of(self.values)
        if observer:
            settings = build.ensure_observer(self.config, settings, observer)
        if self.link.kind == "embedded":
            from ptometal.link import embed     # rarely needed
            self.elf = embed.link(self, settings)
        else:
            self.elf = kernel.relink(self.folder, settings, self.link.kind)

    def files(self):
        """The files of the run, for its link."""
        return [link.File(buffer.staged, self.folder, buffer.size if buffer.written else 0)
                for buffer in self.arguments.buffers]

    def with_file_names(self, line):
        """A line of a report with the user's file names in place of staged ones."""
        if "gm" not in line:
            return line
        buffers = self.arguments.buffers
        return re.sub(STAGED, lambda match: buffers[int(match[1])].path if int(match[1]) < len(buffers) else match[0],
                      line)

    def publish(self):
        self.arguments.publish(self.folder, movable=not self.values.keep)

    def keep(self):
        if not self.values.keep:
            return
        import shutil     # rarely needed
        try:
            shutil.copytree(self.folder, self.values.keep, dirs_exist_ok=True)
        except shutil.Error as error:
            raise usage_error(f"--keep {self.values.keep}: {error.args[0][0][2]}") from None
        except OSError as error:
            raise usage_error(f"--keep {self.values.keep}: {error.strerror}") from None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.ending.close()


def chosen_link(values, board, source):
    """The link of a run: the requested one, else the image's, else that of the environment or the board."""
    made_for = link_of(source) if source.endswith(".elf") else None
    chosen = values.link or link.default()
    if made_for and (chosen is None or chosen.kind != made_for):
        if values.link:
            raise usage_error(f"--link {values.link}: {source} is made for --link {made_for}")
        chosen = link.parse(made_for)
    if made_for == "embedded":
        raise usage_error(f"{source}: this image has its command line in it, `ptometal flash` and the emulator boot it")
    return chosen or link.parse(board.word("LINK", board.first_link))


def check_keep(folder):
    if folder and os.path.exists(folder) and not os.path.isdir(folder):
        raise usage_error(f"--keep {folder}: this is not a folder")


def check_memory(needed):
    there = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    if needed > there:
        raise usage_error(f"the buffers have {needed} bytes, this machine has {there} bytes of memory")
