import Accounts
import Admin
import Foundation
import GRDB
import Registry
import Web

/// Generated demonstration answers, reproducible from a number: `made: { submissions: 5000, chance: 7, activities: [in06-2024], texts:
/// [More examples, please.] }`. Stored and exported as this line. The keys derive from the number, so generated answers need no mark.
struct GeneratedAnswers {
    static let known = ["submissions", "chance", "activities", "texts"]
    static let schema = SeedSchema.map(
        [
            ("submissions", SeedSchema("integer", ["minimum": 1, "maximum": most]), true),
            ("chance", SeedSchema("integer", ["minimum": 0]), true),
            ("activities", SeedSchema("array", ["items": SeedSchema.key(of: Activity.self), "minItems": 1]), true),
            ("texts", SeedSchema("array", ["items": SeedSchema("string")]), false),
        ], note: "made")

    private static let most = 100_000

    private let submissions: Int
    private let chance: Int
    private let activities: [Int64]
    private let texts: [String]

    init?(_ node: SeedNode) {
        guard let mapping = SeedMapping(node, known: Self.known), let countNode = mapping.required("submissions"),
            let count = countNode.integer(), let chance = mapping.required("chance")?.integer(),
            let places = mapping.required("activities")?.list()
        else { return nil }
        guard (1...Self.most).contains(count), chance >= 0, !places.isEmpty else {
            countNode.refuse("made", ["limit": String(Self.most)])
            return nil
        }
        let activities = places.compactMap { $0.record(of: Activity.self) }
        let texts = (mapping["texts"]?.list() ?? []).map { $0.text() }
        guard activities.count == places.count, !texts.contains(nil) else { return nil }
        (submissions, self.chance, self.activities, self.texts) = (count, chance, activities, texts.compactMap(\.self))
    }

    private init(_ row: Row) throws {
        (submissions, chance) = (row["submissions"], row["chance"])
        activities = try JSONDecoder().decode([Int64].self, from: row["activities"])
        texts = try JSONDecoder().decode([String].self, from: row["texts"])
    }

    static func of(_ version: Int64, _ db: Database) throws -> GeneratedAnswers? {
        try Row.fetchOne(db, sql: "SELECT * FROM madeAnswers WHERE version = ?", arguments: [version]).map(GeneratedAnswers.init)
    }

    /// The keys of all generated compilations, the same each time. `name` is the seed's name of the version: `valdid 1`.
    func keys(_ name: String) -> [String] {
        var chance = SeededRandomGenerator(seed: seed(name))
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        return (0..<submissions).map { _ in
            var key = ""
            for _ in 0..<5 {
                var bits = chance.next()
                for _ in 0..<9 {
                    key.append(letters[Int(bits & 63)])
                    bits >>= 6
                }
            }
            return key
        }
    }

    /// FNV-1a, the same on every machine, unlike Swift's own hash.
    private func seed(_ name: String) -> UInt64 {
        name.utf8.reduce(0xCBF2_9CE4_8422_2325 ^ UInt64(chance)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    func write(_ name: String, of questionnaire: Int64, version: Int64, _ outline: StructureOutline, _ db: Database) throws {
        let encoder = JSONEncoder()
        try db.execute(
            sql: "INSERT INTO madeAnswers (version, submissions, chance, activities, texts) VALUES (?, ?, ?, ?, ?)",
            arguments: [
                version, submissions, chance, String(decoding: try encoder.encode(activities), as: UTF8.self),
                String(decoding: try encoder.encode(texts), as: UTF8.self),
            ])
        var keys = keys(name)[...]
        var counts = ResultCounts(outline)
        let isAnonymous = try Questionnaire.isAnonymous(questionnaire, db)
        for (activity, share) in zip(activities, shares) {
            let occasion = SeededOccasion(activity: activity)
            let tags = try OfferTags(occasion.offer("", questionnaire, student: 0, db), isAnonymous: true, db).all
            let course = try Row.fetchOne(
                db, sql: "SELECT course.code, closing FROM activity JOIN course ON course.id = activity.course WHERE activity.id = ?",
                arguments: [activity])
            var crowd = AnswerGenerator(
                outline, texts: texts, course: SeededRandomGenerator(seed: seed("\(course?["code"] as String? ?? "")")),
                own: SeededRandomGenerator(seed: seed("\(name) \(activities.firstIndex(of: activity) ?? 0)")),
                closing: course.flatMap { $0["closing"] as Date? })
            let own = keys.prefix(share).map { key -> GeneratedSubmission in
                let said = crowd.answers()
                let place = ResultPlace.text(ResultPlace.path(of: tags, said, isAnonymous: isAnonymous, outline))
                counts.add(said, at: place)
                return GeneratedSubmission(key: key, place: place, answers: said, verdicts: crowd.verdicts(said))
            }
            keys = keys.dropFirst(share)
            try GeneratedSubmission.write(own, tags, of: questionnaire, version: version, db)
        }
        try counts.write(of: version, db)
    }

    private var shares: [Int] {
        var chance = SeededRandomGenerator(seed: UInt64(chance))
        let weights = activities.indices.map { $0 % 13 == 12 ? 0.02 : 0.35 + 1.4 * chance.share }
        let sum = weights.reduce(0, +)
        var shares = weights.map { Int(cutting: Double(submissions) * $0 / sum) }
        shares[0] += submissions - shares.reduce(0, +)
        return shares
    }

    func exported(_ export: SeedExport) throws -> SeedValue {
        .map([
            ("submissions", .number(String(submissions))), ("chance", .number(String(chance))),
            ("activities", .list(try activities.compactMap { try export.key(of: $0, Activity.self).map { .text($0) } })),
            ("texts", .list(texts.map { .text($0) })),
        ])
    }
}
