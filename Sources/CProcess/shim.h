#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#include <sys/timex.h>
#endif

extern char **environ;

/// The variables that a new process gets; Swift takes a global variable of C for shared by threads.
static inline char **process_environment(void) { return environ; }

/// Gives the memory of the program's code back, which is read again from the file where it is needed: a process that only waits needs
/// almost none of it.
static inline void release_code(void) {
#ifdef __linux__
    FILE *maps = fopen("/proc/self/maps", "r");
    if (!maps) return;
    char line[512], rights[5];
    unsigned long from, to;
    while (fgets(line, sizeof line, maps)) {
        if (sscanf(line, "%lx-%lx %4s", &from, &to, rights) == 3 && strcmp(rights, "r-xp") == 0 && strchr(line, '/')) {
            madvise((void *)from, to - from, MADV_DONTNEED);
        }
    }
    fclose(maps);
#endif
}

/// Has the system end this process when its parent ends; Swift calls no function with a variable number of arguments.
static inline int end_with_parent(void) {
#ifdef __linux__
    return prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
#else
    return 0;
#endif
}

/// Whether the system knows that a time service keeps its clock: 1 or 0, or -1 when it does not tell.
static inline int is_clock_kept(void) {
#ifdef __linux__
    struct timex facts = {0};
    int state = adjtimex(&facts);
    return state < 0 ? -1 : state != TIME_ERROR;
#else
    return -1;
#endif
}

/// Starts a program with one argument and a socket as its input; it gets nothing of the environment. 0, or an error.
static inline int start_confined(const char *program, const char *command, int *connection, pid_t *child) {
#ifdef __linux__
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return errno;
    // Where the libraries of the language are, if the owner says so.
    char libraries[4096] = "LC_ALL=C";
    const char *named = getenv("LD_LIBRARY_PATH");
    if (named) snprintf(libraries, sizeof libraries, "LD_LIBRARY_PATH=%s", named);
    char *words[] = {(char *)program, (char *)command, NULL}, *variables[] = {"SWIFT_BACKTRACE=enable=no", libraries, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 0);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    // It may write no file, and libxml2 reports to this one.
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    posix_spawnattr_init(&attributes);
    sigset_t none, usual;
    sigemptyset(&none);
    sigemptyset(&usual);
    sigaddset(&usual, SIGPROF);
    sigaddset(&usual, SIGPIPE);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    // A group of its own: what the terminal sends to the server is not for it.
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    int failure = posix_spawn(child, program, &actions, &attributes, words, variables);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    close(ends[1]);
    if (failure != 0) close(ends[0]);
    *connection = ends[0];
    return failure;
#else
    return ENOTSUP;
#endif
}

/// Takes from this process what it does not need: files and connections, processes, and more memory than so many bytes.
static inline int confine(unsigned long memory, unsigned processor_seconds) {
#ifdef __linux__
    unsigned long pages = 0;
    FILE *sizes = fopen("/proc/self/statm", "r");
    if (!sizes) return errno;
    int read = fscanf(sizes, "%lu", &pages);
    fclose(sizes);
    if (read != 1) return EIO;
    struct rlimit size = {pages * sysconf(_SC_PAGESIZE) + memory, pages * sysconf(_SC_PAGESIZE) + memory};
    struct rlimit time = {processor_seconds, processor_seconds}, none = {0, 0};
    if (syscall(SYS_close_range, 3u, ~0u, 0u) || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) || setrlimit(RLIMIT_AS, &size)
        || setrlimit(RLIMIT_CPU, &time) || setrlimit(RLIMIT_CORE, &none) || setrlimit(RLIMIT_FSIZE, &none)
        || setrlimit(RLIMIT_NPROC, &none) || setrlimit(RLIMIT_NOFILE, &none)) return errno;
    return 0;
#else
    return ENOTSUP;
#endif
}

/// Becomes pdftotext, which reads a document from its input and writes the text back to it: limited in memory, time and files, so that a
/// hostile document harms nothing else. Returns only an error.
static inline int become_pdftotext(const char *program, unsigned long memory, unsigned processor_seconds) {
#ifdef __linux__
    struct rlimit size = {memory, memory}, time = {processor_seconds, processor_seconds}, none = {0, 0}, files = {16, 16};
    // The loader opens the libraries; it writes no file and starts no process.
    if (dup2(0, 1) < 0 || syscall(SYS_close_range, 3u, ~0u, 0u) || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || setrlimit(RLIMIT_AS, &size)
        || setrlimit(RLIMIT_CPU, &time) || setrlimit(RLIMIT_CORE, &none) || setrlimit(RLIMIT_FSIZE, &none)
        || setrlimit(RLIMIT_NPROC, &none) || setrlimit(RLIMIT_NOFILE, &files)) return errno;
    char *words[] = {(char *)"pdftotext", (char *)"-q", (char *)"-enc", (char *)"UTF-8", (char *)"-nopgbrk", (char *)"-", (char *)"-", NULL};
    char *variables[] = {(char *)"LC_ALL=C", NULL};
    execve(program, words, variables);
    return errno;
#else
    return ENOTSUP;
#endif
}

/// Says that nothing more is sent.
static inline void end_sending(int connection) { shutdown(connection, SHUT_WR); }

/// Ends this process by SIGPROF when it has used so much more processor time; 0 takes the limit away. Returns what was left of the last one.
static inline long limit_processor(long microseconds) {
    struct itimerval next = {{0, 0}, {microseconds / 1000000, microseconds % 1000000}}, last = {{0, 0}, {0, 0}};
    setitimer(ITIMER_PROF, &next, &last);
    return last.it_value.tv_sec * 1000000 + last.it_value.tv_usec;
}

/// Reads or writes wait no longer than this.
static inline void limit_waiting(int connection, long seconds) {
    struct timeval time = {seconds, 0};
    setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &time, sizeof time);
    setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &time, sizeof time);
}

/// Sends all of it, without a signal when the other end is closed; false when it cannot.
static inline bool send_whole(int connection, const void *bytes, size_t count) {
    const char *next = (const char *)bytes;
    while (count > 0) {
        ssize_t sent = send(connection, next, count, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return false;
        next += sent;
        count -= (size_t)sent;
    }
    return true;
}

/// Receives all of it; false when the other end is closed or silent for too long.
static inline bool receive_whole(int connection, void *bytes, size_t count) {
    char *next = (char *)bytes;
    while (count > 0) {
        ssize_t received = recv(connection, next, count, 0);
        if (received < 0 && errno == EINTR) continue;
        if (received <= 0) return false;
        next += received;
        count -= (size_t)received;
    }
    return true;
}
