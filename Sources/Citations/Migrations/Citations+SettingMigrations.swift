import Accounts
import Admin
import GRDB

extension Citations {
    static func migrateSettings(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("citations 006 settings, a researcher's own choices and documents, layouts of pages") { db in
            try db.execute(
                sql: """
                    -- One row: how a run goes unless somebody says otherwise, and how large it may be.
                    CREATE TABLE citationSettings (
                      id INTEGER PRIMARY KEY CHECK (id = 1),
                      preset TEXT NOT NULL CHECK (preset IN ('improved', 'original')),
                      spelling TEXT NOT NULL CHECK (spelling IN ('usual', 'raw', 'folded')),
                      titleThreshold INTEGER NOT NULL CHECK (titleThreshold BETWEEN 1 AND 100),
                      authorThreshold INTEGER NOT NULL CHECK (authorThreshold BETWEEN 0 AND 100),
                      mostDocuments INTEGER NOT NULL CHECK (mostDocuments BETWEEN 1 AND 20),
                      mostMegabytes INTEGER NOT NULL CHECK (mostMegabytes BETWEEN 1 AND 5),
                      mostWorks INTEGER NOT NULL CHECK (mostWorks BETWEEN 10 AND 5000),
                      mostMinutes INTEGER NOT NULL CHECK (mostMinutes BETWEEN 1 AND 120),
                      version INTEGER NOT NULL DEFAULT 1 CHECK (version > 0)
                    ) STRICT;
                    INSERT INTO citationSettings
                      (id, preset, spelling, titleThreshold, authorThreshold, mostDocuments, mostMegabytes, mostWorks, mostMinutes)
                      VALUES (1, 'improved', 'usual', 80, 68, 20, 5, 5000, 10);

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
                      createdAt TEXT NOT NULL,
                      UNIQUE (accountID, role, sha256)
                    ) STRICT;

                    CREATE TABLE citationLayout (
                      \(ResourceSchema.columns()),
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
                    \(ResourceSchema.indexes("citationLayout"))
                    """)
        }
        migrator.registerMigration("citations 007 authors have an owner and are private or shared") { db in
            try db.execute(
                sql: """
                    ALTER TABLE citationAuthor ADD COLUMN owner INTEGER REFERENCES account(id) ON DELETE SET NULL;
                    -- What was there before stays everybody's.
                    ALTER TABLE citationAuthor ADD COLUMN visibility TEXT NOT NULL DEFAULT 'shared'
                      CHECK (visibility IN ('private', 'shared'));
                    CREATE INDEX citationAuthor_owner ON citationAuthor(owner);

                    -- A name that is taken tells that there is somebody of that name: so private authors are among those of their owner
                    -- alone, and runs among those of their author.
                    DROP INDEX citationAuthor_title;
                    CREATE UNIQUE INDEX citationAuthor_title ON citationAuthor(folded, iif(visibility = 'private', owner, 0))
                      WHERE deletedAt IS NULL;
                    DROP INDEX citationRun_title;
                    CREATE UNIQUE INDEX citationRun_title ON citationRun(author, folded) WHERE deletedAt IS NULL;
                    """)
        }
        migrator.registerMigration("citations 008 how many runs go at once") { db in
            try db.execute(
                sql: "ALTER TABLE citationSettings ADD COLUMN mostAtOnce INTEGER NOT NULL DEFAULT 2 CHECK (mostAtOnce BETWEEN 1 AND 2)")
        }
        migrator.registerMigration("citations 009 what lists of runs tell") { db in
            try db.execute(
                sql: """
                    ALTER TABLE citationOutcome ADD COLUMN h INTEGER;
                    ALTER TABLE citationOutcome ADD COLUMN allH INTEGER;
                    ALTER TABLE citationOutcome ADD COLUMN counted INTEGER;
                    """)
        }
        migrator.registerMigration("citations 010 which other sites may be asked, and how") { db in
            try db.execute(
                sql: """
                    ALTER TABLE citationSettings ADD COLUMN asksSites INTEGER NOT NULL DEFAULT 0 CHECK (asksSites IN (0, 1));
                    ALTER TABLE citationSettings ADD COLUMN hosts TEXT NOT NULL DEFAULT 'api.openalex.org\npub.orcid.org';
                    ALTER TABLE citationSettings ADD COLUMN agent TEXT NOT NULL DEFAULT 'Portico' CHECK (agent <> '');
                    -- Seconds.
                    ALTER TABLE citationSettings ADD COLUMN pause INTEGER NOT NULL DEFAULT 1 CHECK (pause >= 0);
                    ALTER TABLE citationSettings ADD COLUMN patience INTEGER NOT NULL DEFAULT 10 CHECK (patience > 0);
                    ALTER TABLE citationSettings ADD COLUMN answerMegabytes INTEGER NOT NULL DEFAULT 5
                      CHECK (answerMegabytes BETWEEN 1 AND 5);
                    """)
        }
        migrator.registerMigration("citations 011 runs go to the trash with their author, and jobs say which run they are about") { db in
            try db.execute(
                sql: """
                    -- A run without its author says nothing; both come back together.
                    CREATE TRIGGER citationAuthor_trash AFTER UPDATE OF deletedAt ON citationAuthor
                    WHEN old.deletedAt IS NULL AND new.deletedAt IS NOT NULL BEGIN
                      UPDATE citationRun SET deletedAt = new.deletedAt WHERE author = new.id AND deletedAt IS NULL;
                    END;
                    CREATE TRIGGER citationAuthor_return AFTER UPDATE OF deletedAt ON citationAuthor
                    WHEN old.deletedAt IS NOT NULL AND new.deletedAt IS NULL BEGIN
                      UPDATE citationRun SET deletedAt = NULL WHERE author = new.id AND deletedAt = old.deletedAt;
                    END;
                    UPDATE citationRun SET deletedAt = (SELECT a.deletedAt FROM citationAuthor a WHERE a.id = author)
                      WHERE deletedAt IS NULL AND author IN (SELECT id FROM citationAuthor WHERE deletedAt IS NOT NULL);

                    UPDATE job SET title = json_set(title, '$.values.record', 'citations.runs ' || (payload ->> 'run'))
                      WHERE kind IN ('citations', 'citation-source') AND payload ->> 'run' IS NOT NULL;
                    DROP TRIGGER citationRun_begins;
                    CREATE TRIGGER citationRun_begins AFTER INSERT ON citationDocument
                    WHEN new.position = 1 AND NOT EXISTS (SELECT 1 FROM citationOutcome WHERE runID = new.run) BEGIN
                      INSERT INTO job (kind, payload, title, runAt, maxAttempts, createdAt)
                      SELECT 'citations', json_object('run', CAST(id AS TEXT)),
                        json_object('key', 'citations.job.title', 'values',
                          json_object('name', name, 'record', 'citations.runs ' || id)), updatedAt, 3, updatedAt
                      FROM citationRun WHERE id = new.run;
                      INSERT INTO citationOutcome (runID, jobID) VALUES (new.run, last_insert_rowid());
                    END;
                    """)
        }
        migrator.registerMigration("citations 012 where works stand, for the list of all") { db in
            try db.execute(
                sql: """
                    ALTER TABLE citationWork ADD COLUMN standing TEXT CHECK (standing IN ('core', 'tie', 'out', 'excluded'));
                    -- By which it is looked for.
                    ALTER TABLE citationWork ADD COLUMN words TEXT NOT NULL DEFAULT '';
                    -- The next sweep notes all of it again.
                    UPDATE citationOutcome SET h = NULL;
                    """)
        }
        migrator.registerMigration("citations 013 jobs do not outlive the run that they name") { db in
            try db.execute(
                sql: """
                    -- Numbers are given again: whoever may see the next run of this number would read the name of this one.
                    CREATE TRIGGER citationRun_jobs AFTER DELETE ON citationRun BEGIN
                      DELETE FROM job WHERE kind IN ('citations', 'citation-source') AND state <> 'running'
                        AND payload ->> 'run' = CAST(old.id AS TEXT);
                      UPDATE job SET title = json_set(title, '$.values.name', '–') WHERE kind IN ('citations', 'citation-source')
                        AND payload ->> 'run' = CAST(old.id AS TEXT);
                    END;
                    DELETE FROM job WHERE kind IN ('citations', 'citation-source') AND state <> 'running'
                      AND CAST(payload ->> 'run' AS INTEGER) NOT IN (SELECT id FROM citationRun);
                    """)
        }
        migrator.registerMigration("citations 014 how far an index is known, and what speaks for each work") { db in
            try db.execute(
                sql: """
                    ALTER TABLE citationOutcome ADD COLUMN doubts TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(doubts));
                    ALTER TABLE citationOutcome ADD COLUMN state TEXT CHECK (state IN ('exact', 'range', 'atLeast', 'unknown'));
                    ALTER TABLE citationOutcome ADD COLUMN least INTEGER;
                    ALTER TABLE citationOutcome ADD COLUMN most INTEGER;
                    ALTER TABLE citationWork ADD COLUMN evidence TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(evidence));
                    -- Whether a title was found in the page's text and not by its place in the page.
                    ALTER TABLE citationPageWork ADD COLUMN isFromText INTEGER NOT NULL DEFAULT 0 CHECK (isFromText IN (0, 1));
                    -- The next sweep notes all of it again.
                    UPDATE citationOutcome SET h = NULL;
                    """)
        }
    }
}
