#include <libxml/xmlversion.h>
// Debian's library is built with ICU, whose headers say otherwise than those that Swift's Foundation brings. Nothing of it is used here.
#undef LIBXML_ICU_ENABLED
#include <libxml/HTMLparser.h>
#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>

// `xmlFree` is a variable that a program may change; Swift does not let such a one be read.
static inline void cxml_free(void *memory) { xmlFree(memory); }

// A page as browsers read it: what is broken is mended, nothing is fetched or said. The encoding may be NULL, then the page tells it.
static inline htmlDocPtr cxml_read_html(const char *bytes, int length, const char *encoding) {
  return htmlReadMemory(bytes, length, NULL, encoding, HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET);
}
