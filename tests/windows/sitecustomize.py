"""Gives the program the modules that Windows has, on a system that has more: for `tests/test_windows.py`.

Python runs this file at its start where the folder is on its path. The program's own modules get an `os`, a `signal`, a
`socket` and a `sys` that lack what Windows lacks, and no module that Windows has not; libraries get what the system
has.
"""

from __future__ import annotations

import builtins
import sys
from types import ModuleType
from typing import Any

MISSING_MODULES = {
    "curses", "fcntl", "grp", "posix", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty",
}  # fmt: skip
MISSING = {
    "os": """
        O_ASYNC O_CLOEXEC O_DIRECT O_DIRECTORY O_DSYNC O_LARGEFILE O_NDELAY O_NOATIME O_NOCTTY O_NOFOLLOW O_NONBLOCK
        O_PATH O_RSYNC O_SYNC O_TMPFILE P_ALL P_PGID P_PID WCONTINUED WEXITED WNOHANG WNOWAIT WSTOPPED WUNTRACED
        WCOREDUMP WEXITSTATUS WIFCONTINUED WIFEXITED WIFSIGNALED WIFSTOPPED WSTOPSIG WTERMSIG
        chown chroot confstr copy_file_range ctermid environb eventfd fchdir fchown fdatasync fork forkpty fpathconf
        fstatvfs fwalk getegid geteuid getenvb getgid getgrouplist getgroups getloadavg getpgid getpgrp getpriority
        getrandom getresgid getresuid getsid getuid getxattr initgroups killpg lchown listxattr lockf major makedev
        memfd_create minor mkfifo mknod nice openpty pathconf pidfd_open pipe2 posix_fadvise posix_fallocate
        posix_spawn posix_spawnp pread preadv pwrite pwritev readv register_at_fork removexattr sched_getaffinity
        sched_get_priority_max sched_get_priority_min sched_getparam sched_getscheduler sched_rr_get_interval
        sched_setaffinity sched_setparam sched_setscheduler sched_yield sendfile setegid seteuid setgid setgroups
        setns setpgid setpriority setregid setresgid setresuid setreuid setsid setuid setxattr splice statvfs sync
        sysconf tcgetpgrp tcsetpgrp ttyname uname unshare wait wait3 wait4 waitid writev
    """,
    "signal": """
        SIGALRM SIGBUS SIGCHLD SIGCONT SIGHUP SIGIO SIGKILL SIGPIPE SIGPROF SIGPWR SIGQUIT SIGSTOP SIGSYS SIGTRAP
        SIGTSTP SIGTTIN SIGTTOU SIGURG SIGUSR1 SIGUSR2 SIGVTALRM SIGWINCH SIGXCPU SIGXFSZ alarm getitimer pause
        pthread_kill pthread_sigmask setitimer siginterrupt sigpending sigtimedwait sigwait sigwaitinfo
    """,
    "socket": "AF_UNIX AF_NETLINK AF_PACKET SO_REUSEPORT sethostname",
    "sys": "abiflags getdlopenflags setdlopenflags",
}

_import = builtins.__import__
_stripped: dict[str, ModuleType] = {}


def stripped(name: str) -> ModuleType:
    """The module as Windows has it."""
    found = _stripped.get(name)
    if found is None:
        whole = sys.modules.get(name) or _import(name)
        found = _stripped[name] = ModuleType(name)
        found.__dict__.update({key: item for key, item in vars(whole).items() if key not in MISSING[name].split()})
        if name == "sys":
            # what changes as a program runs is asked of the real one
            found.__dict__.pop("stdout"), found.__dict__.pop("stderr"), found.__dict__.pop("stdin")
            found.__getattr__ = lambda key: getattr(sys, key)  # type: ignore[method-assign]
            found.platform = "win32"  # type: ignore[attr-defined]
    return found


def imported(name: str, globals: Any = None, locals: Any = None, fromlist: Any = (), level: int = 0) -> Any:
    """`import`, as the program meets it on Windows."""
    if (globals or {}).get("__name__", "").partition(".")[0] == "ironbottom":
        top = name.partition(".")[0]
        if top in MISSING_MODULES:
            raise ModuleNotFoundError(f"No module named '{name}'", name=name)
        if name in MISSING or (top in MISSING and not fromlist):
            return stripped(top)
    return _import(name, globals, locals, fromlist, level)


builtins.__import__ = imported
