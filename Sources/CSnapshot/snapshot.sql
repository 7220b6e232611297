CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
CREATE TABLE account (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL CHECK (length(key) BETWEEN 2 AND 64 AND key NOT GLOB '*[^a-z0-9._-]*'),
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    passwordHash TEXT CHECK (passwordHash LIKE 'scrypt$%'),
    isActive INTEGER NOT NULL DEFAULT 1 CHECK (isActive IN (0, 1)),
    isDemo INTEGER NOT NULL DEFAULT 0 CHECK (isDemo IN (0, 1)),
    version INTEGER NOT NULL DEFAULT 1 CHECK (version > 0),
    createdAt TEXT NOT NULL,
    updatedAt TEXT NOT NULL,
    deletedAt TEXT
, erasedAt TEXT, country TEXT CHECK (country GLOB '[A-Z][A-Z]'), language TEXT
  CHECK (language GLOB '[a-z][a-z]*' AND length(language) <= 35)) STRICT;
CREATE TABLE roleAssignment (
    accountID INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
    role TEXT NOT NULL CHECK (role <> ''),
    scopeID INTEGER
) STRICT;
CREATE TABLE session (
    id INTEGER PRIMARY KEY,
    tokenHash BLOB NOT NULL CHECK (length(tokenHash) = 32),
    accountID INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
    createdAt TEXT NOT NULL,
    seenAt TEXT NOT NULL,
    expiresAt TEXT NOT NULL,
    address TEXT NOT NULL,
    device TEXT NOT NULL,
    flash TEXT CHECK (flash IS NULL OR json_valid(flash)),
    scopeID INTEGER
, provedAt TEXT, viewing TEXT CHECK (viewing IS NULL OR json_valid(viewing))) STRICT;
CREATE TABLE attempt (
    id INTEGER PRIMARY KEY,
    name BLOB NOT NULL CHECK (length(name) = 32),
    network TEXT NOT NULL,
    at TEXT NOT NULL,
    outcome TEXT NOT NULL CHECK (outcome IN ('failed', 'good', 'limited'))
) STRICT;
CREATE TABLE oneTimeLink (
    tokenHash BLOB NOT NULL PRIMARY KEY CHECK (length(tokenHash) = 32),
    accountID INTEGER REFERENCES account ON DELETE CASCADE,
    createdAt TEXT NOT NULL,
    expiresAt TEXT NOT NULL
, email TEXT) STRICT;
CREATE TABLE audit (
    id INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    accountID INTEGER,
    actor TEXT NOT NULL,
    address TEXT NOT NULL,
    requestID TEXT NOT NULL,
    action TEXT NOT NULL CHECK (action <> ''),
    objectKind TEXT,
    objectID INTEGER,
    objectTitle TEXT,
    scopeID INTEGER,
    detail TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(detail)),
    previousHash BLOB NOT NULL CHECK (length(previousHash) = 32),
    hash BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;
CREATE TABLE authenticatorApp (
    accountID INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
    sealed BLOB NOT NULL CHECK (length(sealed) > 28),
    isConfirmed INTEGER NOT NULL CHECK (isConfirmed IN (0, 1)),
    lastStep INTEGER NOT NULL DEFAULT 0 CHECK (lastStep >= 0),
    createdAt TEXT NOT NULL,
    PRIMARY KEY (accountID, isConfirmed)
) STRICT;
CREATE TABLE recoveryCode (
    accountID INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
    hash BLOB NOT NULL CHECK (length(hash) = 32),
    usedAt TEXT,
    PRIMARY KEY (accountID, hash)
) STRICT;
CREATE TABLE passkey (
    id INTEGER PRIMARY KEY,
    accountID INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
    credentialID BLOB NOT NULL UNIQUE CHECK (length(credentialID) BETWEEN 16 AND 1023),
    publicKey BLOB NOT NULL,
    counter INTEGER NOT NULL CHECK (counter >= 0),
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
    createdAt TEXT NOT NULL,
    usedAt TEXT
) STRICT;
CREATE TABLE challenge (
    value BLOB NOT NULL PRIMARY KEY CHECK (length(value) = 32),
    purpose TEXT NOT NULL CHECK (purpose IN ('creation', 'signIn')),
    accountID INTEGER REFERENCES account ON DELETE CASCADE,
    expiresAt TEXT NOT NULL
) STRICT;
CREATE TABLE trustedDevice (
    id INTEGER PRIMARY KEY,
    accountID INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
    tokenHash BLOB NOT NULL UNIQUE CHECK (length(tokenHash) = 32),
    device TEXT NOT NULL,
    createdAt TEXT NOT NULL,
    seenAt TEXT NOT NULL,
    expiresAt TEXT NOT NULL
) STRICT;
CREATE TABLE halfSession (
    tokenHash BLOB NOT NULL PRIMARY KEY CHECK (length(tokenHash) = 32),
    accountID INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
    createdAt TEXT NOT NULL,
    expiresAt TEXT NOT NULL
) STRICT;
CREATE TABLE factorRequirement (role TEXT NOT NULL PRIMARY KEY CHECK (role <> '')) STRICT, WITHOUT ROWID;
CREATE TABLE ownRole (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE CHECK (name LIKE 'own-%'),
    title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 60),
    folded TEXT NOT NULL UNIQUE CHECK (folded <> ''),
    scope TEXT CHECK (scope <> ''),
    grants TEXT NOT NULL CHECK (json_valid(grants)),
    version INTEGER NOT NULL DEFAULT 1 CHECK (version > 0),
    updatedAt TEXT NOT NULL
