CREATE TABLE academicYear (
  id INTEGER PRIMARY KEY,
key TEXT NOT NULL CHECK (key <> ''),
version INTEGER NOT NULL DEFAULT 1,
createdAt TEXT NOT NULL,
updatedAt TEXT NOT NULL,
deletedAt TEXT,
folded TEXT NOT NULL,
words TEXT NOT NULL,
  name TEXT NOT NULL CHECK (name <> ''),
  begins TEXT,
  ends TEXT,
  CHECK (begins IS NULL OR ends IS NULL OR begins <= ends)
) STRICT;

CREATE UNIQUE INDEX academicYear_key ON academicYear(key);

CREATE UNIQUE INDEX academicYear_title ON academicYear(folded) WHERE deletedAt IS NULL;

CREATE INDEX academicYear_trash ON academicYear(deletedAt) WHERE deletedAt IS NOT NULL;

CREATE TRIGGER academicYear_words_delete AFTER DELETE ON academicYear BEGIN
  INSERT INTO academicYearWords(academicYearWords, rowid, words) VALUES ('delete', old.id, old.words);
END;

CREATE TRIGGER academicYear_words_insert AFTER INSERT ON academicYear BEGIN
  INSERT INTO academicYearWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE TRIGGER academicYear_words_update AFTER UPDATE OF words ON academicYear WHEN old.words <> new.words BEGIN
  INSERT INTO academicYearWords(academicYearWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO academicYearWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE VIRTUAL TABLE academicYearWords USING fts5(words, content='academicYear', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");

CREATE TABLE activity (
  id INTEGER PRIMARY KEY,
key TEXT NOT NULL CHECK (key <> ''),
version INTEGER NOT NULL DEFAULT 1,
createdAt TEXT NOT NULL,
updatedAt TEXT NOT NULL,
deletedAt TEXT,
folded TEXT NOT NULL,
words TEXT NOT NULL,
  code TEXT NOT NULL CHECK (code <> ''),
  course INTEGER NOT NULL REFERENCES course(id) ON DELETE RESTRICT,
  year INTEGER NOT NULL REFERENCES academicYear(id) ON DELETE RESTRICT,
  partition TEXT NOT NULL DEFAULT '',
  period TEXT NOT NULL DEFAULT '',
  closing TEXT
, translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)), term TEXT NOT NULL DEFAULT 'unsaid'
  CHECK (term IN ('unsaid', 'year', 'firstSemester', 'secondSemester', 'summer'))) STRICT;

CREATE INDEX activity_by_closing ON activity(closing, id) WHERE deletedAt IS NULL;

CREATE INDEX activity_by_code ON activity(code, id) WHERE deletedAt IS NULL;

CREATE INDEX activity_course ON activity(course);

CREATE INDEX activity_facets ON activity(year, closing, course, deletedAt) WHERE deletedAt IS NULL;

CREATE UNIQUE INDEX activity_key ON activity(key);

CREATE UNIQUE INDEX activity_title ON activity(folded) WHERE deletedAt IS NULL;

CREATE INDEX activity_trash ON activity(deletedAt) WHERE deletedAt IS NOT NULL;

CREATE TRIGGER activity_words_delete AFTER DELETE ON activity BEGIN
  INSERT INTO activityWords(activityWords, rowid, words) VALUES ('delete', old.id, old.words);
END;

