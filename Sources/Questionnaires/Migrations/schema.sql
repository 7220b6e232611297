CREATE TABLE answerFile (
  id TEXT PRIMARY KEY CHECK (length(id) >= 20),
  -- The offer until it is sent, the compilation from then on. Compilations are rewritten, so no reference holds them.
  offer TEXT REFERENCES offer(id) ON DELETE CASCADE,
  compilation TEXT,
  name TEXT NOT NULL CHECK (name <> ''),
  bytes BLOB NOT NULL,
  day TEXT NOT NULL CHECK (length(day) = 10),
  CHECK ((offer IS NULL) <> (compilation IS NULL))
) STRICT;

CREATE INDEX answerFile_compilation ON answerFile(compilation) WHERE compilation IS NOT NULL;

CREATE TRIGGER answerFile_names_nobody BEFORE INSERT ON answerFile
WHEN new.offer IS NULL OR (SELECT anonymous FROM questionnaire JOIN offer ON offer.questionnaire = questionnaire.id
                           WHERE offer.id = new.offer) <> 0 BEGIN
  SELECT RAISE(ABORT, 'an anonymous questionnaire takes no files');
END;

CREATE INDEX answerFile_offer ON answerFile(offer) WHERE offer IS NOT NULL;

CREATE TABLE answerOption (
  id INTEGER PRIMARY KEY,
  answerSet INTEGER NOT NULL REFERENCES answerSet(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  text TEXT NOT NULL CHECK (text <> ''),
  score INTEGER, translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)),
  UNIQUE (answerSet, position)
) STRICT;

CREATE TABLE answerSet (
  id INTEGER PRIMARY KEY,
key TEXT NOT NULL CHECK (key <> ''),
version INTEGER NOT NULL DEFAULT 1,
createdAt TEXT NOT NULL,
updatedAt TEXT NOT NULL,
deletedAt TEXT,
folded TEXT NOT NULL,
words TEXT NOT NULL,
  name TEXT NOT NULL CHECK (name <> '')
, translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations))) STRICT;

CREATE UNIQUE INDEX answerSet_key ON answerSet(key);

CREATE UNIQUE INDEX answerSet_title ON answerSet(folded) WHERE deletedAt IS NULL;

CREATE INDEX answerSet_trash ON answerSet(deletedAt) WHERE deletedAt IS NOT NULL;

CREATE TRIGGER answerSet_words_delete AFTER DELETE ON answerSet BEGIN
  INSERT INTO answerSetWords(answerSetWords, rowid, words) VALUES ('delete', old.id, old.words);
END;

