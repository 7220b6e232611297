import Accounts
import Foundation
import GRDB

/// Tables of sealed content. The migration seals older unsealed content and rewrites the answer tables.
enum SealingSchema {
    static func migrate(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("questionnaires 011 sent answers are sealed until they are mixed") { db in
            try db.execute(sql: pool)
            try db.execute(sql: promise)
            try moveDrafts(db)
            try AnswerTables.rewrite(db)
        }
    }

    private static let pool = """
        CREATE TABLE sealingKey (
          purpose TEXT PRIMARY KEY CHECK (purpose IN ('answers', 'drafts')),
          -- Names its file beside the database.
          id TEXT NOT NULL CHECK (length(id) = 32),
          publicKey BLOB CHECK (length(publicKey) = 32)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE sealedSlot (
          id INTEGER PRIMARY KEY,
          bytes BLOB NOT NULL CHECK (length(bytes) = \(SealedSlots.bytes))
        ) STRICT;

        -- Which slots are taken, a byte for each.
        CREATE TABLE sealedPool (
          id INTEGER PRIMARY KEY CHECK (id = 1),
          taken BLOB NOT NULL,
          isChanged INTEGER NOT NULL DEFAULT 0 CHECK (isChanged IN (0, 1)),
          isRewritingDue INTEGER NOT NULL DEFAULT 0 CHECK (isRewritingDue IN (0, 1))
        ) STRICT;

        -- How many answers wait, and how many a restore has lost: as many as there are receipts for them, and no more is said.
        CREATE TABLE sealedCount (
          version INTEGER NOT NULL REFERENCES questionnaireVersion(id) ON DELETE RESTRICT,
          -- 0 where it is filled in for no activity.
          activity INTEGER NOT NULL,
          waiting INTEGER NOT NULL DEFAULT 0 CHECK (waiting >= 0),
          lost INTEGER NOT NULL DEFAULT 0 CHECK (lost >= 0),
          PRIMARY KEY (version, activity)
        ) STRICT, WITHOUT ROWID;
        """

    private static let promise = """
        DROP TRIGGER questionnaire_keeps_its_promise;
        CREATE TRIGGER questionnaire_keeps_its_promise BEFORE UPDATE OF anonymous ON questionnaire
        WHEN old.anonymous <> new.anonymous AND (
          EXISTS (SELECT 1 FROM compilation WHERE questionnaire = new.id)
          OR EXISTS (SELECT 1 FROM sealedCount JOIN questionnaireVersion ON questionnaireVersion.id = sealedCount.version
                     WHERE questionnaireVersion.questionnaire = new.id)) BEGIN
          SELECT RAISE(ABORT, 'somebody has filled it in already');
        END;
        """

    private static let drafts = """
        ALTER TABLE filling RENAME TO oldFilling;
        DROP INDEX filling_version;
        DROP INDEX filling_updatedAt;
        CREATE TABLE filling (
          offer TEXT PRIMARY KEY REFERENCES offer(id) ON DELETE CASCADE,
          version INTEGER NOT NULL REFERENCES questionnaireVersion(id) ON DELETE CASCADE,
          content BLOB NOT NULL,
          -- The key; NULL where the questionnaire is openly not anonymous.
          sealedWith TEXT,
          day TEXT NOT NULL CHECK (length(day) = 10)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX filling_version ON filling(version);
        CREATE INDEX filling_day ON filling(day);
        """

    private static func moveDrafts(_ db: Database) throws {
        try db.execute(sql: drafts)
        for row in try Row.fetchAll(db, sql: "SELECT offer, version, replies, page, updatedAt FROM oldFilling") {
            let replies = (try? JSONDecoder().decode(Replies.self, from: Data((row["replies"] as String).utf8))) ?? Replies()
            let day: Date = row["updatedAt"]
            try FillingDraft(offer: row["offer"], version: row["version"], replies: replies, page: row["page"]).save(now: day, db)
        }
        try db.execute(sql: "DROP TABLE oldFilling")
    }
}
