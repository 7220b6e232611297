CREATE TABLE campusAcademicCalendar (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  version INTEGER NOT NULL,
  appliedAt TEXT NOT NULL
) STRICT;

CREATE TABLE campusAlert (
  id INTEGER PRIMARY KEY,
key TEXT NOT NULL CHECK (key <> ''),
version INTEGER NOT NULL DEFAULT 1,
createdAt TEXT NOT NULL,
updatedAt TEXT NOT NULL,
deletedAt TEXT,
folded TEXT NOT NULL,
words TEXT NOT NULL,
  title TEXT NOT NULL CHECK (title <> ''),
  category INTEGER NOT NULL REFERENCES campusAlertCategory(id) ON DELETE RESTRICT,
  severity TEXT NOT NULL DEFAULT 'info' CHECK (severity IN ('info', 'warning', 'emergency')),
  drill INTEGER NOT NULL DEFAULT 0 CHECK (drill IN (0, 1)),
  text TEXT NOT NULL DEFAULT '',
  instruction TEXT NOT NULL DEFAULT '',
  link TEXT NOT NULL DEFAULT '',
  expires TEXT
, position TEXT NOT NULL DEFAULT '', point TEXT, radius INTEGER CHECK (radius BETWEEN 1 AND 50000), easy TEXT NOT NULL DEFAULT '', translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations))) STRICT;

CREATE INDEX campusAlert_category ON campusAlert(category);

CREATE TRIGGER campusAlert_change AFTER UPDATE OF deletedAt ON campusAlert BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) SELECT 'alert', id FROM campusBulletin WHERE alert = new.id;
END;

CREATE UNIQUE INDEX campusAlert_key ON campusAlert(key);

CREATE INDEX campusAlert_title ON campusAlert(folded) WHERE deletedAt IS NULL;

CREATE INDEX campusAlert_trash ON campusAlert(deletedAt) WHERE deletedAt IS NOT NULL;

CREATE TRIGGER campusAlert_words_delete AFTER DELETE ON campusAlert BEGIN
  INSERT INTO campusAlertWords(campusAlertWords, rowid, words) VALUES ('delete', old.id, old.words);
END;

CREATE TRIGGER campusAlert_words_insert AFTER INSERT ON campusAlert BEGIN
  INSERT INTO campusAlertWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE TRIGGER campusAlert_words_update AFTER UPDATE OF words ON campusAlert WHEN old.words <> new.words BEGIN
  INSERT INTO campusAlertWords(campusAlertWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO campusAlertWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE TABLE campusAlertArea (
  alert INTEGER NOT NULL REFERENCES campusAlert(id) ON DELETE CASCADE,
  other INTEGER NOT NULL REFERENCES campusArea(id) ON DELETE CASCADE,
  UNIQUE (alert, other)
) STRICT;

CREATE INDEX campusAlertArea_other ON campusAlertArea(other);

CREATE TABLE campusAlertBuilding (
  alert INTEGER NOT NULL REFERENCES campusAlert(id) ON DELETE CASCADE,
  other INTEGER NOT NULL REFERENCES campusBuilding(id) ON DELETE CASCADE,
  UNIQUE (alert, other)
) STRICT;

CREATE INDEX campusAlertBuilding_other ON campusAlertBuilding(other);

CREATE TABLE campusAlertCategory (
  id INTEGER PRIMARY KEY,
key TEXT NOT NULL CHECK (key <> ''),
version INTEGER NOT NULL DEFAULT 1,
createdAt TEXT NOT NULL,
updatedAt TEXT NOT NULL,
deletedAt TEXT,
folded TEXT NOT NULL,
words TEXT NOT NULL,
  name TEXT NOT NULL CHECK (name <> ''),
  translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)),
  hazard TEXT NOT NULL DEFAULT 'Other' CHECK (hazard IN
    ('Geo', 'Met', 'Safety', 'Security', 'Rescue', 'Fire', 'Health', 'Env', 'Transport', 'Infra', 'CBRNE', 'Other')),
  ticker INTEGER NOT NULL DEFAULT 1 CHECK (ticker IN (0, 1)),
  ordering INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX campusAlertCategory_by_ordering ON campusAlertCategory(ordering, id) WHERE deletedAt IS NULL;

CREATE UNIQUE INDEX campusAlertCategory_key ON campusAlertCategory(key);

CREATE UNIQUE INDEX campusAlertCategory_title ON campusAlertCategory(folded) WHERE deletedAt IS NULL;

CREATE INDEX campusAlertCategory_trash ON campusAlertCategory(deletedAt) WHERE deletedAt IS NOT NULL;

CREATE TRIGGER campusAlertCategory_words_delete AFTER DELETE ON campusAlertCategory BEGIN
  INSERT INTO campusAlertCategoryWords(campusAlertCategoryWords, rowid, words) VALUES ('delete', old.id, old.words);
END;