CREATE TRIGGER answerSet_words_insert AFTER INSERT ON answerSet BEGIN
  INSERT INTO answerSetWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE TRIGGER answerSet_words_update AFTER UPDATE OF words ON answerSet WHEN old.words <> new.words BEGIN
  INSERT INTO answerSetWords(answerSetWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO answerSetWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE VIRTUAL TABLE answerSetWords USING fts5(words, content='answerSet', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");

CREATE TABLE campaign (
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
  questionnaire INTEGER NOT NULL REFERENCES questionnaire(id) ON DELETE RESTRICT,
  year INTEGER NOT NULL REFERENCES academicYear(id) ON DELETE RESTRICT,
  term TEXT NOT NULL DEFAULT 'unsaid' CHECK (term IN ('unsaid', 'year', 'firstSemester', 'secondSemester', 'summer')),
  opening TEXT NOT NULL DEFAULT 'closing' CHECK (opening IN ('closing', 'dates')),
  opens TEXT,
  closes TEXT,
  days INTEGER CHECK (days IS NULL OR days BETWEEN 1 AND 365),
  reminder INTEGER CHECK (reminder IS NULL OR reminder BETWEEN 1 AND 60),
  archived INTEGER NOT NULL DEFAULT 0 CHECK (archived IN (0, 1))
, untilExam INTEGER NOT NULL DEFAULT 0 CHECK (untilExam IN (0, 1))) STRICT;

CREATE UNIQUE INDEX campaign_key ON campaign(key);

CREATE INDEX campaign_questionnaire ON campaign(questionnaire);

CREATE TRIGGER campaign_starts AFTER INSERT ON campaign BEGIN
  INSERT OR IGNORE INTO campaignStart (questionnaire, at) VALUES (new.questionnaire, new.updatedAt);
END;

CREATE TRIGGER campaign_starts_elsewhere AFTER UPDATE OF questionnaire ON campaign BEGIN
  INSERT OR IGNORE INTO campaignStart (questionnaire, at) VALUES (new.questionnaire, new.updatedAt);
END;

CREATE UNIQUE INDEX campaign_title ON campaign(folded) WHERE deletedAt IS NULL;

CREATE INDEX campaign_trash ON campaign(deletedAt) WHERE deletedAt IS NOT NULL;

CREATE TRIGGER campaign_words_delete AFTER DELETE ON campaign BEGIN
  INSERT INTO campaignWords(campaignWords, rowid, words) VALUES ('delete', old.id, old.words);
END;

CREATE TRIGGER campaign_words_insert AFTER INSERT ON campaign BEGIN
  INSERT INTO campaignWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE TRIGGER campaign_words_update AFTER UPDATE OF words ON campaign WHEN old.words <> new.words BEGIN
  INSERT INTO campaignWords(campaignWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO campaignWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE INDEX campaign_year ON campaign(year);

CREATE TABLE campaignActivity (
  campaign INTEGER NOT NULL REFERENCES campaign(id) ON DELETE CASCADE,
  activity INTEGER NOT NULL REFERENCES activity(id) ON DELETE CASCADE,
  UNIQUE (campaign, activity)
) STRICT;

CREATE INDEX campaignActivity_activity ON campaignActivity(activity);

CREATE TABLE campaignDegree (
  campaign INTEGER NOT NULL REFERENCES campaign(id) ON DELETE CASCADE,
  degree INTEGER NOT NULL REFERENCES degree(id) ON DELETE CASCADE,
  UNIQUE (campaign, degree)
) STRICT;

CREATE INDEX campaignDegree_degree ON campaignDegree(degree);

CREATE TABLE campaignDepartment (
  campaign INTEGER NOT NULL REFERENCES campaign(id) ON DELETE CASCADE,
  department INTEGER NOT NULL REFERENCES department(id) ON DELETE CASCADE,
  UNIQUE (campaign, department)
) STRICT;

CREATE INDEX campaignDepartment_department ON campaignDepartment(department);

CREATE TABLE campaignEnd (
  questionnaire INTEGER NOT NULL REFERENCES questionnaire(id) ON DELETE CASCADE,
  activity INTEGER NOT NULL REFERENCES activity(id) ON DELETE CASCADE,
  PRIMARY KEY (questionnaire, activity)
) STRICT, WITHOUT ROWID;

CREATE INDEX campaignEnd_activity ON campaignEnd(activity);

CREATE TABLE campaignReminder (
  campaign INTEGER NOT NULL REFERENCES campaign(id) ON DELETE CASCADE,
  activity INTEGER NOT NULL REFERENCES activity(id) ON DELETE CASCADE,
  PRIMARY KEY (campaign, activity)
) STRICT, WITHOUT ROWID;

CREATE INDEX campaignReminder_activity ON campaignReminder(activity);

CREATE TABLE campaignStart (
  questionnaire INTEGER PRIMARY KEY REFERENCES questionnaire(id) ON DELETE CASCADE,
  at TEXT NOT NULL
) STRICT;

CREATE TABLE campaignWindow (
  id INTEGER PRIMARY KEY,
  campaign INTEGER NOT NULL REFERENCES campaign(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  activity INTEGER NOT NULL REFERENCES activity(id) ON DELETE CASCADE,
  opens TEXT,
  closes TEXT,
  UNIQUE (campaign, position)
) STRICT;

CREATE INDEX campaignWindow_activity ON campaignWindow(activity);

CREATE VIRTUAL TABLE campaignWords USING fts5(words, content='campaign', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");

CREATE TABLE competition (
  id INTEGER PRIMARY KEY,
key TEXT NOT NULL CHECK (key <> ''),
version INTEGER NOT NULL DEFAULT 1,
createdAt TEXT NOT NULL,
updatedAt TEXT NOT NULL,
deletedAt TEXT,
folded TEXT NOT NULL,
words TEXT NOT NULL,
  name TEXT NOT NULL CHECK (name <> ''),
  year INTEGER NOT NULL REFERENCES academicYear(id) ON DELETE RESTRICT,
  code TEXT NOT NULL CHECK (code <> '')
) STRICT;

CREATE UNIQUE INDEX competition_key ON competition(key);

CREATE UNIQUE INDEX competition_title ON competition(folded) WHERE deletedAt IS NULL;

CREATE INDEX competition_trash ON competition(deletedAt) WHERE deletedAt IS NOT NULL;

CREATE TRIGGER competition_words_delete AFTER DELETE ON competition BEGIN
  INSERT INTO competitionWords(competitionWords, rowid, words) VALUES ('delete', old.id, old.words);
END;

CREATE TRIGGER competition_words_insert AFTER INSERT ON competition BEGIN
  INSERT INTO competitionWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE TRIGGER competition_words_update AFTER UPDATE OF words ON competition WHEN old.words <> new.words BEGIN
  INSERT INTO competitionWords(competitionWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO competitionWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE INDEX competition_year ON competition(year, code);

CREATE TABLE competitionEntrant (
  competition INTEGER NOT NULL REFERENCES competition(id) ON DELETE CASCADE,
  student INTEGER NOT NULL REFERENCES student(id) ON DELETE CASCADE,
  UNIQUE (competition, student)
) STRICT;

CREATE INDEX competitionEntrant_student ON competitionEntrant(student);

CREATE VIRTUAL TABLE competitionWords USING fts5(words, content='competition', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");

CREATE TABLE compilation (
  id TEXT PRIMARY KEY CHECK (length(id) >= 20),
  questionnaire INTEGER NOT NULL REFERENCES questionnaire(id) ON DELETE RESTRICT,
  version INTEGER NOT NULL REFERENCES questionnaireVersion(id) ON DELETE RESTRICT,
  -- Only where the questionnaire is openly not anonymous.
  student INTEGER REFERENCES student(id) ON DELETE SET NULL
, place TEXT NOT NULL DEFAULT '') STRICT, WITHOUT ROWID;

CREATE TRIGGER compilation_is_not_changed BEFORE UPDATE OF id, questionnaire, version ON compilation BEGIN
  SELECT RAISE(ABORT, 'what was sent is not changed');
END;

CREATE TRIGGER compilation_is_not_moved BEFORE UPDATE OF place ON compilation BEGIN
  SELECT RAISE(ABORT, 'what was sent is not changed');
END;

CREATE TRIGGER compilation_is_not_named BEFORE UPDATE OF student ON compilation WHEN new.student IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'what was sent is not changed');
END;

CREATE TRIGGER compilation_names_nobody BEFORE INSERT ON compilation
WHEN new.student IS NOT NULL AND (SELECT anonymous FROM questionnaire WHERE id = new.questionnaire) <> 0 BEGIN
  SELECT RAISE(ABORT, 'an anonymous questionnaire names nobody');
END;

CREATE INDEX compilation_place ON compilation(version, place);

CREATE INDEX compilation_questionnaire ON compilation(questionnaire, version);

CREATE INDEX compilation_student ON compilation(student) WHERE student IS NOT NULL;

CREATE TABLE compilationAnswer (
  compilation TEXT NOT NULL REFERENCES compilation(id) ON DELETE CASCADE,
  question INTEGER NOT NULL REFERENCES element(id) ON DELETE RESTRICT,
  answer INTEGER NOT NULL REFERENCES element(id) ON DELETE RESTRICT,
  value TEXT,
  PRIMARY KEY (compilation, question, answer)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER compilationAnswer_is_not_changed BEFORE UPDATE ON compilationAnswer BEGIN
  SELECT RAISE(ABORT, 'what was sent is not changed');
END;

CREATE INDEX compilationAnswer_question ON compilationAnswer(question, answer);

CREATE INDEX compilationAnswer_value ON compilationAnswer(question, answer, value) WHERE value IS NOT NULL;

CREATE TABLE compilationTag (
  compilation TEXT NOT NULL REFERENCES compilation(id) ON DELETE CASCADE,
  tag TEXT NOT NULL CHECK (tag IN ('activity', 'course', 'degree', 'academicYear', 'teacher', 'competition', 'student', 'yearOfCourse', 'mobility')),
  value TEXT NOT NULL,
  PRIMARY KEY (compilation, tag, value)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER compilationTag_names_nobody BEFORE INSERT ON compilationTag
WHEN new.tag IN ('student', 'yearOfCourse', 'mobility')
  AND (SELECT anonymous FROM questionnaire JOIN compilation ON questionnaire.id = compilation.questionnaire
       WHERE compilation.id = new.compilation) <> 0 BEGIN
  SELECT RAISE(ABORT, 'an anonymous questionnaire names nobody');
END;

CREATE INDEX compilationTag_value ON compilationTag(tag, value);

CREATE TABLE designStep (
  id INTEGER PRIMARY KEY,
  version INTEGER NOT NULL REFERENCES questionnaireVersion(id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  -- The structure before the step; of a step taken back, after it.
  text TEXT NOT NULL,
  undone INTEGER NOT NULL DEFAULT 0 CHECK (undone IN (0, 1)),
  UNIQUE (version, number)
) STRICT;

CREATE TABLE designTrial (
  version INTEGER PRIMARY KEY REFERENCES questionnaireVersion(id) ON DELETE CASCADE,
  key TEXT NOT NULL UNIQUE CHECK (key <> '')
) STRICT;

CREATE TABLE designVisit (
  version INTEGER NOT NULL REFERENCES questionnaireVersion(id) ON DELETE CASCADE,
  account INTEGER NOT NULL REFERENCES account(id) ON DELETE CASCADE,
  at TEXT NOT NULL,
  PRIMARY KEY (version, account)
) STRICT, WITHOUT ROWID;

CREATE INDEX designVisit_account ON designVisit(account);

CREATE TABLE draftImport (
  act INTEGER PRIMARY KEY REFERENCES act(id) ON DELETE CASCADE,
  version INTEGER NOT NULL REFERENCES questionnaireVersion(id) ON DELETE CASCADE,
  -- The edition that it made.
  edition INTEGER NOT NULL,
  isNew INTEGER NOT NULL CHECK (isNew IN (0, 1)),
  -- The report of an earlier import.
  report TEXT CHECK (report IS NULL OR json_valid(report))
) STRICT;

CREATE INDEX draftImport_version ON draftImport(version);

CREATE TABLE element (
  id INTEGER PRIMARY KEY,
  version INTEGER NOT NULL REFERENCES questionnaireVersion(id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('page', 'paragraph', 'question', 'answer')),
  parent INTEGER,
  parentKind TEXT AS (CASE kind WHEN 'paragraph' THEN 'page' WHEN 'question' THEN 'paragraph' WHEN 'answer' THEN 'question' END) STORED,
  position INTEGER NOT NULL,
  text TEXT NOT NULL DEFAULT '',
  note TEXT NOT NULL DEFAULT '',
  format TEXT,
  mandatory INTEGER NOT NULL DEFAULT 0 CHECK (mandatory IN (0, 1)),
  category TEXT NOT NULL DEFAULT '',
  code TEXT NOT NULL DEFAULT '',
  score REAL,
  length INTEGER CHECK (length > 0),
  least TEXT,
  greatest TEXT,
  decimals INTEGER CHECK (decimals >= 0), look TEXT NOT NULL DEFAULT ''
  CHECK (look IN ('', 'scale', 'nps', 'stars', 'ranking', 'slider', 'time', 'dateTime', 'email')), shuffled INTEGER NOT NULL DEFAULT 0 CHECK (shuffled IN (0, 1)), takesFile INTEGER NOT NULL DEFAULT 0 CHECK (takesFile IN (0, 1)),
  UNIQUE (id, kind, version),
  FOREIGN KEY (parent, parentKind, version) REFERENCES element(id, kind, version) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  CHECK ((parent IS NULL) = (kind = 'page')),
  CHECK (
    CASE kind
      WHEN 'question' THEN format IN ('single', 'multiple', 'singleAcross', 'multipleAcross', 'free')
      WHEN 'answer' THEN format IN ('fixed', 'text', 'day', 'number')
      ELSE format IS NULL
    END)
) STRICT;

CREATE TRIGGER element_frozen_delete BEFORE DELETE ON element
WHEN (SELECT state FROM questionnaireVersion WHERE id = old.version) <> 'draft' BEGIN
  SELECT RAISE(ABORT, 'a published version is not changed');
END;

CREATE TRIGGER element_frozen_insert BEFORE INSERT ON element
WHEN (SELECT state FROM questionnaireVersion WHERE id = new.version) <> 'draft' BEGIN
  SELECT RAISE(ABORT, 'a published version is not changed');
END;

CREATE TRIGGER element_frozen_update BEFORE UPDATE ON element
WHEN (SELECT state FROM questionnaireVersion WHERE id = old.version) <> 'draft' BEGIN
  SELECT RAISE(ABORT, 'a published version is not changed');
END;

CREATE INDEX element_parent ON element(parent);

CREATE TRIGGER element_takes_copies_along AFTER DELETE ON element BEGIN
  DELETE FROM workingCopy WHERE kind = 'questionnaires.elements' AND recordID = old.id;
END;

CREATE INDEX element_version ON element(version, position, id);

CREATE TABLE elementCondition (
  id INTEGER PRIMARY KEY,
  version INTEGER NOT NULL REFERENCES questionnaireVersion(id) ON DELETE CASCADE,
  answer INTEGER NOT NULL REFERENCES element(id) ON DELETE CASCADE,
  target INTEGER NOT NULL REFERENCES element(id) ON DELETE CASCADE,
  action TEXT NOT NULL CHECK (action IN ('show', 'hide')),
  UNIQUE (version, answer, target, action)
) STRICT;

CREATE INDEX elementCondition_answer ON elementCondition(answer);

CREATE TRIGGER elementCondition_frozen_delete BEFORE DELETE ON elementCondition
WHEN (SELECT state FROM questionnaireVersion WHERE id = old.version) <> 'draft' BEGIN
  SELECT RAISE(ABORT, 'a published version is not changed');
END;

CREATE TRIGGER elementCondition_frozen_insert BEFORE INSERT ON elementCondition
WHEN (SELECT state FROM questionnaireVersion WHERE id = new.version) <> 'draft' BEGIN
  SELECT RAISE(ABORT, 'a published version is not changed');
END;

CREATE TRIGGER elementCondition_frozen_update BEFORE UPDATE ON elementCondition
WHEN (SELECT state FROM questionnaireVersion WHERE id = old.version) <> 'draft' BEGIN
  SELECT RAISE(ABORT, 'a published version is not changed');
END;

CREATE INDEX elementCondition_target ON elementCondition(target);

CREATE TABLE elementLabel (
  element INTEGER NOT NULL REFERENCES element(id) ON DELETE CASCADE,
  tag TEXT NOT NULL CHECK (tag <> ''),
  value TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (element, tag)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER elementLabel_frozen_delete BEFORE DELETE ON elementLabel
WHEN (SELECT state FROM questionnaireVersion JOIN element ON element.version = questionnaireVersion.id
      WHERE element.id = old.element) <> 'draft' BEGIN
  SELECT RAISE(ABORT, 'a published version is not changed');
END;

CREATE TRIGGER elementLabel_frozen_insert BEFORE INSERT ON elementLabel
WHEN (SELECT state FROM questionnaireVersion JOIN element ON element.version = questionnaireVersion.id
      WHERE element.id = new.element) <> 'draft' BEGIN
  SELECT RAISE(ABORT, 'a published version is not changed');
END;

CREATE TABLE elementRule (
  id INTEGER PRIMARY KEY,
  version INTEGER NOT NULL REFERENCES questionnaireVersion(id) ON DELETE CASCADE,
  target INTEGER NOT NULL REFERENCES element(id) ON DELETE CASCADE,
  action TEXT NOT NULL CHECK (action IN ('show', 'hide')),
  -- Of ids of answers: '12 and not 13', '40 >= 18'.
  test TEXT NOT NULL CHECK (test <> '')
) STRICT;

CREATE TRIGGER elementRule_frozen_delete BEFORE DELETE ON elementRule
WHEN (SELECT state FROM questionnaireVersion WHERE id = old.version) <> 'draft' BEGIN
  SELECT RAISE(ABORT, 'a published version is not changed');
END;

CREATE TRIGGER elementRule_frozen_insert BEFORE INSERT ON elementRule
WHEN (SELECT state FROM questionnaireVersion WHERE id = new.version) <> 'draft' BEGIN
  SELECT RAISE(ABORT, 'a published version is not changed');
END;

CREATE TRIGGER elementRule_frozen_update BEFORE UPDATE ON elementRule
WHEN (SELECT state FROM questionnaireVersion WHERE id = old.version) <> 'draft' BEGIN
  SELECT RAISE(ABORT, 'a published version is not changed');
END;

CREATE INDEX elementRule_target ON elementRule(target);

CREATE INDEX elementRule_version ON elementRule(version, id);

CREATE TABLE elementTag (
  element INTEGER NOT NULL REFERENCES element(id) ON DELETE CASCADE,
  tag TEXT NOT NULL CHECK (tag IN ('attendance', 'satisfaction')),
  PRIMARY KEY (element, tag)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER elementTag_frozen_delete BEFORE DELETE ON elementTag
WHEN (SELECT state FROM questionnaireVersion JOIN element ON element.version = questionnaireVersion.id
      WHERE element.id = old.element) <> 'draft' BEGIN
  SELECT RAISE(ABORT, 'a published version is not changed');
END;

CREATE TRIGGER elementTag_frozen_insert BEFORE INSERT ON elementTag
WHEN (SELECT state FROM questionnaireVersion JOIN element ON element.version = questionnaireVersion.id
      WHERE element.id = new.element) <> 'draft' BEGIN
  SELECT RAISE(ABORT, 'a published version is not changed');
END;

CREATE TABLE elementTranslation (
  element INTEGER NOT NULL REFERENCES element(id) ON DELETE CASCADE,
  part TEXT NOT NULL CHECK (part IN ('text', 'note', 'category')),
  language TEXT NOT NULL,
  text TEXT NOT NULL CHECK (text <> ''),
  -- What it was made from; NULL where nobody said.
  original TEXT,
  PRIMARY KEY (element, part, language)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER elementTranslation_frozen_delete BEFORE DELETE ON elementTranslation
WHEN (SELECT state FROM questionnaireVersion JOIN element ON element.version = questionnaireVersion.id
      WHERE element.id = old.element) <> 'draft' BEGIN
  SELECT RAISE(ABORT, 'a published version is not changed');
END;

CREATE TRIGGER elementTranslation_frozen_insert BEFORE INSERT ON elementTranslation
WHEN (SELECT state FROM questionnaireVersion JOIN element ON element.version = questionnaireVersion.id
      WHERE element.id = new.element) <> 'draft' BEGIN
  SELECT RAISE(ABORT, 'a published version is not changed');
END;

CREATE TABLE examBooking (
  student INTEGER NOT NULL REFERENCES student(id) ON DELETE CASCADE,
  session INTEGER NOT NULL REFERENCES examSession(id) ON DELETE CASCADE,
  at TEXT NOT NULL,
  PRIMARY KEY (student, session)
) STRICT, WITHOUT ROWID;

CREATE INDEX examBooking_session ON examBooking(session);

CREATE TABLE examSession (
  id INTEGER PRIMARY KEY,
key TEXT NOT NULL CHECK (key <> ''),
version INTEGER NOT NULL DEFAULT 1,
createdAt TEXT NOT NULL,
updatedAt TEXT NOT NULL,
deletedAt TEXT,
folded TEXT NOT NULL,
words TEXT NOT NULL,
  name TEXT NOT NULL CHECK (name <> ''),
  activity INTEGER NOT NULL REFERENCES activity(id) ON DELETE CASCADE,
  held TEXT,
  opens TEXT,
  closes TEXT,
  place TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE INDEX examSession_activity ON examSession(activity);

CREATE INDEX examSession_by_held ON examSession(held, id) WHERE deletedAt IS NULL;

CREATE UNIQUE INDEX examSession_key ON examSession(key);

CREATE UNIQUE INDEX examSession_title ON examSession(folded) WHERE deletedAt IS NULL;

CREATE INDEX examSession_trash ON examSession(deletedAt) WHERE deletedAt IS NOT NULL;

CREATE TRIGGER examSession_words_delete AFTER DELETE ON examSession BEGIN
  INSERT INTO examSessionWords(examSessionWords, rowid, words) VALUES ('delete', old.id, old.words);
END;

CREATE TRIGGER examSession_words_insert AFTER INSERT ON examSession BEGIN
  INSERT INTO examSessionWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE TRIGGER examSession_words_update AFTER UPDATE OF words ON examSession WHEN old.words <> new.words BEGIN
  INSERT INTO examSessionWords(examSessionWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO examSessionWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE VIRTUAL TABLE examSessionWords USING fts5(words, content='examSession', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");

CREATE TABLE filling (
  offer TEXT PRIMARY KEY REFERENCES offer(id) ON DELETE CASCADE,
  version INTEGER NOT NULL REFERENCES questionnaireVersion(id) ON DELETE CASCADE,
  content BLOB NOT NULL,
  -- The key; NULL where the questionnaire is openly not anonymous.
  sealedWith TEXT,
  day TEXT NOT NULL CHECK (length(day) = 10)
) STRICT, WITHOUT ROWID;

CREATE INDEX filling_day ON filling(day);

CREATE INDEX filling_version ON filling(version);

CREATE TABLE madeAnswers (
  version INTEGER PRIMARY KEY REFERENCES questionnaireVersion(id) ON DELETE CASCADE,
  submissions INTEGER NOT NULL CHECK (submissions > 0),
  chance INTEGER NOT NULL,
  activities TEXT NOT NULL CHECK (json_valid(activities)),
  texts TEXT NOT NULL CHECK (json_valid(texts))
) STRICT;

CREATE TABLE mobility (
  id INTEGER PRIMARY KEY,
key TEXT NOT NULL CHECK (key <> ''),
version INTEGER NOT NULL DEFAULT 1,
createdAt TEXT NOT NULL,
updatedAt TEXT NOT NULL,
deletedAt TEXT,
folded TEXT NOT NULL,
words TEXT NOT NULL,
  name TEXT NOT NULL CHECK (name <> ''),
  student INTEGER NOT NULL REFERENCES student(id) ON DELETE CASCADE,
  university TEXT NOT NULL DEFAULT '',
  begins TEXT,
  ends TEXT
) STRICT;

CREATE INDEX mobility_by_ends ON mobility(ends, id) WHERE deletedAt IS NULL;

CREATE UNIQUE INDEX mobility_key ON mobility(key);

CREATE INDEX mobility_student ON mobility(student);

CREATE UNIQUE INDEX mobility_title ON mobility(folded) WHERE deletedAt IS NULL;

CREATE INDEX mobility_trash ON mobility(deletedAt) WHERE deletedAt IS NOT NULL;

CREATE TRIGGER mobility_words_delete AFTER DELETE ON mobility BEGIN
  INSERT INTO mobilityWords(mobilityWords, rowid, words) VALUES ('delete', old.id, old.words);
END;

CREATE TRIGGER mobility_words_insert AFTER INSERT ON mobility BEGIN
  INSERT INTO mobilityWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE TRIGGER mobility_words_update AFTER UPDATE OF words ON mobility WHEN old.words <> new.words BEGIN
  INSERT INTO mobilityWords(mobilityWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO mobilityWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE VIRTUAL TABLE mobilityWords USING fts5(words, content='mobility', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");

CREATE TABLE offer (
  id TEXT PRIMARY KEY CHECK (length(id) >= 20),
  questionnaire INTEGER NOT NULL REFERENCES questionnaire(id) ON DELETE CASCADE,
  student INTEGER NOT NULL REFERENCES student(id) ON DELETE CASCADE,
  -- What it is filled in for, once: 'activity 12'.
  occasion TEXT NOT NULL CHECK (occasion <> ''),
  activity INTEGER REFERENCES activity(id) ON DELETE CASCADE,
  year INTEGER REFERENCES academicYear(id) ON DELETE CASCADE,
  mobility INTEGER REFERENCES mobility(id) ON DELETE CASCADE,
  competition INTEGER REFERENCES competition(id) ON DELETE CASCADE,
  UNIQUE (questionnaire, student, occasion)
) STRICT, WITHOUT ROWID;

CREATE INDEX offer_activity ON offer(activity) WHERE activity IS NOT NULL;

CREATE INDEX offer_student ON offer(student);

CREATE TABLE questionnaire (
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
  code TEXT NOT NULL CHECK (code <> ''),
  context TEXT NOT NULL CHECK (context IN ('teaching', 'yearEnd', 'mobility', 'competition', 'service')),
  note TEXT NOT NULL DEFAULT '',
  anonymous INTEGER NOT NULL DEFAULT 1 CHECK (anonymous IN (0, 1)),
  mandatory INTEGER NOT NULL DEFAULT 0 CHECK (mandatory IN (0, 1)),
  repetition TEXT NOT NULL CHECK (repetition IN ('person', 'year', 'activity', 'mobility', 'competition')),
  opening TEXT NOT NULL CHECK (opening IN ('closing', 'dates')),
  opens TEXT,
  closes TEXT,
  courseYear INTEGER CHECK (courseYear BETWEEN 1 AND 8),
  audience TEXT NOT NULL DEFAULT 'all' CHECK (audience IN ('all', 'regular', 'beyond')),
  competition INTEGER REFERENCES competition(id) ON DELETE RESTRICT,
  threshold INTEGER NOT NULL DEFAULT 5 CHECK (threshold >= 5),
  interim INTEGER NOT NULL DEFAULT 0 CHECK (interim IN (0, 1))
, openResults INTEGER NOT NULL DEFAULT 0 CHECK (openResults IN (0, 1))) STRICT;

CREATE INDEX questionnaire_by_code ON questionnaire(code, id) WHERE deletedAt IS NULL;

CREATE INDEX questionnaire_code ON questionnaire(code COLLATE NOCASE);

CREATE INDEX questionnaire_competition ON questionnaire(competition) WHERE competition IS NOT NULL;

CREATE TRIGGER questionnaire_keeps_its_promise BEFORE UPDATE OF anonymous ON questionnaire
WHEN old.anonymous <> new.anonymous AND (
  EXISTS (SELECT 1 FROM compilation WHERE questionnaire = new.id)
  OR EXISTS (SELECT 1 FROM sealedCount JOIN questionnaireVersion ON questionnaireVersion.id = sealedCount.version
             WHERE questionnaireVersion.questionnaire = new.id)) BEGIN
  SELECT RAISE(ABORT, 'somebody has filled it in already');
END;

CREATE UNIQUE INDEX questionnaire_key ON questionnaire(key);

CREATE UNIQUE INDEX questionnaire_title ON questionnaire(folded) WHERE deletedAt IS NULL;

CREATE INDEX questionnaire_trash ON questionnaire(deletedAt) WHERE deletedAt IS NOT NULL;

CREATE TRIGGER questionnaire_words_delete AFTER DELETE ON questionnaire BEGIN
  INSERT INTO questionnaireWords(questionnaireWords, rowid, words) VALUES ('delete', old.id, old.words);
END;

CREATE TRIGGER questionnaire_words_insert AFTER INSERT ON questionnaire BEGIN
  INSERT INTO questionnaireWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE TRIGGER questionnaire_words_update AFTER UPDATE OF words ON questionnaire WHEN old.words <> new.words BEGIN
  INSERT INTO questionnaireWords(questionnaireWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO questionnaireWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE TABLE questionnaireDegree (
  questionnaire INTEGER NOT NULL REFERENCES questionnaire(id) ON DELETE CASCADE,
  degree INTEGER NOT NULL REFERENCES degree(id) ON DELETE CASCADE,
  UNIQUE (questionnaire, degree)
) STRICT;

CREATE INDEX questionnaireDegree_degree ON questionnaireDegree(degree);

CREATE TABLE questionnaireImport (
  version INTEGER PRIMARY KEY REFERENCES questionnaireVersion(id) ON DELETE CASCADE,
  -- The name of the file, its counts and its notes.
  report TEXT NOT NULL CHECK (json_valid(report))
) STRICT;

CREATE TABLE questionnaireLabel (
  id INTEGER PRIMARY KEY,
  questionnaire INTEGER NOT NULL REFERENCES questionnaire(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  tag INTEGER NOT NULL REFERENCES tag(id) ON DELETE RESTRICT,
  value TEXT NOT NULL DEFAULT '',
  UNIQUE (questionnaire, position)
) STRICT;

CREATE INDEX questionnaireLabel_tag ON questionnaireLabel(tag);

CREATE TABLE questionnaireOrigin (
  questionnaire INTEGER PRIMARY KEY REFERENCES questionnaire(id) ON DELETE CASCADE,
  source TEXT NOT NULL CHECK (source <> ''),
  identifier TEXT NOT NULL CHECK (identifier <> '')
) STRICT;

CREATE INDEX questionnaireOrigin_identifier ON questionnaireOrigin(source, identifier);

CREATE TABLE questionnaireVersion (
  id INTEGER PRIMARY KEY,
  questionnaire INTEGER NOT NULL REFERENCES questionnaire(id) ON DELETE CASCADE,
  number INTEGER NOT NULL CHECK (number > 0),
  state TEXT NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'active', 'closed')),
  -- Counts the changes of a draft, for two people who edit at once.
  edition INTEGER NOT NULL DEFAULT 1,
  createdAt TEXT NOT NULL,
  activatedAt TEXT,
  closedAt TEXT, asksFrom TEXT,
  UNIQUE (questionnaire, number)
) STRICT;

CREATE UNIQUE INDEX questionnaireVersion_active ON questionnaireVersion(questionnaire) WHERE state = 'active';

CREATE UNIQUE INDEX questionnaireVersion_draft ON questionnaireVersion(questionnaire) WHERE state = 'draft';

CREATE TRIGGER questionnaireVersion_takes_copies_along AFTER DELETE ON questionnaireVersion BEGIN
  DELETE FROM workingCopy WHERE kind = 'questionnaires.texts' AND recordID = old.id;
END;

CREATE VIRTUAL TABLE questionnaireWords USING fts5(words, content='questionnaire', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");

CREATE TABLE receipt (
  offer TEXT PRIMARY KEY REFERENCES offer(id) ON DELETE CASCADE,
  code TEXT NOT NULL UNIQUE,
  day TEXT NOT NULL CHECK (length(day) = 10),
  nonceHash BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE recordBook (
  student INTEGER NOT NULL REFERENCES student(id) ON DELETE CASCADE,
  activity INTEGER NOT NULL REFERENCES activity(id) ON DELETE CASCADE,
  UNIQUE (student, activity)
) STRICT;

CREATE INDEX recordBook_activity ON recordBook(activity, student);

CREATE TABLE reminderBrowser (
  id INTEGER PRIMARY KEY,
  student INTEGER NOT NULL REFERENCES student(id) ON DELETE CASCADE,
  address TEXT NOT NULL UNIQUE,
  publicKey BLOB NOT NULL,
  secret BLOB NOT NULL,
  label TEXT NOT NULL,
  createdAt TEXT NOT NULL
) STRICT;

CREATE INDEX reminderBrowser_student ON reminderBrowser(student);

CREATE TABLE reminderPush (
  id INTEGER PRIMARY KEY,
  browser INTEGER NOT NULL REFERENCES reminderBrowser(id) ON DELETE CASCADE,
  campaign INTEGER NOT NULL REFERENCES campaign(id) ON DELETE CASCADE,
  language TEXT NOT NULL,
  title TEXT NOT NULL,
  body TEXT NOT NULL,
  createdAt TEXT NOT NULL,
  ends TEXT NOT NULL
) STRICT;

CREATE INDEX reminderPush_browser ON reminderPush(browser);

CREATE INDEX reminderPush_campaign ON reminderPush(campaign);

CREATE TABLE resultCount (
  version INTEGER NOT NULL REFERENCES questionnaireVersion(id) ON DELETE CASCADE,
  place TEXT NOT NULL,
  question INTEGER NOT NULL,
  -- 0 counts whoever answered at all, once.
  answer INTEGER NOT NULL,
  -- Of numbers and days only.
  value TEXT NOT NULL,
  count INTEGER NOT NULL CHECK (count > 0),
  PRIMARY KEY (version, place, question, answer, value)
) STRICT, WITHOUT ROWID;

CREATE TABLE resultGroup (
  version INTEGER NOT NULL REFERENCES questionnaireVersion(id) ON DELETE CASCADE,
  place TEXT NOT NULL,
  -- The answers that were given of those on which rules hang, '12,15': what was asked follows from them.
  chosen TEXT NOT NULL,
  count INTEGER NOT NULL CHECK (count > 0),
  PRIMARY KEY (version, place, chosen)
) STRICT, WITHOUT ROWID;

CREATE TABLE sealedCount (
  version INTEGER NOT NULL REFERENCES questionnaireVersion(id) ON DELETE RESTRICT,
  -- 0 where it is filled in for no activity.
  activity INTEGER NOT NULL,
  waiting INTEGER NOT NULL DEFAULT 0 CHECK (waiting >= 0),
  lost INTEGER NOT NULL DEFAULT 0 CHECK (lost >= 0),
  PRIMARY KEY (version, activity)
) STRICT, WITHOUT ROWID;

CREATE TABLE sealedPool (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  taken BLOB NOT NULL,
  isChanged INTEGER NOT NULL DEFAULT 0 CHECK (isChanged IN (0, 1)),
  isRewritingDue INTEGER NOT NULL DEFAULT 0 CHECK (isRewritingDue IN (0, 1))
) STRICT;

CREATE TABLE sealedSlot (
  id INTEGER PRIMARY KEY,
  bytes BLOB NOT NULL CHECK (length(bytes) = 4000)
) STRICT;

CREATE TABLE sealingKey (
  purpose TEXT PRIMARY KEY CHECK (purpose IN ('answers', 'drafts')),
  -- Names its file beside the database.
  id TEXT NOT NULL CHECK (length(id) = 32),
  publicKey BLOB CHECK (length(publicKey) = 32)
) STRICT, WITHOUT ROWID;

CREATE TABLE student (
  id INTEGER PRIMARY KEY,
key TEXT NOT NULL CHECK (key <> ''),
version INTEGER NOT NULL DEFAULT 1,
createdAt TEXT NOT NULL,
updatedAt TEXT NOT NULL,
deletedAt TEXT,
folded TEXT NOT NULL,
words TEXT NOT NULL,
  number TEXT NOT NULL CHECK (number <> ''),
  name TEXT NOT NULL DEFAULT '',
  degree INTEGER REFERENCES degree(id) ON DELETE SET NULL,
  courseYear INTEGER CHECK (courseYear BETWEEN 1 AND 8),
  standing TEXT NOT NULL DEFAULT 'regular' CHECK (standing IN ('regular', 'beyond')),
  account TEXT NOT NULL DEFAULT '',
  active INTEGER NOT NULL DEFAULT 1 CHECK (active IN (0, 1))
) STRICT;

CREATE INDEX student_account ON student(account) WHERE account <> '';

CREATE INDEX student_by_name ON student(name, id) WHERE deletedAt IS NULL;

CREATE INDEX student_degree ON student(degree) WHERE degree IS NOT NULL;

CREATE INDEX student_facets ON student(active, standing, courseYear, degree, deletedAt) WHERE deletedAt IS NULL;

CREATE UNIQUE INDEX student_key ON student(key);

CREATE UNIQUE INDEX student_title ON student(folded) WHERE deletedAt IS NULL;

CREATE INDEX student_trash ON student(deletedAt) WHERE deletedAt IS NOT NULL;

CREATE TRIGGER student_words_delete AFTER DELETE ON student BEGIN
  INSERT INTO studentWords(studentWords, rowid, words) VALUES ('delete', old.id, old.words);
END;

CREATE TRIGGER student_words_insert AFTER INSERT ON student BEGIN
  INSERT INTO studentWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE TRIGGER student_words_update AFTER UPDATE OF words ON student WHEN old.words <> new.words BEGIN
  INSERT INTO studentWords(studentWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO studentWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE VIRTUAL TABLE studentWords USING fts5(words, content='student', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");

CREATE TABLE tag (
  id INTEGER PRIMARY KEY,
key TEXT NOT NULL CHECK (key <> ''),
version INTEGER NOT NULL DEFAULT 1,
createdAt TEXT NOT NULL,
updatedAt TEXT NOT NULL,
deletedAt TEXT,
folded TEXT NOT NULL,
words TEXT NOT NULL,
  name TEXT NOT NULL CHECK (name <> ''),
  code TEXT NOT NULL CHECK (code <> ''),
  family TEXT NOT NULL CHECK (family IN ('element', 'questionnaire')),
  kind TEXT NOT NULL CHECK (kind IN ('text', 'number', 'day', 'mark'))
, translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations))) STRICT;

CREATE INDEX tag_by_code ON tag(code, id) WHERE deletedAt IS NULL;

CREATE INDEX tag_code ON tag(code COLLATE NOCASE);

CREATE UNIQUE INDEX tag_key ON tag(key);

CREATE UNIQUE INDEX tag_title ON tag(folded) WHERE deletedAt IS NULL;

CREATE INDEX tag_trash ON tag(deletedAt) WHERE deletedAt IS NOT NULL;

CREATE TRIGGER tag_words_delete AFTER DELETE ON tag BEGIN
  INSERT INTO tagWords(tagWords, rowid, words) VALUES ('delete', old.id, old.words);
END;

CREATE TRIGGER tag_words_insert AFTER INSERT ON tag BEGIN
  INSERT INTO tagWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE TRIGGER tag_words_update AFTER UPDATE OF words ON tag WHEN old.words <> new.words BEGIN
  INSERT INTO tagWords(tagWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO tagWords(rowid, words) VALUES (new.id, new.words);
END;

CREATE VIRTUAL TABLE tagWords USING fts5(words, content='tag', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");

CREATE TABLE teacherAnswer (
  activity INTEGER NOT NULL REFERENCES activity(id) ON DELETE CASCADE,
  question INTEGER NOT NULL REFERENCES element(id) ON DELETE CASCADE,
  person INTEGER NOT NULL REFERENCES person(id) ON DELETE CASCADE,
  text TEXT NOT NULL CHECK (text <> ''),
  PRIMARY KEY (activity, question, person)
) STRICT, WITHOUT ROWID;

CREATE INDEX teacherAnswer_person ON teacherAnswer(person);

CREATE INDEX teacherAnswer_question ON teacherAnswer(question);

CREATE TABLE textReview (
  compilation TEXT NOT NULL REFERENCES compilation(id) ON DELETE CASCADE,
  question INTEGER NOT NULL REFERENCES element(id) ON DELETE RESTRICT,
  decision TEXT NOT NULL CHECK (decision IN ('shown', 'withheld')),
  PRIMARY KEY (compilation, question)
) STRICT, WITHOUT ROWID;

CREATE INDEX textReview_question ON textReview(question);

