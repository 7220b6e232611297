#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#ifdef __linux__
#include <sys/prctl.h>
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
