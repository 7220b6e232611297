import Accounts
import Admin
import Foundation
import GRDB

/// The writers that a writer follows, in the seed: `{ writer: anna, follows: [bruno, carla] }`.
struct SeededFollowing: SeedExtra {
    static let path = "follows"
    static let comparesValues = true
    static let known = ["writer", "follows"]
    static let schema = SeedSchema.map([
        ("writer", SeededName.schema, true), ("follows", SeedSchema("array", ["items": SeededName.schema]), true),
    ])

    let key: String
    private let followed: [String]

    init?(_ mapping: SeedMapping, scopeID: Int64) {
        guard let key = mapping.required("writer").flatMap({ SeededName.read($0) }) else { return nil }
        self.key = key
        followed = mapping.list("follows") { SeededName.read($0) }
        guard !followed.contains(key) else {
            mapping["follows"]?.refuse("followsItself")
            return nil
        }
    }

    private func missing(_ db: Database) throws -> [Int64] {
        let numbers = try SeededName.numbers(db)
        let known = try Int64.fetchSet(db, sql: "SELECT followed FROM follow WHERE follower = ?", arguments: [numbers[key]])
        return followed.compactMap { numbers[$0] }.filter { !known.contains($0) }
    }

    func state(_ db: Database) throws -> SeedExtraState {
        let numbers = try SeededName.numbers(db)
        guard let writer = numbers[key] else { return .new }
        let follows = try Int64.fetchSet(db, sql: "SELECT followed FROM follow WHERE follower = ?", arguments: [writer])
        if followed.allSatisfy({ name in numbers[name].map(follows.contains) ?? false }) { return .same }
        return follows.isEmpty ? .new : .changed(["follows"])
    }

    func write(_ db: Database, hash: String?, by actor: Actor) throws {
        let numbers = try SeededName.numbers(db)
        guard let writer = numbers[key] else { return }
        for other in try missing(db) {
            try db.execute(sql: "INSERT INTO follow (follower, followed, at) VALUES (?, ?, ?)", arguments: [writer, other, Date.now])
            try StoryNotice.followed(other, by: writer, at: .now, db)
        }
    }

    static func exported(scopeID: Int64, _ export: SeedExport, _ db: Database) throws -> [SeedValue] {
        let names = try SeededName.all(db)
        let rows = try Row.fetchAll(db, sql: "SELECT follower, followed FROM follow ORDER BY follower, followed")
        let byFollower = Dictionary(grouping: rows) { $0["follower"] as Int64 }
        return byFollower.sorted { $0.key < $1.key }.compactMap { follower, rows in
            names[follower].map { name in
                .map([("writer", .text(name)), ("follows", .list(rows.compactMap { names[$0["followed"] as Int64].map(SeedValue.text) }))])
            }
        }
    }
}