, isConfined INTEGER NOT NULL DEFAULT 0 CHECK (isConfined IN (0, 1))) STRICT;
CREATE TABLE accessToken (
    id INTEGER PRIMARY KEY,
    accountID INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
    prefix TEXT NOT NULL CHECK (length(prefix) BETWEEN 6 AND 12),
    tokenHash BLOB NOT NULL CHECK (length(tokenHash) = 32),
    access TEXT NOT NULL CHECK (access IN ('read', 'write')),
    areas TEXT NOT NULL DEFAULT '',
    scopeID INTEGER,
    createdAt TEXT NOT NULL,
    expiresAt TEXT NOT NULL,
    usedAt TEXT,
    revokedAt TEXT
) STRICT;
CREATE TABLE auditErasure (
    auditID INTEGER PRIMARY KEY,
    erasure INTEGER NOT NULL CHECK (erasure > auditID)
) STRICT;
CREATE TABLE guess (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind <> ''),
    name BLOB NOT NULL CHECK (length(name) = 32),
    network TEXT NOT NULL,
    address TEXT NOT NULL,
    begunAt TEXT NOT NULL,
    endsAt TEXT NOT NULL CHECK (endsAt > begunAt),
    tries INTEGER NOT NULL CHECK (tries > 0),
    told INTEGER NOT NULL CHECK (told BETWEEN 0 AND tries),
    account INTEGER REFERENCES account ON DELETE CASCADE,
    objectKind TEXT,
    objectID INTEGER,
    objectTitle TEXT,
    scopeID INTEGER
) STRICT;
CREATE TABLE accountEmail (
    accountID INTEGER PRIMARY KEY REFERENCES account ON DELETE CASCADE,
    address TEXT NOT NULL CHECK (length(address) BETWEEN 3 AND 254),
    confirmedAt TEXT
) STRICT;
CREATE TABLE emailLink (
    tokenHash BLOB NOT NULL PRIMARY KEY CHECK (length(tokenHash) = 32),
    accountID INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
    address TEXT NOT NULL CHECK (length(address) BETWEEN 3 AND 254),
    createdAt TEXT NOT NULL,
    expiresAt TEXT NOT NULL
) STRICT;
CREATE TABLE knownBrowser (
    accountID INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
    tokenHash BLOB NOT NULL CHECK (length(tokenHash) = 32),
    seenAt TEXT NOT NULL,
    PRIMARY KEY (accountID, tokenHash)
) STRICT, WITHOUT ROWID;
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
CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE VIRTUAL TABLE auditWords USING fts5(
    actor, objectTitle, detail, content='audit', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");
CREATE TABLE act (
  id INTEGER PRIMARY KEY,
  text TEXT NOT NULL,
  kind TEXT NOT NULL,
  scopeID INTEGER,
  accountID INTEGER REFERENCES account(id) ON DELETE SET NULL,
  at TEXT NOT NULL,
  undoneAt TEXT
) STRICT;
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
CREATE TABLE crash (
    id INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    signal INTEGER NOT NULL,
    run TEXT NOT NULL UNIQUE,
    served INTEGER NOT NULL CHECK (served IN (0, 1)),
    jobs TEXT NOT NULL CHECK (json_valid(jobs))
) STRICT;
CREATE TABLE listColumns (
  accountID INTEGER NOT NULL REFERENCES account(id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  columns TEXT NOT NULL CHECK (columns <> ''),
  PRIMARY KEY (accountID, kind)
) STRICT, WITHOUT ROWID;
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
CREATE TABLE listDefault (
  accountID INTEGER NOT NULL REFERENCES account(id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  scopeID INTEGER NOT NULL,
  viewID INTEGER NOT NULL REFERENCES listView(id) ON DELETE CASCADE,
  PRIMARY KEY (accountID, kind, scopeID)
) STRICT, WITHOUT ROWID;
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
CREATE VIRTUAL TABLE searchWords USING fts5(
    words, content='', columnsize=0, detail=none, prefix='1 2 3', tokenize="unicode61 remove_diacritics 2");
CREATE VIRTUAL TABLE searchVocabulary USING fts5vocab(searchWords, row);
CREATE TABLE preference (
    accountID INTEGER NOT NULL REFERENCES account(id) ON DELETE CASCADE,
    name TEXT NOT NULL CHECK (name <> ''),
    value TEXT NOT NULL,
    PRIMARY KEY (accountID, name)
) STRICT;
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
CREATE TABLE unsentForm (
  tokenHash BLOB NOT NULL PRIMARY KEY CHECK (length(tokenHash) = 32),
  network TEXT NOT NULL,
  at TEXT NOT NULL,
  sealed BLOB NOT NULL
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
CREATE TABLE draftEdition (
  kind TEXT NOT NULL,
  recordID INTEGER NOT NULL,
  edition INTEGER NOT NULL CHECK (edition > 0),
  at TEXT NOT NULL,
  fields TEXT NOT NULL CHECK (json_valid(fields)),
  PRIMARY KEY (kind, recordID, edition)
) STRICT, WITHOUT ROWID;
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
CREATE TABLE siteIdentity (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    generation INTEGER NOT NULL DEFAULT 1 CHECK (generation > 0),
    instance TEXT,
    address TEXT CHECK (address LIKE 'http%'),
    quietSince TEXT,
    quietReason TEXT CHECK (quietReason IN ('restored', 'copied')), place TEXT CHECK (place IS NULL OR json_valid(place)),
    CHECK ((quietSince IS NULL) = (quietReason IS NULL))
) STRICT;
CREATE TABLE jobReceiver (
    name TEXT PRIMARY KEY CHECK (name <> ''),
    failures INTEGER NOT NULL CHECK (failures > 0),
    restsUntil TEXT
) STRICT, WITHOUT ROWID;
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
CREATE TABLE seedMemory (
    kind TEXT NOT NULL,
    scopeID INTEGER NOT NULL,
    key TEXT NOT NULL,
    name TEXT NOT NULL,
    fields TEXT NOT NULL CHECK (json_valid(fields)),
    PRIMARY KEY (kind, scopeID, key, name)
) STRICT, WITHOUT ROWID;
CREATE TABLE seedUndo (
    kind TEXT NOT NULL,
    scopeID INTEGER NOT NULL,
    key TEXT NOT NULL,
    name TEXT NOT NULL,
    fields TEXT CHECK (fields IS NULL OR json_valid(fields)),
    PRIMARY KEY (kind, scopeID, key, name)
) STRICT, WITHOUT ROWID;
CREATE TABLE seedEntry (
    id INTEGER PRIMARY KEY,
    list TEXT NOT NULL,
    name TEXT NOT NULL,
    isWhole INTEGER NOT NULL CHECK (isWhole IN (0, 1))
) STRICT;
CREATE TABLE seedRow (
    id INTEGER PRIMARY KEY,
    entry INTEGER NOT NULL REFERENCES seedEntry(id) ON DELETE CASCADE,
    tableName TEXT NOT NULL,
    place TEXT NOT NULL,
    before TEXT CHECK (before IS NULL OR json_valid(before)),
    after TEXT
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
CREATE TABLE stagedPart (
  id INTEGER PRIMARY KEY,
  importID INTEGER NOT NULL REFERENCES stagedImport(id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  bytes BLOB NOT NULL,
  UNIQUE (importID, number)
) STRICT;
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
CREATE TABLE heartbeat (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    at TEXT NOT NULL
) STRICT;
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
CREATE TABLE house (
  id INTEGER PRIMARY KEY,
key TEXT NOT NULL CHECK (key <> ''),
version INTEGER NOT NULL DEFAULT 1,
createdAt TEXT NOT NULL,
updatedAt TEXT NOT NULL,
deletedAt TEXT,
folded TEXT NOT NULL,
words TEXT NOT NULL,
  name TEXT NOT NULL CHECK (name <> ''),
  address TEXT NOT NULL DEFAULT '',
  zone TEXT NOT NULL DEFAULT 'Europe/Rome'
, opensProducts INTEGER NOT NULL DEFAULT 0 CHECK (opensProducts IN (0, 1)), language TEXT NOT NULL DEFAULT 'it'
  CHECK (language GLOB '[a-z][a-z]*' AND length(language) <= 35)) STRICT;
CREATE VIRTUAL TABLE houseWords USING fts5(words, content='house', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");
CREATE TABLE category (
  id INTEGER PRIMARY KEY,
houseID INTEGER NOT NULL REFERENCES house(id) ON DELETE CASCADE,
key TEXT NOT NULL CHECK (key <> ''),
version INTEGER NOT NULL DEFAULT 1,
createdAt TEXT NOT NULL,
updatedAt TEXT NOT NULL,
deletedAt TEXT,
folded TEXT NOT NULL,
words TEXT NOT NULL,
  name TEXT NOT NULL CHECK (name <> ''),
  picture INTEGER REFERENCES picture(id) ON DELETE SET NULL,
  ordering INTEGER NOT NULL DEFAULT 0,
  published INTEGER NOT NULL DEFAULT 1 CHECK (published IN (0, 1))
, translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations))) STRICT;
CREATE VIRTUAL TABLE categoryWords USING fts5(words, content='category', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");
CREATE TABLE position (
  id INTEGER PRIMARY KEY,
houseID INTEGER NOT NULL REFERENCES house(id) ON DELETE CASCADE,
key TEXT NOT NULL CHECK (key <> ''),
version INTEGER NOT NULL DEFAULT 1,
createdAt TEXT NOT NULL,
updatedAt TEXT NOT NULL,
deletedAt TEXT,
folded TEXT NOT NULL,
words TEXT NOT NULL,
  name TEXT NOT NULL CHECK (name <> ''),
  picture INTEGER REFERENCES picture(id) ON DELETE SET NULL,
  ordering INTEGER NOT NULL DEFAULT 0
, translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations))) STRICT;
CREATE VIRTUAL TABLE positionWords USING fts5(words, content='position', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");
CREATE TABLE shop (
  id INTEGER PRIMARY KEY,
houseID INTEGER NOT NULL REFERENCES house(id) ON DELETE CASCADE,
key TEXT NOT NULL CHECK (key <> ''),
version INTEGER NOT NULL DEFAULT 1,
createdAt TEXT NOT NULL,
updatedAt TEXT NOT NULL,
deletedAt TEXT,
folded TEXT NOT NULL,
words TEXT NOT NULL,
  name TEXT NOT NULL CHECK (name <> ''),
  address TEXT NOT NULL DEFAULT '',
  phone TEXT NOT NULL DEFAULT '',
  place TEXT,
  radius INTEGER NOT NULL DEFAULT 300 CHECK (radius BETWEEN 50 AND 2000),
  published INTEGER NOT NULL DEFAULT 1 CHECK (published IN (0, 1))
) STRICT;
CREATE VIRTUAL TABLE shopWords USING fts5(words, content='shop', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");
CREATE TABLE product (
  id INTEGER PRIMARY KEY,
houseID INTEGER NOT NULL REFERENCES house(id) ON DELETE CASCADE,
key TEXT NOT NULL CHECK (key <> ''),
version INTEGER NOT NULL DEFAULT 1,
createdAt TEXT NOT NULL,
updatedAt TEXT NOT NULL,
deletedAt TEXT,
folded TEXT NOT NULL,
words TEXT NOT NULL,
  name TEXT NOT NULL CHECK (name <> ''),
  position INTEGER REFERENCES position(id) ON DELETE SET NULL,
  picture INTEGER REFERENCES picture(id) ON DELETE SET NULL,
  stock INTEGER NOT NULL DEFAULT 0 CHECK (stock >= 0),
  price INTEGER CHECK (price >= 0),
  ordering INTEGER NOT NULL DEFAULT 0,
  published INTEGER NOT NULL DEFAULT 1 CHECK (published IN (0, 1))
, translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)), allergens TEXT CHECK (json_array_length(allergens) > 0
  AND json_array_length(allergens) = (instr(allergens, '"gluten"') > 0) + (instr(allergens, '"crustaceans"') > 0) + (instr(allergens, '"eggs"') > 0) + (instr(allergens, '"fish"') > 0) + (instr(allergens, '"peanuts"') > 0) + (instr(allergens, '"soybeans"') > 0) + (instr(allergens, '"milk"') > 0) + (instr(allergens, '"nuts"') > 0) + (instr(allergens, '"celery"') > 0) + (instr(allergens, '"mustard"') > 0) + (instr(allergens, '"sesame"') > 0) + (instr(allergens, '"sulphites"') > 0) + (instr(allergens, '"lupin"') > 0) + (instr(allergens, '"molluscs"') > 0) + (instr(allergens, '"none-of-these"') > 0)
  AND (json_array_length(allergens) = 1 OR instr(allergens, '"none-of-these"') = 0)), minimum INTEGER CHECK (minimum BETWEEN 1 AND 99), barcode TEXT NOT NULL DEFAULT '', expires TEXT CHECK (expires GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]')) STRICT;
CREATE VIRTUAL TABLE productWords USING fts5(words, content='product', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");
CREATE TABLE productCategory (
  product INTEGER NOT NULL REFERENCES product(id) ON DELETE CASCADE,
  category INTEGER NOT NULL REFERENCES category(id) ON DELETE CASCADE,
  UNIQUE (product, category)
) STRICT;
CREATE TABLE productShop (
  product INTEGER NOT NULL REFERENCES product(id) ON DELETE CASCADE,
  shop INTEGER NOT NULL REFERENCES shop(id) ON DELETE CASCADE,
  UNIQUE (product, shop)
) STRICT;
CREATE TABLE recipeCategory (
  id INTEGER PRIMARY KEY,
houseID INTEGER NOT NULL REFERENCES house(id) ON DELETE CASCADE,
key TEXT NOT NULL CHECK (key <> ''),
version INTEGER NOT NULL DEFAULT 1,
createdAt TEXT NOT NULL,
updatedAt TEXT NOT NULL,
deletedAt TEXT,
folded TEXT NOT NULL,
words TEXT NOT NULL,
  name TEXT NOT NULL CHECK (name <> ''),
  picture INTEGER REFERENCES picture(id) ON DELETE SET NULL,
  ordering INTEGER NOT NULL DEFAULT 0,
  published INTEGER NOT NULL DEFAULT 1 CHECK (published IN (0, 1))
, translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)), routines INTEGER NOT NULL DEFAULT 0 CHECK (routines IN (0, 1))) STRICT;
CREATE VIRTUAL TABLE recipeCategoryWords USING fts5(words, content='recipeCategory', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");
CREATE TABLE recipe (
  id INTEGER PRIMARY KEY,
houseID INTEGER NOT NULL REFERENCES house(id) ON DELETE CASCADE,
key TEXT NOT NULL CHECK (key <> ''),
version INTEGER NOT NULL DEFAULT 1,
createdAt TEXT NOT NULL,
updatedAt TEXT NOT NULL,
deletedAt TEXT,
folded TEXT NOT NULL,
words TEXT NOT NULL,
  name TEXT NOT NULL CHECK (name <> ''),
  description TEXT NOT NULL DEFAULT '',
  category INTEGER REFERENCES recipeCategory(id) ON DELETE SET NULL,
  picture INTEGER REFERENCES picture(id) ON DELETE SET NULL,
  difficulty TEXT NOT NULL DEFAULT 'easy' CHECK (difficulty IN ('easy', 'medium', 'hard')),
  people INTEGER NOT NULL DEFAULT 2 CHECK (people > 0),
  calories INTEGER CHECK (calories > 0),
  published INTEGER NOT NULL DEFAULT 0 CHECK (published IN (0, 1))
, translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)), source TEXT NOT NULL DEFAULT '', author TEXT NOT NULL DEFAULT '') STRICT;
CREATE VIRTUAL TABLE recipeWords USING fts5(words, content='recipe', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");
CREATE TABLE recipeStep (
  id INTEGER PRIMARY KEY,
  recipe INTEGER NOT NULL REFERENCES recipe(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  text TEXT NOT NULL CHECK (text <> ''),
  picture INTEGER REFERENCES picture(id) ON DELETE SET NULL,
  timer TEXT NOT NULL DEFAULT 'none' CHECK (timer IN ('none', 'up', 'down')),
  time INTEGER NOT NULL DEFAULT 0 CHECK (time >= 0), translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)),
  UNIQUE (recipe, position),
  CHECK (timer <> 'down' OR time > 0)
) STRICT;
CREATE TABLE recipeItem (
  id INTEGER PRIMARY KEY,
  recipe INTEGER NOT NULL REFERENCES recipe(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('ingredient', 'utensil')),
  product INTEGER NOT NULL REFERENCES product(id) ON DELETE RESTRICT,
  amount TEXT NOT NULL DEFAULT '', translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)),
  UNIQUE (recipe, kind, position)
) STRICT;
CREATE TABLE guest (
  id INTEGER PRIMARY KEY,
houseID INTEGER NOT NULL REFERENCES house(id) ON DELETE CASCADE,
key TEXT NOT NULL CHECK (key <> ''),
version INTEGER NOT NULL DEFAULT 1,
createdAt TEXT NOT NULL,
updatedAt TEXT NOT NULL,
deletedAt TEXT,
folded TEXT NOT NULL,
words TEXT NOT NULL,
  name TEXT NOT NULL CHECK (name <> ''),
  picture INTEGER REFERENCES picture(id) ON DELETE SET NULL,
  "group" TEXT NOT NULL DEFAULT '',
  entry TEXT NOT NULL DEFAULT 'none' CHECK (entry IN ('none', 'pictures', 'pin')),
  active INTEGER NOT NULL DEFAULT 1 CHECK (active IN (0, 1))
) STRICT;
CREATE VIRTUAL TABLE guestWords USING fts5(words, content='guest', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");
CREATE TABLE houseDevice (
  id INTEGER PRIMARY KEY,
  houseID INTEGER NOT NULL REFERENCES house(id) ON DELETE CASCADE,
  tokenHash BLOB NOT NULL UNIQUE CHECK (length(tokenHash) = 32),
  label TEXT NOT NULL DEFAULT '',
  stays INTEGER NOT NULL DEFAULT 0 CHECK (stays IN (0, 1)),
  createdAt TEXT NOT NULL
) STRICT;
CREATE TABLE devicePairing (
  codeHash BLOB PRIMARY KEY CHECK (length(codeHash) = 32),
  houseID INTEGER NOT NULL REFERENCES house(id) ON DELETE CASCADE,
  stays INTEGER NOT NULL DEFAULT 0 CHECK (stays IN (0, 1)),
  expiresAt TEXT NOT NULL
) STRICT;
CREATE TABLE guestSession (
  id INTEGER PRIMARY KEY,
  tokenHash BLOB NOT NULL UNIQUE CHECK (length(tokenHash) = 32),
  guestID INTEGER NOT NULL REFERENCES guest(id) ON DELETE CASCADE,
  deviceID INTEGER REFERENCES houseDevice(id) ON DELETE CASCADE,
  accountID INTEGER REFERENCES account(id) ON DELETE CASCADE,
  browser TEXT NOT NULL,
  createdAt TEXT NOT NULL,
  expiresAt TEXT NOT NULL,
  message TEXT CHECK (message IS NULL OR json_valid(message)), isProgram INTEGER NOT NULL DEFAULT 0 CHECK (isProgram IN (0, 1)),
  CHECK (deviceID IS NOT NULL OR accountID IS NOT NULL)
) STRICT;
CREATE TABLE guestSecret (
  guestID INTEGER NOT NULL REFERENCES guest(id) ON DELETE CASCADE,
  entry TEXT NOT NULL CHECK (entry IN ('pictures', 'pin')),
  hash TEXT NOT NULL CHECK (hash LIKE 'scrypt$%'),
  PRIMARY KEY (guestID, entry)
) STRICT;
CREATE TABLE livingPreference (
  houseID INTEGER NOT NULL REFERENCES house(id) ON DELETE CASCADE,
  guestID INTEGER REFERENCES guest(id) ON DELETE CASCADE,
  key TEXT NOT NULL CHECK (key <> ''),
  value TEXT NOT NULL
) STRICT;
CREATE TABLE shoppingList (
  id INTEGER PRIMARY KEY,
  houseID INTEGER NOT NULL REFERENCES house(id) ON DELETE CASCADE,
  guestID INTEGER REFERENCES guest(id) ON DELETE CASCADE,
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'done')),
  version INTEGER NOT NULL DEFAULT 1 CHECK (version > 0),
  doneAt TEXT, began INTEGER NOT NULL DEFAULT 1,
  CHECK ((state = 'done') = (doneAt IS NOT NULL))
) STRICT;
CREATE TABLE listItem (
  id INTEGER PRIMARY KEY,
  listID INTEGER NOT NULL REFERENCES shoppingList(id) ON DELETE CASCADE,
  product INTEGER NOT NULL REFERENCES product(id) ON DELETE CASCADE,
  quantity INTEGER NOT NULL DEFAULT 1 CHECK (quantity BETWEEN 1 AND 99),
  bought INTEGER NOT NULL DEFAULT 0 CHECK (bought IN (0, 1)),
  note TEXT NOT NULL DEFAULT '',
  removal INTEGER, version INTEGER NOT NULL DEFAULT 1, removedByEducator INTEGER NOT NULL DEFAULT 0 CHECK (removedByEducator IN (0, 1)),
  UNIQUE (listID, product)
) STRICT;
CREATE TABLE sentForm (
  token TEXT PRIMARY KEY,
  at TEXT NOT NULL
) STRICT;
CREATE TABLE notice (
  id INTEGER PRIMARY KEY,
  houseID INTEGER NOT NULL REFERENCES house(id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('list', 'message')),
  author TEXT NOT NULL,
  authorGuest INTEGER REFERENCES guest(id) ON DELETE SET NULL,
  authorAccount INTEGER REFERENCES account(id) ON DELETE SET NULL,
  listID INTEGER REFERENCES shoppingList(id) ON DELETE CASCADE,
  text TEXT NOT NULL DEFAULT '',
  createdAt TEXT NOT NULL,
  CHECK ((kind = 'list') = (listID IS NOT NULL))
) STRICT;
CREATE TABLE noticeDelivery (
  noticeID INTEGER NOT NULL REFERENCES notice(id) ON DELETE CASCADE,
  guestID INTEGER NOT NULL REFERENCES guest(id) ON DELETE CASCADE,
  sentAt TEXT,
  seenAt TEXT,
  answer TEXT CHECK (answer IN ('update', 'dismiss')),
  answeredAt TEXT,
  PRIMARY KEY (noticeID, guestID),
  CHECK ((answer IS NULL) = (answeredAt IS NULL))
) STRICT;
CREATE TABLE cooking (
  guestID INTEGER NOT NULL REFERENCES guest(id) ON DELETE CASCADE,
  recipe INTEGER NOT NULL REFERENCES recipe(id) ON DELETE CASCADE,
  step INTEGER NOT NULL DEFAULT 1 CHECK (step > 0),
  at TEXT NOT NULL,
  PRIMARY KEY (guestID, recipe)
) STRICT;
CREATE TABLE thingAtHand (
  guestID INTEGER NOT NULL REFERENCES guest(id) ON DELETE CASCADE,
  recipe INTEGER NOT NULL REFERENCES recipe(id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('ingredient', 'utensil')),
  product INTEGER NOT NULL REFERENCES product(id) ON DELETE CASCADE,
  PRIMARY KEY (guestID, recipe, kind, product)
) STRICT;
CREATE TABLE kitchenTimer (
  id INTEGER PRIMARY KEY,
  guestID INTEGER NOT NULL REFERENCES guest(id) ON DELETE CASCADE,
  recipe INTEGER REFERENCES recipe(id) ON DELETE CASCADE,
  step INTEGER CHECK (step > 0),
  label TEXT NOT NULL DEFAULT '',
  text TEXT NOT NULL DEFAULT '',
  startedAt TEXT NOT NULL,
  endsAt TEXT, passed INTEGER NOT NULL DEFAULT 0 CHECK (passed IN (0, 1)),
  CHECK ((recipe IS NULL) = (step IS NULL)),
  CHECK (endsAt IS NULL OR endsAt > startedAt)
) STRICT;
CREATE TABLE dishPeople (
  guestID INTEGER NOT NULL REFERENCES guest(id) ON DELETE CASCADE,
  recipe INTEGER NOT NULL REFERENCES recipe(id) ON DELETE CASCADE,
  people INTEGER NOT NULL CHECK (people BETWEEN 1 AND 50),
  PRIMARY KEY (guestID, recipe)
) STRICT;
CREATE TABLE helpCall (
  id INTEGER PRIMARY KEY,
  houseID INTEGER NOT NULL REFERENCES house(id) ON DELETE CASCADE,
  guestID INTEGER NOT NULL REFERENCES guest(id) ON DELETE CASCADE,
  text TEXT NOT NULL CHECK (text <> ''),
  createdAt TEXT NOT NULL,
  seenAt TEXT,
  answer TEXT CHECK (answer <> ''),
  answeredBy TEXT,
  endedAt TEXT,
  CHECK ((answer IS NULL) = (answeredBy IS NULL)),
  CHECK (answer IS NULL OR endedAt IS NOT NULL)
) STRICT;
CREATE TABLE independence (
  guestID INTEGER PRIMARY KEY REFERENCES guest(id) ON DELETE CASCADE,
  askedBy TEXT NOT NULL,
  askedAt TEXT NOT NULL,
  agreedAt TEXT
) STRICT;
CREATE TABLE aidUse (
  guestID INTEGER NOT NULL REFERENCES independence(guestID) ON DELETE CASCADE,
  day INTEGER NOT NULL,
  aid TEXT NOT NULL CHECK (aid IN ('speech', 'details', 'steps')),
  count INTEGER NOT NULL CHECK (count > 0),
  PRIMARY KEY (guestID, day, aid)
) STRICT;
CREATE TABLE guestCall (
  guestID INTEGER NOT NULL REFERENCES guest(id) ON DELETE CASCADE,
  key TEXT NOT NULL CHECK (key <> ''),
  call BLOB NOT NULL CHECK (length(call) = 32),
  status INTEGER NOT NULL,
  answer TEXT NOT NULL CHECK (json_valid(answer)),
  at TEXT NOT NULL,
  PRIMARY KEY (guestID, key)
) STRICT;
CREATE TABLE pushKey (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  privateKey BLOB NOT NULL CHECK (length(privateKey) = 32),
  createdAt TEXT NOT NULL
) STRICT;
CREATE TABLE pushDevice (
  id INTEGER PRIMARY KEY,
  guestID INTEGER NOT NULL REFERENCES guest(id) ON DELETE CASCADE,
  -- The browser of the house that it is; without one it belongs to an app.
  houseDeviceID INTEGER REFERENCES houseDevice(id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('web', 'apple')),
  address TEXT NOT NULL CHECK (address <> ''),
  publicKey BLOB CHECK (length(publicKey) = 65),
  secret BLOB CHECK (length(secret) = 16),
  label TEXT NOT NULL DEFAULT '',
  createdAt TEXT NOT NULL,
  seenAt TEXT NOT NULL,
  triedAt TEXT,
  status INTEGER,
  error TEXT,
  UNIQUE (address, guestID),
  CHECK ((kind = 'web') = (publicKey IS NOT NULL) AND (kind = 'web') = (secret IS NOT NULL))
) STRICT;
CREATE TABLE pushDelivery (
  id INTEGER PRIMARY KEY,
  noticeID INTEGER NOT NULL REFERENCES notice(id) ON DELETE CASCADE,
  deviceID INTEGER NOT NULL REFERENCES pushDevice(id) ON DELETE CASCADE,
  messageID TEXT NOT NULL UNIQUE CHECK (length(messageID) = 36),
  state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'dropped', 'failed')),
  attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  nextAt TEXT,
  endedAt TEXT,
  error TEXT,
  UNIQUE (noticeID, deviceID),
  CHECK ((state = 'waiting') = (endedAt IS NULL))
) STRICT;
CREATE TABLE voice (
  id INTEGER PRIMARY KEY,
  houseID INTEGER NOT NULL REFERENCES house(id) ON DELETE CASCADE,
  text TEXT NOT NULL CHECK (text <> ''),
  sound BLOB NOT NULL,
  milliseconds INTEGER NOT NULL CHECK (milliseconds > 0),
  madeBy TEXT NOT NULL,
  madeAt TEXT NOT NULL,
  deletedAt TEXT
) STRICT;
CREATE TABLE clip (
  id INTEGER PRIMARY KEY,
  houseID INTEGER NOT NULL REFERENCES house(id) ON DELETE CASCADE,
  text TEXT NOT NULL CHECK (text <> ''),
  video BLOB NOT NULL,
  milliseconds INTEGER NOT NULL CHECK (milliseconds > 0),
  madeAt TEXT NOT NULL,
  deletedAt TEXT
, actID INTEGER REFERENCES act(id) ON DELETE SET NULL, isUndone INTEGER NOT NULL DEFAULT 0 CHECK (isUndone IN (0, 1))) STRICT;
CREATE TABLE syncAct (
  guestID INTEGER NOT NULL REFERENCES guest(id) ON DELETE CASCADE,
  id TEXT NOT NULL CHECK (id <> ''),
  at TEXT NOT NULL,
  answer TEXT NOT NULL CHECK (json_valid(answer)), hash BLOB,
  PRIMARY KEY (guestID, id)
) STRICT;
CREATE TABLE clockPicture (
  id INTEGER PRIMARY KEY,
houseID INTEGER NOT NULL REFERENCES house(id) ON DELETE CASCADE,
key TEXT NOT NULL CHECK (key <> ''),
version INTEGER NOT NULL DEFAULT 1,
createdAt TEXT NOT NULL,
updatedAt TEXT NOT NULL,
deletedAt TEXT,
folded TEXT NOT NULL,
words TEXT NOT NULL,
  name TEXT NOT NULL CHECK (name <> ''),
  picture INTEGER REFERENCES picture(id) ON DELETE SET NULL,
  ordering INTEGER NOT NULL DEFAULT 0,
  published INTEGER NOT NULL DEFAULT 1 CHECK (published IN (0, 1))
) STRICT;
CREATE VIRTUAL TABLE clockPictureWords USING fts5(words, content='clockPicture', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");
CREATE TABLE dayMoment (
  id INTEGER PRIMARY KEY,
houseID INTEGER NOT NULL REFERENCES house(id) ON DELETE CASCADE,
key TEXT NOT NULL CHECK (key <> ''),
version INTEGER NOT NULL DEFAULT 1,
createdAt TEXT NOT NULL,
updatedAt TEXT NOT NULL,
deletedAt TEXT,
folded TEXT NOT NULL,
words TEXT NOT NULL,
  name TEXT NOT NULL CHECK (name <> ''),
  translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)),
  picture INTEGER REFERENCES picture(id) ON DELETE SET NULL,
  hour INTEGER NOT NULL CHECK (hour BETWEEN 0 AND 23),
  minute INTEGER NOT NULL CHECK (minute BETWEEN 0 AND 59),
  days TEXT NOT NULL CHECK (days IN ('every', 'weekdays', 'weekend', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday')),
  recipe INTEGER REFERENCES recipe(id) ON DELETE SET NULL,
  published INTEGER NOT NULL DEFAULT 1 CHECK (published IN (0, 1))
, who TEXT NOT NULL DEFAULT 'all' CHECK (who IN ('all', 'some', 'turns')), once TEXT) STRICT;
CREATE VIRTUAL TABLE dayMomentWords USING fts5(words, content='dayMoment', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");
CREATE TABLE momentDone (
  guestID INTEGER NOT NULL REFERENCES guest(id) ON DELETE CASCADE,
  moment INTEGER NOT NULL REFERENCES dayMoment(id) ON DELETE CASCADE,
  day TEXT NOT NULL,
  PRIMARY KEY (guestID, moment, day)
) STRICT;
CREATE TABLE momentGuest (
  moment INTEGER NOT NULL REFERENCES dayMoment(id) ON DELETE CASCADE,
  guest INTEGER NOT NULL REFERENCES guest(id) ON DELETE CASCADE,
  UNIQUE (moment, guest)
) STRICT;
CREATE TABLE dayShared (
  guestID INTEGER PRIMARY KEY REFERENCES guest(id) ON DELETE CASCADE,
  agreedAt TEXT NOT NULL
) STRICT;
CREATE TABLE purse (
  guestID INTEGER NOT NULL REFERENCES guest(id) ON DELETE CASCADE,
  cents INTEGER NOT NULL CHECK (cents > 0),
  pieces INTEGER NOT NULL CHECK (pieces BETWEEN 1 AND 40),
  PRIMARY KEY (guestID, cents)
) STRICT;
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
CREATE VIRTUAL TABLE academicYearWords USING fts5(words, content='academicYear', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");
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
CREATE VIRTUAL TABLE departmentWords USING fts5(words, content='department', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");
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
CREATE VIRTUAL TABLE personWords USING fts5(words, content='person', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");
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
CREATE VIRTUAL TABLE degreeWords USING fts5(words, content='degree', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");
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
CREATE VIRTUAL TABLE courseWords USING fts5(words, content='course', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");
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
CREATE VIRTUAL TABLE activityWords USING fts5(words, content='activity', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");
CREATE TABLE activityTeacher (
  activity INTEGER NOT NULL REFERENCES activity(id) ON DELETE CASCADE,
  person INTEGER NOT NULL REFERENCES person(id) ON DELETE CASCADE,
  UNIQUE (activity, person)
) STRICT;
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
CREATE VIRTUAL TABLE facultyWords USING fts5(words, content='faculty', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");
CREATE TABLE courseDegree (
  id INTEGER PRIMARY KEY,
  course INTEGER NOT NULL REFERENCES course(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  degree INTEGER NOT NULL REFERENCES degree(id) ON DELETE CASCADE,
  courseYear INTEGER CHECK (courseYear BETWEEN 1 AND 8),
  path TEXT NOT NULL DEFAULT '', translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)),
  UNIQUE (course, position)
) STRICT;
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
CREATE VIRTUAL TABLE studentWords USING fts5(words, content='student', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");
CREATE TABLE recordBook (
  student INTEGER NOT NULL REFERENCES student(id) ON DELETE CASCADE,
  activity INTEGER NOT NULL REFERENCES activity(id) ON DELETE CASCADE,
  UNIQUE (student, activity)
) STRICT;
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
CREATE VIRTUAL TABLE examSessionWords USING fts5(words, content='examSession', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");
CREATE TABLE examBooking (
  student INTEGER NOT NULL REFERENCES student(id) ON DELETE CASCADE,
  session INTEGER NOT NULL REFERENCES examSession(id) ON DELETE CASCADE,
  at TEXT NOT NULL,
  PRIMARY KEY (student, session)
) STRICT, WITHOUT ROWID;
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
CREATE VIRTUAL TABLE mobilityWords USING fts5(words, content='mobility', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");
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
CREATE VIRTUAL TABLE competitionWords USING fts5(words, content='competition', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");
CREATE TABLE competitionEntrant (
  competition INTEGER NOT NULL REFERENCES competition(id) ON DELETE CASCADE,
  student INTEGER NOT NULL REFERENCES student(id) ON DELETE CASCADE,
  UNIQUE (competition, student)
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
CREATE VIRTUAL TABLE answerSetWords USING fts5(words, content='answerSet', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");
CREATE TABLE answerOption (
  id INTEGER PRIMARY KEY,
  answerSet INTEGER NOT NULL REFERENCES answerSet(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  text TEXT NOT NULL CHECK (text <> ''),
  score INTEGER, translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)),
  UNIQUE (answerSet, position)
) STRICT;
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
CREATE VIRTUAL TABLE questionnaireWords USING fts5(words, content='questionnaire', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");
CREATE TABLE questionnaireDegree (
  questionnaire INTEGER NOT NULL REFERENCES questionnaire(id) ON DELETE CASCADE,
  degree INTEGER NOT NULL REFERENCES degree(id) ON DELETE CASCADE,
  UNIQUE (questionnaire, degree)
) STRICT;
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
CREATE TABLE elementTag (
  element INTEGER NOT NULL REFERENCES element(id) ON DELETE CASCADE,
  tag TEXT NOT NULL CHECK (tag IN ('attendance', 'satisfaction')),
  PRIMARY KEY (element, tag)
) STRICT, WITHOUT ROWID;
CREATE TABLE elementCondition (
  id INTEGER PRIMARY KEY,
  version INTEGER NOT NULL REFERENCES questionnaireVersion(id) ON DELETE CASCADE,
  answer INTEGER NOT NULL REFERENCES element(id) ON DELETE CASCADE,
  target INTEGER NOT NULL REFERENCES element(id) ON DELETE CASCADE,
  action TEXT NOT NULL CHECK (action IN ('show', 'hide')),
  UNIQUE (version, answer, target, action)
) STRICT;
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
CREATE TABLE receipt (
  offer TEXT PRIMARY KEY REFERENCES offer(id) ON DELETE CASCADE,
  code TEXT NOT NULL UNIQUE,
  day TEXT NOT NULL CHECK (length(day) = 10),
  nonceHash BLOB NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE compilation (
  id TEXT PRIMARY KEY CHECK (length(id) >= 20),
  questionnaire INTEGER NOT NULL REFERENCES questionnaire(id) ON DELETE RESTRICT,
  version INTEGER NOT NULL REFERENCES questionnaireVersion(id) ON DELETE RESTRICT,
  -- Only where the questionnaire is openly not anonymous.
  student INTEGER REFERENCES student(id) ON DELETE SET NULL
, place TEXT NOT NULL DEFAULT '') STRICT, WITHOUT ROWID;
CREATE TABLE compilationAnswer (
  compilation TEXT NOT NULL REFERENCES compilation(id) ON DELETE CASCADE,
  question INTEGER NOT NULL REFERENCES element(id) ON DELETE RESTRICT,
  answer INTEGER NOT NULL REFERENCES element(id) ON DELETE RESTRICT,
  value TEXT,
  PRIMARY KEY (compilation, question, answer)
) STRICT, WITHOUT ROWID;
CREATE TABLE compilationTag (
  compilation TEXT NOT NULL REFERENCES compilation(id) ON DELETE CASCADE,
  tag TEXT NOT NULL CHECK (tag IN ('activity', 'course', 'degree', 'academicYear', 'teacher', 'competition', 'student', 'yearOfCourse', 'mobility')),
  value TEXT NOT NULL,
  PRIMARY KEY (compilation, tag, value)
) STRICT, WITHOUT ROWID;
CREATE TABLE textReview (
  compilation TEXT NOT NULL REFERENCES compilation(id) ON DELETE CASCADE,
  question INTEGER NOT NULL REFERENCES element(id) ON DELETE RESTRICT,
  decision TEXT NOT NULL CHECK (decision IN ('shown', 'withheld')),
  PRIMARY KEY (compilation, question)
) STRICT, WITHOUT ROWID;
CREATE TABLE teacherAnswer (
  activity INTEGER NOT NULL REFERENCES activity(id) ON DELETE CASCADE,
  question INTEGER NOT NULL REFERENCES element(id) ON DELETE CASCADE,
  person INTEGER NOT NULL REFERENCES person(id) ON DELETE CASCADE,
  text TEXT NOT NULL CHECK (text <> ''),
  PRIMARY KEY (activity, question, person)
) STRICT, WITHOUT ROWID;
CREATE TABLE resultGroup (
  version INTEGER NOT NULL REFERENCES questionnaireVersion(id) ON DELETE CASCADE,
  place TEXT NOT NULL,
  -- The answers that were given of those on which rules hang, '12,15': what was asked follows from them.
  chosen TEXT NOT NULL,
  count INTEGER NOT NULL CHECK (count > 0),
  PRIMARY KEY (version, place, chosen)
) STRICT, WITHOUT ROWID;
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
CREATE TABLE madeAnswers (
  version INTEGER PRIMARY KEY REFERENCES questionnaireVersion(id) ON DELETE CASCADE,
  submissions INTEGER NOT NULL CHECK (submissions > 0),
  chance INTEGER NOT NULL,
  activities TEXT NOT NULL CHECK (json_valid(activities)),
  texts TEXT NOT NULL CHECK (json_valid(texts))
) STRICT;
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
CREATE VIRTUAL TABLE tagWords USING fts5(words, content='tag', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");
CREATE TABLE questionnaireLabel (
  id INTEGER PRIMARY KEY,
  questionnaire INTEGER NOT NULL REFERENCES questionnaire(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  tag INTEGER NOT NULL REFERENCES tag(id) ON DELETE RESTRICT,
  value TEXT NOT NULL DEFAULT '',
  UNIQUE (questionnaire, position)
) STRICT;
CREATE TABLE elementLabel (
  element INTEGER NOT NULL REFERENCES element(id) ON DELETE CASCADE,
  tag TEXT NOT NULL CHECK (tag <> ''),
  value TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (element, tag)
) STRICT, WITHOUT ROWID;
CREATE TABLE elementTranslation (
  element INTEGER NOT NULL REFERENCES element(id) ON DELETE CASCADE,
  part TEXT NOT NULL CHECK (part IN ('text', 'note', 'category')),
  language TEXT NOT NULL,
  text TEXT NOT NULL CHECK (text <> ''),
  -- What it was made from; NULL where nobody said.
  original TEXT,
  PRIMARY KEY (element, part, language)
) STRICT, WITHOUT ROWID;
CREATE TABLE sealingKey (
  purpose TEXT PRIMARY KEY CHECK (purpose IN ('answers', 'drafts')),
  -- Names its file beside the database.
  id TEXT NOT NULL CHECK (length(id) = 32),
  publicKey BLOB CHECK (length(publicKey) = 32)
) STRICT, WITHOUT ROWID;
CREATE TABLE sealedSlot (
  id INTEGER PRIMARY KEY,
  bytes BLOB NOT NULL CHECK (length(bytes) = 4000)
) STRICT;
CREATE TABLE sealedPool (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  taken BLOB NOT NULL,
  isChanged INTEGER NOT NULL DEFAULT 0 CHECK (isChanged IN (0, 1)),
  isRewritingDue INTEGER NOT NULL DEFAULT 0 CHECK (isRewritingDue IN (0, 1))
) STRICT;
CREATE TABLE sealedCount (
  version INTEGER NOT NULL REFERENCES questionnaireVersion(id) ON DELETE RESTRICT,
  -- 0 where it is filled in for no activity.
  activity INTEGER NOT NULL,
  waiting INTEGER NOT NULL DEFAULT 0 CHECK (waiting >= 0),
  lost INTEGER NOT NULL DEFAULT 0 CHECK (lost >= 0),
  PRIMARY KEY (version, activity)
) STRICT, WITHOUT ROWID;
CREATE TABLE filling (
  offer TEXT PRIMARY KEY REFERENCES offer(id) ON DELETE CASCADE,
  version INTEGER NOT NULL REFERENCES questionnaireVersion(id) ON DELETE CASCADE,
  content BLOB NOT NULL,
  -- The key; NULL where the questionnaire is openly not anonymous.
  sealedWith TEXT,
  day TEXT NOT NULL CHECK (length(day) = 10)
) STRICT, WITHOUT ROWID;
CREATE TABLE questionnaireImport (
  version INTEGER PRIMARY KEY REFERENCES questionnaireVersion(id) ON DELETE CASCADE,
  -- The name of the file, its counts and its notes.
  report TEXT NOT NULL CHECK (json_valid(report))
) STRICT;
CREATE TABLE elementRule (
  id INTEGER PRIMARY KEY,
  version INTEGER NOT NULL REFERENCES questionnaireVersion(id) ON DELETE CASCADE,
  target INTEGER NOT NULL REFERENCES element(id) ON DELETE CASCADE,
  action TEXT NOT NULL CHECK (action IN ('show', 'hide')),
  -- Of ids of answers: '12 and not 13', '40 >= 18'.
  test TEXT NOT NULL CHECK (test <> '')
) STRICT;
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
CREATE VIRTUAL TABLE campaignWords USING fts5(words, content='campaign', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");
CREATE TABLE campaignDepartment (
  campaign INTEGER NOT NULL REFERENCES campaign(id) ON DELETE CASCADE,
  department INTEGER NOT NULL REFERENCES department(id) ON DELETE CASCADE,
  UNIQUE (campaign, department)
) STRICT;
CREATE TABLE campaignDegree (
  campaign INTEGER NOT NULL REFERENCES campaign(id) ON DELETE CASCADE,
  degree INTEGER NOT NULL REFERENCES degree(id) ON DELETE CASCADE,
  UNIQUE (campaign, degree)
) STRICT;
CREATE TABLE campaignActivity (
  campaign INTEGER NOT NULL REFERENCES campaign(id) ON DELETE CASCADE,
  activity INTEGER NOT NULL REFERENCES activity(id) ON DELETE CASCADE,
  UNIQUE (campaign, activity)
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
CREATE TABLE campaignEnd (
  questionnaire INTEGER NOT NULL REFERENCES questionnaire(id) ON DELETE CASCADE,
  activity INTEGER NOT NULL REFERENCES activity(id) ON DELETE CASCADE,
  PRIMARY KEY (questionnaire, activity)
) STRICT, WITHOUT ROWID;
CREATE TABLE campaignStart (
  questionnaire INTEGER PRIMARY KEY REFERENCES questionnaire(id) ON DELETE CASCADE,
  at TEXT NOT NULL
) STRICT;
CREATE TABLE campaignReminder (
  campaign INTEGER NOT NULL REFERENCES campaign(id) ON DELETE CASCADE,
  activity INTEGER NOT NULL REFERENCES activity(id) ON DELETE CASCADE,
  PRIMARY KEY (campaign, activity)
) STRICT, WITHOUT ROWID;
CREATE TABLE designVisit (
  version INTEGER NOT NULL REFERENCES questionnaireVersion(id) ON DELETE CASCADE,
  account INTEGER NOT NULL REFERENCES account(id) ON DELETE CASCADE,
  at TEXT NOT NULL,
  PRIMARY KEY (version, account)
) STRICT, WITHOUT ROWID;
CREATE TABLE reminderBrowser (
  id INTEGER PRIMARY KEY,
  student INTEGER NOT NULL REFERENCES student(id) ON DELETE CASCADE,
  address TEXT NOT NULL UNIQUE,
  publicKey BLOB NOT NULL,
  secret BLOB NOT NULL,
  label TEXT NOT NULL,
  createdAt TEXT NOT NULL
) STRICT;
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
CREATE TABLE questionnaireOrigin (
  questionnaire INTEGER PRIMARY KEY REFERENCES questionnaire(id) ON DELETE CASCADE,
  source TEXT NOT NULL CHECK (source <> ''),
  identifier TEXT NOT NULL CHECK (identifier <> '')
) STRICT;
CREATE TABLE draftImport (
  act INTEGER PRIMARY KEY REFERENCES act(id) ON DELETE CASCADE,
  version INTEGER NOT NULL REFERENCES questionnaireVersion(id) ON DELETE CASCADE,
  -- The edition that it made.
  edition INTEGER NOT NULL,
  isNew INTEGER NOT NULL CHECK (isNew IN (0, 1)),
  -- The report of an earlier import.
  report TEXT CHECK (report IS NULL OR json_valid(report))
) STRICT;
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
CREATE VIRTUAL TABLE campusPlaceTypeWords USING fts5(words, content='campusPlaceType', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");
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
CREATE VIRTUAL TABLE campusBuildingWords USING fts5(words, content='campusBuilding', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");
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
CREATE VIRTUAL TABLE campusAreaWords USING fts5(words, content='campusArea', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");
CREATE TABLE campusVisitor (
  id INTEGER PRIMARY KEY,
  tokenHash BLOB NOT NULL UNIQUE,
  degree INTEGER REFERENCES degree(id) ON DELETE SET NULL,
  seenOn TEXT NOT NULL,
  alertsSeenAt TEXT,
  -- What the next page says, once.
  message TEXT
) STRICT;
CREATE TABLE campusVisitorCourse (
  visitorID INTEGER NOT NULL REFERENCES campusVisitor(id) ON DELETE CASCADE,
  course INTEGER NOT NULL REFERENCES course(id) ON DELETE CASCADE,
  colour TEXT NOT NULL DEFAULT '',
  addedAt TEXT NOT NULL,
  PRIMARY KEY (visitorID, course)
) STRICT, WITHOUT ROWID;
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
CREATE VIRTUAL TABLE campusTimetableWords USING fts5(words, content='campusTimetable', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");
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
CREATE VIRTUAL TABLE campusLinkCategoryWords USING fts5(words, content='campusLinkCategory', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");
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
CREATE VIRTUAL TABLE campusLinkWords USING fts5(words, content='campusLink', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");
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
CREATE VIRTUAL TABLE campusEmergencyNumberWords USING fts5(words, content='campusEmergencyNumber', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");
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
CREATE VIRTUAL TABLE campusCalendarWords USING fts5(words, content='campusCalendar', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");
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
CREATE VIRTUAL TABLE campusEventWords USING fts5(words, content='campusEvent', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");
CREATE TABLE campusEventPerson (
  event INTEGER NOT NULL REFERENCES campusEvent(id) ON DELETE CASCADE,
  person INTEGER NOT NULL REFERENCES person(id) ON DELETE CASCADE,
  UNIQUE (event, person)
) STRICT;
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
CREATE VIRTUAL TABLE campusExamSessionWords USING fts5(words, content='campusExamSession', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");
CREATE TABLE campusVisitorCalendar (
  visitorID INTEGER PRIMARY KEY REFERENCES campusVisitor(id) ON DELETE CASCADE,
  tokenHash BLOB NOT NULL UNIQUE,
  createdAt TEXT NOT NULL
, salt BLOB NOT NULL DEFAULT x'') STRICT;
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
CREATE VIRTUAL TABLE campusAlertCategoryWords USING fts5(words, content='campusAlertCategory', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");
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
CREATE VIRTUAL TABLE campusAlertWords USING fts5(words, content='campusAlert', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");
CREATE TABLE campusAlertDepartment (
  alert INTEGER NOT NULL REFERENCES campusAlert(id) ON DELETE CASCADE,
  other INTEGER NOT NULL REFERENCES department(id) ON DELETE CASCADE,
  UNIQUE (alert, other)
) STRICT;
CREATE TABLE campusAlertDegree (
  alert INTEGER NOT NULL REFERENCES campusAlert(id) ON DELETE CASCADE,
  other INTEGER NOT NULL REFERENCES degree(id) ON DELETE CASCADE,
  UNIQUE (alert, other)
) STRICT;
CREATE TABLE campusAlertCourse (
  alert INTEGER NOT NULL REFERENCES campusAlert(id) ON DELETE CASCADE,
  other INTEGER NOT NULL REFERENCES course(id) ON DELETE CASCADE,
  UNIQUE (alert, other)
) STRICT;
CREATE TABLE campusAlertPerson (
  alert INTEGER NOT NULL REFERENCES campusAlert(id) ON DELETE CASCADE,
  other INTEGER NOT NULL REFERENCES person(id) ON DELETE CASCADE,
  UNIQUE (alert, other)
) STRICT;
CREATE TABLE campusAlertEvent (
  alert INTEGER NOT NULL REFERENCES campusAlert(id) ON DELETE CASCADE,
  other INTEGER NOT NULL REFERENCES campusEvent(id) ON DELETE CASCADE,
  UNIQUE (alert, other)
) STRICT;
CREATE TABLE campusAlertBuilding (
  alert INTEGER NOT NULL REFERENCES campusAlert(id) ON DELETE CASCADE,
  other INTEGER NOT NULL REFERENCES campusBuilding(id) ON DELETE CASCADE,
  UNIQUE (alert, other)
) STRICT;
CREATE TABLE campusAlertArea (
  alert INTEGER NOT NULL REFERENCES campusAlert(id) ON DELETE CASCADE,
  other INTEGER NOT NULL REFERENCES campusArea(id) ON DELETE CASCADE,
  UNIQUE (alert, other)
) STRICT;
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
CREATE TABLE campusBulletinRead (
  bulletin INTEGER NOT NULL REFERENCES campusBulletin(id) ON DELETE CASCADE,
  visitorID INTEGER NOT NULL REFERENCES campusVisitor(id) ON DELETE CASCADE,
  at TEXT NOT NULL,
  PRIMARY KEY (bulletin, visitorID)
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
CREATE TABLE campusConfirmation (
  addressHash BLOB NOT NULL,
  at TEXT NOT NULL
) STRICT;
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
CREATE TABLE campusTally (
  telling INTEGER NOT NULL REFERENCES campusTelling(id) ON DELETE CASCADE,
  channel TEXT NOT NULL,
  state TEXT NOT NULL,
  number INTEGER NOT NULL,
  PRIMARY KEY (telling, channel, state)
) STRICT, WITHOUT ROWID;
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
CREATE VIRTUAL TABLE campusNewsSourceWords USING fts5(words, content='campusNewsSource', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");
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
CREATE VIRTUAL TABLE campusArticleWords USING fts5(words, content='campusArticle', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");
CREATE TABLE "campusChange" (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind <> ''),
  objectID INTEGER NOT NULL,
  UNIQUE (kind, objectID)
) STRICT;
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
CREATE TABLE campusFeedItem (
  source INTEGER NOT NULL REFERENCES campusNewsSource(id) ON DELETE CASCADE,
  identity TEXT NOT NULL CHECK (identity <> ''),
  article INTEGER REFERENCES campusArticle(id) ON DELETE SET NULL,
  -- What the feed said of it last.
  said TEXT NOT NULL,
  seenAt TEXT NOT NULL, picture TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (source, identity)
) STRICT, WITHOUT ROWID;
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
CREATE TABLE campusBuildingPhoto (
  id INTEGER PRIMARY KEY,
  building INTEGER NOT NULL REFERENCES campusBuilding(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  picture INTEGER REFERENCES picture(id) ON DELETE SET NULL,
  caption TEXT NOT NULL DEFAULT '',
  translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)),
  UNIQUE (building, position)
) STRICT;
CREATE TABLE campusAreaPhoto (
  id INTEGER PRIMARY KEY,
  area INTEGER NOT NULL REFERENCES campusArea(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  picture INTEGER REFERENCES picture(id) ON DELETE SET NULL,
  caption TEXT NOT NULL DEFAULT '',
  translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)),
  UNIQUE (area, position)
) STRICT;
CREATE TABLE campusFollowing (
  visitorID INTEGER NOT NULL REFERENCES campusVisitor(id) ON DELETE CASCADE,
  event INTEGER NOT NULL REFERENCES campusEvent(id) ON DELETE CASCADE,
  at TEXT NOT NULL,
  PRIMARY KEY (visitorID, event)
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
CREATE TABLE campusVisits (
  -- In the site's zone: 2026-03-02.
  day TEXT NOT NULL CHECK (day GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
  service TEXT NOT NULL,
  number INTEGER NOT NULL CHECK (number > 0),
  PRIMARY KEY (day, service)
) STRICT, WITHOUT ROWID;
CREATE TABLE campusEventLink (
  id INTEGER PRIMARY KEY,
  event INTEGER NOT NULL REFERENCES campusEvent(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('attachment', 'reading', 'enrolment', 'recording', 'other')),
  name TEXT NOT NULL CHECK (name <> ''),
  url TEXT NOT NULL CHECK (url <> ''), translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)),
  UNIQUE (event, position)
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
CREATE TABLE campusAlertFaculty (
  alert INTEGER NOT NULL REFERENCES campusAlert(id) ON DELETE CASCADE,
  other INTEGER NOT NULL REFERENCES faculty(id) ON DELETE CASCADE,
  UNIQUE (alert, other)
) STRICT;
CREATE TABLE campusBulletinTarget (
  bulletin INTEGER NOT NULL REFERENCES campusBulletin(id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('faculty', 'department', 'degree', 'course', 'person', 'event', 'building', 'area')),
  objectID INTEGER NOT NULL,
  PRIMARY KEY (bulletin, kind, objectID)
) STRICT, WITHOUT ROWID;
CREATE TABLE campusSending (
  id INTEGER PRIMARY KEY CHECK (id IN (1, 2)),
  worker TEXT NOT NULL,
  until TEXT NOT NULL
) STRICT;
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
CREATE VIRTUAL TABLE campusAlertTemplateWords USING fts5(words, content='campusAlertTemplate', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");
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
CREATE VIRTUAL TABLE campusPeriodWords USING fts5(words, content='campusPeriod', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");
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
CREATE VIRTUAL TABLE campusClosingDayWords USING fts5(words, content='campusClosingDay', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");
CREATE TABLE campusAppliedPeriod (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('lessons', 'exams')),
  year INTEGER NOT NULL REFERENCES academicYear(id) ON DELETE CASCADE,
  term TEXT NOT NULL,
  faculty INTEGER REFERENCES faculty(id) ON DELETE CASCADE,
  begins TEXT NOT NULL,
  ends TEXT NOT NULL
) STRICT;
CREATE TABLE campusAppliedClosing (
  id INTEGER PRIMARY KEY,
  rule TEXT NOT NULL,
  faculty INTEGER REFERENCES faculty(id) ON DELETE CASCADE
) STRICT;
CREATE TABLE campusAcademicCalendar (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  version INTEGER NOT NULL,
  appliedAt TEXT NOT NULL
) STRICT;
CREATE TABLE campusExamEntry (
  id INTEGER PRIMARY KEY,
  session INTEGER NOT NULL REFERENCES campusExamSession(id) ON DELETE CASCADE,
  account INTEGER NOT NULL REFERENCES account(id) ON DELETE CASCADE,
  at TEXT NOT NULL,
  mark TEXT NOT NULL DEFAULT '',
  markedAt TEXT,
  UNIQUE (session, account)
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
CREATE VIRTUAL TABLE campusNumberSourceWords USING fts5(words, content='campusNumberSource', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");
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
CREATE TABLE campusEventOfSeries (
  event INTEGER PRIMARY KEY REFERENCES campusEvent(id) ON DELETE CASCADE,
  series INTEGER NOT NULL REFERENCES campusEventSeries(id) ON DELETE CASCADE,
  -- Its time by the rule, from which it may have been moved.
  slot TEXT NOT NULL
) STRICT;
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
CREATE TABLE writer (
  id INTEGER PRIMARY KEY,
  email TEXT COLLATE NOCASE,
  nickname TEXT COLLATE NOCASE CHECK (length(nickname) BETWEEN 3 AND 20 AND nickname NOT GLOB '*[^A-Za-z0-9_.]*'),
  passwordHash TEXT CHECK (passwordHash LIKE 'scrypt$%'),
  firstName TEXT NOT NULL DEFAULT '',
  lastName TEXT NOT NULL DEFAULT '',
  birthYear INTEGER CHECK (birthYear BETWEEN 1900 AND 2200),
  sex TEXT CHECK (sex IN ('F', 'M')),
  country TEXT CHECK (length(country) = 2),
  avatar TEXT,
  verifiedAt TEXT,
  -- When privacy notice and terms were accepted, and which edition of them.
  acceptedAt TEXT,
  acceptedEdition INTEGER,
  createdAt TEXT NOT NULL,
  deletedAt TEXT, language TEXT NOT NULL DEFAULT 'it'
  CHECK (language GLOB '[a-z][a-z]*' AND length(language) <= 35), keepsPlaces INTEGER NOT NULL DEFAULT 1 CHECK (keepsPlaces IN (0, 1)),
  CHECK ((deletedAt IS NULL) = (email IS NOT NULL)),
  CHECK ((deletedAt IS NULL) = (nickname IS NOT NULL)),
  CHECK (deletedAt IS NULL OR (passwordHash IS NULL AND firstName = '' AND lastName = '' AND birthYear IS NULL
    AND sex IS NULL AND country IS NULL AND avatar IS NULL))
) STRICT;
CREATE TABLE writerSession (
  id INTEGER PRIMARY KEY,
  tokenHash BLOB NOT NULL UNIQUE CHECK (length(tokenHash) = 32),
  writer INTEGER NOT NULL REFERENCES writer(id) ON DELETE CASCADE,
  -- In a browser's cookie, or in the hands of a program.
  kind TEXT NOT NULL CHECK (kind IN ('browser', 'program')),
  device TEXT NOT NULL,
  createdAt TEXT NOT NULL,
  expiresAt TEXT NOT NULL,
  message TEXT CHECK (message IS NULL OR json_valid(message))
) STRICT;
CREATE TABLE follow (
  follower INTEGER NOT NULL REFERENCES writer(id) ON DELETE CASCADE,
  followed INTEGER NOT NULL REFERENCES writer(id) ON DELETE CASCADE,
  at TEXT NOT NULL,
  PRIMARY KEY (follower, followed),
  CHECK (follower <> followed)
) STRICT, WITHOUT ROWID;
CREATE TABLE fragment (
  id INTEGER PRIMARY KEY,
  story INTEGER NOT NULL REFERENCES story(id) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED,
  parent INTEGER REFERENCES fragment(id) ON DELETE RESTRICT,
  writer INTEGER NOT NULL REFERENCES writer(id) ON DELETE RESTRICT,
  kind TEXT NOT NULL CHECK (kind IN ('text', 'photo')),
  title TEXT NOT NULL DEFAULT '',
  text TEXT NOT NULL DEFAULT '',
  photo TEXT,
  createdAt TEXT NOT NULL,
  -- What the form or the program that sent it called it: the same sending never makes two.
  sending TEXT CHECK (sending <> ''),
  depth INTEGER NOT NULL CHECK (depth >= 0),
  -- Votes for all fragments from the first one to this one.
  weight INTEGER NOT NULL DEFAULT 0 CHECK (weight >= 0),
  -- Fragments that answer this one and are not hidden themselves.
  continuations INTEGER NOT NULL DEFAULT 0 CHECK (continuations >= 0),
  isHidden INTEGER NOT NULL DEFAULT 0 CHECK (isHidden IN (0, 1)),
  -- How many from the first fragment to this one are hidden; 0 is visible.
  cover INTEGER NOT NULL DEFAULT 0 CHECK (cover >= isHidden), correctedAt TEXT, description TEXT NOT NULL DEFAULT '',
  CHECK ((parent IS NULL) = (story = id)),
  CHECK ((parent IS NULL) = (depth = 0)),
  CHECK (parent IS NOT NULL OR title <> ''),
  CHECK (kind = 'text' AND text <> '' AND photo IS NULL OR kind = 'photo' AND photo IS NOT NULL)
) STRICT;
CREATE TABLE bestBranch (
  story INTEGER NOT NULL REFERENCES story(id) ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (position >= 0),
  fragment INTEGER NOT NULL UNIQUE REFERENCES fragment(id) ON DELETE CASCADE,
  PRIMARY KEY (story, position)
) STRICT, WITHOUT ROWID;
CREATE TABLE vote (
  writer INTEGER NOT NULL REFERENCES writer(id) ON DELETE RESTRICT,
  fragment INTEGER NOT NULL REFERENCES fragment(id) ON DELETE RESTRICT,
  at TEXT NOT NULL, isCounted INTEGER NOT NULL DEFAULT 1 CHECK (isCounted IN (0, 1)),
  PRIMARY KEY (writer, fragment)
) STRICT, WITHOUT ROWID;
CREATE TABLE moderationCase (
  id INTEGER PRIMARY KEY,
  fragment INTEGER NOT NULL REFERENCES fragment(id) ON DELETE RESTRICT,
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'decided', 'merged')),
  version INTEGER NOT NULL DEFAULT 1 CHECK (version > 0),
  title TEXT NOT NULL,
  text TEXT NOT NULL,
  photo TEXT,
  openedAt TEXT NOT NULL,
  -- What its reports weigh together, and how far the fragment reaches: see `Priority`.
  urgency REAL NOT NULL DEFAULT 0,
  reach REAL NOT NULL DEFAULT 1,
  claimant INTEGER REFERENCES account(id) ON DELETE SET NULL,
  claimedUntil TEXT
, isSevere INTEGER NOT NULL DEFAULT 0 CHECK (isSevere IN (0, 1)), asked TEXT) STRICT;
CREATE TABLE decision (
  id INTEGER PRIMARY KEY,
  caseID INTEGER REFERENCES moderationCase(id) ON DELETE RESTRICT,
  fragment INTEGER REFERENCES fragment(id) ON DELETE RESTRICT,
  -- Whom it concerns: the author of the fragment.
  writer INTEGER NOT NULL REFERENCES writer(id) ON DELETE RESTRICT,
  moderator INTEGER REFERENCES account(id) ON DELETE SET NULL,
  moderatorName TEXT NOT NULL,
  hides INTEGER NOT NULL CHECK (hides IN (0, 1)),
  warns INTEGER NOT NULL CHECK (warns IN (0, 1)),
  suspends INTEGER NOT NULL CHECK (suspends IN (0, 1)),
  -- The rule it rests on; none where everything is kept.
  reason TEXT,
  -- What the author is told in the moderator's own words.
  message TEXT NOT NULL DEFAULT '',
  -- The first decision of an act on many cases; all of them share it.
  batch INTEGER REFERENCES decision(id) ON DELETE SET NULL,
  at TEXT NOT NULL,
  undoneAt TEXT,
  undoneBy TEXT, automatic TEXT
  CHECK (automatic IN ('first', 'link', 'word', 'photo', 'reports', 'severe')), replaces INTEGER REFERENCES decision(id) ON DELETE SET NULL, unvotes INTEGER NOT NULL DEFAULT 0 CHECK (unvotes IN (0, 1)), hidesFace INTEGER NOT NULL DEFAULT 0 CHECK (hidesFace IN (0, 1)), hidesName INTEGER NOT NULL DEFAULT 0 CHECK (hidesName IN (0, 1)),
  CHECK ((undoneAt IS NULL) = (undoneBy IS NULL)),
  CHECK (reason IS NOT NULL OR (hides = 0 AND warns = 0 AND suspends = 0)),
  CHECK (hides = 0 OR fragment IS NOT NULL)
) STRICT;
CREATE TABLE fragmentReport (
  id INTEGER PRIMARY KEY,
  fragment INTEGER NOT NULL REFERENCES fragment(id) ON DELETE RESTRICT,
  writer INTEGER NOT NULL REFERENCES writer(id) ON DELETE RESTRICT,
  caseID INTEGER NOT NULL REFERENCES moderationCase(id) ON DELETE RESTRICT,
  reason TEXT NOT NULL,
  note TEXT NOT NULL DEFAULT '',
  at TEXT NOT NULL,
  outcome TEXT CHECK (outcome IN ('upheld', 'noted', 'rejected')),
  decision INTEGER REFERENCES decision(id) ON DELETE RESTRICT,
  CHECK ((outcome IS NULL) = (decision IS NULL)),
  UNIQUE (writer, fragment)
) STRICT;
CREATE TABLE hiding (
  id INTEGER PRIMARY KEY,
  fragment INTEGER NOT NULL REFERENCES fragment(id) ON DELETE RESTRICT,
  decision INTEGER NOT NULL REFERENCES decision(id) ON DELETE RESTRICT,
  since TEXT NOT NULL,
  endedAt TEXT
) STRICT;
CREATE TABLE strike (
  id INTEGER PRIMARY KEY,
  writer INTEGER NOT NULL REFERENCES writer(id) ON DELETE RESTRICT,
  decision INTEGER NOT NULL REFERENCES decision(id) ON DELETE RESTRICT,
  since TEXT NOT NULL,
  -- Nobody is reminded of an old mistake for ever.
  expiresAt TEXT NOT NULL,
  endedAt TEXT
) STRICT;
CREATE TABLE suspension (
  id INTEGER PRIMARY KEY,
  writer INTEGER NOT NULL REFERENCES writer(id) ON DELETE RESTRICT,
  decision INTEGER NOT NULL REFERENCES decision(id) ON DELETE RESTRICT,
  since TEXT NOT NULL,
  -- None is for good.
  until TEXT CHECK (until > since),
  -- Whether the writer's stories stay out of the lists meanwhile; they can be read all the same.
  unlists INTEGER NOT NULL DEFAULT 0 CHECK (unlists IN (0, 1)),
  -- The one it took the place of, which comes back when this one is undone.
  replaced INTEGER REFERENCES suspension(id) ON DELETE SET NULL,
  endedAt TEXT,
  endedBy TEXT
) STRICT;
CREATE TABLE writerLink (
  tokenHash BLOB PRIMARY KEY CHECK (length(tokenHash) = 32),
  writer INTEGER NOT NULL REFERENCES writer(id) ON DELETE CASCADE,
  purpose TEXT NOT NULL CHECK (purpose IN ('verify', 'reset', 'change')),
  -- The address that is to take the place of the known one.
  email TEXT CHECK ((email IS NOT NULL) = (purpose = 'change')),
  expiresAt TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE signIn (
  id INTEGER PRIMARY KEY,
  writer INTEGER NOT NULL REFERENCES writer(id) ON DELETE CASCADE,
  access TEXT NOT NULL CHECK (access IN ('iOS', 'Web', 'Android')),
  at TEXT NOT NULL
) STRICT;
CREATE TABLE mail (
  id INTEGER PRIMARY KEY,
  writer INTEGER REFERENCES writer(id) ON DELETE SET NULL,
  recipient TEXT NOT NULL CHECK (recipient <> ''),
  subject TEXT NOT NULL,
  body TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'kept', 'failed')),
  attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  error TEXT NOT NULL DEFAULT '',
  createdAt TEXT NOT NULL,
  nextAt TEXT NOT NULL,
  sentAt TEXT, system TEXT NOT NULL DEFAULT 'stories', leaving TEXT NOT NULL DEFAULT '', html TEXT NOT NULL DEFAULT '', isUrgent INTEGER NOT NULL DEFAULT 0 CHECK (isUrgent IN (0, 1)), needsAddress INTEGER NOT NULL DEFAULT 0 CHECK (needsAddress IN (0, 1)), endsAt TEXT,
  CHECK ((state IN ('sent', 'kept')) = (sentAt IS NOT NULL)),
  CHECK (state <> 'sent' OR body = '')
) STRICT;
CREATE TABLE lease (
  fragment INTEGER PRIMARY KEY REFERENCES fragment(id) ON DELETE CASCADE,
  writer INTEGER NOT NULL REFERENCES writer(id) ON DELETE CASCADE,
  until TEXT NOT NULL
) STRICT;
CREATE TABLE storyDraft (
  id INTEGER PRIMARY KEY,
  writer INTEGER NOT NULL REFERENCES writer(id) ON DELETE CASCADE,
  parent INTEGER REFERENCES fragment(id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('text', 'photo')),
  title TEXT NOT NULL,
  text TEXT NOT NULL,
  photo TEXT,
  sending TEXT NOT NULL CHECK (sending <> ''),
  updatedAt TEXT NOT NULL
, form TEXT NOT NULL DEFAULT '', description TEXT NOT NULL DEFAULT '') STRICT;
CREATE TABLE moderatorNote (
  id INTEGER PRIMARY KEY,
  caseID INTEGER REFERENCES moderationCase(id) ON DELETE CASCADE,
  writer INTEGER REFERENCES writer(id) ON DELETE CASCADE,
  author INTEGER REFERENCES account(id) ON DELETE SET NULL,
  authorName TEXT NOT NULL,
  text TEXT NOT NULL CHECK (text <> ''),
  at TEXT NOT NULL,
  CHECK ((caseID IS NULL) <> (writer IS NULL))
) STRICT;
CREATE TABLE secondOpinion (
  suspension INTEGER PRIMARY KEY REFERENCES suspension(id) ON DELETE CASCADE,
  until TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'confirmed', 'refused')),
  decider INTEGER REFERENCES account(id) ON DELETE SET NULL,
  deciderName TEXT,
  decidedAt TEXT,
  CHECK ((state = 'open') = (decidedAt IS NULL)),
  CHECK ((deciderName IS NULL) = (decidedAt IS NULL))
) STRICT;
CREATE TABLE appeal (
  id INTEGER PRIMARY KEY,
  decision INTEGER NOT NULL UNIQUE REFERENCES decision(id) ON DELETE RESTRICT,
  text TEXT NOT NULL,
  at TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'upheld', 'refused')),
  answer TEXT NOT NULL DEFAULT '',
  decider INTEGER REFERENCES account(id) ON DELETE SET NULL,
  deciderName TEXT,
  decidedAt TEXT,
  CHECK ((state = 'open') = (decidedAt IS NULL)),
  CHECK ((deciderName IS NULL) = (decidedAt IS NULL))
) STRICT;
CREATE TABLE appealLink (
  tokenHash BLOB PRIMARY KEY CHECK (length(tokenHash) = 32),
  decision INTEGER NOT NULL REFERENCES decision(id) ON DELETE CASCADE,
  expiresAt TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE storySettings (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  fromBest INTEGER NOT NULL CHECK (fromBest BETWEEN 0 AND 50),
  best INTEGER NOT NULL CHECK (best BETWEEN 1 AND 5000),
  fromMonth INTEGER NOT NULL CHECK (fromMonth BETWEEN 0 AND 50),
  month INTEGER NOT NULL CHECK (month BETWEEN 1 AND 5000),
  fromNew INTEGER NOT NULL CHECK (fromNew BETWEEN 0 AND 50),
  days INTEGER NOT NULL CHECK (days BETWEEN 1 AND 365),
  isOpen INTEGER NOT NULL CHECK (isOpen IN (0, 1)),
  version INTEGER NOT NULL DEFAULT 1 CHECK (version > 0)
, feed INTEGER NOT NULL DEFAULT 50 CHECK (feed BETWEEN 1 AND 200), anHour INTEGER NOT NULL DEFAULT 30 CHECK (anHour BETWEEN 1 AND 1000), pause INTEGER NOT NULL DEFAULT 5 CHECK (pause BETWEEN 0 AND 600), countries TEXT NOT NULL DEFAULT '', newDays INTEGER NOT NULL DEFAULT 7 CHECK (newDays BETWEEN 0 AND 365), newFragments INTEGER NOT NULL DEFAULT 3 CHECK (newFragments BETWEEN 0 AND 100), holdFirst INTEGER NOT NULL DEFAULT 0 CHECK (holdFirst BETWEEN 0 AND 50), holdLinks INTEGER NOT NULL DEFAULT 0 CHECK (holdLinks IN (0, 1)), holdPhotos INTEGER NOT NULL DEFAULT 0 CHECK (holdPhotos IN (0, 1)), trustedReports INTEGER NOT NULL DEFAULT 0
  CHECK (trustedReports BETWEEN 0 AND 100), severeReports INTEGER NOT NULL DEFAULT 0 CHECK (severeReports BETWEEN 0 AND 20), newAnHour INTEGER NOT NULL DEFAULT 0 CHECK (newAnHour BETWEEN 0 AND 1000), newVotes INTEGER NOT NULL DEFAULT 0 CHECK (newVotes BETWEEN 0 AND 200), newFollows INTEGER NOT NULL DEFAULT 0 CHECK (newFollows BETWEEN 0 AND 60), newLinks INTEGER NOT NULL DEFAULT 0 CHECK (newLinks BETWEEN 0 AND 100)) STRICT;
CREATE TABLE "documentEdition" (
  id INTEGER PRIMARY KEY,
  document TEXT NOT NULL CHECK (document IN ('privacy', 'terms', 'rules', 'help')),
  number INTEGER NOT NULL CHECK (number > 1),
  text TEXT NOT NULL,
  isAsked INTEGER NOT NULL CHECK (isAsked IN (0, 1) AND (isAsked = 0 OR document <> 'help')),
  author INTEGER REFERENCES account(id) ON DELETE SET NULL,
  authorName TEXT NOT NULL,
  at TEXT NOT NULL, translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations)), language TEXT NOT NULL DEFAULT 'it' CHECK (language <> ''),
  UNIQUE (document, number)
) STRICT;
CREATE TABLE watchedWord (
  id INTEGER PRIMARY KEY,
  language TEXT NOT NULL DEFAULT '',
  word TEXT NOT NULL CHECK (word <> ''),
  -- Whether longer words that begin with it are meant too.
  isStem INTEGER NOT NULL CHECK (isStem IN (0, 1)),
  reason TEXT NOT NULL,
  addedBy TEXT NOT NULL,
  addedAt TEXT NOT NULL,
  removedAt TEXT
) STRICT;
CREATE TABLE photoHash (
  file TEXT PRIMARY KEY,
  hash INTEGER NOT NULL,
  at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE voteExclusion (
  id INTEGER PRIMARY KEY,
  voter INTEGER NOT NULL REFERENCES writer(id) ON DELETE RESTRICT,
  author INTEGER REFERENCES writer(id) ON DELETE RESTRICT,
  decision INTEGER NOT NULL REFERENCES decision(id) ON DELETE RESTRICT,
  since TEXT NOT NULL,
  endedAt TEXT
) STRICT;
CREATE TABLE profileHiding (
  id INTEGER PRIMARY KEY,
  writer INTEGER NOT NULL REFERENCES writer(id) ON DELETE RESTRICT,
  part TEXT NOT NULL CHECK (part IN ('face', 'name')),
  decision INTEGER NOT NULL REFERENCES decision(id) ON DELETE RESTRICT,
  face TEXT,
  nickname TEXT COLLATE NOCASE,
  firstName TEXT NOT NULL DEFAULT '',
  lastName TEXT NOT NULL DEFAULT '',
  since TEXT NOT NULL,
  endedAt TEXT
) STRICT;
CREATE TABLE profileReport (
  id INTEGER PRIMARY KEY,
  subject INTEGER NOT NULL REFERENCES writer(id) ON DELETE RESTRICT,
  part TEXT NOT NULL CHECK (part IN ('face', 'name')),
  writer INTEGER NOT NULL REFERENCES writer(id) ON DELETE RESTRICT,
  reason TEXT NOT NULL,
  note TEXT NOT NULL DEFAULT '',
  at TEXT NOT NULL,
  outcome TEXT CHECK (outcome IN ('upheld', 'noted', 'rejected')),
  decision INTEGER REFERENCES decision(id) ON DELETE RESTRICT,
  CHECK ((outcome IS NULL) = (decision IS NULL)),
  CHECK (subject <> writer)
) STRICT;
CREATE TABLE readingPlace (
  writer INTEGER NOT NULL REFERENCES writer(id) ON DELETE CASCADE,
  story INTEGER NOT NULL REFERENCES story(id) ON DELETE CASCADE,
  fragment INTEGER NOT NULL REFERENCES fragment(id) ON DELETE CASCADE,
  at TEXT NOT NULL,
  newSince TEXT,
  PRIMARY KEY (writer, story)
) STRICT, WITHOUT ROWID;
CREATE TABLE fragmentRead (
  writer INTEGER NOT NULL REFERENCES writer(id) ON DELETE CASCADE,
  fragment INTEGER NOT NULL REFERENCES fragment(id) ON DELETE CASCADE,
  PRIMARY KEY (writer, fragment)
) STRICT, WITHOUT ROWID;
CREATE TABLE storyFollow (
  writer INTEGER NOT NULL REFERENCES writer(id) ON DELETE CASCADE,
  story INTEGER NOT NULL REFERENCES story(id) ON DELETE CASCADE,
  at TEXT NOT NULL,
  PRIMARY KEY (writer, story)
) STRICT, WITHOUT ROWID;
CREATE TABLE "storyNotice" (
  id INTEGER PRIMARY KEY,
  writer INTEGER NOT NULL REFERENCES writer(id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('follower', 'storyContinued', 'branchContinued', 'storyGrown', 'reportDecided',
    'measureTaken', 'message', 'decisionUndone', 'appealDecided')),
  -- The writer who did it, if it was one.
  actor INTEGER REFERENCES writer(id) ON DELETE CASCADE,
  -- The fragment it leads to, and the one that was continued.
  fragment INTEGER REFERENCES fragment(id) ON DELETE CASCADE,
  continued INTEGER REFERENCES fragment(id) ON DELETE CASCADE,
  decision INTEGER REFERENCES decision(id) ON DELETE CASCADE,
  at TEXT NOT NULL,
  readAt TEXT,
  CHECK ((kind = 'follower') = (actor IS NOT NULL AND fragment IS NULL)),
  CHECK ((kind IN ('storyContinued', 'branchContinued')) = (continued IS NOT NULL)),
  CHECK ((kind IN ('follower', 'storyContinued', 'branchContinued', 'storyGrown')) = (decision IS NULL))
) STRICT;
CREATE TABLE withdrawnFragment (
  id INTEGER PRIMARY KEY,
  at TEXT NOT NULL
) STRICT;
CREATE TABLE "story" (
  id INTEGER PRIMARY KEY REFERENCES fragment(id) ON DELETE CASCADE,
  createdAt TEXT NOT NULL,
  -- When a fragment was last added, in whatever branch.
  changedAt TEXT NOT NULL,
  -- Of its best branch.
  weight INTEGER NOT NULL DEFAULT 0 CHECK (weight >= 0),
  -- The end of its best branch; none while the first fragment is hidden.
  tip INTEGER REFERENCES fragment(id) ON DELETE RESTRICT,
  -- The title without capitals and accents, for the search.
  folded TEXT NOT NULL,
  -- What the seed calls it; none where it was begun on the site.
  seedKey TEXT UNIQUE CHECK (seedKey <> ''),
  -- The different people whose votes make up the weight of the best branch.
  voters INTEGER NOT NULL DEFAULT 0 CHECK (voters >= 0),
  -- The language of the writer who began it.
  language TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE TABLE writerNetwork (
  writer INTEGER NOT NULL REFERENCES writer(id) ON DELETE CASCADE,
  network BLOB NOT NULL CHECK (length(network) = 16),
  at TEXT NOT NULL,
  PRIMARY KEY (writer, network)
) STRICT, WITHOUT ROWID;
CREATE TABLE networkKey (
  day TEXT PRIMARY KEY,
  key BLOB NOT NULL CHECK (length(key) = 32)
) STRICT, WITHOUT ROWID;
CREATE TABLE "moderatorCall" (
  account INTEGER PRIMARY KEY REFERENCES account(id) ON DELETE CASCADE,
  cases TEXT NOT NULL CHECK (cases IN ('severe', 'rules', 'all')),
  -- Names of rules, separated by spaces, which count where only some rules call.
  rules TEXT NOT NULL DEFAULT '' CHECK (cases <> 'rules' OR rules <> ''),
  -- Whether a message goes to the confirmed address; browsers are called besides.
  byMail INTEGER NOT NULL DEFAULT 1 CHECK (byMail IN (0, 1)),
  -- The hour of a daily message; none is at once.
  daily INTEGER CHECK (daily BETWEEN 0 AND 23),
  quietFrom INTEGER CHECK (quietFrom BETWEEN 0 AND 23),
  quietTo INTEGER CHECK (quietTo BETWEEN 0 AND 23),
  CHECK ((quietFrom IS NULL) = (quietTo IS NULL))
) STRICT;
CREATE TABLE "moderatorCalled" (
  account INTEGER NOT NULL REFERENCES account(id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('case', 'severe', 'appeal', 'profile', 'severeProfile')),
  subject INTEGER NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (account, kind, subject)
) STRICT, WITHOUT ROWID;
CREATE TABLE moderatorBrowser (
  id INTEGER PRIMARY KEY,
  account INTEGER NOT NULL REFERENCES account(id) ON DELETE CASCADE,
  address TEXT NOT NULL UNIQUE,
  publicKey BLOB NOT NULL CHECK (length(publicKey) = 65),
  secret BLOB NOT NULL CHECK (length(secret) = 16),
  label TEXT NOT NULL,
  createdAt TEXT NOT NULL
) STRICT;
CREATE TABLE moderatorPush (
  id INTEGER PRIMARY KEY,
  browser INTEGER NOT NULL REFERENCES moderatorBrowser(id) ON DELETE CASCADE,
  title TEXT NOT NULL,
  text TEXT NOT NULL,
  path TEXT NOT NULL,
  language TEXT NOT NULL,
  isUrgent INTEGER NOT NULL CHECK (isUrgent IN (0, 1)),
  -- How much waits for moderators in all, for the number on the site's icon.
  waiting INTEGER NOT NULL CHECK (waiting >= 0),
  at TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  nextAt TEXT NOT NULL
) STRICT;
CREATE TABLE suspendedSession (
  tokenHash BLOB PRIMARY KEY CHECK (length(tokenHash) = 32),
  writer INTEGER NOT NULL REFERENCES writer(id) ON DELETE CASCADE,
  expiresAt TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE votedInTime (
  span TEXT NOT NULL CHECK (span IN ('week', 'month', 'year')),
  story INTEGER NOT NULL REFERENCES story(id) ON DELETE CASCADE,
  people INTEGER NOT NULL CHECK (people > 0),
  PRIMARY KEY (span, story)
) STRICT, WITHOUT ROWID;
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
CREATE VIRTUAL TABLE citationAuthorWords USING fts5(words, content='citationAuthor', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");
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
CREATE VIRTUAL TABLE citationRunWords USING fts5(words, content='citationRun', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");
CREATE TABLE citationDocument (
  id INTEGER PRIMARY KEY,
  run INTEGER NOT NULL REFERENCES citationRun(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  name TEXT NOT NULL CHECK (name <> ''),
  role TEXT NOT NULL CHECK (role IN ('list', 'page')),
  text TEXT NOT NULL CHECK (text <> ''), columns TEXT NOT NULL DEFAULT '',
  UNIQUE (run, position)
) STRICT;
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
CREATE TABLE citationPageWork (
  runID INTEGER NOT NULL REFERENCES citationRun(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  title TEXT NOT NULL,
  authors TEXT NOT NULL,
  workTitle TEXT,
  percent REAL, identity TEXT NOT NULL DEFAULT '', isFromText INTEGER NOT NULL DEFAULT 0 CHECK (isFromText IN (0, 1)),
  PRIMARY KEY (runID, position)
) STRICT;
CREATE TABLE citationDecision (
  runID INTEGER NOT NULL REFERENCES citationRun(id) ON DELETE CASCADE,
  identity TEXT NOT NULL,
  value TEXT NOT NULL CHECK (json_valid(value)),
  PRIMARY KEY (runID, identity)
) STRICT;
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
CREATE TABLE citationProfile (
  authorID INTEGER PRIMARY KEY REFERENCES citationAuthor(id) ON DELETE CASCADE,
  runID INTEGER NOT NULL REFERENCES citationRun(id) ON DELETE CASCADE
) STRICT;
CREATE TABLE citationSnapshot (
  id INTEGER PRIMARY KEY,
  runID INTEGER NOT NULL REFERENCES citationRun(id) ON DELETE CASCADE,
  at TEXT NOT NULL,
  h INTEGER NOT NULL,
  allH INTEGER NOT NULL,
  works INTEGER NOT NULL,
  total INTEGER NOT NULL
) STRICT;
CREATE TABLE citationFavourite (
  accountID INTEGER NOT NULL REFERENCES account(id) ON DELETE CASCADE,
  authorID INTEGER NOT NULL REFERENCES citationAuthor(id) ON DELETE CASCADE,
  PRIMARY KEY (accountID, authorID)
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
CREATE VIRTUAL TABLE citationSheetWords USING fts5(words, content='citationSheet', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");
CREATE TABLE citationAnswer (
  id INTEGER PRIMARY KEY,
  sheetID INTEGER NOT NULL REFERENCES citationSheet(id) ON DELETE CASCADE,
  name TEXT NOT NULL CHECK (name <> ''),
  answers TEXT NOT NULL CHECK (json_valid(answers)),
  right INTEGER NOT NULL,
  at TEXT NOT NULL
) STRICT;
CREATE TABLE citationChoices (
  accountID INTEGER PRIMARY KEY REFERENCES account(id) ON DELETE CASCADE,
  preset TEXT NOT NULL CHECK (preset IN ('improved', 'original')),
  spelling TEXT NOT NULL CHECK (spelling IN ('usual', 'raw', 'folded')),
  titleThreshold INTEGER NOT NULL CHECK (titleThreshold BETWEEN 1 AND 100),
  authorThreshold INTEGER NOT NULL CHECK (authorThreshold BETWEEN 0 AND 100)
) STRICT;
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
CREATE VIRTUAL TABLE citationLayoutWords USING fts5(words, content='citationLayout', content_rowid='id', prefix='2 3', tokenize="unicode61 remove_diacritics 2");
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
INSERT INTO grdb_migrations (identifier) VALUES ('accounts 001 accounts and roles');
INSERT INTO grdb_migrations (identifier) VALUES ('accounts 002 sessions, attempts and one-time links');
INSERT INTO grdb_migrations (identifier) VALUES ('accounts 003 audit');
INSERT INTO grdb_migrations (identifier) VALUES ('accounts 004 access tokens');
INSERT INTO grdb_migrations (identifier) VALUES ('accounts 004 second factors, own roles and viewing as a role');
INSERT INTO grdb_migrations (identifier) VALUES ('accounts 005 own roles that are confined');
INSERT INTO grdb_migrations (identifier) VALUES ('accounts 005 people can be erased');
INSERT INTO grdb_migrations (identifier) VALUES ('accounts 006 failed tries are counted');
INSERT INTO grdb_migrations (identifier) VALUES ('accounts 006 the country of a person');
INSERT INTO grdb_migrations (identifier) VALUES ('accounts 007 tokens for all say so');
INSERT INTO grdb_migrations (identifier) VALUES ('accounts 008 people may read any language');
INSERT INTO grdb_migrations (identifier) VALUES ('accounts 009 mail addresses, and browsers that are known');
INSERT INTO grdb_migrations (identifier) VALUES ('admin 001 settings');
INSERT INTO grdb_migrations (identifier) VALUES ('admin 002 history');
INSERT INTO grdb_migrations (identifier) VALUES ('admin 002 search of the audit log');
INSERT INTO grdb_migrations (identifier) VALUES ('admin 003 search of the audit log follows what is erased');
INSERT INTO grdb_migrations (identifier) VALUES ('admin 004 words of the audit log wait for a search');
INSERT INTO grdb_migrations (identifier) VALUES ('admin files 001 create importFile');
INSERT INTO grdb_migrations (identifier) VALUES ('admin heartbeat 001 when a replicated site was last alive');
INSERT INTO grdb_migrations (identifier) VALUES ('admin identity 001 which site it is');
INSERT INTO grdb_migrations (identifier) VALUES ('admin identity 002 where its folder is');
INSERT INTO grdb_migrations (identifier) VALUES ('admin imports 001 staged imports');
INSERT INTO grdb_migrations (identifier) VALUES ('admin imports 002 formats of modules');
INSERT INTO grdb_migrations (identifier) VALUES ('admin jobs 001 create job');
INSERT INTO grdb_migrations (identifier) VALUES ('admin jobs 002 lanes, receivers and generations');
INSERT INTO grdb_migrations (identifier) VALUES ('admin jobs 003 crashes');
INSERT INTO grdb_migrations (identifier) VALUES ('admin lists 001 columns, views, bulk acts');
INSERT INTO grdb_migrations (identifier) VALUES ('admin mail 001 the mail server is a setting');
INSERT INTO grdb_migrations (identifier) VALUES ('admin media 001 create picture');
INSERT INTO grdb_migrations (identifier) VALUES ('admin outbox 001 messages of every system');
INSERT INTO grdb_migrations (identifier) VALUES ('admin outbox 002 messages have a part in HTML');
INSERT INTO grdb_migrations (identifier) VALUES ('admin outbox 003 urgent messages, and links without the site''s address');
INSERT INTO grdb_migrations (identifier) VALUES ('admin outbox 004 messages whose link ends');
INSERT INTO grdb_migrations (identifier) VALUES ('admin seed 001 what files wrote');
INSERT INTO grdb_migrations (identifier) VALUES ('admin seed 002 backups before applications');
INSERT INTO grdb_migrations (identifier) VALUES ('admin seed 003 what was before');
INSERT INTO grdb_migrations (identifier) VALUES ('admin webhooks 001 create webhook');
INSERT INTO grdb_migrations (identifier) VALUES ('admin webhooks 002 days of failing, and all as a word of its own');
INSERT INTO grdb_migrations (identifier) VALUES ('campus 001 places');
INSERT INTO grdb_migrations (identifier) VALUES ('campus 002 visitors');
INSERT INTO grdb_migrations (identifier) VALUES ('campus 003 timetables');
INSERT INTO grdb_migrations (identifier) VALUES ('campus 004 links and emergency numbers');
INSERT INTO grdb_migrations (identifier) VALUES ('campus 010 calendars');
INSERT INTO grdb_migrations (identifier) VALUES ('campus 020 alerts');
INSERT INTO grdb_migrations (identifier) VALUES ('campus 021 alerts that reach people');
INSERT INTO grdb_migrations (identifier) VALUES ('campus 090 changes');
INSERT INTO grdb_migrations (identifier) VALUES ('campus 100 news');
INSERT INTO grdb_migrations (identifier) VALUES ('campus 101 news among the changes');
INSERT INTO grdb_migrations (identifier) VALUES ('campus 102 feeds of others');
INSERT INTO grdb_migrations (identifier) VALUES ('campus 103 link check');
INSERT INTO grdb_migrations (identifier) VALUES ('campus 110 lessons that are cancelled or moved');
INSERT INTO grdb_migrations (identifier) VALUES ('campus 111 events of visitors');
INSERT INTO grdb_migrations (identifier) VALUES ('campus 112 calendars of others');
INSERT INTO grdb_migrations (identifier) VALUES ('campus 113 one message a day');
INSERT INTO grdb_migrations (identifier) VALUES ('campus 114 links have a picture');
INSERT INTO grdb_migrations (identifier) VALUES ('campus 115 places have several photos');
INSERT INTO grdb_migrations (identifier) VALUES ('campus 116 visitors follow single events');
INSERT INTO grdb_migrations (identifier) VALUES ('campus 117 how often services are opened');
INSERT INTO grdb_migrations (identifier) VALUES ('campus 118 events have several links');
INSERT INTO grdb_migrations (identifier) VALUES ('campus 119 buildings have an outline');
INSERT INTO grdb_migrations (identifier) VALUES ('campus 120 links play');
INSERT INTO grdb_migrations (identifier) VALUES ('campus 121 everything among the changes');
INSERT INTO grdb_migrations (identifier) VALUES ('campus 122 teachers share an activity');
INSERT INTO grdb_migrations (identifier) VALUES ('campus 123 photos and films are of an event');
INSERT INTO grdb_migrations (identifier) VALUES ('campus 124 a change takes the place of the one before');
INSERT INTO grdb_migrations (identifier) VALUES ('campus 125 alerts are somewhere, calendars of a faculty');
INSERT INTO grdb_migrations (identifier) VALUES ('campus 126 what belongs to something goes with it');
INSERT INTO grdb_migrations (identifier) VALUES ('campus 127 alerts of faculties, alerts easy to read');
INSERT INTO grdb_migrations (identifier) VALUES ('campus 128 the radio has sources of its own');
INSERT INTO grdb_migrations (identifier) VALUES ('campus 129 dead links are hidden');
INSERT INTO grdb_migrations (identifier) VALUES ('campus 130 messages easy to read');
INSERT INTO grdb_migrations (identifier) VALUES ('campus 131 exams, links of events and notes of lessons in both languages');
INSERT INTO grdb_migrations (identifier) VALUES ('campus 150 alerts are told apart from the rest');
INSERT INTO grdb_migrations (identifier) VALUES ('campus 151 alerts and subscriptions in any language');
INSERT INTO grdb_migrations (identifier) VALUES ('campus 152 entries of feeds: sounds, films and what is left out');
INSERT INTO grdb_migrations (identifier) VALUES ('campus 153 secret addresses that are shown again, seats of rooms');
INSERT INTO grdb_migrations (identifier) VALUES ('campus 154 opening hours as data');
INSERT INTO grdb_migrations (identifier) VALUES ('campus 155 alerts have translations in place of columns for English');
INSERT INTO grdb_migrations (identifier) VALUES ('campus 160 templates of alerts');
INSERT INTO grdb_migrations (identifier) VALUES ('campus 161 academic calendar');
INSERT INTO grdb_migrations (identifier) VALUES ('campus 162 sign-up for exams');
INSERT INTO grdb_migrations (identifier) VALUES ('campus 163 lessons that may overlap');
INSERT INTO grdb_migrations (identifier) VALUES ('campus 164 numbers of other sites');
INSERT INTO grdb_migrations (identifier) VALUES ('campus 165 pictures of feeds');
INSERT INTO grdb_migrations (identifier) VALUES ('campus 166 series of events');
INSERT INTO grdb_migrations (identifier) VALUES ('campus 167 own events of any rhythm');
INSERT INTO grdb_migrations (identifier) VALUES ('campus 168 private events of followed calendars');
INSERT INTO grdb_migrations (identifier) VALUES ('citations 001 authors and runs');
INSERT INTO grdb_migrations (identifier) VALUES ('citations 002 what runs found');
INSERT INTO grdb_migrations (identifier) VALUES ('citations 003 what cannot be the same, and results in public');
INSERT INTO grdb_migrations (identifier) VALUES ('citations 004 acts about many works, and corrected pages');
INSERT INTO grdb_migrations (identifier) VALUES ('citations 005 variants of a surname, spellings of a run, favourites, sheets for classes');
INSERT INTO grdb_migrations (identifier) VALUES ('citations 006 settings, a researcher''s own choices and documents, layouts of pages');
INSERT INTO grdb_migrations (identifier) VALUES ('citations 007 authors have an owner and are private or shared');
INSERT INTO grdb_migrations (identifier) VALUES ('citations 008 how many runs go at once');
INSERT INTO grdb_migrations (identifier) VALUES ('citations 009 what lists of runs tell');
INSERT INTO grdb_migrations (identifier) VALUES ('citations 010 which other sites may be asked, and how');
INSERT INTO grdb_migrations (identifier) VALUES ('citations 011 runs go to the trash with their author, and jobs say which run they are about');
INSERT INTO grdb_migrations (identifier) VALUES ('citations 012 where works stand, for the list of all');
INSERT INTO grdb_migrations (identifier) VALUES ('citations 013 jobs do not outlive the run that they name');
INSERT INTO grdb_migrations (identifier) VALUES ('citations 014 how far an index is known, and what speaks for each work');
INSERT INTO grdb_migrations (identifier) VALUES ('citations 015 files of fifty megabytes');
INSERT INTO grdb_migrations (identifier) VALUES ('citations 016 which list says how often a work is cited');
INSERT INTO grdb_migrations (identifier) VALUES ('citations 017 documents that an import brought');
INSERT INTO grdb_migrations (identifier) VALUES ('history 001 working copies and forms sent without a session');
INSERT INTO grdb_migrations (identifier) VALUES ('history 002 drafts, dates and previews');
INSERT INTO grdb_migrations (identifier) VALUES ('history 003 editions of drafts that forms are open on');
INSERT INTO grdb_migrations (identifier) VALUES ('house 001 houses, products, shops');
INSERT INTO grdb_migrations (identifier) VALUES ('house 002 recipes and guests');
INSERT INTO grdb_migrations (identifier) VALUES ('house 003 index pictures');
INSERT INTO grdb_migrations (identifier) VALUES ('house 004 filters are counted from an index');
INSERT INTO grdb_migrations (identifier) VALUES ('house 005 lists, messages, voices and guests'' pages are rights');
INSERT INTO grdb_migrations (identifier) VALUES ('house 006 products have allergens');
INSERT INTO grdb_migrations (identifier) VALUES ('house 007 houses of any language');
INSERT INTO grdb_migrations (identifier) VALUES ('house api 001 programs, versions of rows, calls that come twice');
INSERT INTO grdb_migrations (identifier) VALUES ('house api 002 products for the first app');
INSERT INTO grdb_migrations (identifier) VALUES ('house clock 001 pictures');
INSERT INTO grdb_migrations (identifier) VALUES ('house cooking 001 progress, things at hand, timers');
INSERT INTO grdb_migrations (identifier) VALUES ('house cooking 002 going on before a timer ends');
INSERT INTO grdb_migrations (identifier) VALUES ('house cooking 003 for how many people');
INSERT INTO grdb_migrations (identifier) VALUES ('house day 001 moments');
INSERT INTO grdb_migrations (identifier) VALUES ('house day 002 routines');
INSERT INTO grdb_migrations (identifier) VALUES ('house day 003 plan of the week');
INSERT INTO grdb_migrations (identifier) VALUES ('house living 001 coming in, preferences, lists');
INSERT INTO grdb_migrations (identifier) VALUES ('house living 003 messages');
INSERT INTO grdb_migrations (identifier) VALUES ('house living 010 calls for help');
INSERT INTO grdb_migrations (identifier) VALUES ('house living 011 independence');
INSERT INTO grdb_migrations (identifier) VALUES ('house living 020 voices');
INSERT INTO grdb_migrations (identifier) VALUES ('house living 021 videos');
INSERT INTO grdb_migrations (identifier) VALUES ('house living 022 videos know the act that brought them');
INSERT INTO grdb_migrations (identifier) VALUES ('house money 001 purses');
INSERT INTO grdb_migrations (identifier) VALUES ('house offline 001 acts done without a network');
INSERT INTO grdb_migrations (identifier) VALUES ('house offline 002 what an act did');
INSERT INTO grdb_migrations (identifier) VALUES ('house pantry 001 minimum stock');
INSERT INTO grdb_migrations (identifier) VALUES ('house pantry 002 codes of products');
INSERT INTO grdb_migrations (identifier) VALUES ('house pantry 003 days of expiry');
INSERT INTO grdb_migrations (identifier) VALUES ('house pantry 004 where a recipe comes from');
INSERT INTO grdb_migrations (identifier) VALUES ('house push 001 notices for closed pages');
INSERT INTO grdb_migrations (identifier) VALUES ('house translations');
INSERT INTO grdb_migrations (identifier) VALUES ('questionnaires 001 students, exams, mobility, competitions');
INSERT INTO grdb_migrations (identifier) VALUES ('questionnaires 002 questionnaires, versions, elements, conditions');
INSERT INTO grdb_migrations (identifier) VALUES ('questionnaires 003 offers, drafts, receipts, compilations');
INSERT INTO grdb_migrations (identifier) VALUES ('questionnaires 004 review of written answers, answers of teachers');
INSERT INTO grdb_migrations (identifier) VALUES ('questionnaires 005 working copies go with what they are of');
INSERT INTO grdb_migrations (identifier) VALUES ('questionnaires 006 results are counted as answers come in');
INSERT INTO grdb_migrations (identifier) VALUES ('questionnaires 007 what is asked in further languages');
INSERT INTO grdb_migrations (identifier) VALUES ('questionnaires 008 tags of one''s own');
INSERT INTO grdb_migrations (identifier) VALUES ('questionnaires 009 answer sets, tags and categories in further languages');
INSERT INTO grdb_migrations (identifier) VALUES ('questionnaires 010 results that everybody may read');
INSERT INTO grdb_migrations (identifier) VALUES ('questionnaires 011 sent answers are sealed until they are mixed');
INSERT INTO grdb_migrations (identifier) VALUES ('questionnaires 012 what an import left out stays with the draft');
INSERT INTO grdb_migrations (identifier) VALUES ('questionnaires 013 scales, rankings, times, choices in any order');
INSERT INTO grdb_migrations (identifier) VALUES ('questionnaires 014 rules of several answers, numbers and days');
INSERT INTO grdb_migrations (identifier) VALUES ('questionnaires 015 steps of a draft, and links to try it');
INSERT INTO grdb_migrations (identifier) VALUES ('questionnaires 016 campaigns of evaluation');
INSERT INTO grdb_migrations (identifier) VALUES ('questionnaires 017 who is at the designer');
INSERT INTO grdb_migrations (identifier) VALUES ('questionnaires 019 browsers that are reminded of campaigns');
INSERT INTO grdb_migrations (identifier) VALUES ('questionnaires 020 campaigns that end at the exam');
INSERT INTO grdb_migrations (identifier) VALUES ('questionnaires 021 files as answers of named questionnaires');
INSERT INTO grdb_migrations (identifier) VALUES ('questionnaires 022 forms that come in again update a questionnaire');
INSERT INTO grdb_migrations (identifier) VALUES ('registry 001 years, departments, people, degrees, courses, activities');
INSERT INTO grdb_migrations (identifier) VALUES ('registry 002 people receive, courses have programmes');
INSERT INTO grdb_migrations (identifier) VALUES ('registry 003 people say a few words');
INSERT INTO grdb_migrations (identifier) VALUES ('registry 004 courses have parts');
INSERT INTO grdb_migrations (identifier) VALUES ('registry 005 faculties, courses of several degrees');
INSERT INTO grdb_migrations (identifier) VALUES ('registry 006 terms are chosen, and what was written in one language is said in both');
INSERT INTO grdb_migrations (identifier) VALUES ('search 001 one index of everything');
INSERT INTO grdb_migrations (identifier) VALUES ('search 002 preferences');
INSERT INTO grdb_migrations (identifier) VALUES ('stories 001 writers, who follows whom');
INSERT INTO grdb_migrations (identifier) VALUES ('stories 002 stories, fragments, votes');
INSERT INTO grdb_migrations (identifier) VALUES ('stories 003 cases, reports, decisions and what they bring about');
INSERT INTO grdb_migrations (identifier) VALUES ('stories 004 notices');
INSERT INTO grdb_migrations (identifier) VALUES ('stories 005 links by mail, sign-ins, outbox');
INSERT INTO grdb_migrations (identifier) VALUES ('stories 006 leases, drafts');
INSERT INTO grdb_migrations (identifier) VALUES ('stories 007 notes, second opinions, appeals');
INSERT INTO grdb_migrations (identifier) VALUES ('stories 008 settings, editions of the documents');
INSERT INTO grdb_migrations (identifier) VALUES ('stories 009 indexes for a million fragments');
INSERT INTO grdb_migrations (identifier) VALUES ('stories 010 limits in the settings, editions of the help');
INSERT INTO grdb_migrations (identifier) VALUES ('stories 011 countries to choose from');
INSERT INTO grdb_migrations (identifier) VALUES ('stories 012 drafts of several forms');
INSERT INTO grdb_migrations (identifier) VALUES ('stories 013 titles are found whatever their apostrophe and spaces');
INSERT INTO grdb_migrations (identifier) VALUES ('stories 014 writers and documents of any language');
INSERT INTO grdb_migrations (identifier) VALUES ('stories 015 what the desk does by itself');
INSERT INTO grdb_migrations (identifier) VALUES ('stories 016 people who voted, and votes that are left out');
INSERT INTO grdb_migrations (identifier) VALUES ('stories 017 severe cases first, moderators who are called');
INSERT INTO grdb_migrations (identifier) VALUES ('stories 018 faces and names that are reported and hidden');
INSERT INTO grdb_migrations (identifier) VALUES ('stories 019 documents have translations in place of a column for each language');
INSERT INTO grdb_migrations (identifier) VALUES ('stories 020 places of readers, followed stories, languages of stories');
INSERT INTO grdb_migrations (identifier) VALUES ('stories 021 fragments that are corrected or withdrawn');
INSERT INTO grdb_migrations (identifier) VALUES ('stories 022 what photos show, in words');
INSERT INTO grdb_migrations (identifier) VALUES ('stories 023 networks of writers');
INSERT INTO grdb_migrations (identifier) VALUES ('stories 024 moderators who are called by rule and by push');
INSERT INTO grdb_migrations (identifier) VALUES ('stories 025 sessions that a suspension ended');
INSERT INTO grdb_migrations (identifier) VALUES ('stories 026 the most voted of a time');
INSERT INTO siteIdentity (id, generation, instance, address, quietSince, quietReason, place) VALUES (1, 1, NULL, NULL, NULL, NULL, NULL);
INSERT INTO storySettings (id, fromBest, best, fromMonth, month, fromNew, days, isOpen, version, feed, anHour, pause, countries, newDays, newFragments, holdFirst, holdLinks, holdPhotos, trustedReports, severeReports, newAnHour, newVotes, newFollows, newLinks) VALUES (1, 5, 100, 20, 500, 5, 3, 1, 1, 50, 30, 5, '', 7, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO citationSettings (id, preset, spelling, titleThreshold, authorThreshold, mostDocuments, mostMegabytes, mostWorks, mostMinutes, version, mostAtOnce, asksSites, hosts, agent, pause, patience, answerMegabytes) VALUES (1, 'improved', 'usual', 80, 68, 20, 50, 5000, 10, 1, 2, 0, 'api.openalex.org
pub.orcid.org', 'Portico', 1, 10, 5);
CREATE UNIQUE INDEX accountByKey ON account (key) WHERE deletedAt IS NULL;
CREATE UNIQUE INDEX roleAssignmentOnce ON roleAssignment (accountID, role, ifnull(scopeID, 0));
CREATE UNIQUE INDEX sessionByToken ON session (tokenHash);
CREATE INDEX sessionOfAccount ON session (accountID);
CREATE INDEX sessionByEnd ON session (expiresAt);
CREATE INDEX sessionBySeen ON session (seenAt);
CREATE INDEX attemptOfName ON attempt (name, outcome, at);
CREATE INDEX attemptOfNetwork ON attempt (network, outcome, at);
CREATE INDEX attemptByTime ON attempt (outcome, at);
CREATE INDEX oneTimeLinkOfAccount ON oneTimeLink (accountID);
CREATE TRIGGER accountSwitchedOff AFTER UPDATE OF isActive, deletedAt ON account
WHEN NEW.isActive = 0 OR NEW.deletedAt IS NOT NULL
BEGIN
    DELETE FROM session WHERE accountID = NEW.id;
    DELETE FROM oneTimeLink WHERE accountID = NEW.id;
END;
CREATE INDEX auditByTime ON audit (at);
CREATE INDEX auditOfAccount ON audit (accountID, id);
CREATE INDEX auditOfObject ON audit (objectKind, objectID, id);
CREATE INDEX auditOfAction ON audit (action, id);
CREATE TRIGGER auditIsNotDeleted BEFORE DELETE ON audit
BEGIN SELECT RAISE(ABORT, 'the audit log cannot be deleted'); END;
CREATE TRIGGER auditOnlyGrows BEFORE INSERT ON audit
WHEN EXISTS (SELECT 1 FROM audit WHERE id >= NEW.id)
    OR NEW.previousHash IS NOT ifnull((SELECT hash FROM audit ORDER BY id DESC LIMIT 1), zeroblob(32))
BEGIN SELECT RAISE(ABORT, 'the audit log only grows'); END;
CREATE INDEX passkeyOfAccount ON passkey (accountID);
CREATE INDEX challengeByEnd ON challenge (expiresAt);
CREATE INDEX trustedDeviceOfAccount ON trustedDevice (accountID);
CREATE INDEX halfSessionOfAccount ON halfSession (accountID);
CREATE TRIGGER accountSwitchedOffTrust AFTER UPDATE OF isActive, deletedAt ON account
WHEN NEW.isActive = 0 OR NEW.deletedAt IS NOT NULL
BEGIN
    DELETE FROM halfSession WHERE accountID = NEW.id;
    DELETE FROM trustedDevice WHERE accountID = NEW.id;
END;
CREATE UNIQUE INDEX accessTokenByHash ON accessToken (tokenHash);
CREATE INDEX accessTokenOfAccount ON accessToken (accountID);
CREATE TRIGGER accountSwitchedOffEndsTokens AFTER UPDATE OF isActive, deletedAt ON account
WHEN NEW.isActive = 0 OR NEW.deletedAt IS NOT NULL
BEGIN
    UPDATE accessToken SET revokedAt = strftime('%Y-%m-%d %H:%M:%f', 'now')
    WHERE accountID = NEW.id AND revokedAt IS NULL;
END;
CREATE TRIGGER auditErasureIsNotChanged BEFORE UPDATE ON auditErasure
BEGIN SELECT RAISE(ABORT, 'the audit log cannot be changed'); END;
CREATE TRIGGER auditErasureIsNotDeleted BEFORE DELETE ON auditErasure
BEGIN SELECT RAISE(ABORT, 'the audit log cannot be changed'); END;
CREATE TRIGGER auditIsNotChanged BEFORE UPDATE ON audit
WHEN NOT (
    EXISTS (
        SELECT 1 FROM auditErasure e JOIN audit a ON a.id = e.erasure AND a.action = 'account.erase'
        WHERE e.auditID = OLD.id
            AND (OLD.accountID = a.objectID OR OLD.objectKind = 'account' AND OLD.objectID = a.objectID))
    AND NEW.id = OLD.id AND NEW.at = OLD.at AND NEW.accountID IS OLD.accountID AND NEW.requestID = OLD.requestID
    AND NEW.action = OLD.action AND NEW.objectKind IS OLD.objectKind AND NEW.objectID IS OLD.objectID
    AND NEW.scopeID IS OLD.scopeID AND NEW.previousHash = OLD.previousHash AND NEW.hash = OLD.hash)
BEGIN SELECT RAISE(ABORT, 'the audit log cannot be changed'); END;
CREATE UNIQUE INDEX guessOnce ON guess (kind, name, network, begunAt);
CREATE INDEX guessByTime ON guess (begunAt);
CREATE INDEX guessOfAccount ON guess (account) WHERE account IS NOT NULL;
CREATE INDEX accountEmailByAddress ON accountEmail (address COLLATE NOCASE);
CREATE INDEX emailLinkOfAccount ON emailLink (accountID);
CREATE UNIQUE INDEX picture_key ON picture ("key");
CREATE INDEX picture_file ON picture (file);
CREATE INDEX picture_scope ON picture (scopeID, createdAt);
CREATE INDEX auditOfScope ON audit (scopeID, id);
CREATE INDEX revisionOfRecord ON revision(kind, recordID, id);
CREATE INDEX revisionOfAct ON revision(actID) WHERE actID IS NOT NULL;
CREATE INDEX revisionOfAccount ON revision(accountID) WHERE accountID IS NOT NULL;
CREATE INDEX jobByState ON job (state, runAt);
CREATE INDEX jobByKind ON job (kind, id);
CREATE INDEX jobOfAccount ON job (accountID);
CREATE UNIQUE INDEX jobWaitsOnce ON job (kind) WHERE recurs = 1 AND state = 'waiting';
CREATE INDEX listView_of ON listView(kind, scopeID);
CREATE INDEX listView_account ON listView(accountID) WHERE accountID IS NOT NULL;
CREATE INDEX listDefault_view ON listDefault(viewID);
CREATE INDEX revisionByWhom ON revision(kind, scopeID, accountID);
CREATE INDEX workingCopyOfRecord ON workingCopy(kind, recordID);
CREATE INDEX workingCopyByTime ON workingCopy(at);
CREATE TRIGGER workingCopiesOfDeletedAccount AFTER UPDATE OF deletedAt ON account WHEN NEW.deletedAt IS NOT NULL
BEGIN DELETE FROM workingCopy WHERE accountID = NEW.id; END;
CREATE INDEX unsentFormOfNetwork ON unsentForm(network, at);
CREATE INDEX unsentFormByTime ON unsentForm(at);
CREATE INDEX draftOfAccount ON draft(accountID) WHERE accountID IS NOT NULL;
CREATE INDEX scheduleDue ON schedule(at) WHERE problem IS NULL;
CREATE INDEX scheduleByTime ON schedule(at);
CREATE INDEX scheduleOfAccount ON schedule(accountID) WHERE accountID IS NOT NULL;
CREATE INDEX previewLinkOfRecord ON previewLink(kind, recordID);
CREATE INDEX previewLinkByEnd ON previewLink(expiresAt);
CREATE INDEX previewLinkOfAccount ON previewLink(accountID) WHERE accountID IS NOT NULL;
CREATE INDEX draftEditionByTime ON draftEdition(at);
CREATE INDEX webhookDeliveryOfWebhook ON webhookDelivery (webhookID, id);
CREATE INDEX webhookDeliveryByTime ON webhookDelivery (createdAt);
CREATE TRIGGER auditWords_update AFTER UPDATE ON audit WHEN old.id IN (SELECT id FROM auditWords_docsize) BEGIN
    INSERT INTO auditWords (auditWords, rowid, actor, objectTitle, detail)
        VALUES ('delete', old.id, old.actor, old.objectTitle, old.detail);
    INSERT INTO auditWords (rowid, actor, objectTitle, detail) VALUES (new.id, new.actor, new.objectTitle, new.detail);
END;
CREATE INDEX jobOfReceiver ON job (receiver, state) WHERE receiver <> '';
CREATE INDEX webhookDeliveryWaiting ON webhookDelivery (webhookID, createdAt) WHERE state <> 'done';
CREATE INDEX seedApplicationOfName ON seedApplication(name, id);
CREATE INDEX seedApplicationOfAct ON seedApplication(actID) WHERE actID IS NOT NULL;
CREATE INDEX seedRowOfEntry ON seedRow(entry, tableName, place);
CREATE INDEX stagedImportOfAccount ON stagedImport(accountID, id);
CREATE INDEX stagedImportOfAct ON stagedImport(actID) WHERE actID IS NOT NULL;
CREATE TRIGGER stagedImportUndone AFTER UPDATE OF undoneAt ON act WHEN new.undoneAt IS NOT NULL BEGIN
  UPDATE stagedImport SET state = 'undone' WHERE actID = new.id AND state = 'done';
END;
CREATE INDEX stagedItemOfRemarks ON stagedItem(importID, number) WHERE hasRemarks = 1;
CREATE INDEX stagedItemOfVerdict ON stagedItem(importID, verdict, number);
CREATE INDEX stagedItemOfRecord ON stagedItem(importID, recordID) WHERE recordID IS NOT NULL;
CREATE UNIQUE INDEX house_key ON house(key);
CREATE UNIQUE INDEX house_title ON house(folded) WHERE deletedAt IS NULL;
CREATE INDEX house_trash ON house(deletedAt) WHERE deletedAt IS NOT NULL;
CREATE TRIGGER house_words_insert AFTER INSERT ON house BEGIN
  INSERT INTO houseWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE TRIGGER house_words_delete AFTER DELETE ON house BEGIN
  INSERT INTO houseWords(houseWords, rowid, words) VALUES ('delete', old.id, old.words);
END;
CREATE TRIGGER house_words_update AFTER UPDATE OF words ON house WHEN old.words <> new.words BEGIN
  INSERT INTO houseWords(houseWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO houseWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE UNIQUE INDEX category_key ON category(houseID, key);
CREATE UNIQUE INDEX category_title ON category(houseID, folded) WHERE deletedAt IS NULL;
CREATE INDEX category_trash ON category(houseID, deletedAt) WHERE deletedAt IS NOT NULL;
CREATE INDEX category_by_ordering ON category(houseID, ordering, id) WHERE deletedAt IS NULL;
CREATE TRIGGER category_words_insert AFTER INSERT ON category BEGIN
  INSERT INTO categoryWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE TRIGGER category_words_delete AFTER DELETE ON category BEGIN
  INSERT INTO categoryWords(categoryWords, rowid, words) VALUES ('delete', old.id, old.words);
END;
CREATE TRIGGER category_words_update AFTER UPDATE OF words ON category WHEN old.words <> new.words BEGIN
  INSERT INTO categoryWords(categoryWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO categoryWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE UNIQUE INDEX position_key ON position(houseID, key);
CREATE UNIQUE INDEX position_title ON position(houseID, folded) WHERE deletedAt IS NULL;
CREATE INDEX position_trash ON position(houseID, deletedAt) WHERE deletedAt IS NOT NULL;
CREATE INDEX position_by_ordering ON position(houseID, ordering, id) WHERE deletedAt IS NULL;
CREATE TRIGGER position_words_insert AFTER INSERT ON position BEGIN
  INSERT INTO positionWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE TRIGGER position_words_delete AFTER DELETE ON position BEGIN
  INSERT INTO positionWords(positionWords, rowid, words) VALUES ('delete', old.id, old.words);
END;
CREATE TRIGGER position_words_update AFTER UPDATE OF words ON position WHEN old.words <> new.words BEGIN
  INSERT INTO positionWords(positionWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO positionWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE UNIQUE INDEX shop_key ON shop(houseID, key);
CREATE UNIQUE INDEX shop_title ON shop(houseID, folded) WHERE deletedAt IS NULL;
CREATE INDEX shop_trash ON shop(houseID, deletedAt) WHERE deletedAt IS NOT NULL;
CREATE TRIGGER shop_words_insert AFTER INSERT ON shop BEGIN
  INSERT INTO shopWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE TRIGGER shop_words_delete AFTER DELETE ON shop BEGIN
  INSERT INTO shopWords(shopWords, rowid, words) VALUES ('delete', old.id, old.words);
END;
CREATE TRIGGER shop_words_update AFTER UPDATE OF words ON shop WHEN old.words <> new.words BEGIN
  INSERT INTO shopWords(shopWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO shopWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE UNIQUE INDEX product_key ON product(houseID, key);
CREATE UNIQUE INDEX product_title ON product(houseID, folded) WHERE deletedAt IS NULL;
CREATE INDEX product_trash ON product(houseID, deletedAt) WHERE deletedAt IS NOT NULL;
CREATE INDEX product_by_stock ON product(houseID, stock, id) WHERE deletedAt IS NULL;
CREATE INDEX product_by_price ON product(houseID, price, id) WHERE deletedAt IS NULL;
CREATE INDEX product_by_position ON product(houseID, position, id) WHERE deletedAt IS NULL;
CREATE INDEX product_by_updatedAt ON product(houseID, updatedAt, id) WHERE deletedAt IS NULL;
CREATE INDEX product_by_ordering ON product(houseID, ordering, id) WHERE deletedAt IS NULL;
CREATE TRIGGER product_words_insert AFTER INSERT ON product BEGIN
  INSERT INTO productWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE TRIGGER product_words_delete AFTER DELETE ON product BEGIN
  INSERT INTO productWords(productWords, rowid, words) VALUES ('delete', old.id, old.words);
END;
CREATE TRIGGER product_words_update AFTER UPDATE OF words ON product WHEN old.words <> new.words BEGIN
  INSERT INTO productWords(productWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO productWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE INDEX product_position ON product(position);
CREATE INDEX productCategory_category ON productCategory(category, product);
CREATE INDEX productShop_shop ON productShop(shop, product);
CREATE UNIQUE INDEX recipeCategory_key ON recipeCategory(houseID, key);
CREATE UNIQUE INDEX recipeCategory_title ON recipeCategory(houseID, folded) WHERE deletedAt IS NULL;
CREATE INDEX recipeCategory_trash ON recipeCategory(houseID, deletedAt) WHERE deletedAt IS NOT NULL;
CREATE INDEX recipeCategory_by_ordering ON recipeCategory(houseID, ordering, id) WHERE deletedAt IS NULL;
CREATE TRIGGER recipeCategory_words_insert AFTER INSERT ON recipeCategory BEGIN
  INSERT INTO recipeCategoryWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE TRIGGER recipeCategory_words_delete AFTER DELETE ON recipeCategory BEGIN
  INSERT INTO recipeCategoryWords(recipeCategoryWords, rowid, words) VALUES ('delete', old.id, old.words);
END;
CREATE TRIGGER recipeCategory_words_update AFTER UPDATE OF words ON recipeCategory WHEN old.words <> new.words BEGIN
  INSERT INTO recipeCategoryWords(recipeCategoryWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO recipeCategoryWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE UNIQUE INDEX recipe_key ON recipe(houseID, key);
CREATE UNIQUE INDEX recipe_title ON recipe(houseID, folded) WHERE deletedAt IS NULL;
CREATE INDEX recipe_trash ON recipe(houseID, deletedAt) WHERE deletedAt IS NOT NULL;
CREATE INDEX recipe_by_updatedAt ON recipe(houseID, updatedAt, id) WHERE deletedAt IS NULL;
CREATE TRIGGER recipe_words_insert AFTER INSERT ON recipe BEGIN
  INSERT INTO recipeWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE TRIGGER recipe_words_delete AFTER DELETE ON recipe BEGIN
  INSERT INTO recipeWords(recipeWords, rowid, words) VALUES ('delete', old.id, old.words);
END;
CREATE TRIGGER recipe_words_update AFTER UPDATE OF words ON recipe WHEN old.words <> new.words BEGIN
  INSERT INTO recipeWords(recipeWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO recipeWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE INDEX recipe_category ON recipe(category);
CREATE INDEX recipeItem_product ON recipeItem(product);
CREATE UNIQUE INDEX guest_key ON guest(houseID, key);
CREATE UNIQUE INDEX guest_title ON guest(houseID, folded) WHERE deletedAt IS NULL;
CREATE INDEX guest_trash ON guest(houseID, deletedAt) WHERE deletedAt IS NOT NULL;
CREATE TRIGGER guest_words_insert AFTER INSERT ON guest BEGIN
  INSERT INTO guestWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE TRIGGER guest_words_delete AFTER DELETE ON guest BEGIN
  INSERT INTO guestWords(guestWords, rowid, words) VALUES ('delete', old.id, old.words);
END;
CREATE TRIGGER guest_words_update AFTER UPDATE OF words ON guest WHEN old.words <> new.words BEGIN
  INSERT INTO guestWords(guestWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO guestWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE INDEX houseDevice_house ON houseDevice(houseID);
CREATE INDEX devicePairing_house ON devicePairing(houseID);
CREATE INDEX guestSession_guest ON guestSession(guestID);
CREATE INDEX guestSession_device ON guestSession(deviceID);
CREATE INDEX guestSession_account ON guestSession(accountID);
CREATE TRIGGER guestSwitchedOff AFTER UPDATE OF active, deletedAt, entry ON guest
WHEN NEW.active = 0 OR NEW.deletedAt IS NOT NULL OR NEW.entry <> OLD.entry
BEGIN
  DELETE FROM guestSession WHERE guestID = NEW.id;
END;
CREATE UNIQUE INDEX livingPreference_one ON livingPreference(houseID, ifnull(guestID, 0), key);
CREATE INDEX livingPreference_guest ON livingPreference(guestID);
CREATE UNIQUE INDEX shoppingList_own ON shoppingList(guestID) WHERE state = 'open' AND guestID IS NOT NULL;
CREATE UNIQUE INDEX shoppingList_shared ON shoppingList(houseID) WHERE state = 'open' AND guestID IS NULL;
CREATE INDEX shoppingList_guest ON shoppingList(guestID);
CREATE INDEX shoppingList_house ON shoppingList(houseID);
CREATE INDEX listItem_product ON listItem(product);
CREATE INDEX sentForm_time ON sentForm(at);
CREATE INDEX notice_house ON notice(houseID);
CREATE INDEX notice_list ON notice(listID, createdAt);
CREATE INDEX notice_time ON notice(createdAt);
CREATE INDEX notice_guest ON notice(authorGuest);
CREATE INDEX notice_account ON notice(authorAccount);
CREATE INDEX noticeDelivery_guest ON noticeDelivery(guestID, noticeID);
CREATE INDEX cooking_recipe ON cooking(recipe);
CREATE INDEX thingAtHand_recipe ON thingAtHand(recipe);
CREATE INDEX thingAtHand_product ON thingAtHand(product);
CREATE UNIQUE INDEX kitchenTimer_step ON kitchenTimer(guestID, recipe, step) WHERE recipe IS NOT NULL;
CREATE INDEX kitchenTimer_guest ON kitchenTimer(guestID);
CREATE INDEX kitchenTimer_recipe ON kitchenTimer(recipe);
CREATE INDEX dishPeople_recipe ON dishPeople(recipe);
CREATE UNIQUE INDEX helpCall_open ON helpCall(guestID) WHERE endedAt IS NULL;
CREATE INDEX helpCall_guest ON helpCall(guestID);
CREATE INDEX helpCall_house ON helpCall(houseID, createdAt);
CREATE TRIGGER listItemAdded AFTER INSERT ON listItem BEGIN
  UPDATE listItem SET version = (SELECT version + 1 FROM shoppingList WHERE id = NEW.listID) WHERE id = NEW.id;
END;
CREATE TRIGGER listItemChanged AFTER UPDATE OF listID, quantity, bought, note, removal ON listItem BEGIN
  UPDATE listItem SET version = (SELECT version + (OLD.listID = NEW.listID) FROM shoppingList WHERE id = NEW.listID)
  WHERE id = NEW.id;
END;
CREATE TRIGGER shoppingListBegun AFTER INSERT ON shoppingList BEGIN
  UPDATE shoppingList SET
    version = (SELECT 2 + ifnull(max(version), -1) FROM shoppingList WHERE houseID = NEW.houseID AND id <> NEW.id),
    began = (SELECT 2 + ifnull(max(version), -1) FROM shoppingList WHERE houseID = NEW.houseID AND id <> NEW.id)
  WHERE id = NEW.id;
END;
CREATE TRIGGER listedProductChanged AFTER UPDATE OF name, picture, price, deletedAt ON product
WHEN OLD.name IS NOT NEW.name OR OLD.picture IS NOT NEW.picture OR OLD.price IS NOT NEW.price
  OR OLD.deletedAt IS NOT NEW.deletedAt
BEGIN
  UPDATE listItem SET version = (SELECT version + 1 FROM shoppingList WHERE id = listID) WHERE product = NEW.id;
  UPDATE shoppingList SET version = version + 1
  WHERE state = 'open' AND id IN (SELECT listID FROM listItem WHERE product = NEW.id);
END;
CREATE INDEX guestCall_time ON guestCall(at);
CREATE UNIQUE INDEX house_opensProducts ON house(opensProducts) WHERE opensProducts = 1;
CREATE INDEX pushDevice_guest ON pushDevice(guestID, houseDeviceID);
CREATE INDEX pushDevice_device ON pushDevice(houseDeviceID);
CREATE INDEX pushDelivery_device ON pushDelivery(deviceID);
CREATE UNIQUE INDEX voice_text ON voice(houseID, text) WHERE deletedAt IS NULL;
CREATE INDEX voice_house ON voice(houseID);
CREATE UNIQUE INDEX clip_text ON clip(houseID, text) WHERE deletedAt IS NULL;
CREATE INDEX clip_house ON clip(houseID);
CREATE INDEX clip_act ON clip(actID) WHERE actID IS NOT NULL;
CREATE INDEX category_picture ON category(picture) WHERE picture IS NOT NULL;
CREATE INDEX position_picture ON position(picture) WHERE picture IS NOT NULL;
CREATE INDEX product_picture ON product(picture) WHERE picture IS NOT NULL;
CREATE INDEX recipeCategory_picture ON recipeCategory(picture) WHERE picture IS NOT NULL;
CREATE INDEX recipe_picture ON recipe(picture) WHERE picture IS NOT NULL;
CREATE INDEX recipeStep_picture ON recipeStep(picture) WHERE picture IS NOT NULL;
CREATE INDEX guest_picture ON guest(picture) WHERE picture IS NOT NULL;
CREATE INDEX product_facets ON product(houseID, published, position, picture, stock, price, deletedAt) WHERE deletedAt IS NULL;
CREATE INDEX recipe_facets ON recipe(houseID, published, difficulty, category, picture, people, calories, deletedAt) WHERE deletedAt IS NULL;
CREATE INDEX syncAct_time ON syncAct(at);
CREATE UNIQUE INDEX clockPicture_key ON clockPicture(houseID, key);
CREATE UNIQUE INDEX clockPicture_title ON clockPicture(houseID, folded) WHERE deletedAt IS NULL;
CREATE INDEX clockPicture_trash ON clockPicture(houseID, deletedAt) WHERE deletedAt IS NOT NULL;
CREATE INDEX clockPicture_by_ordering ON clockPicture(houseID, ordering, id) WHERE deletedAt IS NULL;
CREATE TRIGGER clockPicture_words_insert AFTER INSERT ON clockPicture BEGIN
  INSERT INTO clockPictureWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE TRIGGER clockPicture_words_delete AFTER DELETE ON clockPicture BEGIN
  INSERT INTO clockPictureWords(clockPictureWords, rowid, words) VALUES ('delete', old.id, old.words);
END;
CREATE TRIGGER clockPicture_words_update AFTER UPDATE OF words ON clockPicture WHEN old.words <> new.words BEGIN
  INSERT INTO clockPictureWords(clockPictureWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO clockPictureWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE INDEX clockPicture_picture ON clockPicture(picture) WHERE picture IS NOT NULL;
CREATE INDEX product_allergens ON product(houseID, allergens) WHERE allergens IS NOT NULL AND deletedAt IS NULL;
CREATE UNIQUE INDEX dayMoment_key ON dayMoment(houseID, key);
CREATE UNIQUE INDEX dayMoment_title ON dayMoment(houseID, folded) WHERE deletedAt IS NULL;
CREATE INDEX dayMoment_trash ON dayMoment(houseID, deletedAt) WHERE deletedAt IS NOT NULL;
CREATE INDEX dayMoment_by_hour ON dayMoment(houseID, hour, id) WHERE deletedAt IS NULL;
CREATE TRIGGER dayMoment_words_insert AFTER INSERT ON dayMoment BEGIN
  INSERT INTO dayMomentWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE TRIGGER dayMoment_words_delete AFTER DELETE ON dayMoment BEGIN
  INSERT INTO dayMomentWords(dayMomentWords, rowid, words) VALUES ('delete', old.id, old.words);
END;
CREATE TRIGGER dayMoment_words_update AFTER UPDATE OF words ON dayMoment WHEN old.words <> new.words BEGIN
  INSERT INTO dayMomentWords(dayMomentWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO dayMomentWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE INDEX dayMoment_picture ON dayMoment(picture) WHERE picture IS NOT NULL;
CREATE INDEX dayMoment_recipe ON dayMoment(recipe) WHERE recipe IS NOT NULL;
CREATE INDEX momentDone_moment ON momentDone(moment);
CREATE INDEX momentGuest_guest ON momentGuest(guest, moment);
CREATE INDEX productBarcode ON product (houseID, barcode) WHERE barcode <> '';
CREATE INDEX productExpiry ON product (houseID, expires) WHERE expires IS NOT NULL AND deletedAt IS NULL;
CREATE UNIQUE INDEX academicYear_key ON academicYear(key);
CREATE UNIQUE INDEX academicYear_title ON academicYear(folded) WHERE deletedAt IS NULL;
CREATE INDEX academicYear_trash ON academicYear(deletedAt) WHERE deletedAt IS NOT NULL;
CREATE TRIGGER academicYear_words_insert AFTER INSERT ON academicYear BEGIN
  INSERT INTO academicYearWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE TRIGGER academicYear_words_delete AFTER DELETE ON academicYear BEGIN
  INSERT INTO academicYearWords(academicYearWords, rowid, words) VALUES ('delete', old.id, old.words);
END;
CREATE TRIGGER academicYear_words_update AFTER UPDATE OF words ON academicYear WHEN old.words <> new.words BEGIN
  INSERT INTO academicYearWords(academicYearWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO academicYearWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE UNIQUE INDEX department_key ON department(key);
CREATE UNIQUE INDEX department_title ON department(folded) WHERE deletedAt IS NULL;
CREATE INDEX department_trash ON department(deletedAt) WHERE deletedAt IS NOT NULL;
CREATE INDEX department_by_code ON department(code, id) WHERE deletedAt IS NULL;
CREATE TRIGGER department_words_insert AFTER INSERT ON department BEGIN
  INSERT INTO departmentWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE TRIGGER department_words_delete AFTER DELETE ON department BEGIN
  INSERT INTO departmentWords(departmentWords, rowid, words) VALUES ('delete', old.id, old.words);
END;
CREATE TRIGGER department_words_update AFTER UPDATE OF words ON department WHEN old.words <> new.words BEGIN
  INSERT INTO departmentWords(departmentWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO departmentWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE UNIQUE INDEX person_key ON person(key);
CREATE UNIQUE INDEX person_title ON person(folded) WHERE deletedAt IS NULL;
CREATE INDEX person_trash ON person(deletedAt) WHERE deletedAt IS NOT NULL;
CREATE INDEX person_by_surname ON person(surname, id) WHERE deletedAt IS NULL;
CREATE TRIGGER person_words_insert AFTER INSERT ON person BEGIN
  INSERT INTO personWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE TRIGGER person_words_delete AFTER DELETE ON person BEGIN
  INSERT INTO personWords(personWords, rowid, words) VALUES ('delete', old.id, old.words);
END;
CREATE TRIGGER person_words_update AFTER UPDATE OF words ON person WHEN old.words <> new.words BEGIN
  INSERT INTO personWords(personWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO personWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE INDEX person_facets ON person(active, department, picture, deletedAt) WHERE deletedAt IS NULL;
CREATE INDEX person_department ON person(department) WHERE department IS NOT NULL;
CREATE INDEX person_picture ON person(picture) WHERE picture IS NOT NULL;
CREATE INDEX person_account ON person(account) WHERE account <> '';
CREATE UNIQUE INDEX degree_key ON degree(key);
CREATE UNIQUE INDEX degree_title ON degree(folded) WHERE deletedAt IS NULL;
CREATE INDEX degree_trash ON degree(deletedAt) WHERE deletedAt IS NOT NULL;
CREATE INDEX degree_by_code ON degree(code, id) WHERE deletedAt IS NULL;
CREATE TRIGGER degree_words_insert AFTER INSERT ON degree BEGIN
  INSERT INTO degreeWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE TRIGGER degree_words_delete AFTER DELETE ON degree BEGIN
  INSERT INTO degreeWords(degreeWords, rowid, words) VALUES ('delete', old.id, old.words);
END;
CREATE TRIGGER degree_words_update AFTER UPDATE OF words ON degree WHEN old.words <> new.words BEGIN
  INSERT INTO degreeWords(degreeWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO degreeWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE INDEX degree_department ON degree(department) WHERE department IS NOT NULL;
CREATE UNIQUE INDEX course_key ON course(key);
CREATE UNIQUE INDEX course_title ON course(folded) WHERE deletedAt IS NULL;
CREATE INDEX course_trash ON course(deletedAt) WHERE deletedAt IS NOT NULL;
CREATE INDEX course_by_name ON course(name, id) WHERE deletedAt IS NULL;
CREATE TRIGGER course_words_insert AFTER INSERT ON course BEGIN
  INSERT INTO courseWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE TRIGGER course_words_delete AFTER DELETE ON course BEGIN
  INSERT INTO courseWords(courseWords, rowid, words) VALUES ('delete', old.id, old.words);
END;
CREATE TRIGGER course_words_update AFTER UPDATE OF words ON course WHEN old.words <> new.words BEGIN
  INSERT INTO courseWords(courseWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO courseWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE INDEX course_facets ON course(courseYear, degree, credits, deletedAt) WHERE deletedAt IS NULL;
CREATE INDEX course_degree ON course(degree) WHERE degree IS NOT NULL;
CREATE UNIQUE INDEX activity_key ON activity(key);
CREATE UNIQUE INDEX activity_title ON activity(folded) WHERE deletedAt IS NULL;
CREATE INDEX activity_trash ON activity(deletedAt) WHERE deletedAt IS NOT NULL;
CREATE INDEX activity_by_code ON activity(code, id) WHERE deletedAt IS NULL;
CREATE INDEX activity_by_closing ON activity(closing, id) WHERE deletedAt IS NULL;
CREATE TRIGGER activity_words_insert AFTER INSERT ON activity BEGIN
  INSERT INTO activityWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE TRIGGER activity_words_delete AFTER DELETE ON activity BEGIN
  INSERT INTO activityWords(activityWords, rowid, words) VALUES ('delete', old.id, old.words);
END;
CREATE TRIGGER activity_words_update AFTER UPDATE OF words ON activity WHEN old.words <> new.words BEGIN
  INSERT INTO activityWords(activityWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO activityWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE INDEX activity_facets ON activity(year, closing, course, deletedAt) WHERE deletedAt IS NULL;
CREATE INDEX activity_course ON activity(course);
CREATE INDEX activity_year ON activity(year);
CREATE INDEX activityTeacher_person ON activityTeacher(person, activity);
CREATE INDEX course_borrowed ON course(borrowed) WHERE borrowed IS NOT NULL;
CREATE INDEX course_partOf ON course(partOf) WHERE partOf IS NOT NULL;
CREATE UNIQUE INDEX faculty_key ON faculty(key);
CREATE UNIQUE INDEX faculty_title ON faculty(folded) WHERE deletedAt IS NULL;
CREATE INDEX faculty_trash ON faculty(deletedAt) WHERE deletedAt IS NOT NULL;
CREATE INDEX faculty_by_code ON faculty(code, id) WHERE deletedAt IS NULL;
CREATE TRIGGER faculty_words_insert AFTER INSERT ON faculty BEGIN
  INSERT INTO facultyWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE TRIGGER faculty_words_delete AFTER DELETE ON faculty BEGIN
  INSERT INTO facultyWords(facultyWords, rowid, words) VALUES ('delete', old.id, old.words);
END;
CREATE TRIGGER faculty_words_update AFTER UPDATE OF words ON faculty WHEN old.words <> new.words BEGIN
  INSERT INTO facultyWords(facultyWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO facultyWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE INDEX department_faculty ON department(faculty) WHERE faculty IS NOT NULL;
CREATE INDEX courseDegree_degree ON courseDegree(degree);
CREATE VIEW courseOfDegree AS
  SELECT id AS course, degree, courseYear, '' AS path, '{}' AS translations FROM course
  UNION ALL SELECT course, degree, courseYear, path, translations FROM courseDegree;
CREATE UNIQUE INDEX student_key ON student(key);
CREATE UNIQUE INDEX student_title ON student(folded) WHERE deletedAt IS NULL;
CREATE INDEX student_trash ON student(deletedAt) WHERE deletedAt IS NOT NULL;
CREATE INDEX student_by_name ON student(name, id) WHERE deletedAt IS NULL;
CREATE TRIGGER student_words_insert AFTER INSERT ON student BEGIN
  INSERT INTO studentWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE TRIGGER student_words_delete AFTER DELETE ON student BEGIN
  INSERT INTO studentWords(studentWords, rowid, words) VALUES ('delete', old.id, old.words);
END;
CREATE TRIGGER student_words_update AFTER UPDATE OF words ON student WHEN old.words <> new.words BEGIN
  INSERT INTO studentWords(studentWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO studentWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE INDEX student_facets ON student(active, standing, courseYear, degree, deletedAt) WHERE deletedAt IS NULL;
CREATE INDEX student_degree ON student(degree) WHERE degree IS NOT NULL;
CREATE INDEX student_account ON student(account) WHERE account <> '';
CREATE INDEX recordBook_activity ON recordBook(activity, student);
CREATE UNIQUE INDEX examSession_key ON examSession(key);
CREATE UNIQUE INDEX examSession_title ON examSession(folded) WHERE deletedAt IS NULL;
CREATE INDEX examSession_trash ON examSession(deletedAt) WHERE deletedAt IS NOT NULL;
CREATE INDEX examSession_by_held ON examSession(held, id) WHERE deletedAt IS NULL;
CREATE TRIGGER examSession_words_insert AFTER INSERT ON examSession BEGIN
  INSERT INTO examSessionWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE TRIGGER examSession_words_delete AFTER DELETE ON examSession BEGIN
  INSERT INTO examSessionWords(examSessionWords, rowid, words) VALUES ('delete', old.id, old.words);
END;
CREATE TRIGGER examSession_words_update AFTER UPDATE OF words ON examSession WHEN old.words <> new.words BEGIN
  INSERT INTO examSessionWords(examSessionWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO examSessionWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE INDEX examSession_activity ON examSession(activity);
CREATE INDEX examBooking_session ON examBooking(session);
CREATE UNIQUE INDEX mobility_key ON mobility(key);
CREATE UNIQUE INDEX mobility_title ON mobility(folded) WHERE deletedAt IS NULL;
CREATE INDEX mobility_trash ON mobility(deletedAt) WHERE deletedAt IS NOT NULL;
CREATE INDEX mobility_by_ends ON mobility(ends, id) WHERE deletedAt IS NULL;
CREATE TRIGGER mobility_words_insert AFTER INSERT ON mobility BEGIN
  INSERT INTO mobilityWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE TRIGGER mobility_words_delete AFTER DELETE ON mobility BEGIN
  INSERT INTO mobilityWords(mobilityWords, rowid, words) VALUES ('delete', old.id, old.words);
END;
CREATE TRIGGER mobility_words_update AFTER UPDATE OF words ON mobility WHEN old.words <> new.words BEGIN
  INSERT INTO mobilityWords(mobilityWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO mobilityWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE INDEX mobility_student ON mobility(student);
CREATE UNIQUE INDEX competition_key ON competition(key);
CREATE UNIQUE INDEX competition_title ON competition(folded) WHERE deletedAt IS NULL;
CREATE INDEX competition_trash ON competition(deletedAt) WHERE deletedAt IS NOT NULL;
CREATE TRIGGER competition_words_insert AFTER INSERT ON competition BEGIN
  INSERT INTO competitionWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE TRIGGER competition_words_delete AFTER DELETE ON competition BEGIN
  INSERT INTO competitionWords(competitionWords, rowid, words) VALUES ('delete', old.id, old.words);
END;
CREATE TRIGGER competition_words_update AFTER UPDATE OF words ON competition WHEN old.words <> new.words BEGIN
  INSERT INTO competitionWords(competitionWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO competitionWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE INDEX competition_year ON competition(year, code);
CREATE INDEX competitionEntrant_student ON competitionEntrant(student);
CREATE UNIQUE INDEX answerSet_key ON answerSet(key);
CREATE UNIQUE INDEX answerSet_title ON answerSet(folded) WHERE deletedAt IS NULL;
CREATE INDEX answerSet_trash ON answerSet(deletedAt) WHERE deletedAt IS NOT NULL;
CREATE TRIGGER answerSet_words_insert AFTER INSERT ON answerSet BEGIN
  INSERT INTO answerSetWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE TRIGGER answerSet_words_delete AFTER DELETE ON answerSet BEGIN
  INSERT INTO answerSetWords(answerSetWords, rowid, words) VALUES ('delete', old.id, old.words);
END;
CREATE TRIGGER answerSet_words_update AFTER UPDATE OF words ON answerSet WHEN old.words <> new.words BEGIN
  INSERT INTO answerSetWords(answerSetWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO answerSetWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE UNIQUE INDEX questionnaire_key ON questionnaire(key);
CREATE UNIQUE INDEX questionnaire_title ON questionnaire(folded) WHERE deletedAt IS NULL;
CREATE INDEX questionnaire_trash ON questionnaire(deletedAt) WHERE deletedAt IS NOT NULL;
CREATE INDEX questionnaire_by_code ON questionnaire(code, id) WHERE deletedAt IS NULL;
CREATE TRIGGER questionnaire_words_insert AFTER INSERT ON questionnaire BEGIN
  INSERT INTO questionnaireWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE TRIGGER questionnaire_words_delete AFTER DELETE ON questionnaire BEGIN
  INSERT INTO questionnaireWords(questionnaireWords, rowid, words) VALUES ('delete', old.id, old.words);
END;
CREATE TRIGGER questionnaire_words_update AFTER UPDATE OF words ON questionnaire WHEN old.words <> new.words BEGIN
  INSERT INTO questionnaireWords(questionnaireWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO questionnaireWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE INDEX questionnaire_code ON questionnaire(code COLLATE NOCASE);
CREATE INDEX questionnaire_competition ON questionnaire(competition) WHERE competition IS NOT NULL;
CREATE INDEX questionnaireDegree_degree ON questionnaireDegree(degree);
CREATE UNIQUE INDEX questionnaireVersion_active ON questionnaireVersion(questionnaire) WHERE state = 'active';
CREATE UNIQUE INDEX questionnaireVersion_draft ON questionnaireVersion(questionnaire) WHERE state = 'draft';
CREATE INDEX element_version ON element(version, position, id);
CREATE INDEX element_parent ON element(parent);
CREATE INDEX elementCondition_answer ON elementCondition(answer);
CREATE INDEX elementCondition_target ON elementCondition(target);
CREATE TRIGGER element_frozen_insert BEFORE INSERT ON element
WHEN (SELECT state FROM questionnaireVersion WHERE id = new.version) <> 'draft' BEGIN
  SELECT RAISE(ABORT, 'a published version is not changed');
END;
CREATE TRIGGER element_frozen_update BEFORE UPDATE ON element
WHEN (SELECT state FROM questionnaireVersion WHERE id = old.version) <> 'draft' BEGIN
  SELECT RAISE(ABORT, 'a published version is not changed');
END;
CREATE TRIGGER element_frozen_delete BEFORE DELETE ON element
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
CREATE TRIGGER elementCondition_frozen_delete BEFORE DELETE ON elementCondition
WHEN (SELECT state FROM questionnaireVersion WHERE id = old.version) <> 'draft' BEGIN
  SELECT RAISE(ABORT, 'a published version is not changed');
END;
CREATE TRIGGER elementTag_frozen_insert BEFORE INSERT ON elementTag
WHEN (SELECT state FROM questionnaireVersion JOIN element ON element.version = questionnaireVersion.id
      WHERE element.id = new.element) <> 'draft' BEGIN
  SELECT RAISE(ABORT, 'a published version is not changed');
END;
CREATE TRIGGER elementTag_frozen_delete BEFORE DELETE ON elementTag
WHEN (SELECT state FROM questionnaireVersion JOIN element ON element.version = questionnaireVersion.id
      WHERE element.id = old.element) <> 'draft' BEGIN
  SELECT RAISE(ABORT, 'a published version is not changed');
END;
CREATE INDEX offer_student ON offer(student);
CREATE INDEX offer_activity ON offer(activity) WHERE activity IS NOT NULL;
CREATE INDEX compilation_questionnaire ON compilation(questionnaire, version);
CREATE INDEX compilation_student ON compilation(student) WHERE student IS NOT NULL;
CREATE INDEX compilationAnswer_question ON compilationAnswer(question, answer);
CREATE INDEX compilationTag_value ON compilationTag(tag, value);
CREATE TRIGGER compilation_names_nobody BEFORE INSERT ON compilation
WHEN new.student IS NOT NULL AND (SELECT anonymous FROM questionnaire WHERE id = new.questionnaire) <> 0 BEGIN
  SELECT RAISE(ABORT, 'an anonymous questionnaire names nobody');
END;
CREATE TRIGGER compilation_is_not_changed BEFORE UPDATE OF id, questionnaire, version ON compilation BEGIN
  SELECT RAISE(ABORT, 'what was sent is not changed');
END;
CREATE TRIGGER compilation_is_not_named BEFORE UPDATE OF student ON compilation WHEN new.student IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'what was sent is not changed');
END;
CREATE TRIGGER compilationAnswer_is_not_changed BEFORE UPDATE ON compilationAnswer BEGIN
  SELECT RAISE(ABORT, 'what was sent is not changed');
END;
CREATE TRIGGER compilationTag_names_nobody BEFORE INSERT ON compilationTag
WHEN new.tag IN ('student', 'yearOfCourse', 'mobility')
  AND (SELECT anonymous FROM questionnaire JOIN compilation ON questionnaire.id = compilation.questionnaire
       WHERE compilation.id = new.compilation) <> 0 BEGIN
  SELECT RAISE(ABORT, 'an anonymous questionnaire names nobody');
END;
CREATE INDEX textReview_question ON textReview(question);
CREATE INDEX teacherAnswer_question ON teacherAnswer(question);
CREATE INDEX teacherAnswer_person ON teacherAnswer(person);
CREATE TRIGGER element_takes_copies_along AFTER DELETE ON element BEGIN
  DELETE FROM workingCopy WHERE kind = 'questionnaires.elements' AND recordID = old.id;
END;
CREATE TRIGGER questionnaireVersion_takes_copies_along AFTER DELETE ON questionnaireVersion BEGIN
  DELETE FROM workingCopy WHERE kind = 'questionnaires.texts' AND recordID = old.id;
END;
CREATE INDEX compilation_place ON compilation(version, place);
CREATE INDEX compilationAnswer_value ON compilationAnswer(question, answer, value) WHERE value IS NOT NULL;
CREATE TRIGGER compilation_is_not_moved BEFORE UPDATE OF place ON compilation BEGIN
  SELECT RAISE(ABORT, 'what was sent is not changed');
END;
CREATE UNIQUE INDEX tag_key ON tag(key);
CREATE UNIQUE INDEX tag_title ON tag(folded) WHERE deletedAt IS NULL;
CREATE INDEX tag_trash ON tag(deletedAt) WHERE deletedAt IS NOT NULL;
CREATE INDEX tag_by_code ON tag(code, id) WHERE deletedAt IS NULL;
CREATE TRIGGER tag_words_insert AFTER INSERT ON tag BEGIN
  INSERT INTO tagWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE TRIGGER tag_words_delete AFTER DELETE ON tag BEGIN
  INSERT INTO tagWords(tagWords, rowid, words) VALUES ('delete', old.id, old.words);
END;
CREATE TRIGGER tag_words_update AFTER UPDATE OF words ON tag WHEN old.words <> new.words BEGIN
  INSERT INTO tagWords(tagWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO tagWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE INDEX tag_code ON tag(code COLLATE NOCASE);
CREATE INDEX questionnaireLabel_tag ON questionnaireLabel(tag);
CREATE TRIGGER elementLabel_frozen_insert BEFORE INSERT ON elementLabel
WHEN (SELECT state FROM questionnaireVersion JOIN element ON element.version = questionnaireVersion.id
      WHERE element.id = new.element) <> 'draft' BEGIN
  SELECT RAISE(ABORT, 'a published version is not changed');
END;
CREATE TRIGGER elementLabel_frozen_delete BEFORE DELETE ON elementLabel
WHEN (SELECT state FROM questionnaireVersion JOIN element ON element.version = questionnaireVersion.id
      WHERE element.id = old.element) <> 'draft' BEGIN
  SELECT RAISE(ABORT, 'a published version is not changed');
END;
CREATE TRIGGER elementTranslation_frozen_insert BEFORE INSERT ON elementTranslation
WHEN (SELECT state FROM questionnaireVersion JOIN element ON element.version = questionnaireVersion.id
      WHERE element.id = new.element) <> 'draft' BEGIN
  SELECT RAISE(ABORT, 'a published version is not changed');
END;
CREATE TRIGGER elementTranslation_frozen_delete BEFORE DELETE ON elementTranslation
WHEN (SELECT state FROM questionnaireVersion JOIN element ON element.version = questionnaireVersion.id
      WHERE element.id = old.element) <> 'draft' BEGIN
  SELECT RAISE(ABORT, 'a published version is not changed');
END;
CREATE TRIGGER questionnaire_keeps_its_promise BEFORE UPDATE OF anonymous ON questionnaire
WHEN old.anonymous <> new.anonymous AND (
  EXISTS (SELECT 1 FROM compilation WHERE questionnaire = new.id)
  OR EXISTS (SELECT 1 FROM sealedCount JOIN questionnaireVersion ON questionnaireVersion.id = sealedCount.version
             WHERE questionnaireVersion.questionnaire = new.id)) BEGIN
  SELECT RAISE(ABORT, 'somebody has filled it in already');
END;
CREATE INDEX filling_version ON filling(version);
CREATE INDEX filling_day ON filling(day);
CREATE INDEX elementRule_version ON elementRule(version, id);
CREATE INDEX elementRule_target ON elementRule(target);
CREATE TRIGGER elementRule_frozen_insert BEFORE INSERT ON elementRule
WHEN (SELECT state FROM questionnaireVersion WHERE id = new.version) <> 'draft' BEGIN
  SELECT RAISE(ABORT, 'a published version is not changed');
END;
CREATE TRIGGER elementRule_frozen_update BEFORE UPDATE ON elementRule
WHEN (SELECT state FROM questionnaireVersion WHERE id = old.version) <> 'draft' BEGIN
  SELECT RAISE(ABORT, 'a published version is not changed');
END;
CREATE TRIGGER elementRule_frozen_delete BEFORE DELETE ON elementRule
WHEN (SELECT state FROM questionnaireVersion WHERE id = old.version) <> 'draft' BEGIN
  SELECT RAISE(ABORT, 'a published version is not changed');
END;
CREATE UNIQUE INDEX campaign_key ON campaign(key);
CREATE UNIQUE INDEX campaign_title ON campaign(folded) WHERE deletedAt IS NULL;
CREATE INDEX campaign_trash ON campaign(deletedAt) WHERE deletedAt IS NOT NULL;
CREATE TRIGGER campaign_words_insert AFTER INSERT ON campaign BEGIN
  INSERT INTO campaignWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE TRIGGER campaign_words_delete AFTER DELETE ON campaign BEGIN
  INSERT INTO campaignWords(campaignWords, rowid, words) VALUES ('delete', old.id, old.words);
END;
CREATE TRIGGER campaign_words_update AFTER UPDATE OF words ON campaign WHEN old.words <> new.words BEGIN
  INSERT INTO campaignWords(campaignWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO campaignWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE INDEX campaign_questionnaire ON campaign(questionnaire);
CREATE INDEX campaign_year ON campaign(year);
CREATE INDEX campaignDepartment_department ON campaignDepartment(department);
CREATE INDEX campaignDegree_degree ON campaignDegree(degree);
CREATE INDEX campaignActivity_activity ON campaignActivity(activity);
CREATE INDEX campaignWindow_activity ON campaignWindow(activity);
CREATE INDEX campaignEnd_activity ON campaignEnd(activity);
CREATE TRIGGER campaign_starts AFTER INSERT ON campaign BEGIN
  INSERT OR IGNORE INTO campaignStart (questionnaire, at) VALUES (new.questionnaire, new.updatedAt);
END;
CREATE TRIGGER campaign_starts_elsewhere AFTER UPDATE OF questionnaire ON campaign BEGIN
  INSERT OR IGNORE INTO campaignStart (questionnaire, at) VALUES (new.questionnaire, new.updatedAt);
END;
CREATE INDEX campaignReminder_activity ON campaignReminder(activity);
CREATE INDEX designVisit_account ON designVisit(account);
CREATE TRIGGER designVisitsOfDeletedAccount AFTER UPDATE OF deletedAt ON account WHEN NEW.deletedAt IS NOT NULL
BEGIN DELETE FROM designVisit WHERE account = NEW.id; END;
CREATE INDEX reminderBrowser_student ON reminderBrowser(student);
CREATE INDEX reminderPush_browser ON reminderPush(browser);
CREATE INDEX reminderPush_campaign ON reminderPush(campaign);
CREATE INDEX answerFile_offer ON answerFile(offer) WHERE offer IS NOT NULL;
CREATE INDEX answerFile_compilation ON answerFile(compilation) WHERE compilation IS NOT NULL;
CREATE TRIGGER answerFile_names_nobody BEFORE INSERT ON answerFile
WHEN new.offer IS NULL OR (SELECT anonymous FROM questionnaire JOIN offer ON offer.questionnaire = questionnaire.id
                           WHERE offer.id = new.offer) <> 0 BEGIN
  SELECT RAISE(ABORT, 'an anonymous questionnaire takes no files');
END;
CREATE INDEX questionnaireOrigin_identifier ON questionnaireOrigin(source, identifier);
CREATE INDEX draftImport_version ON draftImport(version);
CREATE UNIQUE INDEX campusPlaceType_key ON campusPlaceType(key);
CREATE UNIQUE INDEX campusPlaceType_title ON campusPlaceType(folded) WHERE deletedAt IS NULL;
CREATE INDEX campusPlaceType_trash ON campusPlaceType(deletedAt) WHERE deletedAt IS NOT NULL;
CREATE INDEX campusPlaceType_by_ordering ON campusPlaceType(ordering, id) WHERE deletedAt IS NULL;
CREATE TRIGGER campusPlaceType_words_insert AFTER INSERT ON campusPlaceType BEGIN
  INSERT INTO campusPlaceTypeWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE TRIGGER campusPlaceType_words_delete AFTER DELETE ON campusPlaceType BEGIN
  INSERT INTO campusPlaceTypeWords(campusPlaceTypeWords, rowid, words) VALUES ('delete', old.id, old.words);
END;
CREATE TRIGGER campusPlaceType_words_update AFTER UPDATE OF words ON campusPlaceType WHEN old.words <> new.words BEGIN
  INSERT INTO campusPlaceTypeWords(campusPlaceTypeWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO campusPlaceTypeWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE UNIQUE INDEX campusBuilding_key ON campusBuilding(key);
CREATE UNIQUE INDEX campusBuilding_title ON campusBuilding(folded) WHERE deletedAt IS NULL;
CREATE INDEX campusBuilding_trash ON campusBuilding(deletedAt) WHERE deletedAt IS NOT NULL;
CREATE INDEX campusBuilding_by_code ON campusBuilding(code, id) WHERE deletedAt IS NULL;
CREATE TRIGGER campusBuilding_words_insert AFTER INSERT ON campusBuilding BEGIN
  INSERT INTO campusBuildingWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE TRIGGER campusBuilding_words_delete AFTER DELETE ON campusBuilding BEGIN
  INSERT INTO campusBuildingWords(campusBuildingWords, rowid, words) VALUES ('delete', old.id, old.words);
END;
CREATE TRIGGER campusBuilding_words_update AFTER UPDATE OF words ON campusBuilding WHEN old.words <> new.words BEGIN
  INSERT INTO campusBuildingWords(campusBuildingWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO campusBuildingWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE INDEX campusBuilding_type ON campusBuilding(type);
CREATE INDEX campusBuilding_picture ON campusBuilding(picture) WHERE picture IS NOT NULL;
CREATE UNIQUE INDEX campusArea_key ON campusArea(key);
CREATE UNIQUE INDEX campusArea_title ON campusArea(folded) WHERE deletedAt IS NULL;
CREATE INDEX campusArea_trash ON campusArea(deletedAt) WHERE deletedAt IS NOT NULL;
CREATE INDEX campusArea_by_code ON campusArea(code, id) WHERE deletedAt IS NULL;
CREATE TRIGGER campusArea_words_insert AFTER INSERT ON campusArea BEGIN
  INSERT INTO campusAreaWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE TRIGGER campusArea_words_delete AFTER DELETE ON campusArea BEGIN
  INSERT INTO campusAreaWords(campusAreaWords, rowid, words) VALUES ('delete', old.id, old.words);
END;
CREATE TRIGGER campusArea_words_update AFTER UPDATE OF words ON campusArea WHEN old.words <> new.words BEGIN
  INSERT INTO campusAreaWords(campusAreaWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO campusAreaWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE INDEX campusArea_building ON campusArea(building);
CREATE INDEX campusArea_parent ON campusArea(parent) WHERE parent IS NOT NULL;
CREATE INDEX campusArea_type ON campusArea(type);
CREATE INDEX campusArea_department ON campusArea(department) WHERE department IS NOT NULL;
CREATE INDEX campusArea_picture ON campusArea(picture) WHERE picture IS NOT NULL;
CREATE INDEX campusVisitor_seenOn ON campusVisitor(seenOn);
CREATE INDEX campusVisitorCourse_course ON campusVisitorCourse(course);
CREATE UNIQUE INDEX campusTimetable_key ON campusTimetable(key);
CREATE UNIQUE INDEX campusTimetable_title ON campusTimetable(folded) WHERE deletedAt IS NULL;
CREATE INDEX campusTimetable_trash ON campusTimetable(deletedAt) WHERE deletedAt IS NOT NULL;
CREATE INDEX campusTimetable_by_code ON campusTimetable(code, id) WHERE deletedAt IS NULL;
CREATE TRIGGER campusTimetable_words_insert AFTER INSERT ON campusTimetable BEGIN
  INSERT INTO campusTimetableWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE TRIGGER campusTimetable_words_delete AFTER DELETE ON campusTimetable BEGIN
  INSERT INTO campusTimetableWords(campusTimetableWords, rowid, words) VALUES ('delete', old.id, old.words);
END;
CREATE TRIGGER campusTimetable_words_update AFTER UPDATE OF words ON campusTimetable WHEN old.words <> new.words BEGIN
  INSERT INTO campusTimetableWords(campusTimetableWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO campusTimetableWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE UNIQUE INDEX campusTimetable_activity ON campusTimetable(activity) WHERE deletedAt IS NULL;
CREATE INDEX campusSlot_area ON campusSlot(area) WHERE area IS NOT NULL;
CREATE UNIQUE INDEX campusLinkCategory_key ON campusLinkCategory(key);
CREATE UNIQUE INDEX campusLinkCategory_title ON campusLinkCategory(folded) WHERE deletedAt IS NULL;
CREATE INDEX campusLinkCategory_trash ON campusLinkCategory(deletedAt) WHERE deletedAt IS NOT NULL;
CREATE INDEX campusLinkCategory_by_ordering ON campusLinkCategory(ordering, id) WHERE deletedAt IS NULL;
CREATE TRIGGER campusLinkCategory_words_insert AFTER INSERT ON campusLinkCategory BEGIN
  INSERT INTO campusLinkCategoryWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE TRIGGER campusLinkCategory_words_delete AFTER DELETE ON campusLinkCategory BEGIN
  INSERT INTO campusLinkCategoryWords(campusLinkCategoryWords, rowid, words) VALUES ('delete', old.id, old.words);
END;
CREATE TRIGGER campusLinkCategory_words_update AFTER UPDATE OF words ON campusLinkCategory WHEN old.words <> new.words BEGIN
  INSERT INTO campusLinkCategoryWords(campusLinkCategoryWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO campusLinkCategoryWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE INDEX campusLinkCategory_parent ON campusLinkCategory(parent) WHERE parent IS NOT NULL;
CREATE UNIQUE INDEX campusLink_key ON campusLink(key);
CREATE UNIQUE INDEX campusLink_title ON campusLink(folded) WHERE deletedAt IS NULL;
CREATE INDEX campusLink_trash ON campusLink(deletedAt) WHERE deletedAt IS NOT NULL;
CREATE INDEX campusLink_by_ordering ON campusLink(ordering, id) WHERE deletedAt IS NULL;
CREATE TRIGGER campusLink_words_insert AFTER INSERT ON campusLink BEGIN
  INSERT INTO campusLinkWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE TRIGGER campusLink_words_delete AFTER DELETE ON campusLink BEGIN
  INSERT INTO campusLinkWords(campusLinkWords, rowid, words) VALUES ('delete', old.id, old.words);
END;
CREATE TRIGGER campusLink_words_update AFTER UPDATE OF words ON campusLink WHEN old.words <> new.words BEGIN
  INSERT INTO campusLinkWords(campusLinkWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO campusLinkWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE INDEX campusLink_category ON campusLink(category);
CREATE UNIQUE INDEX campusEmergencyNumber_key ON campusEmergencyNumber(key);
CREATE UNIQUE INDEX campusEmergencyNumber_title ON campusEmergencyNumber(folded) WHERE deletedAt IS NULL;
CREATE INDEX campusEmergencyNumber_trash ON campusEmergencyNumber(deletedAt) WHERE deletedAt IS NOT NULL;
CREATE INDEX campusEmergencyNumber_by_ordering ON campusEmergencyNumber(ordering, id) WHERE deletedAt IS NULL;
CREATE TRIGGER campusEmergencyNumber_words_insert AFTER INSERT ON campusEmergencyNumber BEGIN
  INSERT INTO campusEmergencyNumberWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE TRIGGER campusEmergencyNumber_words_delete AFTER DELETE ON campusEmergencyNumber BEGIN
  INSERT INTO campusEmergencyNumberWords(campusEmergencyNumberWords, rowid, words) VALUES ('delete', old.id, old.words);
END;
CREATE TRIGGER campusEmergencyNumber_words_update AFTER UPDATE OF words ON campusEmergencyNumber WHEN old.words <> new.words BEGIN
  INSERT INTO campusEmergencyNumberWords(campusEmergencyNumberWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO campusEmergencyNumberWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE UNIQUE INDEX campusCalendar_key ON campusCalendar(key);
CREATE UNIQUE INDEX campusCalendar_title ON campusCalendar(folded) WHERE deletedAt IS NULL;
CREATE INDEX campusCalendar_trash ON campusCalendar(deletedAt) WHERE deletedAt IS NOT NULL;
CREATE INDEX campusCalendar_by_ordering ON campusCalendar(ordering, id) WHERE deletedAt IS NULL;
CREATE TRIGGER campusCalendar_words_insert AFTER INSERT ON campusCalendar BEGIN
  INSERT INTO campusCalendarWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE TRIGGER campusCalendar_words_delete AFTER DELETE ON campusCalendar BEGIN
  INSERT INTO campusCalendarWords(campusCalendarWords, rowid, words) VALUES ('delete', old.id, old.words);
END;
CREATE TRIGGER campusCalendar_words_update AFTER UPDATE OF words ON campusCalendar WHEN old.words <> new.words BEGIN
  INSERT INTO campusCalendarWords(campusCalendarWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO campusCalendarWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE INDEX campusCalendar_degree ON campusCalendar(degree) WHERE degree IS NOT NULL;
CREATE INDEX campusCalendar_department ON campusCalendar(department) WHERE department IS NOT NULL;
CREATE UNIQUE INDEX campusEvent_key ON campusEvent(key);
CREATE INDEX campusEvent_trash ON campusEvent(deletedAt) WHERE deletedAt IS NOT NULL;
CREATE INDEX campusEvent_by_starts ON campusEvent(starts, id) WHERE deletedAt IS NULL;
CREATE TRIGGER campusEvent_words_insert AFTER INSERT ON campusEvent BEGIN
  INSERT INTO campusEventWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE TRIGGER campusEvent_words_delete AFTER DELETE ON campusEvent BEGIN
  INSERT INTO campusEventWords(campusEventWords, rowid, words) VALUES ('delete', old.id, old.words);
END;
CREATE TRIGGER campusEvent_words_update AFTER UPDATE OF words ON campusEvent WHEN old.words <> new.words BEGIN
  INSERT INTO campusEventWords(campusEventWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO campusEventWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE INDEX campusEvent_title ON campusEvent(folded) WHERE deletedAt IS NULL;
CREATE INDEX campusEvent_calendar ON campusEvent(calendar, starts);
CREATE INDEX campusEvent_area ON campusEvent(area, starts) WHERE area IS NOT NULL;
CREATE INDEX campusEvent_building ON campusEvent(building) WHERE building IS NOT NULL;
CREATE INDEX campusEventPerson_person ON campusEventPerson(person);
CREATE UNIQUE INDEX campusExamSession_key ON campusExamSession(key);
CREATE INDEX campusExamSession_trash ON campusExamSession(deletedAt) WHERE deletedAt IS NOT NULL;
CREATE INDEX campusExamSession_by_starts ON campusExamSession(starts, id) WHERE deletedAt IS NULL;
CREATE TRIGGER campusExamSession_words_insert AFTER INSERT ON campusExamSession BEGIN
  INSERT INTO campusExamSessionWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE TRIGGER campusExamSession_words_delete AFTER DELETE ON campusExamSession BEGIN
  INSERT INTO campusExamSessionWords(campusExamSessionWords, rowid, words) VALUES ('delete', old.id, old.words);
END;
CREATE TRIGGER campusExamSession_words_update AFTER UPDATE OF words ON campusExamSession WHEN old.words <> new.words BEGIN
  INSERT INTO campusExamSessionWords(campusExamSessionWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO campusExamSessionWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE INDEX campusExamSession_title ON campusExamSession(folded) WHERE deletedAt IS NULL;
CREATE INDEX campusExamSession_course ON campusExamSession(course, starts);
CREATE INDEX campusExamSession_area ON campusExamSession(area, starts) WHERE area IS NOT NULL;
CREATE UNIQUE INDEX campusAlertCategory_key ON campusAlertCategory(key);
CREATE UNIQUE INDEX campusAlertCategory_title ON campusAlertCategory(folded) WHERE deletedAt IS NULL;
CREATE INDEX campusAlertCategory_trash ON campusAlertCategory(deletedAt) WHERE deletedAt IS NOT NULL;
CREATE INDEX campusAlertCategory_by_ordering ON campusAlertCategory(ordering, id) WHERE deletedAt IS NULL;
CREATE TRIGGER campusAlertCategory_words_insert AFTER INSERT ON campusAlertCategory BEGIN
  INSERT INTO campusAlertCategoryWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE TRIGGER campusAlertCategory_words_delete AFTER DELETE ON campusAlertCategory BEGIN
  INSERT INTO campusAlertCategoryWords(campusAlertCategoryWords, rowid, words) VALUES ('delete', old.id, old.words);
END;
CREATE TRIGGER campusAlertCategory_words_update AFTER UPDATE OF words ON campusAlertCategory WHEN old.words <> new.words BEGIN
  INSERT INTO campusAlertCategoryWords(campusAlertCategoryWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO campusAlertCategoryWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE UNIQUE INDEX campusAlert_key ON campusAlert(key);
CREATE INDEX campusAlert_trash ON campusAlert(deletedAt) WHERE deletedAt IS NOT NULL;
CREATE TRIGGER campusAlert_words_insert AFTER INSERT ON campusAlert BEGIN
  INSERT INTO campusAlertWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE TRIGGER campusAlert_words_delete AFTER DELETE ON campusAlert BEGIN
  INSERT INTO campusAlertWords(campusAlertWords, rowid, words) VALUES ('delete', old.id, old.words);
END;
CREATE TRIGGER campusAlert_words_update AFTER UPDATE OF words ON campusAlert WHEN old.words <> new.words BEGIN
  INSERT INTO campusAlertWords(campusAlertWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO campusAlertWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE INDEX campusAlert_title ON campusAlert(folded) WHERE deletedAt IS NULL;
CREATE INDEX campusAlert_category ON campusAlert(category);
CREATE INDEX campusAlertDepartment_other ON campusAlertDepartment(other);
CREATE INDEX campusAlertDegree_other ON campusAlertDegree(other);
CREATE INDEX campusAlertCourse_other ON campusAlertCourse(other);
CREATE INDEX campusAlertPerson_other ON campusAlertPerson(other);
CREATE INDEX campusAlertEvent_other ON campusAlertEvent(other);
CREATE INDEX campusAlertBuilding_other ON campusAlertBuilding(other);
CREATE INDEX campusAlertArea_other ON campusAlertArea(other);
CREATE INDEX campusBulletin_alert ON campusBulletin(alert, id);
CREATE INDEX campusBulletin_state ON campusBulletin(state, releasedAt);
CREATE INDEX campusBulletin_category ON campusBulletin(category);
CREATE INDEX campusBulletin_replaces ON campusBulletin(replaces) WHERE replaces IS NOT NULL;
CREATE INDEX campusBulletin_proposedBy ON campusBulletin(proposedBy) WHERE proposedBy IS NOT NULL;
CREATE INDEX campusBulletinRead_visitor ON campusBulletinRead(visitorID);
CREATE INDEX campusWay_visitor ON campusWay(visitorID);
CREATE UNIQUE INDEX campusWay_address ON campusWay(channel, address) WHERE confirmedAt IS NOT NULL;
CREATE INDEX campusConfirmation_address ON campusConfirmation(addressHash, at);
CREATE INDEX campusDelivery_due ON campusDelivery(channel, nextAt) WHERE state = 'waiting';
CREATE INDEX campusDelivery_way ON campusDelivery(way);
CREATE INDEX campusDelivery_mail ON campusDelivery(mail) WHERE mail IS NOT NULL;
CREATE UNIQUE INDEX campusNewsSource_key ON campusNewsSource(key);
CREATE UNIQUE INDEX campusNewsSource_title ON campusNewsSource(folded) WHERE deletedAt IS NULL;
CREATE INDEX campusNewsSource_trash ON campusNewsSource(deletedAt) WHERE deletedAt IS NOT NULL;
CREATE INDEX campusNewsSource_by_ordering ON campusNewsSource(ordering, id) WHERE deletedAt IS NULL;
CREATE TRIGGER campusNewsSource_words_insert AFTER INSERT ON campusNewsSource BEGIN
  INSERT INTO campusNewsSourceWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE TRIGGER campusNewsSource_words_delete AFTER DELETE ON campusNewsSource BEGIN
  INSERT INTO campusNewsSourceWords(campusNewsSourceWords, rowid, words) VALUES ('delete', old.id, old.words);
END;
CREATE TRIGGER campusNewsSource_words_update AFTER UPDATE OF words ON campusNewsSource WHEN old.words <> new.words BEGIN
  INSERT INTO campusNewsSourceWords(campusNewsSourceWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO campusNewsSourceWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE INDEX campusNewsSource_department ON campusNewsSource(department) WHERE department IS NOT NULL;
CREATE UNIQUE INDEX campusArticle_key ON campusArticle(key);
CREATE INDEX campusArticle_trash ON campusArticle(deletedAt) WHERE deletedAt IS NOT NULL;
CREATE INDEX campusArticle_by_posted ON campusArticle(posted, id) WHERE deletedAt IS NULL;
CREATE TRIGGER campusArticle_words_insert AFTER INSERT ON campusArticle BEGIN
  INSERT INTO campusArticleWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE TRIGGER campusArticle_words_delete AFTER DELETE ON campusArticle BEGIN
  INSERT INTO campusArticleWords(campusArticleWords, rowid, words) VALUES ('delete', old.id, old.words);
END;
CREATE TRIGGER campusArticle_words_update AFTER UPDATE OF words ON campusArticle WHEN old.words <> new.words BEGIN
  INSERT INTO campusArticleWords(campusArticleWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO campusArticleWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE INDEX campusArticle_title ON campusArticle(folded) WHERE deletedAt IS NULL;
CREATE INDEX campusArticle_source ON campusArticle(source, posted);
CREATE INDEX campusArticle_picture ON campusArticle(picture) WHERE picture IS NOT NULL;
CREATE TRIGGER campusAlert_change AFTER UPDATE OF deletedAt ON campusAlert BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) SELECT 'alert', id FROM campusBulletin WHERE alert = new.id;
END;
CREATE TRIGGER campusNewsSource_articles AFTER UPDATE OF active, deletedAt ON campusNewsSource
WHEN old.active <> new.active OR old.deletedAt IS NOT new.deletedAt BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) SELECT 'news', id FROM campusArticle WHERE source = new.id;
END;
CREATE TRIGGER campusBulletin_change_insert AFTER INSERT ON campusBulletin BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('alert', new.id);
END;
CREATE TRIGGER campusBulletin_change_delete AFTER DELETE ON campusBulletin BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('alert', old.id);
END;
CREATE TRIGGER campusEvent_change_insert AFTER INSERT ON campusEvent BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('event', new.id);
END;
CREATE TRIGGER campusEvent_change_update AFTER UPDATE ON campusEvent BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('event', new.id);
END;
CREATE TRIGGER campusEvent_change_delete AFTER DELETE ON campusEvent BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('event', old.id);
END;
CREATE TRIGGER campusExamSession_change_insert AFTER INSERT ON campusExamSession BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('exam', new.id);
END;
CREATE TRIGGER campusExamSession_change_update AFTER UPDATE ON campusExamSession BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('exam', new.id);
END;
CREATE TRIGGER campusExamSession_change_delete AFTER DELETE ON campusExamSession BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('exam', old.id);
END;
CREATE TRIGGER campusCalendar_change_insert AFTER INSERT ON campusCalendar BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('calendar', new.id);
END;
CREATE TRIGGER campusCalendar_change_update AFTER UPDATE ON campusCalendar BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('calendar', new.id);
END;
CREATE TRIGGER campusCalendar_change_delete AFTER DELETE ON campusCalendar BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('calendar', old.id);
END;
CREATE TRIGGER campusBuilding_change_insert AFTER INSERT ON campusBuilding BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('place', new.id);
END;
CREATE TRIGGER campusBuilding_change_update AFTER UPDATE ON campusBuilding BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('place', new.id);
END;
CREATE TRIGGER campusBuilding_change_delete AFTER DELETE ON campusBuilding BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('place', old.id);
END;
CREATE TRIGGER campusArticle_change_insert AFTER INSERT ON campusArticle BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('news', new.id);
END;
CREATE TRIGGER campusArticle_change_update AFTER UPDATE ON campusArticle BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('news', new.id);
END;
CREATE TRIGGER campusArticle_change_delete AFTER DELETE ON campusArticle BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('news', old.id);
END;
CREATE TRIGGER campusNewsSource_change_insert AFTER INSERT ON campusNewsSource BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('source', new.id);
END;
CREATE TRIGGER campusNewsSource_change_update AFTER UPDATE ON campusNewsSource BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('source', new.id);
END;
CREATE TRIGGER campusNewsSource_change_delete AFTER DELETE ON campusNewsSource BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('source', old.id);
END;
CREATE INDEX campusFeedItem_article ON campusFeedItem(article) WHERE article IS NOT NULL;
CREATE INDEX campusLessonChange_slot ON campusLessonChange(slot);
CREATE INDEX campusLessonChange_area ON campusLessonChange(area) WHERE area IS NOT NULL;
CREATE INDEX campusLessonChange_alert ON campusLessonChange(alert) WHERE alert IS NOT NULL;
CREATE INDEX campusOwnEvent_visitor ON campusOwnEvent(visitorID, starts);
CREATE INDEX campusOwnEvent_course ON campusOwnEvent(course) WHERE course IS NOT NULL;
CREATE INDEX campusCalendarFeedItem_event ON campusCalendarFeedItem(event) WHERE event IS NOT NULL;
CREATE INDEX campusLink_picture ON campusLink(picture) WHERE picture IS NOT NULL;
CREATE INDEX campusBuildingPhoto_picture ON campusBuildingPhoto(picture) WHERE picture IS NOT NULL;
CREATE INDEX campusAreaPhoto_picture ON campusAreaPhoto(picture) WHERE picture IS NOT NULL;
CREATE INDEX campusFollowing_event ON campusFollowing(event, at);
CREATE INDEX campusTelling_thread ON campusTelling(thread, id);
CREATE INDEX campusTelling_event ON campusTelling(event) WHERE event IS NOT NULL;
CREATE UNIQUE INDEX campusEventChange_event ON campusEventChange(event) WHERE telling IS NULL;
CREATE INDEX campusEventChange_area ON campusEventChange(area) WHERE area IS NOT NULL;
CREATE INDEX campusEventChange_building ON campusEventChange(building) WHERE building IS NOT NULL;
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
CREATE TRIGGER person_change_insert AFTER INSERT ON person BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('person', new.id);
END;
CREATE TRIGGER person_change_update AFTER UPDATE ON person BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('person', new.id);
END;
CREATE TRIGGER person_change_delete AFTER DELETE ON person BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('person', old.id);
END;
CREATE TRIGGER degree_change_insert AFTER INSERT ON degree BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('degree', new.id);
END;
CREATE TRIGGER degree_change_update AFTER UPDATE ON degree BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('degree', new.id);
END;
CREATE TRIGGER degree_change_delete AFTER DELETE ON degree BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('degree', old.id);
END;
CREATE TRIGGER course_change_insert AFTER INSERT ON course BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('course', new.id);
END;
CREATE TRIGGER course_change_update AFTER UPDATE ON course BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('course', new.id);
END;
CREATE TRIGGER course_change_delete AFTER DELETE ON course BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('course', old.id);
END;
CREATE TRIGGER campusArea_change_insert AFTER INSERT ON campusArea BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('area', new.id);
END;
CREATE TRIGGER campusArea_change_update AFTER UPDATE ON campusArea BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('area', new.id);
END;
CREATE TRIGGER campusArea_change_delete AFTER DELETE ON campusArea BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('area', old.id);
END;
CREATE TRIGGER campusPlaceType_change_insert AFTER INSERT ON campusPlaceType BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('type', new.id);
END;
CREATE TRIGGER campusPlaceType_change_update AFTER UPDATE ON campusPlaceType BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('type', new.id);
END;
CREATE TRIGGER campusPlaceType_change_delete AFTER DELETE ON campusPlaceType BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('type', old.id);
END;
CREATE TRIGGER campusEmergencyNumber_change_insert AFTER INSERT ON campusEmergencyNumber BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('number', new.id);
END;
CREATE TRIGGER campusEmergencyNumber_change_update AFTER UPDATE ON campusEmergencyNumber BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('number', new.id);
END;
CREATE TRIGGER campusEmergencyNumber_change_delete AFTER DELETE ON campusEmergencyNumber BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('number', old.id);
END;
CREATE TRIGGER campusLinkCategory_change_insert AFTER INSERT ON campusLinkCategory BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('category', new.id);
END;
CREATE TRIGGER campusLinkCategory_change_update AFTER UPDATE ON campusLinkCategory BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('category', new.id);
END;
CREATE TRIGGER campusLinkCategory_change_delete AFTER DELETE ON campusLinkCategory BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('category', old.id);
END;
CREATE TRIGGER campusLink_change_insert AFTER INSERT ON campusLink BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('link', new.id);
END;
CREATE TRIGGER campusLink_change_update AFTER UPDATE ON campusLink BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('link', new.id);
END;
CREATE TRIGGER campusLink_change_delete AFTER DELETE ON campusLink BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('link', old.id);
END;
CREATE INDEX campusShare_person ON campusShare(person);
CREATE INDEX campusLink_event ON campusLink(event) WHERE event IS NOT NULL;
CREATE TRIGGER campusChange_once BEFORE INSERT ON campusChange BEGIN
  DELETE FROM campusChange WHERE kind = new.kind AND objectID = new.objectID;
END;
CREATE INDEX campusCalendar_faculty ON campusCalendar(faculty) WHERE faculty IS NOT NULL;
CREATE TRIGGER campusEvent_alerts AFTER UPDATE OF deletedAt ON campusEvent WHEN old.deletedAt IS NOT new.deletedAt BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID)
    SELECT 'alert', bulletin FROM campusBulletinTarget WHERE kind = 'event' AND objectID = new.id;
END;
CREATE TRIGGER course_alerts AFTER UPDATE OF deletedAt ON course WHEN old.deletedAt IS NOT new.deletedAt BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID)
    SELECT 'alert', bulletin FROM campusBulletinTarget WHERE kind = 'course' AND objectID = new.id;
END;
CREATE TRIGGER campusEvent_follows AFTER UPDATE OF deletedAt ON campusCalendar WHEN old.deletedAt IS NOT new.deletedAt BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) SELECT 'event', id FROM campusEvent WHERE calendar = new.id;
END;
CREATE TRIGGER campusExamSession_follows AFTER UPDATE OF deletedAt ON course WHEN old.deletedAt IS NOT new.deletedAt BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) SELECT 'exam', id FROM campusExamSession WHERE course = new.id;
END;
CREATE TRIGGER campusArea_follows AFTER UPDATE OF deletedAt ON campusBuilding WHEN old.deletedAt IS NOT new.deletedAt BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) SELECT 'area', id FROM campusArea WHERE building = new.id;
END;
CREATE TRIGGER campusLink_follows AFTER UPDATE OF deletedAt ON campusLinkCategory WHEN old.deletedAt IS NOT new.deletedAt BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) SELECT 'link', id FROM campusLink WHERE category = new.id;
END;
CREATE INDEX campusAlertFaculty_other ON campusAlertFaculty(other);
CREATE INDEX campusBulletinTarget_object ON campusBulletinTarget(kind, objectID);
CREATE TRIGGER campusLinkCheck_dead_insert AFTER INSERT ON campusLinkCheck WHEN new.isDead = 1 BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) SELECT 'link', id FROM campusLink WHERE url = new.address;
END;
CREATE TRIGGER campusLinkCheck_dead_update AFTER UPDATE ON campusLinkCheck WHEN new.isDead <> old.isDead BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) SELECT 'link', id FROM campusLink WHERE url = new.address;
END;
CREATE TRIGGER campusLinkCheck_dead_delete AFTER DELETE ON campusLinkCheck WHEN old.isDead = 1 BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) SELECT 'link', id FROM campusLink WHERE url = old.address;
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
CREATE TRIGGER campusBulletin_change_update AFTER UPDATE ON campusBulletin BEGIN
  INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('alert', new.id);
END;
CREATE UNIQUE INDEX campusAlertTemplate_key ON campusAlertTemplate(key);
CREATE UNIQUE INDEX campusAlertTemplate_title ON campusAlertTemplate(folded) WHERE deletedAt IS NULL;
CREATE INDEX campusAlertTemplate_trash ON campusAlertTemplate(deletedAt) WHERE deletedAt IS NOT NULL;
CREATE INDEX campusAlertTemplate_by_ordering ON campusAlertTemplate(ordering, id) WHERE deletedAt IS NULL;
CREATE TRIGGER campusAlertTemplate_words_insert AFTER INSERT ON campusAlertTemplate BEGIN
  INSERT INTO campusAlertTemplateWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE TRIGGER campusAlertTemplate_words_delete AFTER DELETE ON campusAlertTemplate BEGIN
  INSERT INTO campusAlertTemplateWords(campusAlertTemplateWords, rowid, words) VALUES ('delete', old.id, old.words);
END;
CREATE TRIGGER campusAlertTemplate_words_update AFTER UPDATE OF words ON campusAlertTemplate WHEN old.words <> new.words BEGIN
  INSERT INTO campusAlertTemplateWords(campusAlertTemplateWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO campusAlertTemplateWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE INDEX campusAlertTemplate_category ON campusAlertTemplate(category);
CREATE UNIQUE INDEX campusPeriod_key ON campusPeriod(key);
CREATE INDEX campusPeriod_trash ON campusPeriod(deletedAt) WHERE deletedAt IS NOT NULL;
CREATE INDEX campusPeriod_by_begins ON campusPeriod(begins, id) WHERE deletedAt IS NULL;
CREATE TRIGGER campusPeriod_words_insert AFTER INSERT ON campusPeriod BEGIN
  INSERT INTO campusPeriodWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE TRIGGER campusPeriod_words_delete AFTER DELETE ON campusPeriod BEGIN
  INSERT INTO campusPeriodWords(campusPeriodWords, rowid, words) VALUES ('delete', old.id, old.words);
END;
CREATE TRIGGER campusPeriod_words_update AFTER UPDATE OF words ON campusPeriod WHEN old.words <> new.words BEGIN
  INSERT INTO campusPeriodWords(campusPeriodWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO campusPeriodWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE INDEX campusPeriod_title ON campusPeriod(folded) WHERE deletedAt IS NULL;
CREATE INDEX campusPeriod_year ON campusPeriod(year);
CREATE INDEX campusPeriod_faculty ON campusPeriod(faculty) WHERE faculty IS NOT NULL;
CREATE UNIQUE INDEX campusClosingDay_key ON campusClosingDay(key);
CREATE INDEX campusClosingDay_trash ON campusClosingDay(deletedAt) WHERE deletedAt IS NOT NULL;
CREATE INDEX campusClosingDay_by_rule ON campusClosingDay(rule, id) WHERE deletedAt IS NULL;
CREATE TRIGGER campusClosingDay_words_insert AFTER INSERT ON campusClosingDay BEGIN
  INSERT INTO campusClosingDayWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE TRIGGER campusClosingDay_words_delete AFTER DELETE ON campusClosingDay BEGIN
  INSERT INTO campusClosingDayWords(campusClosingDayWords, rowid, words) VALUES ('delete', old.id, old.words);
END;
CREATE TRIGGER campusClosingDay_words_update AFTER UPDATE OF words ON campusClosingDay WHEN old.words <> new.words BEGIN
  INSERT INTO campusClosingDayWords(campusClosingDayWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO campusClosingDayWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE INDEX campusClosingDay_title ON campusClosingDay(folded) WHERE deletedAt IS NULL;
CREATE INDEX campusClosingDay_faculty ON campusClosingDay(faculty) WHERE faculty IS NOT NULL;
CREATE INDEX campusAppliedPeriod_year ON campusAppliedPeriod(year);
CREATE INDEX campusAppliedPeriod_faculty ON campusAppliedPeriod(faculty) WHERE faculty IS NOT NULL;
CREATE INDEX campusAppliedClosing_faculty ON campusAppliedClosing(faculty) WHERE faculty IS NOT NULL;
CREATE INDEX campusExamEntry_account ON campusExamEntry(account);
CREATE UNIQUE INDEX campusNumberSource_key ON campusNumberSource(key);
CREATE UNIQUE INDEX campusNumberSource_title ON campusNumberSource(folded) WHERE deletedAt IS NULL;
CREATE INDEX campusNumberSource_trash ON campusNumberSource(deletedAt) WHERE deletedAt IS NOT NULL;
CREATE INDEX campusNumberSource_by_ordering ON campusNumberSource(ordering, id) WHERE deletedAt IS NULL;
CREATE TRIGGER campusNumberSource_words_insert AFTER INSERT ON campusNumberSource BEGIN
  INSERT INTO campusNumberSourceWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE TRIGGER campusNumberSource_words_delete AFTER DELETE ON campusNumberSource BEGIN
  INSERT INTO campusNumberSourceWords(campusNumberSourceWords, rowid, words) VALUES ('delete', old.id, old.words);
END;
CREATE TRIGGER campusNumberSource_words_update AFTER UPDATE OF words ON campusNumberSource WHEN old.words <> new.words BEGIN
  INSERT INTO campusNumberSourceWords(campusNumberSourceWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO campusNumberSourceWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE INDEX campusEventOfSeries_series ON campusEventOfSeries(series);
CREATE UNIQUE INDEX writer_email ON writer(email) WHERE email IS NOT NULL;
CREATE UNIQUE INDEX writer_nickname ON writer(nickname) WHERE nickname IS NOT NULL;
CREATE INDEX writerSession_writer ON writerSession(writer);
CREATE INDEX writerSession_end ON writerSession(expiresAt);
CREATE INDEX fragment_story ON fragment(story);
CREATE INDEX fragment_parent ON fragment(parent);
CREATE INDEX fragment_writer ON fragment(writer, createdAt);
CREATE INDEX fragment_photo ON fragment(photo) WHERE photo IS NOT NULL;
CREATE UNIQUE INDEX fragment_sending ON fragment(writer, sending) WHERE sending IS NOT NULL;
CREATE UNIQUE INDEX moderationCase_open ON moderationCase(fragment) WHERE state = 'open';
CREATE INDEX moderationCase_fragment ON moderationCase(fragment);
CREATE INDEX moderationCase_claimant ON moderationCase(claimant);
CREATE INDEX decision_case ON decision(caseID);
CREATE INDEX decision_fragment ON decision(fragment);
CREATE INDEX decision_writer ON decision(writer, at);
CREATE INDEX decision_moderator ON decision(moderator);
CREATE INDEX decision_batch ON decision(batch);
CREATE INDEX decision_time ON decision(at);
CREATE INDEX fragmentReport_fragment ON fragmentReport(fragment);
CREATE INDEX fragmentReport_decision ON fragmentReport(decision);
CREATE UNIQUE INDEX hiding_active ON hiding(fragment) WHERE endedAt IS NULL;
CREATE INDEX hiding_decision ON hiding(decision);
CREATE INDEX strike_writer ON strike(writer, expiresAt);
CREATE INDEX strike_decision ON strike(decision);
CREATE UNIQUE INDEX suspension_active ON suspension(writer) WHERE endedAt IS NULL;
CREATE INDEX suspension_writer ON suspension(writer);
CREATE INDEX suspension_decision ON suspension(decision);
CREATE INDEX suspension_replaced ON suspension(replaced);
CREATE INDEX writerLink_writer ON writerLink(writer);
CREATE INDEX writerLink_end ON writerLink(expiresAt);
CREATE INDEX signIn_writer ON signIn(writer, at);
CREATE INDEX signIn_time ON signIn(at);
CREATE INDEX mail_due ON mail(nextAt) WHERE state = 'waiting';
CREATE INDEX mail_writer ON mail(writer);
CREATE INDEX mail_time ON mail(createdAt);
CREATE INDEX lease_writer ON lease(writer);
CREATE INDEX lease_end ON lease(until);
CREATE INDEX storyDraft_parent ON storyDraft(parent);
CREATE INDEX moderatorNote_case ON moderatorNote(caseID);
CREATE INDEX moderatorNote_writer ON moderatorNote(writer);
CREATE INDEX moderatorNote_author ON moderatorNote(author);
CREATE INDEX secondOpinion_state ON secondOpinion(state);
CREATE INDEX secondOpinion_decider ON secondOpinion(decider);
CREATE INDEX appeal_state ON appeal(state, at);
CREATE INDEX appeal_decider ON appeal(decider);
CREATE INDEX appealLink_decision ON appealLink(decision);
CREATE INDEX appealLink_end ON appealLink(expiresAt);
CREATE INDEX vote_writer ON vote(writer, at);
CREATE INDEX fragment_started ON fragment(writer, createdAt) WHERE parent IS NULL;
CREATE INDEX follow_followed ON follow(followed, at);
CREATE INDEX follow_follower ON follow(follower, at);
CREATE INDEX fragmentReport_case ON fragmentReport(caseID, reason);
CREATE INDEX documentEdition_author ON documentEdition(author);
CREATE INDEX documentEdition_asked ON documentEdition(isAsked);
CREATE INDEX storyDraft_place ON storyDraft(writer, ifnull(parent, 0), kind);
CREATE INDEX decision_replaces ON decision(replaces) WHERE replaces IS NOT NULL;
CREATE INDEX decision_automatic ON decision(at) WHERE automatic IS NOT NULL;
CREATE UNIQUE INDEX watchedWord_one ON watchedWord(language, word, isStem) WHERE removedAt IS NULL;
CREATE INDEX photoHash_time ON photoHash(at);
CREATE INDEX fragment_hiddenPhoto ON fragment(photo) WHERE isHidden = 1 AND photo IS NOT NULL;
CREATE INDEX vote_fragment ON vote(fragment, isCounted);
CREATE INDEX vote_counted ON vote(at, fragment, writer) WHERE isCounted = 1;
CREATE INDEX voteExclusion_voter ON voteExclusion(voter);
CREATE INDEX voteExclusion_author ON voteExclusion(author);
CREATE INDEX voteExclusion_decision ON voteExclusion(decision);
CREATE INDEX moderationCase_state
  ON moderationCase(state, openedAt, urgency, reach, photo, claimant, claimedUntil, isSevere);
CREATE INDEX profileHiding_writer ON profileHiding(writer, part);
CREATE INDEX profileHiding_decision ON profileHiding(decision);
CREATE INDEX profileHiding_face ON profileHiding(face) WHERE face IS NOT NULL;
CREATE UNIQUE INDEX profileReport_one ON profileReport(writer, subject, part) WHERE outcome IS NULL;
CREATE INDEX profileReport_subject ON profileReport(subject, part);
CREATE INDEX profileReport_writer ON profileReport(writer, at);
CREATE INDEX profileReport_decision ON profileReport(decision);
CREATE INDEX profileReport_open ON profileReport(at) WHERE outcome IS NULL;
CREATE INDEX readingPlace_recent ON readingPlace(writer, at);
CREATE INDEX readingPlace_story ON readingPlace(story);
CREATE INDEX readingPlace_fragment ON readingPlace(fragment);
CREATE INDEX readingPlace_time ON readingPlace(at);
CREATE INDEX fragmentRead_fragment ON fragmentRead(fragment);
CREATE INDEX storyFollow_story ON storyFollow(story);
CREATE INDEX storyNotice_actor ON storyNotice(actor);
CREATE UNIQUE INDEX storyNotice_continued ON storyNotice(continued) WHERE continued IS NOT NULL;
CREATE UNIQUE INDEX storyNotice_decision ON storyNotice(writer, decision, kind) WHERE decision IS NOT NULL;
CREATE UNIQUE INDEX storyNotice_follower ON storyNotice(writer, actor) WHERE kind = 'follower';
CREATE INDEX storyNotice_fragment ON storyNotice(fragment);
CREATE INDEX storyNotice_own ON storyNotice(writer);
CREATE INDEX storyNotice_subject ON storyNotice(decision);
CREATE INDEX storyNotice_time ON storyNotice(at);
CREATE INDEX storyNotice_unread ON storyNotice(writer) WHERE readAt IS NULL;
CREATE INDEX storyNotice_writer ON storyNotice(writer, at);
CREATE INDEX story_changed ON story(changedAt DESC, id) WHERE tip IS NOT NULL;
CREATE INDEX story_created ON story(createdAt DESC, id) WHERE tip IS NOT NULL;
CREATE INDEX story_tip ON story(tip);
CREATE INDEX story_voters ON story(voters DESC, id, changedAt) WHERE tip IS NOT NULL;
CREATE INDEX writerNetwork_network ON writerNetwork(network);
CREATE INDEX writerNetwork_time ON writerNetwork(at);
CREATE INDEX moderatorCalled_time ON moderatorCalled(at);
CREATE INDEX moderatorBrowser_account ON moderatorBrowser(account);
CREATE INDEX moderatorPush_browser ON moderatorPush(browser);
CREATE INDEX moderatorPush_due ON moderatorPush(nextAt);
CREATE INDEX suspendedSession_writer ON suspendedSession(writer);
CREATE INDEX suspendedSession_end ON suspendedSession(expiresAt);
CREATE INDEX votedInTime_people ON votedInTime(span, people DESC, story);
CREATE INDEX votedInTime_story ON votedInTime(story);
CREATE INDEX fragmentReport_time ON fragmentReport(at, reason, outcome);
CREATE INDEX profileReport_time ON profileReport(at);
CREATE INDEX profileReport_waiting ON profileReport(subject, part, reason) WHERE outcome IS NULL;
CREATE UNIQUE INDEX citationAuthor_key ON citationAuthor(key);
CREATE INDEX citationAuthor_trash ON citationAuthor(deletedAt) WHERE deletedAt IS NOT NULL;
CREATE TRIGGER citationAuthor_words_insert AFTER INSERT ON citationAuthor BEGIN
  INSERT INTO citationAuthorWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE TRIGGER citationAuthor_words_delete AFTER DELETE ON citationAuthor BEGIN
  INSERT INTO citationAuthorWords(citationAuthorWords, rowid, words) VALUES ('delete', old.id, old.words);
END;
CREATE TRIGGER citationAuthor_words_update AFTER UPDATE OF words ON citationAuthor WHEN old.words <> new.words BEGIN
  INSERT INTO citationAuthorWords(citationAuthorWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO citationAuthorWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE UNIQUE INDEX citationRun_key ON citationRun(key);
CREATE INDEX citationRun_trash ON citationRun(deletedAt) WHERE deletedAt IS NOT NULL;
CREATE INDEX citationRun_by_author ON citationRun(author, id) WHERE deletedAt IS NULL;
CREATE TRIGGER citationRun_words_insert AFTER INSERT ON citationRun BEGIN
  INSERT INTO citationRunWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE TRIGGER citationRun_words_delete AFTER DELETE ON citationRun BEGIN
  INSERT INTO citationRunWords(citationRunWords, rowid, words) VALUES ('delete', old.id, old.words);
END;
CREATE TRIGGER citationRun_words_update AFTER UPDATE OF words ON citationRun WHEN old.words <> new.words BEGIN
  INSERT INTO citationRunWords(citationRunWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO citationRunWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE INDEX citationOutcome_job ON citationOutcome(jobID);
CREATE INDEX citationAct_run ON citationAct(runID, id);
CREATE INDEX citationAuthor_person ON citationAuthor(person);
CREATE INDEX citationProfile_run ON citationProfile(runID);
CREATE INDEX citationSnapshot_run ON citationSnapshot(runID, at);
CREATE INDEX citationFavourite_author ON citationFavourite(authorID);
CREATE UNIQUE INDEX citationSheet_key ON citationSheet(key);
CREATE UNIQUE INDEX citationSheet_title ON citationSheet(folded) WHERE deletedAt IS NULL;
CREATE INDEX citationSheet_trash ON citationSheet(deletedAt) WHERE deletedAt IS NOT NULL;
CREATE TRIGGER citationSheet_words_insert AFTER INSERT ON citationSheet BEGIN
  INSERT INTO citationSheetWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE TRIGGER citationSheet_words_delete AFTER DELETE ON citationSheet BEGIN
  INSERT INTO citationSheetWords(citationSheetWords, rowid, words) VALUES ('delete', old.id, old.words);
END;
CREATE TRIGGER citationSheet_words_update AFTER UPDATE OF words ON citationSheet WHEN old.words <> new.words BEGIN
  INSERT INTO citationSheetWords(citationSheetWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO citationSheetWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE INDEX citationAnswer_sheet ON citationAnswer(sheetID);
CREATE UNIQUE INDEX citationLayout_key ON citationLayout(key);
CREATE UNIQUE INDEX citationLayout_title ON citationLayout(folded) WHERE deletedAt IS NULL;
CREATE INDEX citationLayout_trash ON citationLayout(deletedAt) WHERE deletedAt IS NOT NULL;
CREATE TRIGGER citationLayout_words_insert AFTER INSERT ON citationLayout BEGIN
  INSERT INTO citationLayoutWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE TRIGGER citationLayout_words_delete AFTER DELETE ON citationLayout BEGIN
  INSERT INTO citationLayoutWords(citationLayoutWords, rowid, words) VALUES ('delete', old.id, old.words);
END;
CREATE TRIGGER citationLayout_words_update AFTER UPDATE OF words ON citationLayout WHEN old.words <> new.words BEGIN
  INSERT INTO citationLayoutWords(citationLayoutWords, rowid, words) VALUES ('delete', old.id, old.words);
  INSERT INTO citationLayoutWords(rowid, words) VALUES (new.id, new.words);
END;
CREATE INDEX citationAuthor_owner ON citationAuthor(owner);
CREATE UNIQUE INDEX citationAuthor_title ON citationAuthor(folded, iif(visibility = 'private', owner, 0))
  WHERE deletedAt IS NULL;
CREATE UNIQUE INDEX citationRun_title ON citationRun(author, folded) WHERE deletedAt IS NULL;
CREATE TRIGGER citationAuthor_trash AFTER UPDATE OF deletedAt ON citationAuthor
WHEN old.deletedAt IS NULL AND new.deletedAt IS NOT NULL BEGIN
  UPDATE citationRun SET deletedAt = new.deletedAt WHERE author = new.id AND deletedAt IS NULL;
END;
CREATE TRIGGER citationAuthor_return AFTER UPDATE OF deletedAt ON citationAuthor
WHEN old.deletedAt IS NOT NULL AND new.deletedAt IS NULL BEGIN
  UPDATE citationRun SET deletedAt = NULL WHERE author = new.id AND deletedAt = old.deletedAt;
END;
CREATE TRIGGER citationRun_begins AFTER INSERT ON citationDocument
WHEN new.position = 1 AND NOT EXISTS (SELECT 1 FROM citationOutcome WHERE runID = new.run) BEGIN
  INSERT INTO job (kind, payload, title, runAt, maxAttempts, createdAt)
  SELECT 'citations', json_object('run', CAST(id AS TEXT)),
    json_object('key', 'citations.job.title', 'values',
      json_object('name', name, 'record', 'citations.runs ' || id)), updatedAt, 3, updatedAt
  FROM citationRun WHERE id = new.run;
  INSERT INTO citationOutcome (runID, jobID) VALUES (new.run, last_insert_rowid());
END;
CREATE TRIGGER citationRun_jobs AFTER DELETE ON citationRun BEGIN
  DELETE FROM job WHERE kind IN ('citations', 'citation-source') AND state <> 'running'
    AND payload ->> 'run' = CAST(old.id AS TEXT);
  UPDATE job SET title = json_set(title, '$.values.name', '–') WHERE kind IN ('citations', 'citation-source')
    AND payload ->> 'run' = CAST(old.id AS TEXT);
END;
CREATE INDEX citationUploadOfAct ON citationUpload(actID) WHERE actID IS NOT NULL;
CREATE INDEX mail_recipient ON mail(recipient, createdAt);
CREATE INDEX mail_address ON mail(id) WHERE needsAddress = 1;
CREATE INDEX mail_ends ON mail(endsAt) WHERE endsAt IS NOT NULL;
