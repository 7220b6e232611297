#include <archive.h>
#include <archive_entry.h>
#include <locale.h>

// libarchive turns names into the letters of the calling thread's locale; in the plain one it would lose all beyond ASCII.
static inline locale_t carchive_utf8(void) { return newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0); }
static inline void carchive_free(locale_t locale) { if (locale) freelocale(locale); }

static inline int carchive_next(struct archive *archive, struct archive_entry **entry, const char **name, locale_t locale) {
  locale_t before = uselocale(locale);
  int result = archive_read_next_header(archive, entry);
  *name = result == ARCHIVE_OK || result == ARCHIVE_WARN ? archive_entry_pathname(*entry) : NULL;
  uselocale(before);
  return result;
}

// Macros with a cast, which Swift does not see.
static inline int carchive_is_file(struct archive_entry *entry) {
  return archive_entry_filetype(entry) == AE_IFREG && !archive_entry_hardlink(entry) && !archive_entry_symlink(entry);
}
static inline int carchive_is_folder(struct archive_entry *entry) { return archive_entry_filetype(entry) == AE_IFDIR; }
