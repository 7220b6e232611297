#include <signal.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

extern char **environ;

/// The variables that a new process gets; Swift takes a global variable of C for shared by threads.
static inline char **process_environment(void) { return environ; }

/// Has the system end this process when its parent ends; Swift calls no function with a variable number of arguments.
static inline int end_with_parent(void) {
#ifdef __linux__
    return prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
#else
    return 0;
#endif
}
