import Accounts
import GRDB

extension House {
    /// Grants the new rights to roles and tokens that could already reach lists, messages, voices and guests' pages.
    static func migrateRights(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("house 005 lists, messages, voices and guests' pages are rights") { db in
            for (old, rights) in [("house.guests.edit", [lists, messages, voices, living]), ("house.guests.see", [trying])] {
                for right in rights {
                    try db.execute(
                        sql: """
                            UPDATE ownRole SET grants = json_insert(grants, '$[#]', :right), version = version + 1
                            WHERE EXISTS (SELECT 1 FROM json_each(grants) WHERE value = :old)
                              AND NOT EXISTS (SELECT 1 FROM json_each(grants) WHERE value = :right)
                            """, arguments: ["right": right.rawValue, "old": old])
                }
            }
            // A token could only be limited to a whole resource.
            try db.execute(
                sql: "UPDATE accessToken SET areas = areas || ' ' || ? WHERE instr(' ' || areas || ' ', ' house.guests.* ')",
                arguments: [messages.rawValue])
        }
    }
}