CREATE TRIGGER activity_words_insert AFTER INSERT ON activity BEGIN
  INSERT INTO activityWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE TRIGGER activity_words_update AFTER UPDATE OF words ON activity WHEN old.words <> new.words BEGIN
  INSERT INTO activityWords(activityWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO activityWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE INDEX activity_year ON activity(year);

CREATE TABLE activityTeacher (
  activity INTEGER NOT NULL REFERENCES activity(id) ON DELETE CASCADE,
  person INTEGER NOT NULL REFERENCES person(id) ON DELETE CASCADE,
  UNIQUE (activity, person)
) STRICT;

CREATE INDEX activityTeacher_person ON activityTeacher(person, activity);

CREATE VIRTUAL TABLE activityWords USING fts5(words, content='activity', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");

CREATE TABLE course (
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
  degree INTEGER REFERENCES degree(id) ON DELETE SET NULL,
  courseYear INTEGER CHECK (courseYear BETWEEN 1 AND 8),
  credits INTEGER NOT NULL DEFAULT 6 CHECK (credits BETWEEN 0 AND 60),
  sector TEXT NOT NULL DEFAULT ''
, objectives TEXT NOT NULL DEFAULT '', syllabus TEXT NOT NULL DEFAULT '', prerequisites TEXT NOT NULL DEFAULT '', teaching TEXT NOT NULL DEFAULT '', reading TEXT NOT NULL DEFAULT '', assessment TEXT NOT NULL DEFAULT '', languages TEXT NOT NULL DEFAULT '', note TEXT NOT NULL DEFAULT '', borrowed INTEGER REFERENCES course(id) ON DELETE SET NULL, partOf INTEGER REFERENCES course(id) ON DELETE SET NULL, attendance TEXT NOT NULL DEFAULT '') STRICT;

CREATE TRIGGER campusExamSession_follows AFTER UPDATE OF deletedAt ON course WHEN old.deletedAt IS NOT new.deletedAt BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) SELECT 'exam', id FROM campusExamSession WHERE course = new.id;
END;

CREATE TRIGGER course_alerts AFTER UPDATE OF deletedAt ON course WHEN old.deletedAt IS NOT new.deletedAt BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID)
    SELECT 'alert', bulletin FROM campusBulletinTarget WHERE kind = 'course' AND objectID = new.id;
END;

CREATE INDEX course_borrowed ON course(borrowed) WHERE borrowed IS NOT NULL;

CREATE INDEX course_by_name ON course(name, id) WHERE deletedAt IS NULL;

CREATE TRIGGER course_change_delete AFTER DELETE ON course BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('course', old.id);
END;

CREATE TRIGGER course_change_insert AFTER INSERT ON course BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('course', new.id);
END;

CREATE TRIGGER course_change_update AFTER UPDATE ON course BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('course', new.id);
END;

CREATE INDEX course_degree ON course(degree) WHERE degree IS NOT NULL;

CREATE INDEX course_facets ON course(courseYear, degree, credits, deletedAt) WHERE deletedAt IS NULL;

CREATE UNIQUE INDEX course_key ON course(key);

CREATE INDEX course_partOf ON course(partOf) WHERE partOf IS NOT NULL;

CREATE UNIQUE INDEX course_title ON course(folded) WHERE deletedAt IS NULL;

CREATE INDEX course_trash ON course(deletedAt) WHERE deletedAt IS NOT NULL;

CREATE TRIGGER course_words_delete AFTER DELETE ON course BEGIN
  INSERT INTO courseWords(courseWords, rowid, words) VALUES ('delete', old.id, old.words);
END;

CREATE TRIGGER course_words_insert AFTER INSERT ON course BEGIN
  INSERT INTO courseWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE TRIGGER course_words_update AFTER UPDATE OF words ON course WHEN old.words <> new.words BEGIN
  INSERT INTO courseWords(courseWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO courseWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE TABLE courseDegree (
  id INTEGER PRIMARY KEY,
  course INTEGER NOT NULL REFERENCES course(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  degree INTEGER NOT NULL REFERENCES degree(id) ON DELETE CASCADE,
  courseYear INTEGER CHECK (courseYear BETWEEN 1 AND 8),
  path TEXT NOT NULL DEFAULT '', translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)),
  UNIQUE (course, position)
) STRICT;

CREATE INDEX courseDegree_degree ON courseDegree(degree);

CREATE VIEW courseOfDegree AS
  SELECT id AS course, degree, courseYear, '' AS path, '{}' AS translations FROM course
  UNION ALL SELECT course, degree, courseYear, path, translations FROM courseDegree;

