import Accounts
import GRDB

enum AnswerFileSchema {
    static func migrate(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("questionnaires 021 files as answers of named questionnaires") { db in
            try db.execute(
                sql: """
                    -- An answer that is a file; for programs of the university a text, which names it.
                    ALTER TABLE element ADD COLUMN takesFile INTEGER NOT NULL DEFAULT 0 CHECK (takesFile IN (0, 1));
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
                    CREATE INDEX answerFile_offer ON answerFile(offer) WHERE offer IS NOT NULL;
                    CREATE INDEX answerFile_compilation ON answerFile(compilation) WHERE compilation IS NOT NULL;
                    CREATE TRIGGER answerFile_names_nobody BEFORE INSERT ON answerFile
                    WHEN new.offer IS NULL OR (SELECT anonymous FROM questionnaire JOIN offer ON offer.questionnaire = questionnaire.id
                                               WHERE offer.id = new.offer) <> 0 BEGIN
                      SELECT RAISE(ABORT, 'an anonymous questionnaire takes no files');
                    END;
                    """)
        }
    }
}
