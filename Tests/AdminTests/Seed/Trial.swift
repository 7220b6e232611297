import Accounts
import AdminTestSupport
import Foundation
import GRDB
import Web

@testable import Admin

/// A system with one resource of every kind of field, for the tests of the seed file.
enum Trial: Module {
    static let name = "trial"
    static let icon = "house"
    static let resources: [any Resource.Type] = [Camp.self, Tag.self, Thing.self]
    static let roles = [Role("keeper", scope: "camp", may: ["trial.*"]), Role("admin", may: ["*"])]
    static let seedExtras: [any SeedExtra.Type] = [TrialLabel.self]
    static let scope = Scope(kind: "camp", column: "campID", table: "camp")

    static func migrate(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("trial 001") { db in
            let scope = "campID INTEGER NOT NULL REFERENCES camp(id)"
            try db.execute(
                sql: """
                    CREATE TABLE camp (\(ResourceSchema.columns()), name TEXT NOT NULL) STRICT;
                    \(ResourceSchema.indexes("camp"))
                    CREATE TABLE tag (
                      \(ResourceSchema.columns(scope: scope)), name TEXT NOT NULL, best INTEGER REFERENCES thing(id),
                      ordering INTEGER NOT NULL DEFAULT 0
                    ) STRICT;
                    \(ResourceSchema.indexes("tag", scope: "campID"))
                    CREATE TABLE thing (
                      \(ResourceSchema.columns(scope: scope)), name TEXT NOT NULL, tag INTEGER NOT NULL REFERENCES tag(id),
                      note TEXT NOT NULL, phone TEXT NOT NULL, picture INTEGER REFERENCES picture(id), price INTEGER, time INTEGER NOT NULL,
                      place TEXT, size TEXT NOT NULL, count INTEGER NOT NULL, moment TEXT, published INTEGER NOT NULL
                    ) STRICT;
                    \(ResourceSchema.indexes("thing", scope: "campID"))
                    CREATE TABLE thingTag (thing INTEGER NOT NULL REFERENCES thing(id), tag INTEGER NOT NULL REFERENCES tag(id), UNIQUE (thing, tag)) STRICT;
                    CREATE TABLE label (thing INTEGER PRIMARY KEY REFERENCES thing(id) ON DELETE CASCADE, text TEXT NOT NULL, pin TEXT) STRICT;
                    CREATE TABLE part (
                      id INTEGER PRIMARY KEY, thing INTEGER NOT NULL REFERENCES thing(id), position INTEGER NOT NULL, text TEXT NOT NULL,
                      tag INTEGER NOT NULL REFERENCES tag(id), size TEXT NOT NULL, time INTEGER NOT NULL
                    ) STRICT;
                    """)
        }
    }
}

struct Camp: Resource {
    var stamp = RecordMetadata()
    var name = ""
    static let system = Trial.name
    static let path = "camps"
    static let table = "camp"
    static let fields: [Field<Camp>] = [.title("name", \.name)]
}

struct Tag: Resource {
    var stamp = RecordMetadata()
    var name = ""
    /// Points to a list that comes later.
    var best: Int64?
    var ordering = 0
    static let system = Trial.name
    static let path = "tags"
    static let table = "tag"
    static let scope: Scope? = Trial.scope
    static let fields: [Field<Tag>] = [
        .title("name", \.name), .one("best", \.best, Thing.self), .number("ordering", \.ordering, in: 0...10_000),
    ]
}

struct Thing: Resource {
    var stamp = RecordMetadata()
    var name = ""
    var tag: Int64?
    var tags: [Int64] = []
    var note = ""
    var phone = ""
    var picture: Int64?
    var price: Int?
    var time = 0
    var place: GeoPoint?
    var size = Size.small
    var count = 3
    var moment: Date?
    var published = true
    var parts: [Part] = []
    static let system = Trial.name
    static let path = "things"
    static let table = "thing"
    static let scope: Scope? = Trial.scope
    static let fields: [Field<Thing>] = [
        .title("name", \.name), .one("tag", \.tag, Tag.self, required: true),
        .many("tags", \.tags, Tag.self, through: .init("thingTag", owner: "thing", other: "tag")), .longText("note", \.note),
        .phone("phone", \.phone), .picture("picture", \.picture), .money("price", \.price), .duration("time", \.time),
        .place("place", \.place), .choice("size", \.size, texts: "trial.size"), .number("count", \.count, in: 1...99),
        .moment("moment", \.moment), .flag("published", \.published), .children("parts", \.parts, limit: 3),
    ]

    func check(_ entry: Entry, errors: inout FieldErrors) {
        if size == .large, count == 1 { errors.add("count", "a large thing never comes alone") }
    }
}

struct Part: Child {
    var id: Int64?
    var text = ""
    var tag: Int64?
    var size = Size.small
    var time = 0
    static let table = "part"
    static let ownerColumn = "thing"
    static let fields: [Field<Part>] = [
        .longText("text", \.text, required: true), .one("tag", \.tag, Tag.self, required: true),
        .choice("size", \.size, texts: "trial.size"),
        .duration("time", \.time),
    ]

