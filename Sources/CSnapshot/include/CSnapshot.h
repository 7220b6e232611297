#pragma once

/// What all migrations leave in an empty database, as statements; `make schema` writes the file.
const char *portico_snapshot(void);
