import Accounts
import Admin
import GRDB

/// The tables in one long file: each step builds on earlier ones, and released steps never change.
extension Citations {
    public static func migrate(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("citations 001 authors and runs") { db in
            try db.execute(
                sql: """
                    CREATE TABLE citationAuthor (
                      \(ResourceSchema.columns()),
                      name TEXT NOT NULL CHECK (name <> ''),
                      surname TEXT NOT NULL CHECK (surname <> ''),
                      homepage TEXT NOT NULL DEFAULT '',
                      orcid TEXT NOT NULL DEFAULT '',
                      notes TEXT NOT NULL DEFAULT ''
                    ) STRICT;
                    \(ResourceSchema.indexes("citationAuthor"))

                    CREATE TABLE citationRun (
                      \(ResourceSchema.columns()),
                      name TEXT NOT NULL CHECK (name <> ''),
                      author INTEGER NOT NULL REFERENCES citationAuthor(id),
                      preset TEXT NOT NULL CHECK (preset IN ('improved', 'original')),
                      titleThreshold INTEGER NOT NULL CHECK (titleThreshold BETWEEN 1 AND 100),
                      authorThreshold INTEGER NOT NULL CHECK (authorThreshold BETWEEN 0 AND 100),
                      expression TEXT NOT NULL DEFAULT ''
                    ) STRICT;
                    \(ResourceSchema.indexes("citationRun", sortedBy: ["author"]))

                    CREATE TABLE citationDocument (
                      id INTEGER PRIMARY KEY,
                      run INTEGER NOT NULL REFERENCES citationRun(id) ON DELETE CASCADE,
                      position INTEGER NOT NULL,
                      name TEXT NOT NULL CHECK (name <> ''),
                      role TEXT NOT NULL CHECK (role IN ('list', 'page')),
                      text TEXT NOT NULL CHECK (text <> ''),
                      UNIQUE (run, position)
                    ) STRICT;
                    """)
        }
        migrator.registerMigration("citations 002 what runs found") { db in
            try db.execute(
                sql: """
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
                    ) STRICT;
                    CREATE INDEX citationOutcome_job ON citationOutcome(jobID);

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
                      percent REAL,
                      UNIQUE (runID, position)
                    ) STRICT;

                    CREATE TABLE citationPageWork (
                      runID INTEGER NOT NULL REFERENCES citationRun(id) ON DELETE CASCADE,
                      position INTEGER NOT NULL,
                      title TEXT NOT NULL,
                      authors TEXT NOT NULL,
                      workTitle TEXT,
                      percent REAL,
                      PRIMARY KEY (runID, position)
                    ) STRICT;

                    -- What a person decided about a work: by its title and year, so that it holds when the lists are read again.
                    CREATE TABLE citationDecision (
                      runID INTEGER NOT NULL REFERENCES citationRun(id) ON DELETE CASCADE,
                      identity TEXT NOT NULL,
                      value TEXT NOT NULL CHECK (json_valid(value)),
                      PRIMARY KEY (runID, identity)
                    ) STRICT;

                    -- Every decision as it was before and after, for the log and for taking it back.
                    CREATE TABLE citationAct (
                      id INTEGER PRIMARY KEY,
                      runID INTEGER NOT NULL REFERENCES citationRun(id) ON DELETE CASCADE,
                      identity TEXT NOT NULL,
                      title TEXT NOT NULL,
                      before TEXT CHECK (before IS NULL OR json_valid(before)),
                      after TEXT CHECK (after IS NULL OR json_valid(after)),
                      actor TEXT NOT NULL,
                      at TEXT NOT NULL
                    ) STRICT;
                    CREATE INDEX citationAct_run ON citationAct(runID, id);

                    -- A run that gets its first document is worked out at once, whether it comes from a form, a seed file or a program.
                    CREATE TRIGGER citationRun_begins AFTER INSERT ON citationDocument
                    WHEN new.position = 1 AND NOT EXISTS (SELECT 1 FROM citationOutcome WHERE runID = new.run) BEGIN
                      INSERT INTO job (kind, payload, title, runAt, maxAttempts, createdAt)
                      SELECT 'citations', json_object('run', CAST(id AS TEXT)),
                        json_object('key', 'citations.job.title', 'values', json_object('name', name)), updatedAt, 3, updatedAt
                      FROM citationRun WHERE id = new.run;
                      INSERT INTO citationOutcome (runID, jobID) VALUES (new.run, last_insert_rowid());
                    END;
                    """)
        }
        migrator.registerMigration("citations 003 what cannot be the same, and results in public") { db in
            try db.execute(
                sql: """
                    ALTER TABLE citationRun ADD COLUMN oneToOne INTEGER NOT NULL DEFAULT 0 CHECK (oneToOne IN (0, 1));
                    ALTER TABLE citationAuthor ADD COLUMN person INTEGER REFERENCES person(id) ON DELETE SET NULL;
                    CREATE INDEX citationAuthor_person ON citationAuthor(person);
                    ALTER TABLE citationDocument ADD COLUMN columns TEXT NOT NULL DEFAULT '';
                    ALTER TABLE citationWork ADD COLUMN selfCitations INTEGER CHECK (selfCitations >= 0);
                    ALTER TABLE citationWork ADD COLUMN parts TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(parts));
                    ALTER TABLE citationWork ADD COLUMN takenBy TEXT;

                    -- The result that everybody may see of an author who agrees.
                    CREATE TABLE citationProfile (
                      authorID INTEGER PRIMARY KEY REFERENCES citationAuthor(id) ON DELETE CASCADE,
                      runID INTEGER NOT NULL REFERENCES citationRun(id) ON DELETE CASCADE
                    ) STRICT;
                    CREATE INDEX citationProfile_run ON citationProfile(runID);

                    -- What a run found each time it was worked out: the history of an author's index.
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
                    """)
        }
        migrator.registerMigration("citations 004 acts about many works, and corrected pages") { db in
            try db.execute(
                sql: """
                    ALTER TABLE citationAct ADD COLUMN batch INTEGER;
                    ALTER TABLE citationPageWork ADD COLUMN identity TEXT NOT NULL DEFAULT '';
                    """)
        }
        migrator.registerMigration("citations 005 variants of a surname, spellings of a run, favourites, sheets for classes") { db in
            try db.execute(
                sql: """
                    ALTER TABLE citationAuthor ADD COLUMN variants TEXT NOT NULL DEFAULT '';
                    ALTER TABLE citationRun ADD COLUMN spelling TEXT NOT NULL DEFAULT 'usual'
                      CHECK (spelling IN ('usual', 'raw', 'folded'));

                    CREATE TABLE citationFavourite (
                      accountID INTEGER NOT NULL REFERENCES account(id) ON DELETE CASCADE,
                      authorID INTEGER NOT NULL REFERENCES citationAuthor(id) ON DELETE CASCADE,
                      PRIMARY KEY (accountID, authorID)
                    ) STRICT;
                    CREATE INDEX citationFavourite_author ON citationFavourite(authorID);

                    CREATE TABLE citationSheet (
                      \(ResourceSchema.columns()),
                      name TEXT NOT NULL CHECK (name <> ''),
                      number INTEGER NOT NULL CHECK (number BETWEEN 0 AND 999999),
                      isOpen INTEGER NOT NULL CHECK (isOpen IN (0, 1)),
                      notes TEXT NOT NULL DEFAULT ''
                    ) STRICT;
                    \(ResourceSchema.indexes("citationSheet"))

                    -- What a class answered. The name is whatever each calls himself; nothing else is known of him.
                    CREATE TABLE citationAnswer (
                      id INTEGER PRIMARY KEY,
                      sheetID INTEGER NOT NULL REFERENCES citationSheet(id) ON DELETE CASCADE,
                      name TEXT NOT NULL CHECK (name <> ''),
                      answers TEXT NOT NULL CHECK (json_valid(answers)),
                      right INTEGER NOT NULL,
                      at TEXT NOT NULL
                    ) STRICT;
                    CREATE INDEX citationAnswer_sheet ON citationAnswer(sheetID);
                    """)
        }
        migrateSettings(&migrator)
        migrateSources(&migrator)
    }
}
