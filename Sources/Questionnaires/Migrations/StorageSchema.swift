import Accounts
import GRDB

/// Tables of offers, drafts, receipts and answers. Answers share no key, order or time with people. Offers, drafts and receipts name the
/// student; compilations do so only when the questionnaire is openly not anonymous. Keys are random and tables have no row numbers, so
/// storage order does not reveal the order of arrival.
enum StorageSchema {
    static func migrate(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("questionnaires 003 offers, drafts, receipts, compilations") { db in
            try db.execute(sql: people)
            try db.execute(sql: answers)
        }
    }

    private static let people = """
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
        CREATE INDEX offer_student ON offer(student);
        CREATE INDEX offer_activity ON offer(activity) WHERE activity IS NOT NULL;

        -- Destroyed in the transaction that sends it.
        CREATE TABLE filling (
          offer TEXT PRIMARY KEY REFERENCES offer(id) ON DELETE CASCADE,
          version INTEGER NOT NULL REFERENCES questionnaireVersion(id) ON DELETE CASCADE,
          replies TEXT NOT NULL CHECK (json_valid(replies)),
          page INTEGER NOT NULL,
          updatedAt TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX filling_version ON filling(version);
        CREATE INDEX filling_updatedAt ON filling(updatedAt);

        -- That somebody has filled something in: the day and no more, and nothing of what he said.
        CREATE TABLE receipt (
          offer TEXT PRIMARY KEY REFERENCES offer(id) ON DELETE CASCADE,
          code TEXT NOT NULL UNIQUE,
          day TEXT NOT NULL CHECK (length(day) = 10),
          nonceHash BLOB NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    private static let answers = """
        CREATE TABLE compilation (
          id TEXT PRIMARY KEY CHECK (length(id) >= 20),
          questionnaire INTEGER NOT NULL REFERENCES questionnaire(id) ON DELETE RESTRICT,
          version INTEGER NOT NULL REFERENCES questionnaireVersion(id) ON DELETE RESTRICT,
          -- Only where the questionnaire is openly not anonymous.
          student INTEGER REFERENCES student(id) ON DELETE SET NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX compilation_questionnaire ON compilation(questionnaire, version);
        CREATE INDEX compilation_student ON compilation(student) WHERE student IS NOT NULL;

        CREATE TABLE compilationAnswer (
          compilation TEXT NOT NULL REFERENCES compilation(id) ON DELETE CASCADE,
          question INTEGER NOT NULL REFERENCES element(id) ON DELETE RESTRICT,
          answer INTEGER NOT NULL REFERENCES element(id) ON DELETE RESTRICT,
          value TEXT,
          PRIMARY KEY (compilation, question, answer)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX compilationAnswer_question ON compilationAnswer(question, answer);

        CREATE TABLE compilationTag (
          compilation TEXT NOT NULL REFERENCES compilation(id) ON DELETE CASCADE,
          tag TEXT NOT NULL CHECK (tag IN ('activity', 'course', 'degree', 'academicYear', 'teacher', 'competition', 'student', 'yearOfCourse', 'mobility')),
          value TEXT NOT NULL,
          PRIMARY KEY (compilation, tag, value)
        ) STRICT, WITHOUT ROWID;
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
        -- Whoever was promised not to be named, or was told that he is, keeps that promise.
        CREATE TRIGGER questionnaire_keeps_its_promise BEFORE UPDATE OF anonymous ON questionnaire
        WHEN old.anonymous <> new.anonymous AND EXISTS (SELECT 1 FROM compilation WHERE questionnaire = new.id) BEGIN
          SELECT RAISE(ABORT, 'somebody has filled it in already');
        END;
        """
}
