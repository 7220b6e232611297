import Accounts
import Foundation
import GRDB
import Testing
import Web

@testable import Admin
@testable import AdminTestSupport

/// A list is searched also by the words of the records that its rows refer to.
@Suite struct SearchConditionTests {
    private static let plain = "shelf.id IN (SELECT rowid FROM shelfWords WHERE shelfWords MATCH ?)"

    /// Riso (1) is on a shelf, Pane (2) has a topic that is part of another, Latte (3) has that other one, and Sale (4) nothing.
    private func site() async throws -> SampleSite {
        let site = try await SampleSite()
        try await site.database.write { db in
            var shelf = SampleShelf()
            shelf.name = "Cantina"
            shelf.stamp.scopeID = SampleSite.rossa
            try shelf.insert(db, by: .system("test"))
            for (name, whole) in [("Natura", nil), ("Fiumi", 1)] as [(String, Int64?)] {
                var topic = SampleTopic()
                (topic.name, topic.partOf) = (name, whole)
                topic.stamp.scopeID = SampleSite.rossa
                try topic.insert(db, by: .system("test"))
            }
            for (name, shelf, topics) in [("Riso", 1, []), ("Pane", nil, [2]), ("Latte", nil, [1]), ("Sale", nil, [])]
                as [(String, Int64?, [Int64])]
            {
                var book = SampleBook()
                (book.name, book.shelf, book.topics) = (name, shelf, topics)
                book.stamp.scopeID = SampleSite.rossa
                try book.insert(db, by: .system("test"))
            }
        }
        return site
    }

    private func found<R: Resource>(_ typed: String, in list: R.Type, scope: Int64 = SampleSite.rossa) async throws -> [Int64] {
        try await site().form(scope: scope) { context in
            let query = ListQuery(Form(["q": [typed]]), filters: [], sortable: [])
            let condition = FilterConditions<R>(query, context).sql()
            let sql = "SELECT id FROM \(R.table) WHERE \(condition.sql) ORDER BY id"
            return try Int64.fetchAll(context.db, sql: sql, arguments: condition.arguments)
        }
    }

    @Test func aRowIsFoundByItsOwnWords() async throws {
        expect(try await found("riso", in: FoundBook.self), is: [1])
        expect(try await found("RIS", in: FoundBook.self), is: [1])
    }

    @Test func aRowIsFoundByTheRecordItRefersTo() async throws {
        expect(try await found("cantina", in: FoundBook.self), is: [1])
    }

    @Test func aRowIsFoundByOneOfSeveralRecords() async throws {
        expect(try await found("fiumi", in: FoundBook.self), is: [2])
    }

    @Test func theSearchGoesTwoStepsFar() async throws {
        expect(try await found("natura", in: FoundBook.self), is: [2, 3])
    }

    @Test func withoutFurtherFieldsOnlyTheOwnWordsCount() async throws {
        expect(try await found("cantina", in: SampleBook.self), is: [])
        expect(try await found("riso", in: SampleBook.self), is: [1])
    }

    @Test func whatMatchesNothingFindsNothing() async throws {
        expect(try await found("nessuno", in: FoundBook.self), is: [])
        expect(try await found("???", in: FoundBook.self), is: [])
    }

    @Test func anotherLibraryFindsNothing() async throws {
        expect(try await found("cantina", in: FoundBook.self, scope: SampleSite.blu), is: [])
    }

    @Test func theConditionOfAPlainListAsksOnce() {
        #expect(SampleShelf.searchCondition().sql == Self.plain)
        #expect(SampleShelf.searchCondition().count == 1)
    }

    @Test func eachListThatIsAskedTakesThePatternOnce() {
        #expect(FoundBook.searchCondition().count == 4)
        #expect(FoundBook.searchCondition(depth: 1).count == 3)
        #expect(FoundBook.searchCondition(depth: 0).count == 1)
        for depth in 0...3 {
            let condition = FoundBook.searchCondition(depth: depth)
            #expect(condition.sql.filter { $0 == "?" }.count == condition.count, "\(depth)")
        }
    }
}

private struct FoundBook: Resource {
    var stamp = RecordMetadata()
    var name = ""
    var shelf: Int64?
    var topics: [Int64] = []
    static let system = Sample.name
    static let path = "books"
    static let table = "book"
    static let scope: Scope? = Sample.scope
    static let foundBy = ["shelf", "topics", "nothing"]
    static let fields: [Field<FoundBook>] = [
        .title("name", \.name), .one("shelf", \.shelf, SampleShelf.self),
        .many("topics", \.topics, FoundTopic.self, through: .init("bookTopic", owner: "book", other: "topic")),
    ]
}

private struct FoundTopic: Resource {
    var stamp = RecordMetadata()
    var name = ""
    var partOf: Int64?
    static let system = Sample.name
    static let path = "topics"
    static let table = "topic"
    static let scope: Scope? = Sample.scope
    static let foundBy = ["partOf"]
    static let fields: [Field<FoundTopic>] = [.title("name", \.name), .one("partOf", \.partOf, FoundTopic.self)]
}