CREATE TRIGGER campusAlertCategory_words_insert AFTER INSERT ON campusAlertCategory BEGIN
  INSERT INTO campusAlertCategoryWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE TRIGGER campusAlertCategory_words_update AFTER UPDATE OF words ON campusAlertCategory WHEN old.words <> new.words BEGIN
  INSERT INTO campusAlertCategoryWords(campusAlertCategoryWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO campusAlertCategoryWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE VIRTUAL TABLE campusAlertCategoryWords USING fts5(words, content='campusAlertCategory', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");

CREATE TABLE campusAlertCourse (
  alert INTEGER NOT NULL REFERENCES campusAlert(id) ON DELETE CASCADE,
  other INTEGER NOT NULL REFERENCES course(id) ON DELETE CASCADE,
  UNIQUE (alert, other)
) STRICT;

CREATE INDEX campusAlertCourse_other ON campusAlertCourse(other);

CREATE TABLE campusAlertDegree (
  alert INTEGER NOT NULL REFERENCES campusAlert(id) ON DELETE CASCADE,
  other INTEGER NOT NULL REFERENCES degree(id) ON DELETE CASCADE,
  UNIQUE (alert, other)
) STRICT;

CREATE INDEX campusAlertDegree_other ON campusAlertDegree(other);

CREATE TABLE campusAlertDepartment (
  alert INTEGER NOT NULL REFERENCES campusAlert(id) ON DELETE CASCADE,
  other INTEGER NOT NULL REFERENCES department(id) ON DELETE CASCADE,
  UNIQUE (alert, other)
) STRICT;

CREATE INDEX campusAlertDepartment_other ON campusAlertDepartment(other);

CREATE TABLE campusAlertEvent (
  alert INTEGER NOT NULL REFERENCES campusAlert(id) ON DELETE CASCADE,
  other INTEGER NOT NULL REFERENCES campusEvent(id) ON DELETE CASCADE,
  UNIQUE (alert, other)
) STRICT;

CREATE INDEX campusAlertEvent_other ON campusAlertEvent(other);

CREATE TABLE campusAlertFaculty (
  alert INTEGER NOT NULL REFERENCES campusAlert(id) ON DELETE CASCADE,
  other INTEGER NOT NULL REFERENCES faculty(id) ON DELETE CASCADE,
  UNIQUE (alert, other)
) STRICT;

CREATE INDEX campusAlertFaculty_other ON campusAlertFaculty(other);

CREATE TABLE campusAlertPerson (
  alert INTEGER NOT NULL REFERENCES campusAlert(id) ON DELETE CASCADE,
  other INTEGER NOT NULL REFERENCES person(id) ON DELETE CASCADE,
  UNIQUE (alert, other)
) STRICT;

CREATE INDEX campusAlertPerson_other ON campusAlertPerson(other);

CREATE TABLE campusAlertTemplate (
  id INTEGER PRIMARY KEY,
key TEXT NOT NULL CHECK (key <> ''),
version INTEGER NOT NULL DEFAULT 1,
createdAt TEXT NOT NULL,
updatedAt TEXT NOT NULL,
deletedAt TEXT,
folded TEXT NOT NULL,
words TEXT NOT NULL,
  name TEXT NOT NULL CHECK (name <> ''),
  headline TEXT NOT NULL CHECK (headline <> ''),
  text TEXT NOT NULL DEFAULT '',
  instruction TEXT NOT NULL DEFAULT '',
  easy TEXT NOT NULL DEFAULT '',
  translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)),
  category INTEGER NOT NULL REFERENCES campusAlertCategory(id) ON DELETE RESTRICT,
  severity TEXT NOT NULL DEFAULT 'info' CHECK (severity IN ('info', 'warning', 'emergency')),
  hours INTEGER NOT NULL DEFAULT 24 CHECK (hours BETWEEN 1 AND 2160),
  ordering INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX campusAlertTemplate_by_ordering ON campusAlertTemplate(ordering, id) WHERE deletedAt IS NULL;

CREATE INDEX campusAlertTemplate_category ON campusAlertTemplate(category);

CREATE UNIQUE INDEX campusAlertTemplate_key ON campusAlertTemplate(key);

CREATE UNIQUE INDEX campusAlertTemplate_title ON campusAlertTemplate(folded) WHERE deletedAt IS NULL;

CREATE INDEX campusAlertTemplate_trash ON campusAlertTemplate(deletedAt) WHERE deletedAt IS NOT NULL;

CREATE TRIGGER campusAlertTemplate_words_delete AFTER DELETE ON campusAlertTemplate BEGIN
  INSERT INTO campusAlertTemplateWords(campusAlertTemplateWords, rowid, words) VALUES ('delete', old.id, old.words);
END;

CREATE TRIGGER campusAlertTemplate_words_insert AFTER INSERT ON campusAlertTemplate BEGIN
  INSERT INTO campusAlertTemplateWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE TRIGGER campusAlertTemplate_words_update AFTER UPDATE OF words ON campusAlertTemplate WHEN old.words <> new.words BEGIN
  INSERT INTO campusAlertTemplateWords(campusAlertTemplateWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO campusAlertTemplateWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE VIRTUAL TABLE campusAlertTemplateWords USING fts5(words, content='campusAlertTemplate', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");

CREATE VIRTUAL TABLE campusAlertWords USING fts5(words, content='campusAlert', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");

CREATE TABLE campusAppliedClosing (
  id INTEGER PRIMARY KEY,
  rule TEXT NOT NULL,
  faculty INTEGER REFERENCES faculty(id) ON DELETE CASCADE
) STRICT;

CREATE INDEX campusAppliedClosing_faculty ON campusAppliedClosing(faculty) WHERE faculty IS NOT NULL;

CREATE TABLE campusAppliedPeriod (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('lessons', 'exams')),
  year INTEGER NOT NULL REFERENCES academicYear(id) ON DELETE CASCADE,
  term TEXT NOT NULL,
  faculty INTEGER REFERENCES faculty(id) ON DELETE CASCADE,
  begins TEXT NOT NULL,
  ends TEXT NOT NULL
) STRICT;

CREATE INDEX campusAppliedPeriod_faculty ON campusAppliedPeriod(faculty) WHERE faculty IS NOT NULL;

CREATE INDEX campusAppliedPeriod_year ON campusAppliedPeriod(year);

CREATE TABLE campusArea (
  id INTEGER PRIMARY KEY,
key TEXT NOT NULL CHECK (key <> ''),
version INTEGER NOT NULL DEFAULT 1,
createdAt TEXT NOT NULL,
updatedAt TEXT NOT NULL,
deletedAt TEXT,
folded TEXT NOT NULL,
words TEXT NOT NULL,
  code TEXT NOT NULL DEFAULT '',
  name TEXT NOT NULL CHECK (name <> ''),
  translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)),
  building INTEGER NOT NULL REFERENCES campusBuilding(id) ON DELETE CASCADE,
  parent INTEGER REFERENCES campusArea(id) ON DELETE SET NULL,
  type INTEGER NOT NULL REFERENCES campusPlaceType(id) ON DELETE RESTRICT,
  department INTEGER REFERENCES department(id) ON DELETE SET NULL,
  floor TEXT NOT NULL DEFAULT '',
  phone TEXT NOT NULL DEFAULT '',
email TEXT NOT NULL DEFAULT '',
website TEXT NOT NULL DEFAULT '',
hours TEXT NOT NULL DEFAULT '',
access TEXT NOT NULL DEFAULT '',
note TEXT NOT NULL DEFAULT '',
picture INTEGER REFERENCES picture(id) ON DELETE SET NULL
, seats INTEGER CHECK (seats >= 0), opening TEXT NOT NULL DEFAULT '') STRICT;

CREATE INDEX campusArea_building ON campusArea(building);

CREATE INDEX campusArea_by_code ON campusArea(code, id) WHERE deletedAt IS NULL;

CREATE TRIGGER campusArea_change_delete AFTER DELETE ON campusArea BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('area', old.id);
END;

CREATE TRIGGER campusArea_change_insert AFTER INSERT ON campusArea BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('area', new.id);
END;

CREATE TRIGGER campusArea_change_update AFTER UPDATE ON campusArea BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('area', new.id);
END;

CREATE INDEX campusArea_department ON campusArea(department) WHERE department IS NOT NULL;

CREATE UNIQUE INDEX campusArea_key ON campusArea(key);

CREATE INDEX campusArea_parent ON campusArea(parent) WHERE parent IS NOT NULL;

CREATE INDEX campusArea_picture ON campusArea(picture) WHERE picture IS NOT NULL;

CREATE UNIQUE INDEX campusArea_title ON campusArea(folded) WHERE deletedAt IS NULL;

CREATE INDEX campusArea_trash ON campusArea(deletedAt) WHERE deletedAt IS NOT NULL;

CREATE INDEX campusArea_type ON campusArea(type);

CREATE TRIGGER campusArea_words_delete AFTER DELETE ON campusArea BEGIN
  INSERT INTO campusAreaWords(campusAreaWords, rowid, words) VALUES ('delete', old.id, old.words);
END;

CREATE TRIGGER campusArea_words_insert AFTER INSERT ON campusArea BEGIN
  INSERT INTO campusAreaWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE TRIGGER campusArea_words_update AFTER UPDATE OF words ON campusArea WHEN old.words <> new.words BEGIN
  INSERT INTO campusAreaWords(campusAreaWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO campusAreaWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE TABLE campusAreaPhoto (
  id INTEGER PRIMARY KEY,
  area INTEGER NOT NULL REFERENCES campusArea(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  picture INTEGER REFERENCES picture(id) ON DELETE SET NULL,
  caption TEXT NOT NULL DEFAULT '',
  translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)),
  UNIQUE (area, position)
) STRICT;

CREATE INDEX campusAreaPhoto_picture ON campusAreaPhoto(picture) WHERE picture IS NOT NULL;

CREATE VIRTUAL TABLE campusAreaWords USING fts5(words, content='campusArea', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");

CREATE TABLE campusArticle (
  id INTEGER PRIMARY KEY,
key TEXT NOT NULL CHECK (key <> ''),
version INTEGER NOT NULL DEFAULT 1,
createdAt TEXT NOT NULL,
updatedAt TEXT NOT NULL,
deletedAt TEXT,
folded TEXT NOT NULL,
words TEXT NOT NULL,
  title TEXT NOT NULL CHECK (title <> ''),
  translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)),
  source INTEGER NOT NULL REFERENCES campusNewsSource(id) ON DELETE CASCADE,
  posted TEXT NOT NULL,
  summary TEXT NOT NULL DEFAULT '',
  text TEXT NOT NULL DEFAULT '',
  picture INTEGER REFERENCES picture(id) ON DELETE SET NULL,
  link TEXT NOT NULL DEFAULT '',
  published INTEGER NOT NULL DEFAULT 1 CHECK (published IN (0, 1))
, media TEXT NOT NULL DEFAULT '') STRICT;

CREATE INDEX campusArticle_by_posted ON campusArticle(posted, id) WHERE deletedAt IS NULL;

CREATE TRIGGER campusArticle_change_delete AFTER DELETE ON campusArticle BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('news', old.id);
END;

CREATE TRIGGER campusArticle_change_insert AFTER INSERT ON campusArticle BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('news', new.id);
END;

CREATE TRIGGER campusArticle_change_update AFTER UPDATE ON campusArticle BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('news', new.id);
END;

CREATE UNIQUE INDEX campusArticle_key ON campusArticle(key);

CREATE INDEX campusArticle_picture ON campusArticle(picture) WHERE picture IS NOT NULL;

CREATE INDEX campusArticle_source ON campusArticle(source, posted);

CREATE INDEX campusArticle_title ON campusArticle(folded) WHERE deletedAt IS NULL;

CREATE INDEX campusArticle_trash ON campusArticle(deletedAt) WHERE deletedAt IS NOT NULL;

CREATE TRIGGER campusArticle_words_delete AFTER DELETE ON campusArticle BEGIN
  INSERT INTO campusArticleWords(campusArticleWords, rowid, words) VALUES ('delete', old.id, old.words);
END;

CREATE TRIGGER campusArticle_words_insert AFTER INSERT ON campusArticle BEGIN
  INSERT INTO campusArticleWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE TRIGGER campusArticle_words_update AFTER UPDATE OF words ON campusArticle WHEN old.words <> new.words BEGIN
  INSERT INTO campusArticleWords(campusArticleWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO campusArticleWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE VIRTUAL TABLE campusArticleWords USING fts5(words, content='campusArticle', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");

CREATE TABLE campusBuilding (
  id INTEGER PRIMARY KEY,
key TEXT NOT NULL CHECK (key <> ''),
version INTEGER NOT NULL DEFAULT 1,
createdAt TEXT NOT NULL,
updatedAt TEXT NOT NULL,
deletedAt TEXT,
folded TEXT NOT NULL,
words TEXT NOT NULL,
  code TEXT NOT NULL CHECK (code <> ''),
  name TEXT NOT NULL CHECK (name <> ''),
  translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)),
  type INTEGER NOT NULL REFERENCES campusPlaceType(id) ON DELETE RESTRICT,
  street TEXT NOT NULL DEFAULT '',
  zip TEXT NOT NULL DEFAULT '',
  city TEXT NOT NULL DEFAULT '',
  place TEXT,
  phone TEXT NOT NULL DEFAULT '',
email TEXT NOT NULL DEFAULT '',
website TEXT NOT NULL DEFAULT '',
hours TEXT NOT NULL DEFAULT '',
access TEXT NOT NULL DEFAULT '',
note TEXT NOT NULL DEFAULT '',
picture INTEGER REFERENCES picture(id) ON DELETE SET NULL
, polygon TEXT NOT NULL DEFAULT '', opening TEXT NOT NULL DEFAULT '') STRICT;

CREATE TRIGGER campusArea_follows AFTER UPDATE OF deletedAt ON campusBuilding WHEN old.deletedAt IS NOT new.deletedAt BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) SELECT 'area', id FROM campusArea WHERE building = new.id;
END;

CREATE INDEX campusBuilding_by_code ON campusBuilding(code, id) WHERE deletedAt IS NULL;

CREATE TRIGGER campusBuilding_change_delete AFTER DELETE ON campusBuilding BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('place', old.id);
END;

CREATE TRIGGER campusBuilding_change_insert AFTER INSERT ON campusBuilding BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('place', new.id);
END;

CREATE TRIGGER campusBuilding_change_update AFTER UPDATE ON campusBuilding BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('place', new.id);
END;

CREATE UNIQUE INDEX campusBuilding_key ON campusBuilding(key);

CREATE INDEX campusBuilding_picture ON campusBuilding(picture) WHERE picture IS NOT NULL;

