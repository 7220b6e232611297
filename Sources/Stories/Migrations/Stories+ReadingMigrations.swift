import Accounts
import GRDB
import Web

extension Stories {
    static func migrateReading(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("stories 009 indexes for a million fragments") { db in
            try db.execute(
                sql: """
                    -- The stories that somebody began, out of all that he wrote: feeds and profiles.
                    CREATE INDEX fragment_started ON fragment(writer, createdAt) WHERE parent IS NULL;

                    -- With what the heaviest of a month are chosen by, so that the others are passed over without a look at their rows.
                    DROP INDEX story_weight;
                    CREATE INDEX story_weight ON story(weight DESC, id, changedAt) WHERE tip IS NOT NULL;

                    -- In the order in which they are listed, however many there are.
                    DROP INDEX follow_followed;
                    CREATE INDEX follow_followed ON follow(followed, at);
                    CREATE INDEX follow_follower ON follow(follower, at);
                    CREATE INDEX storyNotice_own ON storyNotice(writer);
                    CREATE INDEX storyNotice_unread ON storyNotice(writer) WHERE readAt IS NULL;

                    -- What waits is counted by what it can be narrowed to, however much was decided before.
                    DROP INDEX moderationCase_state;
                    CREATE INDEX moderationCase_state ON moderationCase(state, openedAt, urgency, reach, photo, claimant, claimedUntil);

                    -- The reasons of a case are counted without a look at its reports.
                    DROP INDEX fragmentReport_case;
                    CREATE INDEX fragmentReport_case ON fragmentReport(caseID, reason);
                    """)
        }
        migrator.registerMigration("stories 013 titles are found whatever their apostrophe and spaces") { db in
            let sql = "SELECT fragment.id, title, folded FROM story JOIN fragment ON fragment.id = story.id"
            for row in try Row.fetchAll(db, sql: sql) {
                let folded = (row["title"] as String).folded
                guard folded != row["folded"] else { continue }
                try db.execute(sql: "UPDATE story SET folded = ? WHERE id = ?", arguments: [folded, row["id"] as Int64])
            }
        }
    }
}
