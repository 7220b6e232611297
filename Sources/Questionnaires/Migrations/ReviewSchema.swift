import Accounts
import GRDB

enum ReviewSchema {
    static func migrate(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("questionnaires 004 review of written answers, answers of teachers") { db in
            try db.execute(
                sql: """
                    -- Lies beside the answers: no reviewer and no time, because both could tell the order in which people came.
                    CREATE TABLE textReview (
                      compilation TEXT NOT NULL REFERENCES compilation(id) ON DELETE CASCADE,
                      question INTEGER NOT NULL REFERENCES element(id) ON DELETE RESTRICT,
                      decision TEXT NOT NULL CHECK (decision IN ('shown', 'withheld')),
                      PRIMARY KEY (compilation, question)
                    ) STRICT, WITHOUT ROWID;
                    CREATE INDEX textReview_question ON textReview(question);

                    CREATE TABLE teacherAnswer (
                      activity INTEGER NOT NULL REFERENCES activity(id) ON DELETE CASCADE,
                      question INTEGER NOT NULL REFERENCES element(id) ON DELETE CASCADE,
                      person INTEGER NOT NULL REFERENCES person(id) ON DELETE CASCADE,
                      text TEXT NOT NULL CHECK (text <> ''),
                      PRIMARY KEY (activity, question, person)
                    ) STRICT, WITHOUT ROWID;
                    CREATE INDEX teacherAnswer_question ON teacherAnswer(question);
                    CREATE INDEX teacherAnswer_person ON teacherAnswer(person);
                    """)
        }
    }
}