CREATE UNIQUE INDEX campusBuilding_title ON campusBuilding(folded) WHERE deletedAt IS NULL;

CREATE INDEX campusBuilding_trash ON campusBuilding(deletedAt) WHERE deletedAt IS NOT NULL;

CREATE INDEX campusBuilding_type ON campusBuilding(type);

CREATE TRIGGER campusBuilding_words_delete AFTER DELETE ON campusBuilding BEGIN
  INSERT INTO campusBuildingWords(campusBuildingWords, rowid, words) VALUES ('delete', old.id, old.words);
END;

CREATE TRIGGER campusBuilding_words_insert AFTER INSERT ON campusBuilding BEGIN
  INSERT INTO campusBuildingWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE TRIGGER campusBuilding_words_update AFTER UPDATE OF words ON campusBuilding WHEN old.words <> new.words BEGIN
  INSERT INTO campusBuildingWords(campusBuildingWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO campusBuildingWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE TABLE campusBuildingPhoto (
  id INTEGER PRIMARY KEY,
  building INTEGER NOT NULL REFERENCES campusBuilding(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  picture INTEGER REFERENCES picture(id) ON DELETE SET NULL,
  caption TEXT NOT NULL DEFAULT '',
  translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)),
  UNIQUE (building, position)
) STRICT;

CREATE INDEX campusBuildingPhoto_picture ON campusBuildingPhoto(picture) WHERE picture IS NOT NULL;

CREATE VIRTUAL TABLE campusBuildingWords USING fts5(words, content='campusBuilding', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");

CREATE TABLE campusBulletin (
  id INTEGER PRIMARY KEY,
  alert INTEGER REFERENCES campusAlert(id) ON DELETE SET NULL,
  replaces INTEGER REFERENCES campusBulletin(id) ON DELETE SET NULL,
  category INTEGER NOT NULL REFERENCES campusAlertCategory(id) ON DELETE RESTRICT,
  severity TEXT NOT NULL CHECK (severity IN ('info', 'warning', 'emergency')),
  isDrill INTEGER NOT NULL CHECK (isDrill IN (0, 1)),
  title TEXT NOT NULL CHECK (title <> ''),
  text TEXT NOT NULL,
  instruction TEXT NOT NULL,
  link TEXT NOT NULL,
  publishAt TEXT NOT NULL,
  expiresAt TEXT,
  state TEXT NOT NULL CHECK (state IN ('proposed', 'planned', 'published', 'replaced', 'withdrawn', 'ended', 'refused')),
  proposedBy INTEGER REFERENCES account(id) ON DELETE SET NULL,
  proposedName TEXT NOT NULL,
  proposedAt TEXT NOT NULL,
  approvedName TEXT,
  releasedAt TEXT,
  endedAt TEXT,
  endedName TEXT, position TEXT NOT NULL DEFAULT '', point TEXT, radius INTEGER CHECK (radius BETWEEN 1 AND 50000), easy TEXT NOT NULL DEFAULT '', translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)), language TEXT NOT NULL DEFAULT 'it' CHECK (language <> ''),
  CHECK (expiresAt IS NULL OR expiresAt > publishAt)
) STRICT;

CREATE INDEX campusBulletin_alert ON campusBulletin(alert, id);

CREATE INDEX campusBulletin_category ON campusBulletin(category);

CREATE TRIGGER campusBulletin_change_delete AFTER DELETE ON campusBulletin BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('alert', old.id);
END;

CREATE TRIGGER campusBulletin_change_insert AFTER INSERT ON campusBulletin BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('alert', new.id);
END;

CREATE TRIGGER campusBulletin_change_update AFTER UPDATE ON campusBulletin BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('alert', new.id);
END;

CREATE TRIGGER campusBulletin_fixed BEFORE UPDATE OF
  severity, isDrill, language, title, text, instruction, easy, position, translations, point, radius, link, expiresAt, category,
  replaces ON campusBulletin
  WHEN old.language IS NOT new.language OR old.title IS NOT new.title OR old.text IS NOT new.text
    OR old.instruction IS NOT new.instruction OR old.easy IS NOT new.easy OR old.position IS NOT new.position
    OR old.translations IS NOT new.translations OR old.point IS NOT new.point OR old.radius IS NOT new.radius
    OR old.severity IS NOT new.severity OR old.isDrill IS NOT new.isDrill OR old.link IS NOT new.link
    OR old.expiresAt IS NOT new.expiresAt
BEGIN SELECT raise(ABORT, 'what went out is not rewritten'); END;

CREATE INDEX campusBulletin_proposedBy ON campusBulletin(proposedBy) WHERE proposedBy IS NOT NULL;

CREATE INDEX campusBulletin_replaces ON campusBulletin(replaces) WHERE replaces IS NOT NULL;

CREATE INDEX campusBulletin_state ON campusBulletin(state, releasedAt);

CREATE TABLE campusBulletinRead (
  bulletin INTEGER NOT NULL REFERENCES campusBulletin(id) ON DELETE CASCADE,
  visitorID INTEGER NOT NULL REFERENCES campusVisitor(id) ON DELETE CASCADE,
  at TEXT NOT NULL,
  PRIMARY KEY (bulletin, visitorID)
) STRICT, WITHOUT ROWID;

CREATE INDEX campusBulletinRead_visitor ON campusBulletinRead(visitorID);

CREATE TABLE campusBulletinTarget (
  bulletin INTEGER NOT NULL REFERENCES campusBulletin(id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('faculty', 'department', 'degree', 'course', 'person', 'event', 'building', 'area')),
  objectID INTEGER NOT NULL,
  PRIMARY KEY (bulletin, kind, objectID)
) STRICT, WITHOUT ROWID;

CREATE INDEX campusBulletinTarget_object ON campusBulletinTarget(kind, objectID);

CREATE TABLE campusCalendar (
  id INTEGER PRIMARY KEY,
key TEXT NOT NULL CHECK (key <> ''),
version INTEGER NOT NULL DEFAULT 1,
createdAt TEXT NOT NULL,
updatedAt TEXT NOT NULL,
deletedAt TEXT,
folded TEXT NOT NULL,
words TEXT NOT NULL,
  name TEXT NOT NULL CHECK (name <> ''),
  translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)),
  colour TEXT NOT NULL DEFAULT 'blue' CHECK (colour IN ('blue', 'green', 'red', 'orange', 'purple', 'grey')),
  common INTEGER NOT NULL DEFAULT 1 CHECK (common IN (0, 1)),
  degree INTEGER REFERENCES degree(id) ON DELETE SET NULL,
  department INTEGER REFERENCES department(id) ON DELETE SET NULL,
  ordering INTEGER NOT NULL DEFAULT 0
, feed TEXT NOT NULL DEFAULT '', period TEXT NOT NULL DEFAULT 'hour'
  CHECK (period IN ('quarter', 'hour', 'sixHours', 'day')), faculty INTEGER REFERENCES faculty(id) ON DELETE SET NULL) STRICT;

CREATE INDEX campusCalendar_by_ordering ON campusCalendar(ordering, id) WHERE deletedAt IS NULL;

CREATE TRIGGER campusCalendar_change_delete AFTER DELETE ON campusCalendar BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('calendar', old.id);
END;

CREATE TRIGGER campusCalendar_change_insert AFTER INSERT ON campusCalendar BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('calendar', new.id);
END;

CREATE TRIGGER campusCalendar_change_update AFTER UPDATE ON campusCalendar BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('calendar', new.id);
END;

CREATE INDEX campusCalendar_degree ON campusCalendar(degree) WHERE degree IS NOT NULL;

CREATE INDEX campusCalendar_department ON campusCalendar(department) WHERE department IS NOT NULL;

CREATE INDEX campusCalendar_faculty ON campusCalendar(faculty) WHERE faculty IS NOT NULL;

CREATE UNIQUE INDEX campusCalendar_key ON campusCalendar(key);

CREATE UNIQUE INDEX campusCalendar_title ON campusCalendar(folded) WHERE deletedAt IS NULL;

CREATE INDEX campusCalendar_trash ON campusCalendar(deletedAt) WHERE deletedAt IS NOT NULL;

CREATE TRIGGER campusCalendar_words_delete AFTER DELETE ON campusCalendar BEGIN
  INSERT INTO campusCalendarWords(campusCalendarWords, rowid, words) VALUES ('delete', old.id, old.words);
END;

CREATE TRIGGER campusCalendar_words_insert AFTER INSERT ON campusCalendar BEGIN
  INSERT INTO campusCalendarWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE TRIGGER campusCalendar_words_update AFTER UPDATE OF words ON campusCalendar WHEN old.words <> new.words BEGIN
  INSERT INTO campusCalendarWords(campusCalendarWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO campusCalendarWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE TRIGGER campusEvent_follows AFTER UPDATE OF deletedAt ON campusCalendar WHEN old.deletedAt IS NOT new.deletedAt BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) SELECT 'event', id FROM campusEvent WHERE calendar = new.id;
END;

CREATE TABLE campusCalendarFeed (
  calendar INTEGER PRIMARY KEY REFERENCES campusCalendar(id) ON DELETE CASCADE,
  address TEXT NOT NULL,
  attemptedAt TEXT NOT NULL,
  nextAt TEXT NOT NULL,
  state TEXT NOT NULL CHECK (json_valid(state))
) STRICT;

CREATE TABLE campusCalendarFeedItem (
  calendar INTEGER NOT NULL REFERENCES campusCalendar(id) ON DELETE CASCADE,
  identity TEXT NOT NULL CHECK (identity <> ''),
  event INTEGER REFERENCES campusEvent(id) ON DELETE SET NULL,
  said TEXT NOT NULL,
  seenAt TEXT NOT NULL,
  PRIMARY KEY (calendar, identity)
) STRICT, WITHOUT ROWID;

