import Accounts
import Admin
import GRDB

enum CampaignSchema {
    static func migrate(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("questionnaires 016 campaigns of evaluation") { db in
            try db.execute(
                sql: """
                    -- Set by publishing: courses of academic years that were over before are not asked about. NULL of what was there before.
                    ALTER TABLE questionnaireVersion ADD COLUMN asksFrom TEXT;
                    CREATE TABLE campaign (
                      \(ResourceSchema.columns()),
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
                    ) STRICT;
                    \(ResourceSchema.indexes("campaign"))
                    CREATE INDEX campaign_questionnaire ON campaign(questionnaire);
                    CREATE INDEX campaign_year ON campaign(year);

                    CREATE TABLE campaignDepartment (
                      campaign INTEGER NOT NULL REFERENCES campaign(id) ON DELETE CASCADE,
                      department INTEGER NOT NULL REFERENCES department(id) ON DELETE CASCADE,
                      UNIQUE (campaign, department)
                    ) STRICT;
                    CREATE INDEX campaignDepartment_department ON campaignDepartment(department);
                    CREATE TABLE campaignDegree (
                      campaign INTEGER NOT NULL REFERENCES campaign(id) ON DELETE CASCADE,
                      degree INTEGER NOT NULL REFERENCES degree(id) ON DELETE CASCADE,
                      UNIQUE (campaign, degree)
                    ) STRICT;
                    CREATE INDEX campaignDegree_degree ON campaignDegree(degree);
                    CREATE TABLE campaignActivity (
                      campaign INTEGER NOT NULL REFERENCES campaign(id) ON DELETE CASCADE,
                      activity INTEGER NOT NULL REFERENCES activity(id) ON DELETE CASCADE,
                      UNIQUE (campaign, activity)
                    ) STRICT;
                    CREATE INDEX campaignActivity_activity ON campaignActivity(activity);
                    CREATE TABLE campaignWindow (
                      id INTEGER PRIMARY KEY,
                      campaign INTEGER NOT NULL REFERENCES campaign(id) ON DELETE CASCADE,
                      position INTEGER NOT NULL,
                      activity INTEGER NOT NULL REFERENCES activity(id) ON DELETE CASCADE,
                      opens TEXT,
                      closes TEXT,
                      UNIQUE (campaign, position)
                    ) STRICT;
                    CREATE INDEX campaignWindow_activity ON campaignWindow(activity);

                    -- Courses whose time is over for good: their results may be open, so they take no answers.
                    CREATE TABLE campaignEnd (
                      questionnaire INTEGER NOT NULL REFERENCES questionnaire(id) ON DELETE CASCADE,
                      activity INTEGER NOT NULL REFERENCES activity(id) ON DELETE CASCADE,
                      PRIMARY KEY (questionnaire, activity)
                    ) STRICT, WITHOUT ROWID;
                    CREATE INDEX campaignEnd_activity ON campaignEnd(activity);
                    -- Since when a questionnaire has had campaigns: results of versions that were closed before are divided as they were.
                    CREATE TABLE campaignStart (
                      questionnaire INTEGER PRIMARY KEY REFERENCES questionnaire(id) ON DELETE CASCADE,
                      at TEXT NOT NULL
                    ) STRICT;
                    CREATE TRIGGER campaign_starts AFTER INSERT ON campaign BEGIN
                      INSERT OR IGNORE INTO campaignStart (questionnaire, at) VALUES (new.questionnaire, new.updatedAt);
                    END;
                    CREATE TRIGGER campaign_starts_elsewhere AFTER UPDATE OF questionnaire ON campaign BEGIN
                      INSERT OR IGNORE INTO campaignStart (questionnaire, at) VALUES (new.questionnaire, new.updatedAt);
                    END;
                    -- Of which courses students were reminded: no student, no time.
                    CREATE TABLE campaignReminder (
                      campaign INTEGER NOT NULL REFERENCES campaign(id) ON DELETE CASCADE,
                      activity INTEGER NOT NULL REFERENCES activity(id) ON DELETE CASCADE,
                      PRIMARY KEY (campaign, activity)
                    ) STRICT, WITHOUT ROWID;
                    CREATE INDEX campaignReminder_activity ON campaignReminder(activity);
                    """)
        }
    }
}
