#include <libxml/xmlversion.h>
// Debian's library is built with ICU, whose headers say otherwise than those that Swift's Foundation brings. Nothing of it is used here.
#undef LIBXML_ICU_ENABLED
#include <libxml/HTMLparser.h>
#include <libxml/xpath.h>

// `xmlFree` is a variable that a program may change; Swift does not let such a one be read.
static inline void cxml_free(void *memory) { xmlFree(memory); }
