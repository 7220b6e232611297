import Accounts
import Admin
import GRDB

/// A decision in the seed: `{ run: bellini, work: "on bread|2010", counts: false }`. It replaces earlier decisions.
struct SeededWorkDecision: SeedExtra {
    static let path = "decisions"
    static let comparesValues = true
    static let known = ["run", "work", "counts", "sameAs", "title", "year", "citations", "isNot"]
    static let schema = SeedSchema.map([
        ("run", .key(of: Run.self), true), ("work", SeedSchema("string"), true), ("counts", SeedSchema("boolean"), false),
        ("sameAs", SeedSchema("string"), false), ("title", SeedSchema("string"), false), ("year", SeedSchema("integer"), false),
        ("citations", SeedSchema("integer", ["minimum": 0]), false),
        ("isNot", SeedSchema("array", ["items": SeedSchema("string")]), false),
    ])

    private let run: Int64
    private let identity: String
    private let decision: WorkDecision
    let key: String

    init?(_ mapping: SeedMapping, scopeID: Int64) {
        guard let node = mapping.required("run"), let run = node.record(of: Run.self), let work = mapping.required("work")?.text() else {
            return nil
        }
        var decision = WorkDecision()
        decision.isIn = mapping["counts"]?.flag()
        decision.mergedInto = mapping["sameAs"]?.text()
        decision.title = mapping["title"]?.text()
        decision.year = mapping["year"]?.integer()
        decision.citations = mapping["citations"]?.integer()
        decision.isNot = mapping["isNot"]?.list()?.compactMap { $0.text() }
        guard !decision.isEmpty else {
            node.refuse("decidesNothing")
            return nil
        }
        (self.run, identity, self.decision) = (run, work, decision)
        key = "\(node.scalar() ?? "") \(work)"
    }

    func state(_ db: Database) throws -> SeedExtraState {
        guard let stored = try WorkDecision.all(of: run, db)[identity] else { return .new }
        return stored == decision ? .same : .changed(["decision"])
    }

    func write(_ db: Database, hash: String?, by actor: Actor) throws {
        let name = try String.fetchOne(db, sql: "SELECT name FROM citationRun WHERE id = ?", arguments: [run]) ?? ""
        let title = decision.title ?? String(identity.prefix { $0 != "|" })
        try WorkDecision.set(decision, on: identity, called: title, of: (run, name), db, by: actor)
    }

    static func exported(scopeID: Int64, _ export: SeedExport, _ db: Database) throws -> [SeedValue] {
        let runs = try Int64.fetchAll(db, sql: "SELECT DISTINCT runID FROM citationDecision ORDER BY runID")
        return try runs.flatMap { run -> [SeedValue] in
            guard let key = try export.key(of: run, Run.self) else { return [] }
            return try WorkDecision.all(of: run, db).sorted { $0.key < $1.key }.map { identity, decision in
                .map([("run", .text(key)), ("work", .text(identity))] + decision.pairs)
            }
        }
    }
}

extension WorkDecision {
    fileprivate var pairs: [(String, SeedValue)] {
        let number = { (number: Int) in SeedValue.number(String(number)) }
        let all: [(String, SeedValue?)] = [
            ("counts", isIn.map { .flag($0) }), ("sameAs", mergedInto.map { .text($0) }), ("title", title.map { .text($0) }),
            ("year", year.map(number)), ("citations", citations.map(number)), ("isNot", isNot.map { .list($0.map { .text($0) }) }),
        ]
        return all.compactMap { name, value in value.map { (name, $0) } }
    }
}
