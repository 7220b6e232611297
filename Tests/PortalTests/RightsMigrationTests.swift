import GRDB
import Testing

@testable import Portal

@Suite struct RightsMigrationTests {
    @Test func rolesOfTheSiteKeepWhatTheyCouldDoWithGuests() throws {
        let database = try DatabaseQueue()
        try Store.migrator.migrate(database, upTo: "house clock 001 pictures")
        try database.write { db in
            for (name, grants) in [
                ("own-keeps", #"["house.guests.see","house.guests.edit"]"#), ("own-sees", #"["house.guests.see"]"#),
                ("own-cooks", #"["house.recipes.edit"]"#),
            ] {
                try db.execute(
                    sql: "INSERT INTO ownRole (name, title, folded, scope, grants, updatedAt) VALUES (?, ?, ?, 'house', ?, '2026-01-01')",
                    arguments: [name, name, name, grants])
            }
        }
        try Store.migrator.migrate(database)
        let grants = try database.read { db in try String.fetchAll(db, sql: "SELECT grants FROM ownRole ORDER BY id") }
        #expect(
            grants == [
                #"["house.guests.see","house.guests.edit","house.lists.edit","house.messages.edit","house.voices.edit","#
                    + #""house.living.edit","house.guests.try"]"#,
                #"["house.guests.see","house.guests.try"]"#, #"["house.recipes.edit"]"#,
            ])
    }
}