CREATE INDEX campusCalendarFeedItem_event ON campusCalendarFeedItem(event) WHERE event IS NOT NULL;

CREATE VIRTUAL TABLE campusCalendarWords USING fts5(words, content='campusCalendar', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");

CREATE TABLE "campusChange" (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind <> ''),
  objectID INTEGER NOT NULL,
  UNIQUE (kind, objectID)
) STRICT;

CREATE TRIGGER campusChange_once BEFORE INSERT ON campusChange BEGIN
  DELETE FROM campusChange WHERE kind = new.kind AND objectID = new.objectID;
END;

CREATE TABLE campusClosingDay (
  id INTEGER PRIMARY KEY,
key TEXT NOT NULL CHECK (key <> ''),
version INTEGER NOT NULL DEFAULT 1,
createdAt TEXT NOT NULL,
updatedAt TEXT NOT NULL,
deletedAt TEXT,
folded TEXT NOT NULL,
words TEXT NOT NULL,
  name TEXT NOT NULL CHECK (name <> ''),
  translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)),
  rule TEXT NOT NULL CHECK (rule <> ''),
  faculty INTEGER REFERENCES faculty(id) ON DELETE CASCADE
) STRICT;

CREATE INDEX campusClosingDay_by_rule ON campusClosingDay(rule, id) WHERE deletedAt IS NULL;

CREATE INDEX campusClosingDay_faculty ON campusClosingDay(faculty) WHERE faculty IS NOT NULL;

CREATE UNIQUE INDEX campusClosingDay_key ON campusClosingDay(key);

CREATE INDEX campusClosingDay_title ON campusClosingDay(folded) WHERE deletedAt IS NULL;

CREATE INDEX campusClosingDay_trash ON campusClosingDay(deletedAt) WHERE deletedAt IS NOT NULL;

CREATE TRIGGER campusClosingDay_words_delete AFTER DELETE ON campusClosingDay BEGIN
  INSERT INTO campusClosingDayWords(campusClosingDayWords, rowid, words) VALUES ('delete', old.id, old.words);
END;

CREATE TRIGGER campusClosingDay_words_insert AFTER INSERT ON campusClosingDay BEGIN
  INSERT INTO campusClosingDayWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE TRIGGER campusClosingDay_words_update AFTER UPDATE OF words ON campusClosingDay WHEN old.words <> new.words BEGIN
  INSERT INTO campusClosingDayWords(campusClosingDayWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO campusClosingDayWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE VIRTUAL TABLE campusClosingDayWords USING fts5(words, content='campusClosingDay', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");

CREATE TABLE campusConfirmation (
  addressHash BLOB NOT NULL,
  at TEXT NOT NULL
) STRICT;

CREATE INDEX campusConfirmation_address ON campusConfirmation(addressHash, at);

CREATE TABLE campusDelivery (
  id INTEGER PRIMARY KEY,
  telling INTEGER NOT NULL REFERENCES campusTelling(id) ON DELETE CASCADE,
  way INTEGER REFERENCES campusWay(id) ON DELETE SET NULL,
  channel TEXT NOT NULL CHECK (channel IN ('push', 'mail')),
  state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'refused', 'gone', 'dropped')),
  attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  nextAt TEXT NOT NULL,
  status INTEGER,
  -- The message in the outbox, which knows what becomes of it.
  mail INTEGER REFERENCES mail(id) ON DELETE SET NULL,
  UNIQUE (telling, way)
) STRICT;

CREATE INDEX campusDelivery_due ON campusDelivery(channel, nextAt) WHERE state = 'waiting';

CREATE INDEX campusDelivery_mail ON campusDelivery(mail) WHERE mail IS NOT NULL;

CREATE INDEX campusDelivery_way ON campusDelivery(way);

CREATE TABLE campusEmergencyNumber (
  id INTEGER PRIMARY KEY,
key TEXT NOT NULL CHECK (key <> ''),
version INTEGER NOT NULL DEFAULT 1,
createdAt TEXT NOT NULL,
updatedAt TEXT NOT NULL,
deletedAt TEXT,
folded TEXT NOT NULL,
words TEXT NOT NULL,
  name TEXT NOT NULL CHECK (name <> ''),
  translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)),
  number TEXT NOT NULL CHECK (number <> ''),
  description TEXT NOT NULL DEFAULT '',
  ordering INTEGER NOT NULL DEFAULT 0,
  published INTEGER NOT NULL DEFAULT 1 CHECK (published IN (0, 1))
) STRICT;

CREATE INDEX campusEmergencyNumber_by_ordering ON campusEmergencyNumber(ordering, id) WHERE deletedAt IS NULL;

CREATE TRIGGER campusEmergencyNumber_change_delete AFTER DELETE ON campusEmergencyNumber BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('number', old.id);
END;

CREATE TRIGGER campusEmergencyNumber_change_insert AFTER INSERT ON campusEmergencyNumber BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('number', new.id);
END;

CREATE TRIGGER campusEmergencyNumber_change_update AFTER UPDATE ON campusEmergencyNumber BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('number', new.id);
END;

CREATE UNIQUE INDEX campusEmergencyNumber_key ON campusEmergencyNumber(key);

CREATE UNIQUE INDEX campusEmergencyNumber_title ON campusEmergencyNumber(folded) WHERE deletedAt IS NULL;

CREATE INDEX campusEmergencyNumber_trash ON campusEmergencyNumber(deletedAt) WHERE deletedAt IS NOT NULL;

CREATE TRIGGER campusEmergencyNumber_words_delete AFTER DELETE ON campusEmergencyNumber BEGIN
  INSERT INTO campusEmergencyNumberWords(campusEmergencyNumberWords, rowid, words) VALUES ('delete', old.id, old.words);
END;

CREATE TRIGGER campusEmergencyNumber_words_insert AFTER INSERT ON campusEmergencyNumber BEGIN
  INSERT INTO campusEmergencyNumberWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE TRIGGER campusEmergencyNumber_words_update AFTER UPDATE OF words ON campusEmergencyNumber WHEN old.words <> new.words BEGIN
  INSERT INTO campusEmergencyNumberWords(campusEmergencyNumberWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO campusEmergencyNumberWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE VIRTUAL TABLE campusEmergencyNumberWords USING fts5(words, content='campusEmergencyNumber', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");

CREATE TABLE campusEvent (
  id INTEGER PRIMARY KEY,
key TEXT NOT NULL CHECK (key <> ''),
version INTEGER NOT NULL DEFAULT 1,
createdAt TEXT NOT NULL,
updatedAt TEXT NOT NULL,
deletedAt TEXT,
folded TEXT NOT NULL,
words TEXT NOT NULL,
  title TEXT NOT NULL CHECK (title <> ''),
  translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)),
  calendar INTEGER NOT NULL REFERENCES campusCalendar(id) ON DELETE RESTRICT,
  starts TEXT NOT NULL,
  ends TEXT NOT NULL,
  area INTEGER REFERENCES campusArea(id) ON DELETE SET NULL,
  building INTEGER REFERENCES campusBuilding(id) ON DELETE SET NULL,
  location TEXT NOT NULL DEFAULT '',
  topic TEXT NOT NULL DEFAULT '',
  speaker TEXT NOT NULL DEFAULT '',
  organiser TEXT NOT NULL DEFAULT '',
  details TEXT NOT NULL DEFAULT '',
  phone TEXT NOT NULL DEFAULT '',
  email TEXT NOT NULL DEFAULT '',
  link TEXT NOT NULL DEFAULT '',
  cancelled INTEGER NOT NULL DEFAULT 0 CHECK (cancelled IN (0, 1)),
  CHECK (ends >= starts)
) STRICT;

CREATE TRIGGER campusEvent_alerts AFTER UPDATE OF deletedAt ON campusEvent WHEN old.deletedAt IS NOT new.deletedAt BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID)
    SELECT 'alert', bulletin FROM campusBulletinTarget WHERE kind = 'event' AND objectID = new.id;
END;

CREATE INDEX campusEvent_area ON campusEvent(area, starts) WHERE area IS NOT NULL;

CREATE INDEX campusEvent_building ON campusEvent(building) WHERE building IS NOT NULL;

CREATE INDEX campusEvent_by_starts ON campusEvent(starts, id) WHERE deletedAt IS NULL;

CREATE INDEX campusEvent_calendar ON campusEvent(calendar, starts);

CREATE TRIGGER campusEvent_change_delete AFTER DELETE ON campusEvent BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('event', old.id);
END;

CREATE TRIGGER campusEvent_change_insert AFTER INSERT ON campusEvent BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('event', new.id);
END;

CREATE TRIGGER campusEvent_change_update AFTER UPDATE ON campusEvent BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('event', new.id);
END;

CREATE TRIGGER campusEvent_followed AFTER UPDATE OF starts, ends, area, building, location, cancelled, deletedAt ON campusEvent
  WHEN (old.starts <> new.starts OR old.ends <> new.ends OR old.area IS NOT new.area OR old.building IS NOT new.building
      OR old.location <> new.location OR old.cancelled <> new.cancelled OR old.deletedAt IS NOT new.deletedAt)
    AND EXISTS (SELECT 1 FROM campusFollowing WHERE event = new.id)
BEGIN
  INSERT INTO campusEventChange (event, at, starts, ends, area, building, location, cancelled, deletedAt)
    VALUES (old.id, strftime('%Y-%m-%d %H:%M:%f', 'now'), old.starts, old.ends, old.area, old.building, old.location,
      old.cancelled, old.deletedAt)
    ON CONFLICT (event) WHERE telling IS NULL DO UPDATE SET at = excluded.at;
END;

CREATE UNIQUE INDEX campusEvent_key ON campusEvent(key);

CREATE INDEX campusEvent_title ON campusEvent(folded) WHERE deletedAt IS NULL;

