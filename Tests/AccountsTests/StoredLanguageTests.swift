import GRDB
import Testing

@testable import Accounts
@testable import Web

struct StoredLanguageTests {
    /// A folder of texts was removed since.
    @Test func aLanguageThatIsNoLongerOfferedIsReadAsEnglish() throws {
        let database = try DatabaseQueue()
        try database.write { db in
            try db.execute(sql: "CREATE TABLE spoken (language TEXT)")
            for code in ["it", "qda", nil] { try db.execute(sql: "INSERT INTO spoken VALUES (?)", arguments: [code]) }
            #expect(try Language.fetchAll(db, sql: "SELECT language FROM spoken WHERE language IS NOT NULL") == [.italian, .english])
            #expect(try Optional<Language>.fetchAll(db, sql: "SELECT language FROM spoken") == [.italian, .english, nil])
        }
    }

    @Test func aColumnWithACheckTakesEveryLanguage() throws {
        let database = try DatabaseQueue()
        try database.write { db in
            try db.execute(
                sql: """
                    CREATE TABLE reader (id INTEGER PRIMARY KEY, language TEXT NOT NULL CHECK (language IN ('it', 'en')), name TEXT) STRICT;
                    CREATE TABLE loan (reader INTEGER REFERENCES reader(id));
                    CREATE TRIGGER named AFTER UPDATE OF name ON reader BEGIN DELETE FROM loan WHERE reader = new.id; END;
                    INSERT INTO reader VALUES (1, 'it', 'Anna'), (2, 'en', 'Bea');
                    INSERT INTO loan VALUES (1);
                    """)
            try Language.allowAny(in: "reader", as: "TEXT NOT NULL DEFAULT 'en'", db)
            #expect(try String.fetchAll(db, sql: "SELECT language || ' ' || name FROM reader ORDER BY id") == ["it Anna", "en Bea"])
            #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM loan") == 1)
            try db.execute(sql: "UPDATE reader SET language = 'pt-BR' WHERE id = 1")
            #expect(throws: DatabaseError.self) { try db.execute(sql: "UPDATE reader SET language = 'Ü'") }
        }
    }
}
