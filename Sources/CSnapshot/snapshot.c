#include "CSnapshot.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const char snapshot[] = {
#embed "snapshot.sql" suffix(, 0)
};

const char *portico_snapshot(void) { return snapshot; }