CREATE INDEX campusEvent_trash ON campusEvent(deletedAt) WHERE deletedAt IS NOT NULL;

CREATE TRIGGER campusEvent_words_delete AFTER DELETE ON campusEvent BEGIN
  INSERT INTO campusEventWords(campusEventWords, rowid, words) VALUES ('delete', old.id, old.words);
END;

CREATE TRIGGER campusEvent_words_insert AFTER INSERT ON campusEvent BEGIN
  INSERT INTO campusEventWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE TRIGGER campusEvent_words_update AFTER UPDATE OF words ON campusEvent WHEN old.words <> new.words BEGIN
  INSERT INTO campusEventWords(campusEventWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO campusEventWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE TABLE campusEventChange (
  id INTEGER PRIMARY KEY,
  event INTEGER NOT NULL REFERENCES campusEvent(id) ON DELETE CASCADE,
  -- Where it is told; none while it may still be put right unnoticed.
  telling INTEGER UNIQUE REFERENCES campusTelling(id) ON DELETE CASCADE,
  -- When it changed last.
  at TEXT NOT NULL,
  starts TEXT NOT NULL,
  ends TEXT NOT NULL,
  area INTEGER REFERENCES campusArea(id) ON DELETE SET NULL,
  building INTEGER REFERENCES campusBuilding(id) ON DELETE SET NULL,
  location TEXT NOT NULL,
  cancelled INTEGER NOT NULL,
  deletedAt TEXT
) STRICT;

CREATE INDEX campusEventChange_area ON campusEventChange(area) WHERE area IS NOT NULL;

CREATE INDEX campusEventChange_building ON campusEventChange(building) WHERE building IS NOT NULL;

CREATE UNIQUE INDEX campusEventChange_event ON campusEventChange(event) WHERE telling IS NULL;

CREATE TABLE campusEventLink (
  id INTEGER PRIMARY KEY,
  event INTEGER NOT NULL REFERENCES campusEvent(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('attachment', 'reading', 'enrolment', 'recording', 'other')),
  name TEXT NOT NULL CHECK (name <> ''),
  url TEXT NOT NULL CHECK (url <> ''), translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)),
  UNIQUE (event, position)
) STRICT;

CREATE TABLE campusEventOfSeries (
  event INTEGER PRIMARY KEY REFERENCES campusEvent(id) ON DELETE CASCADE,
  series INTEGER NOT NULL REFERENCES campusEventSeries(id) ON DELETE CASCADE,
  -- Its time by the rule, from which it may have been moved.
  slot TEXT NOT NULL
) STRICT;

CREATE INDEX campusEventOfSeries_series ON campusEventOfSeries(series);

CREATE TABLE campusEventPerson (
  event INTEGER NOT NULL REFERENCES campusEvent(id) ON DELETE CASCADE,
  person INTEGER NOT NULL REFERENCES person(id) ON DELETE CASCADE,
  UNIQUE (event, person)
) STRICT;

CREATE INDEX campusEventPerson_person ON campusEventPerson(person);

CREATE TABLE campusEventSeries (
  id INTEGER PRIMARY KEY,
  repetition TEXT NOT NULL CHECK (json_valid(repetition)),
  -- The first time; the others follow from it.
  starts TEXT NOT NULL,
  ends TEXT NOT NULL,
  until TEXT NOT NULL,
  CHECK (ends >= starts),
  CHECK (until >= starts)
) STRICT;

CREATE VIRTUAL TABLE campusEventWords USING fts5(words, content='campusEvent', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");

CREATE TABLE campusExamEntry (
  id INTEGER PRIMARY KEY,
  session INTEGER NOT NULL REFERENCES campusExamSession(id) ON DELETE CASCADE,
  account INTEGER NOT NULL REFERENCES account(id) ON DELETE CASCADE,
  at TEXT NOT NULL,
  mark TEXT NOT NULL DEFAULT '',
  markedAt TEXT,
  UNIQUE (session, account)
) STRICT;

CREATE INDEX campusExamEntry_account ON campusExamEntry(account);

CREATE TABLE campusExamSession (
  id INTEGER PRIMARY KEY,
key TEXT NOT NULL CHECK (key <> ''),
version INTEGER NOT NULL DEFAULT 1,
createdAt TEXT NOT NULL,
updatedAt TEXT NOT NULL,
deletedAt TEXT,
folded TEXT NOT NULL,
words TEXT NOT NULL,
  name TEXT NOT NULL CHECK (name <> ''),
  course INTEGER NOT NULL REFERENCES course(id) ON DELETE CASCADE,
  starts TEXT NOT NULL,
  ends TEXT NOT NULL,
  kind TEXT NOT NULL DEFAULT 'written' CHECK (kind IN ('written', 'oral', 'practical', 'project')),
  area INTEGER REFERENCES campusArea(id) ON DELETE SET NULL,
  location TEXT NOT NULL DEFAULT '',
  note TEXT NOT NULL DEFAULT '',
  cancelled INTEGER NOT NULL DEFAULT 0 CHECK (cancelled IN (0, 1)), translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)), signUp INTEGER NOT NULL DEFAULT 0 CHECK (signUp IN (0, 1)), opens TEXT, closes TEXT, seats INTEGER CHECK (seats > 0),
  CHECK (ends >= starts)
) STRICT;

CREATE INDEX campusExamSession_area ON campusExamSession(area, starts) WHERE area IS NOT NULL;

CREATE INDEX campusExamSession_by_starts ON campusExamSession(starts, id) WHERE deletedAt IS NULL;

CREATE TRIGGER campusExamSession_change_delete AFTER DELETE ON campusExamSession BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('exam', old.id);
END;

CREATE TRIGGER campusExamSession_change_insert AFTER INSERT ON campusExamSession BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('exam', new.id);
END;

CREATE TRIGGER campusExamSession_change_update AFTER UPDATE ON campusExamSession BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('exam', new.id);
END;

CREATE INDEX campusExamSession_course ON campusExamSession(course, starts);

CREATE UNIQUE INDEX campusExamSession_key ON campusExamSession(key);

CREATE INDEX campusExamSession_title ON campusExamSession(folded) WHERE deletedAt IS NULL;

CREATE INDEX campusExamSession_trash ON campusExamSession(deletedAt) WHERE deletedAt IS NOT NULL;

CREATE TRIGGER campusExamSession_words_delete AFTER DELETE ON campusExamSession BEGIN
  INSERT INTO campusExamSessionWords(campusExamSessionWords, rowid, words) VALUES ('delete', old.id, old.words);
END;

