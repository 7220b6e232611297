CREATE TABLE act (
  id INTEGER PRIMARY KEY,
  text TEXT NOT NULL,
  kind TEXT NOT NULL,
  scopeID INTEGER,
  accountID INTEGER REFERENCES account(id) ON DELETE SET NULL,
  at TEXT NOT NULL,
  undoneAt TEXT
) STRICT;

CREATE TRIGGER stagedImportUndone AFTER UPDATE OF undoneAt ON act WHEN new.undoneAt IS NOT NULL BEGIN
  UPDATE stagedImport SET state = 'undone' WHERE actID = new.id AND state = 'done';
END;

CREATE VIRTUAL TABLE auditWords USING fts5(
    actor, objectTitle, detail, content='audit', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");

CREATE TABLE bulkAct (
  actID INTEGER PRIMARY KEY REFERENCES act(id) ON DELETE CASCADE,
  change TEXT NOT NULL CHECK (json_valid(change)),
  total INTEGER NOT NULL,
  done INTEGER NOT NULL DEFAULT 0,
  changed INTEGER NOT NULL DEFAULT 0,
  skipped TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(skipped)),
  state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'done', 'cancelled', 'undone'))
) STRICT;

CREATE TABLE bulkItem (
  actID INTEGER NOT NULL REFERENCES bulkAct(actID) ON DELETE CASCADE,
  recordID INTEGER NOT NULL,
  version INTEGER NOT NULL,
  PRIMARY KEY (actID, recordID)
) STRICT, WITHOUT ROWID;

CREATE TABLE crash (
    id INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    signal INTEGER NOT NULL,
    run TEXT NOT NULL UNIQUE,
    served INTEGER NOT NULL CHECK (served IN (0, 1)),
    jobs TEXT NOT NULL CHECK (json_valid(jobs))
) STRICT;

CREATE TABLE draft (
  kind TEXT NOT NULL,
  recordID INTEGER NOT NULL,
  version INTEGER NOT NULL,
  edition INTEGER NOT NULL CHECK (edition > 0),
  at TEXT NOT NULL,
  accountID INTEGER REFERENCES account(id) ON DELETE SET NULL,
  actor TEXT NOT NULL,
  fields TEXT NOT NULL CHECK (json_valid(fields)),
  PRIMARY KEY (kind, recordID)
) STRICT, WITHOUT ROWID;

CREATE INDEX draftOfAccount ON draft(accountID) WHERE accountID IS NOT NULL;

CREATE TABLE draftEdition (
  kind TEXT NOT NULL,
  recordID INTEGER NOT NULL,
  edition INTEGER NOT NULL CHECK (edition > 0),
  at TEXT NOT NULL,
  fields TEXT NOT NULL CHECK (json_valid(fields)),
  PRIMARY KEY (kind, recordID, edition)
) STRICT, WITHOUT ROWID;

CREATE INDEX draftEditionByTime ON draftEdition(at);

CREATE TABLE heartbeat (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    at TEXT NOT NULL
) STRICT;

CREATE TABLE importShape (
  kind TEXT NOT NULL,
  shape TEXT NOT NULL,
  mapping TEXT NOT NULL CHECK (json_valid(mapping)),
  at TEXT NOT NULL,
  PRIMARY KEY (kind, shape)
) STRICT, WITHOUT ROWID;

CREATE TABLE importedRecord (
  kind TEXT NOT NULL,
  scopeID INTEGER NOT NULL,
  source TEXT NOT NULL,
  recordID INTEGER NOT NULL,
  PRIMARY KEY (kind, scopeID, source, recordID)
) STRICT, WITHOUT ROWID;

