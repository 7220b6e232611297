import GRDB
import Testing

@testable import Accounts

@Suite struct NameOrderTests {
    @Test func namesStandWithoutCapitalsAndAccents() throws {
        var settings = Configuration()
        NameOrder.add(to: &settings)
        let names = ["Zoe", "Émile", "ezra", "Ödön", "olga", "Élan", "ada", "Ada Bo", "  Adele"]
        let sorted = try DatabaseQueue(configuration: settings).write { db in
            try db.execute(sql: "CREATE TABLE t (name TEXT NOT NULL)")
            for name in names { try db.execute(sql: "INSERT INTO t (name) VALUES (?)", arguments: [name]) }
            return try String.fetchAll(db, sql: "SELECT name FROM t ORDER BY name COLLATE portico_names")
        }
        #expect(sorted == ["ada", "Ada Bo", "  Adele", "Élan", "Émile", "ezra", "Ödön", "olga", "Zoe"])
    }
}
