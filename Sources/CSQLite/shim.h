#include <sqlite3.h>

/// Swift calls no function with a variable number of arguments.
static inline int sqlite3_config_memstatus(int isOn) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, isOn); }
