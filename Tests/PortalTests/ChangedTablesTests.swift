import GRDB
import Testing

@testable import Portal
@testable import Web

/// Which tables a statement reads, and when they change.
struct ChangedTablesTests {
    private let database: DatabaseQueue
    private let tables: ChangedTables

    init() throws {
        database = try DatabaseQueue(configuration: Store.settings)
        try database.write { db in
            try db.execute(
                sql: """
                    CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT);
                    CREATE TABLE shelf (id INTEGER PRIMARY KEY, books INTEGER NOT NULL);
                    CREATE TABLE loan (book INTEGER PRIMARY KEY REFERENCES book ON DELETE CASCADE) WITHOUT ROWID;
                    CREATE VIEW titles AS SELECT title FROM book;
                    CREATE VIRTUAL TABLE words USING fts5(title, content='');
                    CREATE TRIGGER counted AFTER INSERT ON book BEGIN
                        UPDATE shelf SET books = books + 1;
                        INSERT INTO words (rowid, title) VALUES (new.id, new.title);
                    END;
                    """)
        }
        tables = ChangedTables(of: database)
    }

    private func changed(by sql: String) throws -> Set<String> {
        let before = tables.moment
        try database.write { try $0.execute(sql: sql) }
        return Set(["book", "shelf", "loan", "words"]).filter { tables.haveChanged([$0], since: before) }
    }

    @Test func triggersAndForeignKeysCount() throws {
        #expect(try changed(by: "INSERT INTO book (title) VALUES ('Uno')") == ["book", "shelf", "words"])
        #expect(try changed(by: "INSERT INTO loan VALUES (1)") == ["loan"])
        #expect(try changed(by: "DELETE FROM book WHERE id = 1").isSuperset(of: ["book", "loan"]))
        #expect(try changed(by: "SELECT * FROM book") == [])
    }

    @Test func whatIsTakenBackDoesNotCount() throws {
        let before = tables.moment
        try database.inTransaction { db in
            try db.execute(sql: "UPDATE shelf SET books = 0")
            return .rollback
        }
        #expect(tables.moment == before)
        #expect(try changed(by: "UPDATE book SET title = ''") == ["book"])
    }

    @Test func statementsReadTablesThroughViewsAndIndexesOfWords() async throws {
        func read(_ sql: String) async throws -> Set<String> { try await tables.names(in: [sql]).subtracting(["setting"]) }
        let (view, words) = try await (read("SELECT * FROM titles"), read("SELECT rowid FROM words WHERE words MATCH 'uno'"))
        #expect(view == ["book"])
        #expect(words.contains("words"))
        let (none, both) = try await (read("SELECT 1"), read("WITH s AS (SELECT books FROM shelf) SELECT * FROM s, loan"))
        #expect(none == [])
        #expect(both == ["shelf", "loan"])
    }

    @Test func theSettingsArePartOfEveryPage() async throws {
        let names = try await tables.names(in: ["SELECT 1"])
        #expect(names == ["setting"])
    }

    @Test func statementsAreNoticedWhileAPageIsMade() async throws {
        let reads = PageReads()
        try await PageReads.$current.withValue(reads) {
            _ = try await database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM book") }
        }
        _ = try await database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM loan") }
        #expect(reads.statements.contains("SELECT count(*) FROM book"))
        #expect(!reads.statements.contains("SELECT count(*) FROM loan"))
    }
}
