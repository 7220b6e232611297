#include <sqlite3.h>

/// Swift calls no function with a variable number of arguments.
static inline int sqlite3_config_int(int option, int value) { return sqlite3_config(option, value); }
