CREATE TABLE citationAct (
  id INTEGER PRIMARY KEY,
  runID INTEGER NOT NULL REFERENCES citationRun(id) ON DELETE CASCADE,
  identity TEXT NOT NULL,
  title TEXT NOT NULL,
  before TEXT CHECK (before IS NULL OR json_valid(before)),
  after TEXT CHECK (after IS NULL OR json_valid(after)),
  actor TEXT NOT NULL,
  at TEXT NOT NULL
, batch INTEGER) STRICT;

CREATE INDEX citationAct_run ON citationAct(runID, id);

CREATE TABLE citationAnswer (
  id INTEGER PRIMARY KEY,
  sheetID INTEGER NOT NULL REFERENCES citationSheet(id) ON DELETE CASCADE,
  name TEXT NOT NULL CHECK (name <> ''),
  answers TEXT NOT NULL CHECK (json_valid(answers)),
  right INTEGER NOT NULL,
  at TEXT NOT NULL
) STRICT;

CREATE INDEX citationAnswer_sheet ON citationAnswer(sheetID);

CREATE TABLE citationAuthor (
  id INTEGER PRIMARY KEY,
key TEXT NOT NULL CHECK (key <> ''),
version INTEGER NOT NULL DEFAULT 1,
createdAt TEXT NOT NULL,
updatedAt TEXT NOT NULL,
deletedAt TEXT,
folded TEXT NOT NULL,
words TEXT NOT NULL,
  name TEXT NOT NULL CHECK (name <> ''),
  surname TEXT NOT NULL CHECK (surname <> ''),
  homepage TEXT NOT NULL DEFAULT '',
  orcid TEXT NOT NULL DEFAULT '',
  notes TEXT NOT NULL DEFAULT ''
, person INTEGER REFERENCES person(id) ON DELETE SET NULL, variants TEXT NOT NULL DEFAULT '', owner INTEGER REFERENCES account(id) ON DELETE SET NULL, visibility TEXT NOT NULL DEFAULT 'shared'
  CHECK (visibility IN ('private', 'shared'))) STRICT;

CREATE UNIQUE INDEX citationAuthor_key ON citationAuthor(key);

CREATE INDEX citationAuthor_owner ON citationAuthor(owner);

CREATE INDEX citationAuthor_person ON citationAuthor(person);

CREATE TRIGGER citationAuthor_return AFTER UPDATE OF deletedAt ON citationAuthor
WHEN old.deletedAt IS NOT NULL AND new.deletedAt IS NULL BEGIN
  UPDATE citationRun SET deletedAt = NULL WHERE author = new.id AND deletedAt = old.deletedAt;
END;

CREATE UNIQUE INDEX citationAuthor_title ON citationAuthor(folded, iif(visibility = 'private', owner, 0))
  WHERE deletedAt IS NULL;

CREATE INDEX citationAuthor_trash ON citationAuthor(deletedAt) WHERE deletedAt IS NOT NULL;

CREATE TRIGGER citationAuthor_trash AFTER UPDATE OF deletedAt ON citationAuthor
WHEN old.deletedAt IS NULL AND new.deletedAt IS NOT NULL BEGIN
  UPDATE citationRun SET deletedAt = new.deletedAt WHERE author = new.id AND deletedAt IS NULL;
END;

CREATE TRIGGER citationAuthor_words_delete AFTER DELETE ON citationAuthor BEGIN
  INSERT INTO citationAuthorWords(citationAuthorWords, rowid, words) VALUES ('delete', old.id, old.words);
END;