CREATE TABLE job (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind <> ''),
    payload TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(payload)),
    title TEXT NOT NULL CHECK (json_valid(title)),
    accountID INTEGER REFERENCES account(id) ON DELETE SET NULL,
    actor TEXT NOT NULL DEFAULT '',
    scopeID INTEGER,
    state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'done', 'failed', 'cancelled')),
    runAt TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    maxAttempts INTEGER NOT NULL CHECK (maxAttempts > 0),
    recurs INTEGER NOT NULL DEFAULT 0 CHECK (recurs IN (0, 1)),
    worker TEXT,
    leaseUntil TEXT,
    done INTEGER NOT NULL DEFAULT 0 CHECK (done >= 0),
    total INTEGER NOT NULL DEFAULT 0 CHECK (total >= 0),
    result TEXT CHECK (result IS NULL OR json_valid(result)),
    error TEXT CHECK (error IS NULL OR json_valid(error)),
    createdAt TEXT NOT NULL,
    startedAt TEXT,
    endedAt TEXT, crashes INTEGER NOT NULL DEFAULT 0 CHECK (crashes >= 0), receiver TEXT NOT NULL DEFAULT '', generation INTEGER NOT NULL DEFAULT 1,
    CHECK ((state = 'running') = (worker IS NOT NULL) AND (worker IS NULL) = (leaseUntil IS NULL))
) STRICT;

CREATE INDEX jobByKind ON job (kind, id);

CREATE INDEX jobByState ON job (state, runAt);

CREATE INDEX jobOfAccount ON job (accountID);

CREATE INDEX jobOfReceiver ON job (receiver, state) WHERE receiver <> '';

CREATE UNIQUE INDEX jobWaitsOnce ON job (kind) WHERE recurs = 1 AND state = 'waiting';

