#include <libxml/xmlversion.h>
// Debian's library is built with ICU, whose headers say otherwise than those that Swift's Foundation brings. Nothing of it is used here.
#undef LIBXML_ICU_ENABLED
#include <libxml/HTMLparser.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <libxml/parserInternals.h>
#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>

// `xmlFree` is a variable that a program may change; Swift does not let such a one be read.
static inline void cxml_free(void *memory) { xmlFree(memory); }

// Where memory is bounded the library would go on with half a text. The process ends instead, with this code.
enum { cxml_out_of_memory = 71 };
static inline void *cxml_malloc(size_t size) {
  void *memory = malloc(size);
  if (memory == NULL && size > 0) _exit(cxml_out_of_memory);
  return memory;
}
static inline void *cxml_realloc(void *old, size_t size) {
  void *memory = realloc(old, size);
  if (memory == NULL && size > 0) _exit(cxml_out_of_memory);
  return memory;
}
static inline char *cxml_strdup(const char *text) {
  char *copy = (char *)cxml_malloc(strlen(text) + 1);
  return strcpy(copy, text);
}
static inline int cxml_end_without_memory(void) { return xmlMemSetup(free, cxml_malloc, cxml_realloc, cxml_strdup); }

// A page as browsers read it: what is broken is mended, nothing is fetched or said. The encoding may be NULL, then the page tells it.
// Comments and what else is not of the page are left out: to put very many of them in order libxml2 walks over all of them again and
// again. So are the names that are too many for any page: of an element with very many attributes each is compared with each.
static inline htmlDocPtr cxml_read_html(const char *bytes, int length, const char *encoding) {
  htmlParserCtxtPtr parser = htmlCreateMemoryParserCtxt(bytes, length);
  if (parser == NULL) return NULL;
  parser->sax->comment = NULL;
  parser->sax->processingInstruction = NULL;
  xmlDictSetLimit(parser->dict, 22000);
  htmlCtxtUseOptions(parser, HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET);
  // What neither says its encoding nor is told it is UTF-8, as most pages are.
  parser->charset = XML_CHAR_ENCODING_UTF8;
  xmlCharEncodingHandlerPtr handler = encoding == NULL ? NULL : xmlFindCharEncodingHandler(encoding);
  if (handler != NULL) {
    xmlSwitchToEncoding(parser, handler);
    parser->input->encoding = xmlStrdup((const xmlChar *)encoding);
  }
  htmlParseDocument(parser);
  htmlDocPtr page = parser->myDoc;
  htmlFreeParserCtxt(parser);
  return page;
}