CREATE VIRTUAL TABLE courseWords USING fts5(words, content='course', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");

CREATE TABLE degree (
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
  code TEXT NOT NULL DEFAULT '',
  level TEXT NOT NULL DEFAULT 'bachelor' CHECK (level IN ('bachelor', 'master', 'single', 'doctorate', 'other')),
  department INTEGER REFERENCES department(id) ON DELETE SET NULL,
  years INTEGER NOT NULL DEFAULT 3 CHECK (years BETWEEN 1 AND 8)
) STRICT;

CREATE INDEX degree_by_code ON degree(code, id) WHERE deletedAt IS NULL;

CREATE TRIGGER degree_change_delete AFTER DELETE ON degree BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('degree', old.id);
END;

CREATE TRIGGER degree_change_insert AFTER INSERT ON degree BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('degree', new.id);
END;

CREATE TRIGGER degree_change_update AFTER UPDATE ON degree BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('degree', new.id);
END;

CREATE INDEX degree_department ON degree(department) WHERE department IS NOT NULL;

CREATE UNIQUE INDEX degree_key ON degree(key);

CREATE UNIQUE INDEX degree_title ON degree(folded) WHERE deletedAt IS NULL;

CREATE INDEX degree_trash ON degree(deletedAt) WHERE deletedAt IS NOT NULL;

CREATE TRIGGER degree_words_delete AFTER DELETE ON degree BEGIN
  INSERT INTO degreeWords(degreeWords, rowid, words) VALUES ('delete', old.id, old.words);
END;

CREATE TRIGGER degree_words_insert AFTER INSERT ON degree BEGIN
  INSERT INTO degreeWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE TRIGGER degree_words_update AFTER UPDATE OF words ON degree WHEN old.words <> new.words BEGIN
  INSERT INTO degreeWords(degreeWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO degreeWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE VIRTUAL TABLE degreeWords USING fts5(words, content='degree', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");

CREATE TABLE department (
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
  code TEXT NOT NULL DEFAULT '',
  website TEXT NOT NULL DEFAULT ''
, faculty INTEGER REFERENCES faculty(id) ON DELETE SET NULL) STRICT;

CREATE INDEX department_by_code ON department(code, id) WHERE deletedAt IS NULL;

CREATE INDEX department_faculty ON department(faculty) WHERE faculty IS NOT NULL;

CREATE UNIQUE INDEX department_key ON department(key);

CREATE UNIQUE INDEX department_title ON department(folded) WHERE deletedAt IS NULL;

CREATE INDEX department_trash ON department(deletedAt) WHERE deletedAt IS NOT NULL;

CREATE TRIGGER department_words_delete AFTER DELETE ON department BEGIN
  INSERT INTO departmentWords(departmentWords, rowid, words) VALUES ('delete', old.id, old.words);
END;

CREATE TRIGGER department_words_insert AFTER INSERT ON department BEGIN
  INSERT INTO departmentWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE TRIGGER department_words_update AFTER UPDATE OF words ON department WHEN old.words <> new.words BEGIN
  INSERT INTO departmentWords(departmentWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO departmentWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE VIRTUAL TABLE departmentWords USING fts5(words, content='department', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");

CREATE TABLE faculty (
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
  code TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE INDEX faculty_by_code ON faculty(code, id) WHERE deletedAt IS NULL;

CREATE UNIQUE INDEX faculty_key ON faculty(key);

CREATE UNIQUE INDEX faculty_title ON faculty(folded) WHERE deletedAt IS NULL;

CREATE INDEX faculty_trash ON faculty(deletedAt) WHERE deletedAt IS NOT NULL;

CREATE TRIGGER faculty_words_delete AFTER DELETE ON faculty BEGIN
  INSERT INTO facultyWords(facultyWords, rowid, words) VALUES ('delete', old.id, old.words);
END;

CREATE TRIGGER faculty_words_insert AFTER INSERT ON faculty BEGIN
  INSERT INTO facultyWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE TRIGGER faculty_words_update AFTER UPDATE OF words ON faculty WHEN old.words <> new.words BEGIN
  INSERT INTO facultyWords(facultyWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO facultyWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE VIRTUAL TABLE facultyWords USING fts5(words, content='faculty', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");

CREATE TABLE person (
  id INTEGER PRIMARY KEY,
key TEXT NOT NULL CHECK (key <> ''),
version INTEGER NOT NULL DEFAULT 1,
createdAt TEXT NOT NULL,
updatedAt TEXT NOT NULL,
deletedAt TEXT,
folded TEXT NOT NULL,
words TEXT NOT NULL,
  name TEXT NOT NULL CHECK (name <> ''),
  givenName TEXT NOT NULL DEFAULT '',
  surname TEXT NOT NULL DEFAULT '',
  code TEXT NOT NULL DEFAULT '',
  position TEXT NOT NULL DEFAULT '',
  department INTEGER REFERENCES department(id) ON DELETE SET NULL,
  picture INTEGER REFERENCES picture(id) ON DELETE SET NULL,
  email TEXT NOT NULL DEFAULT '',
  phone TEXT NOT NULL DEFAULT '',
  website TEXT NOT NULL DEFAULT '',
  account TEXT NOT NULL DEFAULT '',
  active INTEGER NOT NULL DEFAULT 1 CHECK (active IN (0, 1))
, fax TEXT NOT NULL DEFAULT '', office TEXT NOT NULL DEFAULT '', hoursNote TEXT NOT NULL DEFAULT '', about TEXT NOT NULL DEFAULT '', translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations))) STRICT;

CREATE INDEX person_account ON person(account) WHERE account <> '';

CREATE INDEX person_by_surname ON person(surname, id) WHERE deletedAt IS NULL;

CREATE TRIGGER person_change_delete AFTER DELETE ON person BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('person', old.id);
END;

CREATE TRIGGER person_change_insert AFTER INSERT ON person BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('person', new.id);
END;

CREATE TRIGGER person_change_update AFTER UPDATE ON person BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('person', new.id);
END;

CREATE INDEX person_department ON person(department) WHERE department IS NOT NULL;

CREATE INDEX person_facets ON person(active, department, picture, deletedAt) WHERE deletedAt IS NULL;

CREATE UNIQUE INDEX person_key ON person(key);

CREATE INDEX person_picture ON person(picture) WHERE picture IS NOT NULL;

CREATE UNIQUE INDEX person_title ON person(folded) WHERE deletedAt IS NULL;

CREATE INDEX person_trash ON person(deletedAt) WHERE deletedAt IS NOT NULL;

CREATE TRIGGER person_words_delete AFTER DELETE ON person BEGIN
  INSERT INTO personWords(personWords, rowid, words) VALUES ('delete', old.id, old.words);
END;

CREATE TRIGGER person_words_insert AFTER INSERT ON person BEGIN
  INSERT INTO personWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE TRIGGER person_words_update AFTER UPDATE OF words ON person WHEN old.words <> new.words BEGIN
  INSERT INTO personWords(personWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO personWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE TABLE personHour (
  id INTEGER PRIMARY KEY,
  person INTEGER NOT NULL REFERENCES person(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  weekday TEXT NOT NULL CHECK (weekday IN ('monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday')),
  begins TEXT NOT NULL,
  ends TEXT NOT NULL,
  place TEXT NOT NULL DEFAULT '', translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)),
  UNIQUE (person, position),
  CHECK (begins < ends)
) STRICT;

CREATE TABLE personLink (
  id INTEGER PRIMARY KEY,
  person INTEGER NOT NULL REFERENCES person(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('publications', 'material', 'previous', 'curriculum', 'other')),
  url TEXT NOT NULL CHECK (url <> ''),
  UNIQUE (person, position)
) STRICT;

CREATE VIRTUAL TABLE personWords USING fts5(words, content='person', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");

