import Accounts
import Admin
import GRDB
import Web

enum DesignSchema {
    static func migrate(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("questionnaires 002 questionnaires, versions, elements, conditions") { db in
            try db.execute(sql: headings)
            try db.execute(sql: structures)
            try db.execute(sql: frozen)
            try db.execute(sql: frozen(by: "elementTag"))
        }
    }

    /// SQLite may reuse an id, so a working copy is removed with its element.
    static func migrateCopies(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("questionnaires 005 working copies go with what they are of") { db in
            for (table, kind) in [("element", "questionnaires.elements"), ("questionnaireVersion", "questionnaires.texts")] {
                try db.execute(
                    sql: """
                        CREATE TRIGGER \(table)_takes_copies_along AFTER DELETE ON \(table) BEGIN
                          DELETE FROM workingCopy WHERE kind = '\(kind)' AND recordID = old.id;
                        END;
                        """)
            }
        }
    }

    static func migrateTranslations(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("questionnaires 007 what is asked in further languages") { db in
            try db.execute(
                sql: """
                    \(translations(of: "'text', 'note'"))
                    \(frozen(by: "elementTranslation"))
                    """)
        }
    }

    private static func translations(of parts: String) -> String {
        """
        CREATE TABLE elementTranslation (
          element INTEGER NOT NULL REFERENCES element(id) ON DELETE CASCADE,
          part TEXT NOT NULL CHECK (part IN (\(parts))),
          language TEXT NOT NULL,
          text TEXT NOT NULL CHECK (text <> ''),
          -- What it was made from; NULL where nobody said.
          original TEXT,
          PRIMARY KEY (element, part, language)
        ) STRICT, WITHOUT ROWID;
        """
    }

    static func migrateMoreTranslations(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("questionnaires 009 answer sets, tags and categories in further languages") { db in
            for table in ["answerSet", "answerOption", "tag"] {
                try db.execute(
                    sql: "ALTER TABLE \(table) ADD COLUMN translations TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(translations))")
            }
            // SQLite cannot change a check of an existing table.
            try db.execute(
                sql: """
                    ALTER TABLE elementTranslation RENAME TO oldTranslation;
                    \(translations(of: "'text', 'note', 'category'"))
                    INSERT INTO elementTranslation SELECT * FROM oldTranslation;
                    DROP TABLE oldTranslation;
                    \(frozen(by: "elementTranslation"))
                    """)
        }
    }

    private static let headings = """
        CREATE TABLE answerSet (
          \(ResourceSchema.columns()),
          name TEXT NOT NULL CHECK (name <> '')
        ) STRICT;
        \(ResourceSchema.indexes("answerSet"))

        CREATE TABLE answerOption (
          id INTEGER PRIMARY KEY,
          answerSet INTEGER NOT NULL REFERENCES answerSet(id) ON DELETE CASCADE,
          position INTEGER NOT NULL,
          text TEXT NOT NULL CHECK (text <> ''),
          score INTEGER,
          UNIQUE (answerSet, position)
        ) STRICT;

        CREATE TABLE questionnaire (
          \(ResourceSchema.columns()),
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
        ) STRICT;
        \(ResourceSchema.indexes("questionnaire", sortedBy: ["code"]))
        -- Not unique: a copy has the code of its original until somebody gives it another, and is not published before.
        CREATE INDEX questionnaire_code ON questionnaire(code COLLATE NOCASE);
        CREATE INDEX questionnaire_competition ON questionnaire(competition) WHERE competition IS NOT NULL;

        CREATE TABLE questionnaireDegree (
          questionnaire INTEGER NOT NULL REFERENCES questionnaire(id) ON DELETE CASCADE,
          degree INTEGER NOT NULL REFERENCES degree(id) ON DELETE CASCADE,
          UNIQUE (questionnaire, degree)
        ) STRICT;
        CREATE INDEX questionnaireDegree_degree ON questionnaireDegree(degree);
        """

    private static let structures = """
        CREATE TABLE questionnaireVersion (
          id INTEGER PRIMARY KEY,
          questionnaire INTEGER NOT NULL REFERENCES questionnaire(id) ON DELETE CASCADE,
          number INTEGER NOT NULL CHECK (number > 0),
          state TEXT NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'active', 'closed')),
          -- Counts the changes of a draft, for two people who edit at once.
          edition INTEGER NOT NULL DEFAULT 1,
          createdAt TEXT NOT NULL,
          activatedAt TEXT,
          closedAt TEXT,
          UNIQUE (questionnaire, number)
        ) STRICT;
        CREATE UNIQUE INDEX questionnaireVersion_active ON questionnaireVersion(questionnaire) WHERE state = 'active';
        CREATE UNIQUE INDEX questionnaireVersion_draft ON questionnaireVersion(questionnaire) WHERE state = 'draft';

        -- The kind of the parent is worked out from the kind, so that a foreign key keeps the order of the four levels.
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
          decimals INTEGER CHECK (decimals >= 0),
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
        CREATE INDEX element_version ON element(version, position, id);
        CREATE INDEX element_parent ON element(parent);

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
        CREATE INDEX elementCondition_answer ON elementCondition(answer);
        CREATE INDEX elementCondition_target ON elementCondition(target);
        """

    /// Triggers that protect published versions: answers belong to the exact words that were shown.
    private static let frozen = ["element", "elementCondition"].map { table in
        [("insert", "INSERT", "new"), ("update", "UPDATE", "old"), ("delete", "DELETE", "old")].map { name, act, row in
            """
            CREATE TRIGGER \(table)_frozen_\(name) BEFORE \(act) ON \(table)
            WHEN (SELECT state FROM questionnaireVersion WHERE id = \(row).version) <> 'draft' BEGIN
              SELECT RAISE(ABORT, 'a published version is not changed');
            END;
            """
        }.joined(separator: "\n")
    }.joined(separator: "\n")

    /// Protects rows that belong to an element. Each change rewrites them, so no update trigger is needed.
    static func frozen(by table: String) -> String {
        [("insert", "INSERT", "new"), ("delete", "DELETE", "old")].map { name, act, row in
            """
            CREATE TRIGGER \(table)_frozen_\(name) BEFORE \(act) ON \(table)
            WHEN (SELECT state FROM questionnaireVersion JOIN element ON element.version = questionnaireVersion.id
                  WHERE element.id = \(row).element) <> 'draft' BEGIN
              SELECT RAISE(ABORT, 'a published version is not changed');
            END;
            """
        }.joined(separator: "\n")
    }
}