CREATE TABLE jobReceiver (
    name TEXT PRIMARY KEY CHECK (name <> ''),
    failures INTEGER NOT NULL CHECK (failures > 0),
    restsUntil TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE listColumns (
  accountID INTEGER NOT NULL REFERENCES account(id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  columns TEXT NOT NULL CHECK (columns <> ''),
  PRIMARY KEY (accountID, kind)
) STRICT, WITHOUT ROWID;

CREATE TABLE listDefault (
  accountID INTEGER NOT NULL REFERENCES account(id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  scopeID INTEGER NOT NULL,
  viewID INTEGER NOT NULL REFERENCES listView(id) ON DELETE CASCADE,
  PRIMARY KEY (accountID, kind, scopeID)
) STRICT, WITHOUT ROWID;

CREATE INDEX listDefault_view ON listDefault(viewID);

CREATE TABLE listView (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  scopeID INTEGER,
  accountID INTEGER REFERENCES account(id) ON DELETE SET NULL,
  name TEXT NOT NULL CHECK (name <> ''),
  query TEXT NOT NULL,
  isShared INTEGER NOT NULL DEFAULT 0 CHECK (isShared IN (0, 1)),
  createdAt TEXT NOT NULL
) STRICT;

CREATE INDEX listView_account ON listView(accountID) WHERE accountID IS NOT NULL;

CREATE INDEX listView_of ON listView(kind, scopeID);

CREATE TABLE mailServer (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    way TEXT NOT NULL CHECK (way IN ('none', 'sendmail', 'smtp')),
    host TEXT NOT NULL,
    port INTEGER NOT NULL CHECK (port BETWEEN 1 AND 65535),
    security TEXT NOT NULL CHECK (security IN ('tls', 'starttls', 'none')),
    user TEXT NOT NULL,
    password BLOB CHECK (length(password) > 28),
    senderName TEXT NOT NULL,
    sender TEXT NOT NULL,
    replyTo TEXT NOT NULL,
    version INTEGER NOT NULL CHECK (version > 0)
) STRICT;

CREATE TABLE picture (
    id INTEGER PRIMARY KEY,
    "key" TEXT NOT NULL CHECK ("key" <> ''),
    file TEXT NOT NULL CHECK (length(file) = 32 AND file NOT GLOB '*[^0-9a-f]*'),
    width INTEGER NOT NULL CHECK (width > 0),
    height INTEGER NOT NULL CHECK (height > 0),
    bytes INTEGER NOT NULL CHECK (bytes > 0),
    alt TEXT NOT NULL DEFAULT '',
    credit TEXT NOT NULL DEFAULT '',
    licence TEXT NOT NULL DEFAULT '',
    original TEXT NOT NULL DEFAULT '',
    scopeID INTEGER,
    version INTEGER NOT NULL DEFAULT 1 CHECK (version > 0),
    createdAt TEXT NOT NULL,
    updatedAt TEXT NOT NULL,
    deletedAt TEXT
) STRICT;

CREATE INDEX picture_file ON picture (file);

CREATE UNIQUE INDEX picture_key ON picture ("key");

CREATE INDEX picture_scope ON picture (scopeID, createdAt);

CREATE TABLE preference (
    accountID INTEGER NOT NULL REFERENCES account(id) ON DELETE CASCADE,
    name TEXT NOT NULL CHECK (name <> ''),
    value TEXT NOT NULL,
    PRIMARY KEY (accountID, name)
) STRICT;

CREATE TABLE previewLink (
  id INTEGER PRIMARY KEY,
  tokenHash BLOB NOT NULL UNIQUE CHECK (length(tokenHash) = 32),
  kind TEXT NOT NULL,
  recordID INTEGER NOT NULL,
  createdAt TEXT NOT NULL,
  expiresAt TEXT NOT NULL,
  accountID INTEGER REFERENCES account(id) ON DELETE SET NULL,
  actor TEXT NOT NULL
) STRICT;

CREATE INDEX previewLinkByEnd ON previewLink(expiresAt);

CREATE INDEX previewLinkOfAccount ON previewLink(accountID) WHERE accountID IS NOT NULL;

CREATE INDEX previewLinkOfRecord ON previewLink(kind, recordID);

CREATE TABLE revision (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  recordID INTEGER NOT NULL,
  version INTEGER NOT NULL,
  act TEXT NOT NULL,
  at TEXT NOT NULL,
  accountID INTEGER REFERENCES account(id) ON DELETE SET NULL,
  actor TEXT NOT NULL,
  actID INTEGER REFERENCES act(id) ON DELETE SET NULL,
  scopeID INTEGER,
  title TEXT NOT NULL,
  fields TEXT NOT NULL CHECK (json_valid(fields))
) STRICT;

CREATE INDEX revisionByWhom ON revision(kind, scopeID, accountID);

CREATE INDEX revisionOfAccount ON revision(accountID) WHERE accountID IS NOT NULL;

CREATE INDEX revisionOfAct ON revision(actID) WHERE actID IS NOT NULL;

CREATE INDEX revisionOfRecord ON revision(kind, recordID, id);

CREATE TABLE schedule (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  recordID INTEGER NOT NULL,
  scopeID INTEGER,
  act TEXT NOT NULL CHECK (act IN ('publish', 'draft', 'unpublish')),
  at TEXT NOT NULL,
  plannedAt TEXT NOT NULL,
  accountID INTEGER REFERENCES account(id) ON DELETE SET NULL,
  actor TEXT NOT NULL,
  problem TEXT CHECK (problem <> ''),
  UNIQUE (kind, recordID, act)
) STRICT;

CREATE INDEX scheduleByTime ON schedule(at);

CREATE INDEX scheduleDue ON schedule(at) WHERE problem IS NULL;

CREATE INDEX scheduleOfAccount ON schedule(accountID) WHERE accountID IS NOT NULL;

CREATE VIRTUAL TABLE searchVocabulary USING fts5vocab(searchWords, row);

CREATE VIRTUAL TABLE searchWords USING fts5(
    words, content='', columnsize=0, detail=none, prefix='1 2 3', tokenize="unicode61 remove_diacritics 2");

CREATE TABLE seedApplication (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    file TEXT NOT NULL,
    at TEXT NOT NULL,
    actID INTEGER REFERENCES act(id) ON DELETE SET NULL,
    added INTEGER NOT NULL CHECK (added >= 0),
    changed INTEGER NOT NULL CHECK (changed >= 0),
    removed INTEGER NOT NULL CHECK (removed >= 0),
    others TEXT NOT NULL CHECK (json_valid(others)),
    renamed TEXT NOT NULL CHECK (json_valid(renamed)),
    undoneAt TEXT
, backup TEXT) STRICT;

CREATE INDEX seedApplicationOfAct ON seedApplication(actID) WHERE actID IS NOT NULL;

CREATE INDEX seedApplicationOfName ON seedApplication(name, id);

CREATE TABLE seedEntry (
    id INTEGER PRIMARY KEY,
    list TEXT NOT NULL,
    name TEXT NOT NULL,
    isWhole INTEGER NOT NULL CHECK (isWhole IN (0, 1))
) STRICT;

CREATE TABLE seedMemory (
    kind TEXT NOT NULL,
    scopeID INTEGER NOT NULL,
    key TEXT NOT NULL,
    name TEXT NOT NULL,
    fields TEXT NOT NULL CHECK (json_valid(fields)),
    PRIMARY KEY (kind, scopeID, key, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE seedRow (
    id INTEGER PRIMARY KEY,
    entry INTEGER NOT NULL REFERENCES seedEntry(id) ON DELETE CASCADE,
    tableName TEXT NOT NULL,
    place TEXT NOT NULL,
    before TEXT CHECK (before IS NULL OR json_valid(before)),
    after TEXT
) STRICT;

CREATE INDEX seedRowOfEntry ON seedRow(entry, tableName, place);

CREATE TABLE seedUndo (
    kind TEXT NOT NULL,
    scopeID INTEGER NOT NULL,
    key TEXT NOT NULL,
    name TEXT NOT NULL,
    fields TEXT CHECK (fields IS NULL OR json_valid(fields)),
    PRIMARY KEY (kind, scopeID, key, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE siteIdentity (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    generation INTEGER NOT NULL DEFAULT 1 CHECK (generation > 0),
    instance TEXT,
    address TEXT CHECK (address LIKE 'http%'),
    quietSince TEXT,
    quietReason TEXT CHECK (quietReason IN ('restored', 'copied')), place TEXT CHECK (place IS NULL OR json_valid(place)),
    CHECK ((quietSince IS NULL) = (quietReason IS NULL))
) STRICT;

CREATE TABLE stagedImport (
  id INTEGER PRIMARY KEY,
  accountID INTEGER NOT NULL REFERENCES account(id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind <> ''),
  scopeID INTEGER,
  name TEXT NOT NULL,
  language TEXT NOT NULL,
  at TEXT NOT NULL,
  size INTEGER NOT NULL CHECK (size >= 0),
  total INTEGER NOT NULL CHECK (total >= 0),
  digest BLOB NOT NULL,
  mapping TEXT NOT NULL CHECK (json_valid(mapping)),
  preview TEXT NOT NULL CHECK (json_valid(preview)),
  state TEXT NOT NULL DEFAULT 'choosing'
    CHECK (state IN ('choosing', 'checking', 'checked', 'working', 'done', 'undone')),
  round INTEGER NOT NULL DEFAULT 0,
  counts TEXT NOT NULL CHECK (json_valid(counts)),
  problem TEXT,
  actID INTEGER REFERENCES act(id) ON DELETE SET NULL,
  idempotencyKey TEXT, reader TEXT NOT NULL DEFAULT '',
  UNIQUE (accountID, idempotencyKey)
) STRICT;

CREATE INDEX stagedImportOfAccount ON stagedImport(accountID, id);

CREATE INDEX stagedImportOfAct ON stagedImport(actID) WHERE actID IS NOT NULL;

CREATE TABLE stagedItem (
  id INTEGER PRIMARY KEY,
  importID INTEGER NOT NULL REFERENCES stagedImport(id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  place TEXT NOT NULL CHECK (json_valid(place)),
  content TEXT CHECK (content IS NULL OR json_valid(content)),
  corrections TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(corrections)),
  decision TEXT NOT NULL DEFAULT '' CHECK (decision IN ('', 'leave', 'new', 'same')),
  sameID INTEGER,
  verdict TEXT NOT NULL DEFAULT 'waiting'
    CHECK (verdict IN ('waiting', 'new', 'changed', 'same', 'left', 'unclear', 'refused')),
  title TEXT NOT NULL DEFAULT '',
  recordID INTEGER,
  version INTEGER NOT NULL DEFAULT 0,
  record TEXT CHECK (record IS NULL OR json_valid(record)),
  notes TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(notes)),
  hasRemarks INTEGER NOT NULL DEFAULT 0 CHECK (hasRemarks IN (0, 1)),
  UNIQUE (importID, number)
) STRICT;

CREATE INDEX stagedItemOfRecord ON stagedItem(importID, recordID) WHERE recordID IS NOT NULL;

CREATE INDEX stagedItemOfRemarks ON stagedItem(importID, number) WHERE hasRemarks = 1;

CREATE INDEX stagedItemOfVerdict ON stagedItem(importID, verdict, number);

CREATE TABLE stagedPart (
  id INTEGER PRIMARY KEY,
  importID INTEGER NOT NULL REFERENCES stagedImport(id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  bytes BLOB NOT NULL,
  UNIQUE (importID, number)
) STRICT;

CREATE TABLE stagedValue (
  importID INTEGER NOT NULL REFERENCES stagedImport(id) ON DELETE CASCADE,
  field TEXT NOT NULL,
  value TEXT NOT NULL,
  spelled TEXT NOT NULL,
  count INTEGER NOT NULL,
  answer TEXT NOT NULL DEFAULT '' CHECK (answer IN ('', 'map', 'make', 'skip')),
  target TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (importID, field, value)
) STRICT, WITHOUT ROWID;

CREATE TABLE unsentForm (
  tokenHash BLOB NOT NULL PRIMARY KEY CHECK (length(tokenHash) = 32),
  network TEXT NOT NULL,
  at TEXT NOT NULL,
  sealed BLOB NOT NULL
) STRICT;

CREATE INDEX unsentFormByTime ON unsentForm(at);

CREATE INDEX unsentFormOfNetwork ON unsentForm(network, at);

CREATE TABLE webhook (
    id INTEGER PRIMARY KEY,
    address TEXT NOT NULL CHECK (address LIKE 'http%'),
    resources TEXT NOT NULL DEFAULT '',
    acts TEXT NOT NULL DEFAULT '',
    secret TEXT NOT NULL CHECK (length(secret) >= 32),
    isOn INTEGER NOT NULL DEFAULT 1 CHECK (isOn IN (0, 1)),
    failures INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0),
    lastFailureAt TEXT,
    gaveUpAt TEXT,
    createdAt TEXT NOT NULL
, failingSince TEXT, gaveUpReason TEXT CHECK (gaveUpReason IN ('days', 'gone'))) STRICT;

CREATE TABLE webhookDelivery (
    id INTEGER PRIMARY KEY,
    webhookID INTEGER NOT NULL REFERENCES webhook(id) ON DELETE CASCADE,
    eventID TEXT NOT NULL CHECK (eventID <> ''),
    event TEXT NOT NULL CHECK (event <> ''),
    payload TEXT NOT NULL CHECK (json_valid(payload)),
    state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'done', 'failed')),
    attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    nextAt TEXT,
    status INTEGER,
    answer TEXT NOT NULL DEFAULT '',
    error TEXT,
    createdAt TEXT NOT NULL,
    triedAt TEXT
) STRICT;

CREATE INDEX webhookDeliveryByTime ON webhookDelivery (createdAt);

CREATE INDEX webhookDeliveryOfWebhook ON webhookDelivery (webhookID, id);

CREATE INDEX webhookDeliveryWaiting ON webhookDelivery (webhookID, createdAt) WHERE state <> 'done';

CREATE TABLE workingCopy (
  id INTEGER PRIMARY KEY,
  accountID INTEGER NOT NULL REFERENCES account(id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  recordID INTEGER NOT NULL,
  scopeID INTEGER NOT NULL,
  version INTEGER NOT NULL,
  at TEXT NOT NULL,
  form TEXT NOT NULL CHECK (json_valid(form)),
  UNIQUE (accountID, kind, recordID, scopeID)
) STRICT;

CREATE INDEX workingCopyByTime ON workingCopy(at);

CREATE INDEX workingCopyOfRecord ON workingCopy(kind, recordID);