CREATE TRIGGER citationAuthor_words_insert AFTER INSERT ON citationAuthor BEGIN
  INSERT INTO citationAuthorWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE TRIGGER citationAuthor_words_update AFTER UPDATE OF words ON citationAuthor WHEN old.words <> new.words BEGIN
  INSERT INTO citationAuthorWords(citationAuthorWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO citationAuthorWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE VIRTUAL TABLE citationAuthorWords USING fts5(words, content='citationAuthor', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");

CREATE TABLE citationChoices (
  accountID INTEGER PRIMARY KEY REFERENCES account(id) ON DELETE CASCADE,
  preset TEXT NOT NULL CHECK (preset IN ('improved', 'original')),
  spelling TEXT NOT NULL CHECK (spelling IN ('usual', 'raw', 'folded')),
  titleThreshold INTEGER NOT NULL CHECK (titleThreshold BETWEEN 1 AND 100),
  authorThreshold INTEGER NOT NULL CHECK (authorThreshold BETWEEN 0 AND 100)
) STRICT;

CREATE TABLE citationDecision (
  runID INTEGER NOT NULL REFERENCES citationRun(id) ON DELETE CASCADE,
  identity TEXT NOT NULL,
  value TEXT NOT NULL CHECK (json_valid(value)),
  PRIMARY KEY (runID, identity)
) STRICT;

CREATE TABLE citationDocument (
  id INTEGER PRIMARY KEY,
  run INTEGER NOT NULL REFERENCES citationRun(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  name TEXT NOT NULL CHECK (name <> ''),
  role TEXT NOT NULL CHECK (role IN ('list', 'page')),
  text TEXT NOT NULL CHECK (text <> ''), columns TEXT NOT NULL DEFAULT '',
  UNIQUE (run, position)
) STRICT;

CREATE TRIGGER citationRun_begins AFTER INSERT ON citationDocument
WHEN new.position = 1 AND NOT EXISTS (SELECT 1 FROM citationOutcome WHERE runID = new.run) BEGIN
  INSERT INTO job (kind, payload, title, runAt, maxAttempts, createdAt)
  SELECT 'citations', json_object('run', CAST(id AS TEXT)),
    json_object('key', 'citations.job.title', 'values',
      json_object('name', name, 'record', 'citations.runs ' || id)), updatedAt, 3, updatedAt
  FROM citationRun WHERE id = new.run;
  INSERT INTO citationOutcome (runID, jobID) VALUES (new.run, last_insert_rowid());
END;

CREATE TABLE citationFavourite (
  accountID INTEGER NOT NULL REFERENCES account(id) ON DELETE CASCADE,
  authorID INTEGER NOT NULL REFERENCES citationAuthor(id) ON DELETE CASCADE,
  PRIMARY KEY (accountID, authorID)
) STRICT;

CREATE INDEX citationFavourite_author ON citationFavourite(authorID);

CREATE TABLE citationLayout (
  id INTEGER PRIMARY KEY,
key TEXT NOT NULL CHECK (key <> ''),
version INTEGER NOT NULL DEFAULT 1,
createdAt TEXT NOT NULL,
updatedAt TEXT NOT NULL,
deletedAt TEXT,
folded TEXT NOT NULL,
words TEXT NOT NULL,
  name TEXT NOT NULL CHECK (name <> ''),
  isOn INTEGER NOT NULL CHECK (isOn IN (0, 1)),
  row TEXT NOT NULL CHECK (row <> ''),
  work TEXT NOT NULL CHECK (work <> ''),
  authors TEXT NOT NULL DEFAULT '',
  venue TEXT NOT NULL DEFAULT '',
  year TEXT NOT NULL DEFAULT '',
  citations TEXT NOT NULL CHECK (citations <> ''),
  link TEXT NOT NULL DEFAULT '',
  sample TEXT NOT NULL DEFAULT '',
  expected INTEGER CHECK (expected BETWEEN 0 AND 5000),
  notes TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE UNIQUE INDEX citationLayout_key ON citationLayout(key);

CREATE UNIQUE INDEX citationLayout_title ON citationLayout(folded) WHERE deletedAt IS NULL;

CREATE INDEX citationLayout_trash ON citationLayout(deletedAt) WHERE deletedAt IS NOT NULL;

CREATE TRIGGER citationLayout_words_delete AFTER DELETE ON citationLayout BEGIN
  INSERT INTO citationLayoutWords(citationLayoutWords, rowid, words) VALUES ('delete', old.id, old.words);
END;

CREATE TRIGGER citationLayout_words_insert AFTER INSERT ON citationLayout BEGIN
  INSERT INTO citationLayoutWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE TRIGGER citationLayout_words_update AFTER UPDATE OF words ON citationLayout WHEN old.words <> new.words BEGIN
  INSERT INTO citationLayoutWords(citationLayoutWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO citationLayoutWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE VIRTUAL TABLE citationLayoutWords USING fts5(words, content='citationLayout', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");

CREATE TABLE citationOutcome (
  runID INTEGER PRIMARY KEY REFERENCES citationRun(id) ON DELETE CASCADE,
  jobID INTEGER REFERENCES job(id) ON DELETE SET NULL,
  version INTEGER NOT NULL DEFAULT 0,
  computedAt TEXT,
  titleThreshold INTEGER NOT NULL DEFAULT 80,
  isFiltered INTEGER NOT NULL DEFAULT 0 CHECK (isFiltered IN (0, 1)),
  strangers INTEGER NOT NULL DEFAULT 0,
  trace TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(trace)),
  remarks TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(remarks))
, h INTEGER, allH INTEGER, counted INTEGER, doubts TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(doubts)), state TEXT CHECK (state IN ('exact', 'range', 'atLeast', 'unknown')), least INTEGER, most INTEGER) STRICT;

CREATE INDEX citationOutcome_job ON citationOutcome(jobID);

CREATE TABLE citationPageWork (
  runID INTEGER NOT NULL REFERENCES citationRun(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  title TEXT NOT NULL,
  authors TEXT NOT NULL,
  workTitle TEXT,
  percent REAL, identity TEXT NOT NULL DEFAULT '', isFromText INTEGER NOT NULL DEFAULT 0 CHECK (isFromText IN (0, 1)),
  PRIMARY KEY (runID, position)
) STRICT;

CREATE TABLE citationProfile (
  authorID INTEGER PRIMARY KEY REFERENCES citationAuthor(id) ON DELETE CASCADE,
  runID INTEGER NOT NULL REFERENCES citationRun(id) ON DELETE CASCADE
) STRICT;

CREATE INDEX citationProfile_run ON citationProfile(runID);

CREATE TABLE citationRun (
  id INTEGER PRIMARY KEY,
key TEXT NOT NULL CHECK (key <> ''),
version INTEGER NOT NULL DEFAULT 1,
createdAt TEXT NOT NULL,
updatedAt TEXT NOT NULL,
deletedAt TEXT,
folded TEXT NOT NULL,
words TEXT NOT NULL,
  name TEXT NOT NULL CHECK (name <> ''),
  author INTEGER NOT NULL REFERENCES citationAuthor(id),
  preset TEXT NOT NULL CHECK (preset IN ('improved', 'original')),
  titleThreshold INTEGER NOT NULL CHECK (titleThreshold BETWEEN 1 AND 100),
  authorThreshold INTEGER NOT NULL CHECK (authorThreshold BETWEEN 0 AND 100),
  expression TEXT NOT NULL DEFAULT ''
, oneToOne INTEGER NOT NULL DEFAULT 0 CHECK (oneToOne IN (0, 1)), spelling TEXT NOT NULL DEFAULT 'usual'
  CHECK (spelling IN ('usual', 'raw', 'folded'))) STRICT;

CREATE INDEX citationRun_by_author ON citationRun(author, id) WHERE deletedAt IS NULL;

CREATE TRIGGER citationRun_jobs AFTER DELETE ON citationRun BEGIN
  DELETE FROM job WHERE kind IN ('citations', 'citation-source') AND state <> 'running'
    AND payload ->> 'run' = CAST(old.id AS TEXT);
  UPDATE job SET title = json_set(title, '$.values.name', '–') WHERE kind IN ('citations', 'citation-source')
    AND payload ->> 'run' = CAST(old.id AS TEXT);
END;

CREATE UNIQUE INDEX citationRun_key ON citationRun(key);

CREATE UNIQUE INDEX citationRun_title ON citationRun(author, folded) WHERE deletedAt IS NULL;

CREATE INDEX citationRun_trash ON citationRun(deletedAt) WHERE deletedAt IS NOT NULL;

CREATE TRIGGER citationRun_words_delete AFTER DELETE ON citationRun BEGIN
  INSERT INTO citationRunWords(citationRunWords, rowid, words) VALUES ('delete', old.id, old.words);
END;

CREATE TRIGGER citationRun_words_insert AFTER INSERT ON citationRun BEGIN
  INSERT INTO citationRunWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE TRIGGER citationRun_words_update AFTER UPDATE OF words ON citationRun WHEN old.words <> new.words BEGIN
  INSERT INTO citationRunWords(citationRunWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO citationRunWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE VIRTUAL TABLE citationRunWords USING fts5(words, content='citationRun', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");

CREATE TABLE citationSettings (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  preset TEXT NOT NULL CHECK (preset IN ('improved', 'original')),
  spelling TEXT NOT NULL CHECK (spelling IN ('usual', 'raw', 'folded')),
  titleThreshold INTEGER NOT NULL CHECK (titleThreshold BETWEEN 1 AND 100),
  authorThreshold INTEGER NOT NULL CHECK (authorThreshold BETWEEN 0 AND 100),
  mostDocuments INTEGER NOT NULL CHECK (mostDocuments BETWEEN 1 AND 20),
  mostMegabytes INTEGER NOT NULL CHECK (mostMegabytes BETWEEN 1 AND 50),
  mostWorks INTEGER NOT NULL CHECK (mostWorks BETWEEN 10 AND 5000),
  mostMinutes INTEGER NOT NULL CHECK (mostMinutes BETWEEN 1 AND 120),
  version INTEGER NOT NULL DEFAULT 1 CHECK (version > 0),
  mostAtOnce INTEGER NOT NULL DEFAULT 2 CHECK (mostAtOnce BETWEEN 1 AND 2),
  asksSites INTEGER NOT NULL DEFAULT 0 CHECK (asksSites IN (0, 1)),
  hosts TEXT NOT NULL DEFAULT '',
  agent TEXT NOT NULL DEFAULT 'Portico' CHECK (agent <> ''),
  -- Seconds.
  pause INTEGER NOT NULL DEFAULT 1 CHECK (pause >= 0),
  patience INTEGER NOT NULL DEFAULT 10 CHECK (patience > 0),
  answerMegabytes INTEGER NOT NULL DEFAULT 5 CHECK (answerMegabytes BETWEEN 1 AND 5)
) STRICT;

CREATE TABLE citationSheet (
  id INTEGER PRIMARY KEY,
key TEXT NOT NULL CHECK (key <> ''),
version INTEGER NOT NULL DEFAULT 1,
createdAt TEXT NOT NULL,
updatedAt TEXT NOT NULL,
deletedAt TEXT,
folded TEXT NOT NULL,
words TEXT NOT NULL,
  name TEXT NOT NULL CHECK (name <> ''),
  number INTEGER NOT NULL CHECK (number BETWEEN 0 AND 999999),
  isOpen INTEGER NOT NULL CHECK (isOpen IN (0, 1)),
  notes TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE UNIQUE INDEX citationSheet_key ON citationSheet(key);

CREATE UNIQUE INDEX citationSheet_title ON citationSheet(folded) WHERE deletedAt IS NULL;

CREATE INDEX citationSheet_trash ON citationSheet(deletedAt) WHERE deletedAt IS NOT NULL;

CREATE TRIGGER citationSheet_words_delete AFTER DELETE ON citationSheet BEGIN
  INSERT INTO citationSheetWords(citationSheetWords, rowid, words) VALUES ('delete', old.id, old.words);
END;

CREATE TRIGGER citationSheet_words_insert AFTER INSERT ON citationSheet BEGIN
  INSERT INTO citationSheetWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE TRIGGER citationSheet_words_update AFTER UPDATE OF words ON citationSheet WHEN old.words <> new.words BEGIN
  INSERT INTO citationSheetWords(citationSheetWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO citationSheetWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE VIRTUAL TABLE citationSheetWords USING fts5(words, content='citationSheet', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");

CREATE TABLE citationSnapshot (
  id INTEGER PRIMARY KEY,
  runID INTEGER NOT NULL REFERENCES citationRun(id) ON DELETE CASCADE,
  at TEXT NOT NULL,
  h INTEGER NOT NULL,
  allH INTEGER NOT NULL,
  works INTEGER NOT NULL,
  total INTEGER NOT NULL
) STRICT;

CREATE INDEX citationSnapshot_run ON citationSnapshot(runID, at);

CREATE TABLE citationUpload (
  id INTEGER PRIMARY KEY,
  accountID INTEGER NOT NULL REFERENCES account(id) ON DELETE CASCADE,
  name TEXT NOT NULL CHECK (name <> ''),
  role TEXT NOT NULL CHECK (role IN ('list', 'page')),
  text TEXT NOT NULL CHECK (text <> ''),
  sha256 TEXT NOT NULL,
  createdAt TEXT NOT NULL, actID INTEGER REFERENCES act(id) ON DELETE SET NULL,
  UNIQUE (accountID, role, sha256)
) STRICT;

CREATE INDEX citationUploadOfAct ON citationUpload(actID) WHERE actID IS NOT NULL;

CREATE TABLE citationWork (
  id INTEGER PRIMARY KEY,
  runID INTEGER NOT NULL REFERENCES citationRun(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  identity TEXT NOT NULL,
  title TEXT NOT NULL,
  authors TEXT NOT NULL,
  venue TEXT NOT NULL,
  year INTEGER,
  citations INTEGER CHECK (citations >= 0),
  url TEXT NOT NULL,
  copies INTEGER NOT NULL,
  pageTitle TEXT,
  percent REAL, selfCitations INTEGER CHECK (selfCitations >= 0), parts TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(parts)), takenBy TEXT, standing TEXT CHECK (standing IN ('core', 'tie', 'out', 'excluded')), words TEXT NOT NULL DEFAULT '', evidence TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(evidence)), sources TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(sources)),
  UNIQUE (runID, position)
) STRICT;

