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

CREATE UNIQUE INDEX accessTokenByHash ON accessToken (tokenHash);

CREATE INDEX accessTokenOfAccount ON accessToken (accountID);

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

CREATE UNIQUE INDEX accountByKey ON account (key) WHERE deletedAt IS NULL;

CREATE TRIGGER accountSwitchedOff AFTER UPDATE OF isActive, deletedAt ON account
WHEN NEW.isActive = 0 OR NEW.deletedAt IS NOT NULL
BEGIN
    DELETE FROM session WHERE accountID = NEW.id;
    DELETE FROM oneTimeLink WHERE accountID = NEW.id;
END;

CREATE TRIGGER accountSwitchedOffEndsTokens AFTER UPDATE OF isActive, deletedAt ON account
WHEN NEW.isActive = 0 OR NEW.deletedAt IS NOT NULL
BEGIN
    UPDATE accessToken SET revokedAt = strftime('%Y-%m-%d %H:%M:%f', 'now')
    WHERE accountID = NEW.id AND revokedAt IS NULL;
END;

CREATE TRIGGER accountSwitchedOffTrust AFTER UPDATE OF isActive, deletedAt ON account
WHEN NEW.isActive = 0 OR NEW.deletedAt IS NOT NULL
BEGIN
    DELETE FROM halfSession WHERE accountID = NEW.id;
    DELETE FROM trustedDevice WHERE accountID = NEW.id;
END;

CREATE TRIGGER designVisitsOfDeletedAccount AFTER UPDATE OF deletedAt ON account WHEN NEW.deletedAt IS NOT NULL
BEGIN DELETE FROM designVisit WHERE account = NEW.id; END;

CREATE TRIGGER workingCopiesOfDeletedAccount AFTER UPDATE OF deletedAt ON account WHEN NEW.deletedAt IS NOT NULL
BEGIN DELETE FROM workingCopy WHERE accountID = NEW.id; END;

CREATE TABLE accountEmail (
    accountID INTEGER PRIMARY KEY REFERENCES account ON DELETE CASCADE,
    address TEXT NOT NULL CHECK (length(address) BETWEEN 3 AND 254),
    confirmedAt TEXT
) STRICT;

CREATE INDEX accountEmailByAddress ON accountEmail (address COLLATE NOCASE);

CREATE TABLE attempt (
    id INTEGER PRIMARY KEY,
    name BLOB NOT NULL CHECK (length(name) = 32),
    network TEXT NOT NULL,
    at TEXT NOT NULL,
    outcome TEXT NOT NULL CHECK (outcome IN ('failed', 'good', 'limited'))
) STRICT;

CREATE INDEX attemptByTime ON attempt (outcome, at);

CREATE INDEX attemptOfName ON attempt (name, outcome, at);

CREATE INDEX attemptOfNetwork ON attempt (network, outcome, at);

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

CREATE INDEX auditByTime ON audit (at);

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

CREATE TRIGGER auditIsNotDeleted BEFORE DELETE ON audit
BEGIN SELECT RAISE(ABORT, 'the audit log cannot be deleted'); END;

CREATE INDEX auditOfAccount ON audit (accountID, id);

CREATE INDEX auditOfAction ON audit (action, id);

CREATE INDEX auditOfObject ON audit (objectKind, objectID, id);

CREATE INDEX auditOfScope ON audit (scopeID, id);

CREATE TRIGGER auditOnlyGrows BEFORE INSERT ON audit
WHEN EXISTS (SELECT 1 FROM audit WHERE id >= NEW.id)
    OR NEW.previousHash IS NOT ifnull((SELECT hash FROM audit ORDER BY id DESC LIMIT 1), zeroblob(32))
BEGIN SELECT RAISE(ABORT, 'the audit log only grows'); END;

CREATE TRIGGER auditWords_update AFTER UPDATE ON audit WHEN old.id IN (SELECT id FROM auditWords_docsize) BEGIN
    INSERT INTO auditWords (auditWords, rowid, actor, objectTitle, detail)
        VALUES ('delete', old.id, old.actor, old.objectTitle, old.detail);
    INSERT INTO auditWords (rowid, actor, objectTitle, detail) VALUES (new.id, new.actor, new.objectTitle, new.detail);
END;

CREATE TABLE auditErasure (
    auditID INTEGER PRIMARY KEY,
    erasure INTEGER NOT NULL CHECK (erasure > auditID)
) STRICT;

