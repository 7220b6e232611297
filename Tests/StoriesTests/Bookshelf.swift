import Accounts
import Admin
import Foundation
import GRDB
import Testing

@testable import Stories

/// An empty site with writers who may write: Anna (1), Bruno (2), Carla (3) and as many more as a test asks for, and two moderators.
struct Bookshelf {
    static let (anna, bruno, carla): (Int64, Int64, Int64) = (1, 2, 3)
    let database: DatabaseQueue
    let moderator = Actor(accountID: 1, name: "Moderatrice", address: "192.0.2.1", requestID: "test")
    let colleague = Actor(accountID: 2, name: "Collega", address: "192.0.2.2", requestID: "test")
    private let clock = Clock()

    /// Made once, and copied for each test.
    private static let schema = Result { () throws -> DatabaseQueue in
        let database = try DatabaseQueue()
        var migrator = SchemaMigrator()
        Accounts.migrate(&migrator)
        Media.migrate(&migrator)
        AdminSchema.migrate(&migrator)
        Stories.migrate(&migrator)
        Outbox.migrate(&migrator)
        try migrator.migrate(database)
        return database
    }

    init(writers: Int = 3) throws {
        database = try DatabaseQueue()
        try Self.schema.get().backup(to: database)
        let time = clock
        try database.write { db in
            for key in ["moderatrice", "collega"] {
                var account = Account(key: key, name: key, passwordHash: nil, createdAt: time.now)
                try account.insert(db)
            }
            for number in 1...writers {
                try db.execute(
                    sql: "INSERT INTO writer (email, nickname, firstName, lastName, verifiedAt, createdAt) VALUES (?, ?, ?, ?, ?, ?)",
                    arguments: ["writer\(number)@example.org", "writer\(number)", "Nome", "Cognome \(number)", time.now, time.now])
            }
        }
    }

    /// A moment later than every one before: nobody writes too fast.
    var now: Date { clock.tick(600) }
    /// The same moment as the last.
    var sameMoment: Date { clock.now }

    func write<Value>(_ work: (Database) throws -> Value) throws -> Value { try database.write(work) }
    func read<Value>(_ work: (Database) throws -> Value) throws -> Value { try database.read(work) }

    @discardableResult
    func start(_ title: String = "C'era una volta", by writer: Int64 = anna) throws -> Int64 {
        try write { try Fragment.start(Self.content("Inizio", title: title), by: writer, at: now, $0).id }
    }

    @discardableResult
    func add(after parent: Int64, _ text: String = "E poi", by writer: Int64 = bruno) throws -> Int64 {
        try write { try Fragment.add(Self.content(text), after: parent, by: writer, at: now, $0).id }
    }

    @discardableResult
    func vote(_ fragment: Int64, by writer: Int64) throws -> (weight: Int, isBest: Bool) {
        try write { try Fragment.vote(for: fragment, by: writer, at: now, $0) }
    }

    func fragment(_ id: Int64) throws -> Fragment { try read { try Fragment.find(id, $0)! } }
    func best(_ story: Int64) throws -> [Int64] { try read { try BestBranch.fragments(of: story, $0) } }
    func weight(_ story: Int64) throws -> Int? { try value("SELECT weight FROM story WHERE id = \(story)") }
    func findings() throws -> [TreeCheck.Finding] { try read { try TreeCheck.findings($0) } }

    func value<Value: DatabaseValueConvertible>(_ sql: String) throws -> Value? { try read { try Value.fetchOne($0, sql: sql) } }

    /// Everything that hiding may change, row by row, to see that restoring brings back the very same.
    func state() throws -> [String] {
        try read { db in
            let tables = [
                "fragment ORDER BY id", "story ORDER BY id", "bestBranch ORDER BY story, position", "vote ORDER BY fragment, writer",
            ]
            return try tables.flatMap { try Row.fetchAll(db, sql: "SELECT * FROM \($0)").map(\.description) }
        }
    }

    static func content(_ text: String, title: String = "") throws -> FragmentContent {
        try FragmentContent(title: title, body: .text(text), isFirst: !title.isEmpty)
    }

    /// What an act is refused with; nil when it is done.
    static func refusal(_ act: () throws -> Void) -> StoryRefusal? {
        do {
            try act()
            return nil
        } catch {
            if !(error is StoryRefusal) { Issue.record(error) }
            return error as? StoryRefusal
        }
    }
}

/// Time as a test wants it.
private final class Clock {
    private(set) var now = Date(timeIntervalSince1970: 1_800_000_000)

    func tick(_ seconds: TimeInterval) -> Date {
        now += seconds
        return now
    }
}