    func check(_ entry: Entry, errors: inout FieldErrors) {
        if size == .large, time == 0 { errors.add(entry.name + "time", "a large part takes time") }
    }
}

enum Size: String, Choice { case small, medium, large }

/// A label of a thing, which is no record: `{ thing: zucca, text: Dolce, pin: "2580" }`.
struct TrialLabel: SeedExtra {
    static let path = "labels"
    static let comparesValues = true
    static let known = ["thing", "text", "pin"]
    static let schema = SeedSchema.map([
        ("thing", .key(of: Thing.self), true), ("text", SeedSchema("string"), true), ("pin", SeedSchema("string"), false),
    ])

    private let thing: Int64
    private let text: String
    let key: String

    init?(_ mapping: SeedMapping, scopeID: Int64) {
        guard let node = mapping.required("thing"), let thing = node.record(of: Thing.self), let key = node.quietText,
            let text = mapping.required("text")?.text()
        else { return nil }
        (self.thing, self.text, self.key) = (thing, text, key)
    }

    func state(_ db: Database) throws -> SeedExtraState {
        let stored = try String.fetchOne(db, sql: "SELECT text FROM label WHERE thing = ?", arguments: [thing])
        return stored == nil ? .new : stored == text ? .same : .changed(["text"])
    }

    func write(_ db: Database, hash: String?, by actor: Actor) throws {
        try db.execute(sql: "INSERT OR REPLACE INTO label (thing, text) VALUES (?, ?)", arguments: [thing, text])
    }

    static func exported(scopeID: Int64, _ export: SeedExport, _ db: Database) throws -> [SeedValue] {
        let sql = "SELECT thing, text FROM label JOIN thing ON thing.id = label.thing WHERE campID = ? AND deletedAt IS NULL ORDER BY thing"
        return try Row.fetchAll(db, sql: sql, arguments: [scopeID]).compactMap { row in
            try export.key(of: row[0], Thing.self).map { .map([("thing", .text($0)), ("text", .text(row[1]))]) }
        }
    }
}

/// A folder with a seed, an empty database and a picture store.
struct SeedTrial {
    let folder: TemporaryFolder
    let database: DatabaseQueue
    let store: PictureStore
    let seed: Seed
    let passwords: Passwords

    init(_ files: [String: String] = [:]) throws {
        folder = try TemporaryFolder()
        database = try DatabaseQueue()
        var migrator = SchemaMigrator()
        Accounts.migrate(&migrator)
        AdminSchema.migrate(&migrator)
        Media.migrate(&migrator)
        Trial.migrate(&migrator)
        try migrator.migrate(database)
        store = try PictureStore(folder: folder.path + "/store")
        let settings = AccountSettings(scryptCost: 4, roles: Trial.roles)
        passwords = Passwords(settings)
        seed = Seed(modules: [Trial.self], words: try Self.words(), accounts: settings)
        for (name, text) in files { try write(name, text) }
    }

    static func words() throws -> Words { try SamplePortal.texts.words(in: .english) }

    var path: String { folder.path + "/seed.yaml" }

    func write(_ name: String, _ text: String) throws { try write(name, Data(text.utf8)) }

    func write(_ name: String, _ data: Data) throws {
        let url = URL(fileURLWithPath: folder.path + "/" + name)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: url)
    }

    /// The mistakes, without the folder's name.
    func mistakes() throws -> [String] { try seed.check(path).map { $0.description.replacing(folder.path + "/", with: "") } }

    /// Applies with a decision about conflicts, another file, or what a plan says.
    @discardableResult
    func apply(
        _ policy: SeedPolicy = .refuse, file: String = "seed.yaml", options: SeedOptions? = nil, expecting planned: PlannedSeed? = nil
    ) async throws -> SeedPlan {
        let path = folder.path + "/" + file
        return try await seed.apply(
            path, to: database, pictures: store, passwords: passwords, options: options ?? SeedOptions(path, policy: policy),
            expecting: planned)
    }

    @discardableResult
    func undo() async throws -> SeedUndone? { try await database.write { try seed.undo($0, by: .system("test")) } }

    func plan(_ options: SeedOptions? = nil, file: String = "seed.yaml") async throws -> SeedPlan {
        try await seed.plan(folder.path + "/" + file, on: database, pictures: store, options: options)
    }

    /// Everything that the database holds, but for the moments when it was written.
    func rows() async throws -> [String] {
        try await database.read { db in
            let tables = ["setting", "account", "roleAssignment", "picture", "camp", "tag", "thing", "thingTag", "part", "label", "audit"]
            return try tables.flatMap { table in try Row.fetchAll(db, sql: "SELECT * FROM \(table)").map { "\(table) \($0)" } }
        }
    }

    func changes() async throws -> Int { try await database.read { $0.totalChangesCount } }
}

/// The smallest PNG, one grey pixel.
let onePixel = Data(
    base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==")!