CREATE TRIGGER campusExamSession_words_insert AFTER INSERT ON campusExamSession BEGIN
  INSERT INTO campusExamSessionWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE TRIGGER campusExamSession_words_update AFTER UPDATE OF words ON campusExamSession WHEN old.words <> new.words BEGIN
  INSERT INTO campusExamSessionWords(campusExamSessionWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO campusExamSessionWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE VIRTUAL TABLE campusExamSessionWords USING fts5(words, content='campusExamSession', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");

CREATE TABLE campusFeedItem (
  source INTEGER NOT NULL REFERENCES campusNewsSource(id) ON DELETE CASCADE,
  identity TEXT NOT NULL CHECK (identity <> ''),
  article INTEGER REFERENCES campusArticle(id) ON DELETE SET NULL,
  -- What the feed said of it last.
  said TEXT NOT NULL,
  seenAt TEXT NOT NULL, picture TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (source, identity)
) STRICT, WITHOUT ROWID;

CREATE INDEX campusFeedItem_article ON campusFeedItem(article) WHERE article IS NOT NULL;

CREATE TABLE campusFeedState (
  source INTEGER PRIMARY KEY REFERENCES campusNewsSource(id) ON DELETE CASCADE,
  address TEXT NOT NULL,
  etag TEXT NOT NULL DEFAULT '',
  lastModified TEXT NOT NULL DEFAULT '',
  attemptedAt TEXT NOT NULL,
  nextAt TEXT NOT NULL,
  succeededAt TEXT,
  readAt TEXT,
  failures INTEGER NOT NULL DEFAULT 0,
  outcome TEXT NOT NULL CHECK (outcome <> ''),
  status INTEGER,
  added INTEGER NOT NULL DEFAULT 0,
  changed INTEGER NOT NULL DEFAULT 0,
  removed INTEGER NOT NULL DEFAULT 0
, skipped INTEGER NOT NULL DEFAULT 0) STRICT;

CREATE TABLE campusFollowing (
  visitorID INTEGER NOT NULL REFERENCES campusVisitor(id) ON DELETE CASCADE,
  event INTEGER NOT NULL REFERENCES campusEvent(id) ON DELETE CASCADE,
  at TEXT NOT NULL,
  PRIMARY KEY (visitorID, event)
) STRICT, WITHOUT ROWID;

CREATE INDEX campusFollowing_event ON campusFollowing(event, at);

CREATE TABLE campusLessonChange (
  id INTEGER PRIMARY KEY,
  timetable INTEGER NOT NULL REFERENCES campusTimetable(id) ON DELETE CASCADE,
  -- The lesson of every week. No foreign key: a timetable's lessons are written anew, under their numbers, when it is saved.
  slot INTEGER NOT NULL,
  -- The day on which it would be held, in the site's zone: 2026-03-02.
  day TEXT NOT NULL CHECK (day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  -- A change that was taken back stays as 'held', so that its version never falls: programs go by it.
  kind TEXT NOT NULL CHECK (kind IN ('cancelled', 'moved', 'held')),
  starts TEXT,
  ends TEXT,
  area INTEGER REFERENCES campusArea(id) ON DELETE SET NULL,
  note TEXT NOT NULL DEFAULT '',
  version INTEGER NOT NULL DEFAULT 1 CHECK (version > 0),
  changedAt TEXT NOT NULL,
  -- What those who follow the course were told.
  alert INTEGER REFERENCES campusAlert(id) ON DELETE SET NULL,
  UNIQUE (timetable, slot, day),
  CHECK ((kind = 'moved') = (starts IS NOT NULL) AND (starts IS NULL) = (ends IS NULL)),
  CHECK (starts < ends)
) STRICT;

CREATE INDEX campusLessonChange_alert ON campusLessonChange(alert) WHERE alert IS NOT NULL;

CREATE INDEX campusLessonChange_area ON campusLessonChange(area) WHERE area IS NOT NULL;

CREATE INDEX campusLessonChange_slot ON campusLessonChange(slot);

CREATE TABLE campusLink (
  id INTEGER PRIMARY KEY,
key TEXT NOT NULL CHECK (key <> ''),
version INTEGER NOT NULL DEFAULT 1,
createdAt TEXT NOT NULL,
updatedAt TEXT NOT NULL,
deletedAt TEXT,
folded TEXT NOT NULL,
words TEXT NOT NULL,
  name TEXT NOT NULL CHECK (name <> ''),
  translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)),
  category INTEGER NOT NULL REFERENCES campusLinkCategory(id) ON DELETE RESTRICT,
  url TEXT NOT NULL CHECK (url <> ''),
  description TEXT NOT NULL DEFAULT '',
  ordering INTEGER NOT NULL DEFAULT 0,
  published INTEGER NOT NULL DEFAULT 1 CHECK (published IN (0, 1))
, picture INTEGER REFERENCES picture(id) ON DELETE SET NULL, plays INTEGER NOT NULL DEFAULT 0 CHECK (plays IN (0, 1)), event INTEGER REFERENCES campusEvent(id) ON DELETE SET NULL) STRICT;

CREATE INDEX campusLink_by_ordering ON campusLink(ordering, id) WHERE deletedAt IS NULL;

CREATE INDEX campusLink_category ON campusLink(category);

CREATE TRIGGER campusLink_change_delete AFTER DELETE ON campusLink BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('link', old.id);
END;

CREATE TRIGGER campusLink_change_insert AFTER INSERT ON campusLink BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('link', new.id);
END;

CREATE TRIGGER campusLink_change_update AFTER UPDATE ON campusLink BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('link', new.id);
END;

CREATE INDEX campusLink_event ON campusLink(event) WHERE event IS NOT NULL;

CREATE UNIQUE INDEX campusLink_key ON campusLink(key);

CREATE INDEX campusLink_picture ON campusLink(picture) WHERE picture IS NOT NULL;

CREATE UNIQUE INDEX campusLink_title ON campusLink(folded) WHERE deletedAt IS NULL;

CREATE INDEX campusLink_trash ON campusLink(deletedAt) WHERE deletedAt IS NOT NULL;

CREATE TRIGGER campusLink_words_delete AFTER DELETE ON campusLink BEGIN
  INSERT INTO campusLinkWords(campusLinkWords, rowid, words) VALUES ('delete', old.id, old.words);
END;

CREATE TRIGGER campusLink_words_insert AFTER INSERT ON campusLink BEGIN
  INSERT INTO campusLinkWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE TRIGGER campusLink_words_update AFTER UPDATE OF words ON campusLink WHEN old.words <> new.words BEGIN
  INSERT INTO campusLinkWords(campusLinkWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO campusLinkWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE TABLE campusLinkCategory (
  id INTEGER PRIMARY KEY,
key TEXT NOT NULL CHECK (key <> ''),
version INTEGER NOT NULL DEFAULT 1,
createdAt TEXT NOT NULL,
updatedAt TEXT NOT NULL,
deletedAt TEXT,
folded TEXT NOT NULL,
words TEXT NOT NULL,
  name TEXT NOT NULL CHECK (name <> ''),
  translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)),
  service TEXT NOT NULL CHECK (service IN ('resources', 'social', 'media', 'radio')),
  parent INTEGER REFERENCES campusLinkCategory(id) ON DELETE RESTRICT,
  ordering INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX campusLinkCategory_by_ordering ON campusLinkCategory(ordering, id) WHERE deletedAt IS NULL;

CREATE TRIGGER campusLinkCategory_change_delete AFTER DELETE ON campusLinkCategory BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('category', old.id);
END;

CREATE TRIGGER campusLinkCategory_change_insert AFTER INSERT ON campusLinkCategory BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('category', new.id);
END;

CREATE TRIGGER campusLinkCategory_change_update AFTER UPDATE ON campusLinkCategory BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('category', new.id);
END;

CREATE UNIQUE INDEX campusLinkCategory_key ON campusLinkCategory(key);

CREATE INDEX campusLinkCategory_parent ON campusLinkCategory(parent) WHERE parent IS NOT NULL;

CREATE UNIQUE INDEX campusLinkCategory_title ON campusLinkCategory(folded) WHERE deletedAt IS NULL;

CREATE INDEX campusLinkCategory_trash ON campusLinkCategory(deletedAt) WHERE deletedAt IS NOT NULL;

CREATE TRIGGER campusLinkCategory_words_delete AFTER DELETE ON campusLinkCategory BEGIN
  INSERT INTO campusLinkCategoryWords(campusLinkCategoryWords, rowid, words) VALUES ('delete', old.id, old.words);
END;

CREATE TRIGGER campusLinkCategory_words_insert AFTER INSERT ON campusLinkCategory BEGIN
  INSERT INTO campusLinkCategoryWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE TRIGGER campusLinkCategory_words_update AFTER UPDATE OF words ON campusLinkCategory WHEN old.words <> new.words BEGIN
  INSERT INTO campusLinkCategoryWords(campusLinkCategoryWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO campusLinkCategoryWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE TRIGGER campusLink_follows AFTER UPDATE OF deletedAt ON campusLinkCategory WHEN old.deletedAt IS NOT new.deletedAt BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) SELECT 'link', id FROM campusLink WHERE category = new.id;
END;

CREATE VIRTUAL TABLE campusLinkCategoryWords USING fts5(words, content='campusLinkCategory', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");

CREATE TABLE campusLinkCheck (
  address TEXT PRIMARY KEY CHECK (address <> ''),
  checkedAt TEXT NOT NULL,
  status INTEGER,
  -- Empty when it was there.
  error TEXT NOT NULL DEFAULT '',
  failures INTEGER NOT NULL DEFAULT 0,
  brokenSince TEXT, isDead INTEGER
  AS (ifnull(status IN (404, 410) OR (failures > 1 AND status IS NOT NULL), 0)) VIRTUAL,
  CHECK ((error = '') = (brokenSince IS NULL))
) STRICT, WITHOUT ROWID;

CREATE TRIGGER campusLinkCheck_dead_delete AFTER DELETE ON campusLinkCheck WHEN old.isDead = 1 BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) SELECT 'link', id FROM campusLink WHERE url = old.address;
END;

CREATE TRIGGER campusLinkCheck_dead_insert AFTER INSERT ON campusLinkCheck WHEN new.isDead = 1 BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) SELECT 'link', id FROM campusLink WHERE url = new.address;
END;

CREATE TRIGGER campusLinkCheck_dead_update AFTER UPDATE ON campusLinkCheck WHEN new.isDead <> old.isDead BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) SELECT 'link', id FROM campusLink WHERE url = new.address;
END;

CREATE VIRTUAL TABLE campusLinkWords USING fts5(words, content='campusLink', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");

CREATE TABLE campusNewsSource (
  id INTEGER PRIMARY KEY,
key TEXT NOT NULL CHECK (key <> ''),
version INTEGER NOT NULL DEFAULT 1,
createdAt TEXT NOT NULL,
updatedAt TEXT NOT NULL,
deletedAt TEXT,
folded TEXT NOT NULL,
words TEXT NOT NULL,
  name TEXT NOT NULL CHECK (name <> ''),
  translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)),
  department INTEGER REFERENCES department(id) ON DELETE SET NULL,
  feed TEXT NOT NULL DEFAULT '',
  period TEXT NOT NULL DEFAULT 'hour' CHECK (period IN ('quarter', 'hour', 'sixHours', 'day')),
  days INTEGER NOT NULL DEFAULT 365 CHECK (days > 0),
  active INTEGER NOT NULL DEFAULT 1 CHECK (active IN (0, 1)),
  ordering INTEGER NOT NULL DEFAULT 0
, radio INTEGER NOT NULL DEFAULT 0 CHECK (radio IN (0, 1)), media INTEGER NOT NULL DEFAULT 0 CHECK (media IN (0, 1))) STRICT;

CREATE TRIGGER campusNewsSource_articles AFTER UPDATE OF active, deletedAt ON campusNewsSource
WHEN old.active <> new.active OR old.deletedAt IS NOT new.deletedAt BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) SELECT 'news', id FROM campusArticle WHERE source = new.id;
END;

CREATE INDEX campusNewsSource_by_ordering ON campusNewsSource(ordering, id) WHERE deletedAt IS NULL;

CREATE TRIGGER campusNewsSource_change_delete AFTER DELETE ON campusNewsSource BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('source', old.id);
END;

CREATE TRIGGER campusNewsSource_change_insert AFTER INSERT ON campusNewsSource BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('source', new.id);
END;

CREATE TRIGGER campusNewsSource_change_update AFTER UPDATE ON campusNewsSource BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('source', new.id);
END;

CREATE INDEX campusNewsSource_department ON campusNewsSource(department) WHERE department IS NOT NULL;

CREATE UNIQUE INDEX campusNewsSource_key ON campusNewsSource(key);

CREATE UNIQUE INDEX campusNewsSource_title ON campusNewsSource(folded) WHERE deletedAt IS NULL;

CREATE INDEX campusNewsSource_trash ON campusNewsSource(deletedAt) WHERE deletedAt IS NOT NULL;

