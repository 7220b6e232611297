import Accounts
import Admin
import GRDB

extension Citations {
    static func migrateSources(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("citations 015 files of fifty megabytes") { db in
            try db.execute(
                sql: """
                    ALTER TABLE citationSettings RENAME TO citationSettingsBefore;
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
                    INSERT INTO citationSettings (id, preset, spelling, titleThreshold, authorThreshold, mostDocuments, mostMegabytes,
                      mostWorks, mostMinutes, version, mostAtOnce, asksSites, hosts, agent, pause, patience, answerMegabytes)
                    SELECT id, preset, spelling, titleThreshold, authorThreshold, mostDocuments,
                      -- The most that could be chosen before.
                      iif(mostMegabytes = 5, 50, mostMegabytes), mostWorks, mostMinutes, version, mostAtOnce, asksSites, hosts, agent,
                      pause, patience, answerMegabytes FROM citationSettingsBefore;
                    DROP TABLE citationSettingsBefore;
                    """)
        }
        migrator.registerMigration("citations 016 which list says how often a work is cited") { db in
            try db.execute(
                sql: """
                    -- The citations by the name of the list.
                    ALTER TABLE citationWork ADD COLUMN sources TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(sources));
                    """)
        }
        migrator.registerMigration("citations 017 documents that an import brought") { db in
            try db.execute(
                sql: """
                    ALTER TABLE citationUpload ADD COLUMN actID INTEGER REFERENCES act(id) ON DELETE SET NULL;
                    CREATE INDEX citationUploadOfAct ON citationUpload(actID) WHERE actID IS NOT NULL;
                    """)
        }
    }
}