CREATE TRIGGER auditErasureIsNotChanged BEFORE UPDATE ON auditErasure
BEGIN SELECT RAISE(ABORT, 'the audit log cannot be changed'); END;

CREATE TRIGGER auditErasureIsNotDeleted BEFORE DELETE ON auditErasure
BEGIN SELECT RAISE(ABORT, 'the audit log cannot be changed'); END;

CREATE TABLE authenticatorApp (
    accountID INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
    sealed BLOB NOT NULL CHECK (length(sealed) > 28),
    isConfirmed INTEGER NOT NULL CHECK (isConfirmed IN (0, 1)),
    lastStep INTEGER NOT NULL DEFAULT 0 CHECK (lastStep >= 0),
    createdAt TEXT NOT NULL,
    PRIMARY KEY (accountID, isConfirmed)
) STRICT;

CREATE TABLE challenge (
    value BLOB NOT NULL PRIMARY KEY CHECK (length(value) = 32),
    purpose TEXT NOT NULL CHECK (purpose IN ('creation', 'signIn')),
    accountID INTEGER REFERENCES account ON DELETE CASCADE,
    expiresAt TEXT NOT NULL
) STRICT;

CREATE INDEX challengeByEnd ON challenge (expiresAt);

CREATE TABLE emailLink (
    tokenHash BLOB NOT NULL PRIMARY KEY CHECK (length(tokenHash) = 32),
    accountID INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
    address TEXT NOT NULL CHECK (length(address) BETWEEN 3 AND 254),
    createdAt TEXT NOT NULL,
    expiresAt TEXT NOT NULL
) STRICT;

CREATE INDEX emailLinkOfAccount ON emailLink (accountID);

CREATE TABLE factorRequirement (role TEXT NOT NULL PRIMARY KEY CHECK (role <> '')) STRICT, WITHOUT ROWID;

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

CREATE INDEX guessByTime ON guess (begunAt);

CREATE INDEX guessOfAccount ON guess (account) WHERE account IS NOT NULL;

CREATE UNIQUE INDEX guessOnce ON guess (kind, name, network, begunAt);

CREATE TABLE halfSession (
    tokenHash BLOB NOT NULL PRIMARY KEY CHECK (length(tokenHash) = 32),
    accountID INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
    createdAt TEXT NOT NULL,
    expiresAt TEXT NOT NULL
) STRICT;

CREATE INDEX halfSessionOfAccount ON halfSession (accountID);

CREATE TABLE knownBrowser (
    accountID INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
    tokenHash BLOB NOT NULL CHECK (length(tokenHash) = 32),
    seenAt TEXT NOT NULL,
    PRIMARY KEY (accountID, tokenHash)
) STRICT, WITHOUT ROWID;

CREATE TABLE oneTimeLink (
    tokenHash BLOB NOT NULL PRIMARY KEY CHECK (length(tokenHash) = 32),
    accountID INTEGER REFERENCES account ON DELETE CASCADE,
    createdAt TEXT NOT NULL,
    expiresAt TEXT NOT NULL
, email TEXT) STRICT;

CREATE INDEX oneTimeLinkOfAccount ON oneTimeLink (accountID);

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

CREATE INDEX passkeyOfAccount ON passkey (accountID);

CREATE TABLE recoveryCode (
    accountID INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
    hash BLOB NOT NULL CHECK (length(hash) = 32),
    usedAt TEXT,
    PRIMARY KEY (accountID, hash)
) STRICT;

CREATE TABLE roleAssignment (
    accountID INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
    role TEXT NOT NULL CHECK (role <> ''),
    scopeID INTEGER
) STRICT;

CREATE UNIQUE INDEX roleAssignmentOnce ON roleAssignment (accountID, role, ifnull(scopeID, 0));

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

CREATE INDEX sessionByEnd ON session (expiresAt);

CREATE INDEX sessionBySeen ON session (seenAt);

CREATE UNIQUE INDEX sessionByToken ON session (tokenHash);

CREATE INDEX sessionOfAccount ON session (accountID);

CREATE TABLE trustedDevice (
    id INTEGER PRIMARY KEY,
    accountID INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
    tokenHash BLOB NOT NULL UNIQUE CHECK (length(tokenHash) = 32),
    device TEXT NOT NULL,
    createdAt TEXT NOT NULL,
    seenAt TEXT NOT NULL,
    expiresAt TEXT NOT NULL
) STRICT;

CREATE INDEX trustedDeviceOfAccount ON trustedDevice (accountID);