CREATE TRIGGER campusNewsSource_words_delete AFTER DELETE ON campusNewsSource BEGIN
  INSERT INTO campusNewsSourceWords(campusNewsSourceWords, rowid, words) VALUES ('delete', old.id, old.words);
END;

CREATE TRIGGER campusNewsSource_words_insert AFTER INSERT ON campusNewsSource BEGIN
  INSERT INTO campusNewsSourceWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE TRIGGER campusNewsSource_words_update AFTER UPDATE OF words ON campusNewsSource WHEN old.words <> new.words BEGIN
  INSERT INTO campusNewsSourceWords(campusNewsSourceWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO campusNewsSourceWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE VIRTUAL TABLE campusNewsSourceWords USING fts5(words, content='campusNewsSource', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");

CREATE TABLE campusNumberReading (
  source INTEGER PRIMARY KEY REFERENCES campusNumberSource(id) ON DELETE CASCADE,
  place TEXT NOT NULL,
  value REAL,
  at TEXT,
  attemptedAt TEXT NOT NULL,
  nextAt TEXT NOT NULL,
  failures INTEGER NOT NULL DEFAULT 0,
  outcome TEXT NOT NULL
) STRICT;

CREATE TABLE campusNumberSource (
  id INTEGER PRIMARY KEY,
key TEXT NOT NULL CHECK (key <> ''),
version INTEGER NOT NULL DEFAULT 1,
createdAt TEXT NOT NULL,
updatedAt TEXT NOT NULL,
deletedAt TEXT,
folded TEXT NOT NULL,
words TEXT NOT NULL,
  name TEXT NOT NULL CHECK (name <> ''),
  translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)),
  url TEXT NOT NULL CHECK (url <> ''),
  path TEXT NOT NULL CHECK (path <> ''),
  timePath TEXT NOT NULL DEFAULT '',
  unit TEXT NOT NULL DEFAULT '',
  factor INTEGER NOT NULL DEFAULT 1 CHECK (factor BETWEEN 1 AND 1000),
  decimals INTEGER NOT NULL DEFAULT 0 CHECK (decimals BETWEEN 0 AND 3),
  hours INTEGER NOT NULL DEFAULT 3 CHECK (hours BETWEEN 1 AND 720),
  link TEXT NOT NULL DEFAULT '',
  period TEXT NOT NULL DEFAULT 'quarter' CHECK (period IN ('quarter', 'hour', 'sixHours', 'day')),
  published INTEGER NOT NULL DEFAULT 1 CHECK (published IN (0, 1)),
  ordering INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX campusNumberSource_by_ordering ON campusNumberSource(ordering, id) WHERE deletedAt IS NULL;

CREATE UNIQUE INDEX campusNumberSource_key ON campusNumberSource(key);

CREATE UNIQUE INDEX campusNumberSource_title ON campusNumberSource(folded) WHERE deletedAt IS NULL;

CREATE INDEX campusNumberSource_trash ON campusNumberSource(deletedAt) WHERE deletedAt IS NOT NULL;

CREATE TRIGGER campusNumberSource_words_delete AFTER DELETE ON campusNumberSource BEGIN
  INSERT INTO campusNumberSourceWords(campusNumberSourceWords, rowid, words) VALUES ('delete', old.id, old.words);
END;

CREATE TRIGGER campusNumberSource_words_insert AFTER INSERT ON campusNumberSource BEGIN
  INSERT INTO campusNumberSourceWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE TRIGGER campusNumberSource_words_update AFTER UPDATE OF words ON campusNumberSource WHEN old.words <> new.words BEGIN
  INSERT INTO campusNumberSourceWords(campusNumberSourceWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO campusNumberSourceWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE VIRTUAL TABLE campusNumberSourceWords USING fts5(words, content='campusNumberSource', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");

CREATE TABLE campusOwnEvent (
  id INTEGER PRIMARY KEY,
  visitorID INTEGER NOT NULL REFERENCES campusVisitor(id) ON DELETE CASCADE,
  -- Of a course that he follows; none for what has nothing to do with one.
  course INTEGER REFERENCES course(id) ON DELETE SET NULL,
  kind TEXT NOT NULL CHECK (kind IN ('personal', 'lecture', 'exam', 'task')),
  title TEXT NOT NULL CHECK (title <> ''),
  starts TEXT NOT NULL,
  ends TEXT NOT NULL,
  -- The last day on which it is repeated every week.
  repeatsUntil TEXT,
  place TEXT NOT NULL DEFAULT '',
  note TEXT NOT NULL DEFAULT '',
  -- Minutes before, for the alarm of calendar programs.
  reminder INTEGER CHECK (reminder BETWEEN 0 AND 10080),
  version INTEGER NOT NULL DEFAULT 1 CHECK (version > 0),
  changedAt TEXT NOT NULL, repetition TEXT CHECK (repetition IS NULL OR json_valid(repetition)),
  CHECK (ends >= starts),
  CHECK (repeatsUntil IS NULL OR repeatsUntil >= starts)
) STRICT;

CREATE INDEX campusOwnEvent_course ON campusOwnEvent(course) WHERE course IS NOT NULL;

CREATE INDEX campusOwnEvent_visitor ON campusOwnEvent(visitorID, starts);

CREATE TABLE campusOwnEventChange (
  event INTEGER NOT NULL REFERENCES campusOwnEvent(id) ON DELETE CASCADE,
  -- Its day by the rule.
  day TEXT NOT NULL,
  -- Without them it is left out.
  starts TEXT,
  ends TEXT,
  PRIMARY KEY (event, day),
  CHECK ((starts IS NULL) = (ends IS NULL)),
  CHECK (starts IS NULL OR ends >= starts)
) STRICT;

CREATE TABLE campusPeriod (
  id INTEGER PRIMARY KEY,
key TEXT NOT NULL CHECK (key <> ''),
version INTEGER NOT NULL DEFAULT 1,
createdAt TEXT NOT NULL,
updatedAt TEXT NOT NULL,
deletedAt TEXT,
folded TEXT NOT NULL,
words TEXT NOT NULL,
  name TEXT NOT NULL CHECK (name <> ''),
  translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)),
  kind TEXT NOT NULL DEFAULT 'lessons' CHECK (kind IN ('lessons', 'exams')),
  year INTEGER NOT NULL REFERENCES academicYear(id) ON DELETE CASCADE,
  term TEXT NOT NULL CHECK (term IN ('unsaid', 'year', 'firstSemester', 'secondSemester', 'summer')),
  faculty INTEGER REFERENCES faculty(id) ON DELETE CASCADE,
  begins TEXT NOT NULL,
  ends TEXT NOT NULL,
  CHECK (begins <= ends)
) STRICT;

CREATE INDEX campusPeriod_by_begins ON campusPeriod(begins, id) WHERE deletedAt IS NULL;

CREATE INDEX campusPeriod_faculty ON campusPeriod(faculty) WHERE faculty IS NOT NULL;

CREATE UNIQUE INDEX campusPeriod_key ON campusPeriod(key);

CREATE INDEX campusPeriod_title ON campusPeriod(folded) WHERE deletedAt IS NULL;

CREATE INDEX campusPeriod_trash ON campusPeriod(deletedAt) WHERE deletedAt IS NOT NULL;

CREATE TRIGGER campusPeriod_words_delete AFTER DELETE ON campusPeriod BEGIN
  INSERT INTO campusPeriodWords(campusPeriodWords, rowid, words) VALUES ('delete', old.id, old.words);
END;

CREATE TRIGGER campusPeriod_words_insert AFTER INSERT ON campusPeriod BEGIN
  INSERT INTO campusPeriodWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE TRIGGER campusPeriod_words_update AFTER UPDATE OF words ON campusPeriod WHEN old.words <> new.words BEGIN
  INSERT INTO campusPeriodWords(campusPeriodWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO campusPeriodWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE INDEX campusPeriod_year ON campusPeriod(year);

CREATE VIRTUAL TABLE campusPeriodWords USING fts5(words, content='campusPeriod', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");

CREATE TABLE campusPlaceType (
  id INTEGER PRIMARY KEY,
key TEXT NOT NULL CHECK (key <> ''),
version INTEGER NOT NULL DEFAULT 1,
createdAt TEXT NOT NULL,
updatedAt TEXT NOT NULL,
deletedAt TEXT,
folded TEXT NOT NULL,
words TEXT NOT NULL,
  name TEXT NOT NULL CHECK (name <> ''),
  translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)),
  mark TEXT NOT NULL DEFAULT 'site'
    CHECK (mark IN ('site', 'library', 'office', 'hall', 'food', 'sport', 'residence', 'service')),
  ordering INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX campusPlaceType_by_ordering ON campusPlaceType(ordering, id) WHERE deletedAt IS NULL;

CREATE TRIGGER campusPlaceType_change_delete AFTER DELETE ON campusPlaceType BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('type', old.id);
END;

CREATE TRIGGER campusPlaceType_change_insert AFTER INSERT ON campusPlaceType BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('type', new.id);
END;

CREATE TRIGGER campusPlaceType_change_update AFTER UPDATE ON campusPlaceType BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('type', new.id);
END;

CREATE UNIQUE INDEX campusPlaceType_key ON campusPlaceType(key);

CREATE UNIQUE INDEX campusPlaceType_title ON campusPlaceType(folded) WHERE deletedAt IS NULL;

CREATE INDEX campusPlaceType_trash ON campusPlaceType(deletedAt) WHERE deletedAt IS NOT NULL;

CREATE TRIGGER campusPlaceType_words_delete AFTER DELETE ON campusPlaceType BEGIN
  INSERT INTO campusPlaceTypeWords(campusPlaceTypeWords, rowid, words) VALUES ('delete', old.id, old.words);
END;

CREATE TRIGGER campusPlaceType_words_insert AFTER INSERT ON campusPlaceType BEGIN
  INSERT INTO campusPlaceTypeWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE TRIGGER campusPlaceType_words_update AFTER UPDATE OF words ON campusPlaceType WHEN old.words <> new.words BEGIN
  INSERT INTO campusPlaceTypeWords(campusPlaceTypeWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO campusPlaceTypeWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE VIRTUAL TABLE campusPlaceTypeWords USING fts5(words, content='campusPlaceType', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");

CREATE TABLE campusSending (
  id INTEGER PRIMARY KEY CHECK (id IN (1, 2)),
  worker TEXT NOT NULL,
  until TEXT NOT NULL
) STRICT;

CREATE TABLE campusShare (
  id INTEGER PRIMARY KEY,
  timetable INTEGER NOT NULL REFERENCES campusTimetable(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  person INTEGER NOT NULL REFERENCES person(id) ON DELETE CASCADE,
  hours INTEGER CHECK (hours > 0),
  material TEXT NOT NULL DEFAULT '',
  UNIQUE (timetable, position)
) STRICT;

CREATE INDEX campusShare_person ON campusShare(person);

CREATE TABLE campusSlot (
  id INTEGER PRIMARY KEY,
  timetable INTEGER NOT NULL REFERENCES campusTimetable(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  weekday TEXT NOT NULL CHECK (weekday IN ('monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday')),
  begins TEXT NOT NULL,
  ends TEXT NOT NULL,
  area INTEGER REFERENCES campusArea(id) ON DELETE SET NULL,
  note TEXT NOT NULL DEFAULT '', translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)),
  UNIQUE (timetable, position),
  CHECK (begins < ends)
) STRICT;

CREATE INDEX campusSlot_area ON campusSlot(area) WHERE area IS NOT NULL;

CREATE TABLE campusTally (
  telling INTEGER NOT NULL REFERENCES campusTelling(id) ON DELETE CASCADE,
  channel TEXT NOT NULL,
  state TEXT NOT NULL,
  number INTEGER NOT NULL,
  PRIMARY KEY (telling, channel, state)
) STRICT, WITHOUT ROWID;

CREATE TABLE "campusTelling" (
  id INTEGER PRIMARY KEY,
  bulletin INTEGER REFERENCES campusBulletin(id) ON DELETE CASCADE,
  event INTEGER REFERENCES campusEvent(id) ON DELETE CASCADE,
  act TEXT NOT NULL CHECK (act IN ('published', 'withdrawn', 'changed')),
  -- The number of the alert or of the event: of what is told of it only the last word counts.
  thread INTEGER NOT NULL,
  isUrgent INTEGER NOT NULL CHECK (isUrgent IN (0, 1)),
  at TEXT NOT NULL,
  endsAt TEXT NOT NULL,
  -- When it was worked out who is told.
  spreadAt TEXT,
  UNIQUE (bulletin, act),
  CHECK ((act = 'changed') = (bulletin IS NULL) AND (act = 'changed') = (event IS NOT NULL))
) STRICT;

CREATE INDEX campusTelling_event ON campusTelling(event) WHERE event IS NOT NULL;

CREATE INDEX campusTelling_thread ON campusTelling(thread, id);

CREATE TABLE campusTimetable (
  id INTEGER PRIMARY KEY,
key TEXT NOT NULL CHECK (key <> ''),
version INTEGER NOT NULL DEFAULT 1,
createdAt TEXT NOT NULL,
updatedAt TEXT NOT NULL,
deletedAt TEXT,
folded TEXT NOT NULL,
words TEXT NOT NULL,
  code TEXT NOT NULL CHECK (code <> ''),
  activity INTEGER NOT NULL REFERENCES activity(id) ON DELETE CASCADE,
  begins TEXT,
  ends TEXT, overlaps INTEGER NOT NULL DEFAULT 0 CHECK (overlaps IN (0, 1)),
  CHECK (begins IS NULL OR ends IS NULL OR begins <= ends)
) STRICT;

CREATE UNIQUE INDEX campusTimetable_activity ON campusTimetable(activity) WHERE deletedAt IS NULL;

CREATE INDEX campusTimetable_by_code ON campusTimetable(code, id) WHERE deletedAt IS NULL;

CREATE UNIQUE INDEX campusTimetable_key ON campusTimetable(key);

CREATE UNIQUE INDEX campusTimetable_title ON campusTimetable(folded) WHERE deletedAt IS NULL;

CREATE INDEX campusTimetable_trash ON campusTimetable(deletedAt) WHERE deletedAt IS NOT NULL;

CREATE TRIGGER campusTimetable_words_delete AFTER DELETE ON campusTimetable BEGIN
  INSERT INTO campusTimetableWords(campusTimetableWords, rowid, words) VALUES ('delete', old.id, old.words);
END;

CREATE TRIGGER campusTimetable_words_insert AFTER INSERT ON campusTimetable BEGIN
  INSERT INTO campusTimetableWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE TRIGGER campusTimetable_words_update AFTER UPDATE OF words ON campusTimetable WHEN old.words <> new.words BEGIN
  INSERT INTO campusTimetableWords(campusTimetableWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO campusTimetableWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE VIRTUAL TABLE campusTimetableWords USING fts5(words, content='campusTimetable', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");

CREATE TABLE campusVisitor (
  id INTEGER PRIMARY KEY,
  tokenHash BLOB NOT NULL UNIQUE,
  degree INTEGER REFERENCES degree(id) ON DELETE SET NULL,
  seenOn TEXT NOT NULL,
  alertsSeenAt TEXT,
  -- What the next page says, once.
  message TEXT
) STRICT;

CREATE INDEX campusVisitor_seenOn ON campusVisitor(seenOn);

CREATE TABLE campusVisitorCalendar (
  visitorID INTEGER PRIMARY KEY REFERENCES campusVisitor(id) ON DELETE CASCADE,
  tokenHash BLOB NOT NULL UNIQUE,
  createdAt TEXT NOT NULL
, salt BLOB NOT NULL DEFAULT x'') STRICT;

CREATE TABLE campusVisitorCourse (
  visitorID INTEGER NOT NULL REFERENCES campusVisitor(id) ON DELETE CASCADE,
  course INTEGER NOT NULL REFERENCES course(id) ON DELETE CASCADE,
  colour TEXT NOT NULL DEFAULT '',
  addedAt TEXT NOT NULL,
  PRIMARY KEY (visitorID, course)
) STRICT, WITHOUT ROWID;

CREATE INDEX campusVisitorCourse_course ON campusVisitorCourse(course);

CREATE TABLE campusVisitorMark (
  visitorID INTEGER NOT NULL REFERENCES campusVisitor(id) ON DELETE CASCADE,
  list TEXT NOT NULL CHECK (list IN ('favourite', 'recent')),
  kind TEXT NOT NULL CHECK (kind IN ('person', 'building', 'area', 'event', 'news', 'course')),
  objectID INTEGER NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (visitorID, list, kind, objectID)
) STRICT, WITHOUT ROWID;

CREATE TABLE campusVisitorPath (
  visitorID INTEGER NOT NULL REFERENCES campusVisitor(id) ON DELETE CASCADE,
  service TEXT NOT NULL,
  path TEXT NOT NULL,
  title TEXT NOT NULL, language TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (visitorID, service)
) STRICT, WITHOUT ROWID;

CREATE TABLE campusVisits (
  -- In the site's zone: 2026-03-02.
  day TEXT NOT NULL CHECK (day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  service TEXT NOT NULL,
  number INTEGER NOT NULL CHECK (number > 0),
  PRIMARY KEY (day, service)
) STRICT, WITHOUT ROWID;

CREATE TABLE campusWay (
  id INTEGER PRIMARY KEY,
  visitorID INTEGER NOT NULL REFERENCES campusVisitor(id) ON DELETE CASCADE,
  channel TEXT NOT NULL CHECK (channel IN ('push', 'mail')),
  address TEXT NOT NULL CHECK (address <> ''),
  publicKey BLOB CHECK (length(publicKey) = 65),
  secret BLOB CHECK (length(secret) = 16),
  -- Of a mail address: the link that confirms it, gone when it has; the word in the link that ends it; where the site was reached.
  confirmHash BLOB UNIQUE,
  leavingKey TEXT UNIQUE,
  origin TEXT NOT NULL DEFAULT '',
  label TEXT NOT NULL DEFAULT '',
  topic TEXT NOT NULL CHECK (topic IN ('all', 'mine', 'emergencies')),
  least TEXT NOT NULL CHECK (least IN ('info', 'warning')),
  -- Hours of the day in the site's zone; none for a visitor who may be told at any time.
  quietFrom INTEGER CHECK (quietFrom BETWEEN 0 AND 23),
  quietUntil INTEGER CHECK (quietUntil BETWEEN 0 AND 23),
  createdAt TEXT NOT NULL,
  confirmedAt TEXT, digestHour INTEGER
  CHECK (digestHour IS NULL OR (channel = 'mail' AND digestHour BETWEEN 0 AND 23)), easy INTEGER NOT NULL DEFAULT 0 CHECK (easy IN (0, 1)), language TEXT NOT NULL DEFAULT 'en'
  CHECK (language GLOB '[a-z][a-z]*' AND length(language) <= 35),
  CHECK ((channel = 'push') = (publicKey IS NOT NULL) AND (channel = 'push') = (secret IS NOT NULL)),
  CHECK ((channel = 'mail') = (leavingKey IS NOT NULL)),
  CHECK ((quietFrom IS NULL) = (quietUntil IS NULL) AND quietFrom IS NOT quietUntil OR quietFrom IS NULL)
) STRICT;

CREATE UNIQUE INDEX campusWay_address ON campusWay(channel, address) WHERE confirmedAt IS NOT NULL;

CREATE INDEX campusWay_visitor ON campusWay(visitorID);

