import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct AbuseSignPages: Sendable {
    let moderation: ModerationPages

    func addRoutes(to router: RouterGroup<SignedIn>) {
        router.get("signs", use: showSigns)
        router.post("signs/votes", use: leaveVotesOut)
    }

    /// Leaves out the votes of a sign that is there now: both sides' of a ring, those of a fan for one person. One undoing brings them back.
    @Sendable private func leaveVotesOut(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        guard let first = form.recordID("first"), let second = form.recordID("second") else { throw HTTPError(.notFound) }
        let isRing = form["sign"] == "rings"
        return try await moderation.act(person, to: "/admin/stories/signs") { words, db in
            let signs = try AbuseSigns(at: .now, db)
            let isThere =
                isRing
                ? signs.rings.contains { $0.first == first && $0.second == second }
                : signs.fans.contains { $0.voter == first && $0.author == second }
            guard isThere else { return Flash(words("stories.desk.signs.gone"), kind: .info) }
            let pairs = isRing ? [(first, second), (second, first)] : [(first, second)]
            var batch: Int64?
            for (voter, author) in pairs {
                let told = try moderation.words(of: voter, db)("stories.desk.signs.told")
                let measures = Sanctions(leavesOut: .of(author: author), reason: .other, message: told)
                let decision = try CaseDecision.impose(measures, on: voter, by: person.actor, batch: batch, at: .now, db)
                batch = batch ?? decision.id
            }
            return Flash(
                words("stories.desk.signs.left", count: pairs.count), undo: batch.map { ModerationPages.undo($0, isBatch: true, words) })
        }
    }

    @Sendable private func showSigns(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await moderation.admin.page(person, request) { db, context in
            let (words, signs) = (context.words, try AbuseSigns(at: .now, db))
            let groups = [
                ("rings", try signs.rings.map { try templateValues($0, context) }),
                ("fans", try signs.fans.map { try templateValues($0, context) }),
                ("complainers", try signs.complainers.map { try templateValues($0, context) }),
                ("offenders", try signs.offenders.map { try templateValues($0, context) }),
            ]
            let values: Values = [
                "title": words("stories.desk.signs.title"), "isEmpty": signs.isEmpty,
                "chart": try votes(signs, context)?.values ?? false,
                "groups": groups.filter { !$1.isEmpty }.map { key, rows -> Values in
                    [
                        "key": key, "title": words("stories.desk.signs.\(key).title"), "why": words("stories.desk.signs.\(key).why"),
                        "rows": rows,
                    ]
                },
            ]
            return ("stories/moderation/admin/signs", values)
        }
    }

    /// Who votes for whom among those of the signs; nil where no sign is about votes.
    private func votes(_ signs: AbuseSigns, _ context: FormContext) throws -> Chart? {
        var given: [Int64: [Int64: Int]] = [:]
        for ring in signs.rings.prefix(Self.mostDrawn) {
            given[ring.first, default: [:]][ring.second] = ring.given
            given[ring.second, default: [:]][ring.first] = ring.returned
        }
        for fan in signs.fans.prefix(Self.mostDrawn) { given[fan.voter, default: [:]][fan.author] = fan.given }
        guard !given.isEmpty else { return nil }
        let words = context.words
        let names = try Writer.all(Set(given.keys).union(given.values.flatMap(\.keys)), context.db).mapValues { moderation.name($0, words) }
        func sorted(_ people: some Sequence<Int64>) -> [Int64] { people.sorted { (names[$0] ?? "", $0) < (names[$1] ?? "", $1) } }
        let (voters, authors) = (sorted(given.keys), sorted(Set(given.values.flatMap(\.keys))))
        let rows = voters.map { voter -> (label: String, values: [Double?]) in
            (names[voter] ?? "–", authors.map { author in voter == author ? nil : Double(given[voter]?[author] ?? 0) })
        }
        let heading = Chart.Heading(
            id: "votes", title: words("stories.desk.signs.chart"),
            summary: words("stories.desk.signs.chartSummary", ["count": words.language.number(voters.count)]))
        return .heatMap(heading, columns: authors.map { names[$0] ?? "–" }, corner: words("stories.desk.signs.voter"), rows) {
            words.language.number(Int(nearest: $0))
        }
    }

    /// Rows of more pairs would have columns too narrow for names; the pairs stand below in words.
    private static let mostDrawn = 12

    private func templateValues(_ ring: AbuseSigns.Ring, _ context: FormContext) throws -> Values {
        let sides: [String: String] = [
            "given": String(ring.given), "returned": String(ring.returned), "ofFirst": String(ring.ofFirst),
            "ofSecond": String(ring.ofSecond),
        ]
        return try sign("rings", ring.first, ring.second, sides, context).merging(leaving("rings", ring.first, ring.second, context)) { $1 }
    }

    private func templateValues(_ fan: AbuseSigns.Fan, _ context: FormContext) throws -> Values {
        try sign("fans", fan.voter, fan.author, ["given": String(fan.given), "all": String(fan.all)], context)
            .merging(leaving("fans", fan.voter, fan.author, context)) { $1 }
    }

    private func templateValues(_ complainer: AbuseSigns.Complainer, _ context: FormContext) throws -> Values {
        let reporter = complainer.reporter
        let values: [String: String] = [
            "rejected": String(reporter.rejected), "all": String(reporter.upheld + reporter.rejected),
            "about": String(complainer.aboutTarget),
            "weight": String(reporter.percent),
        ]
        return try sign("complainers", complainer.writer, complainer.target, values, context)
    }

    private func templateValues(_ offender: AbuseSigns.Offender, _ context: FormContext) throws -> Values {
        try sign(
            "offenders", offender.writer, nil, ["hidden": String(offender.hidden), "written": String(offender.written)], context)
    }

    private func leaving(_ sign: String, _ first: Int64, _ second: Int64, _ context: FormContext) -> Values {
        let label = context.words("stories.desk.signs.\(sign == "rings" ? "leaveRing" : "leaveFan")")
        return ["leaving": ["sign": sign, "first": String(first), "second": String(second), "label": label] as Values]
    }

    private func sign(
        _ key: String, _ first: Int64, _ second: Int64?, _ numbers: [String: String], _ context: FormContext
    ) throws -> Values {
        let people = try [first, second].compactMap { try $0.flatMap { try Writer.find($0, context.db) } }
        var values = numbers
        for (place, writer) in zip(["first", "second"], people) { values[place] = moderation.name(writer, context.words) }
        return [
            "leaving": false, "text": context.words("stories.desk.signs.\(key).text", values),
            "people": people.map { ["href": "/admin/stories/writers/\($0.id)", "name": moderation.name($0, context.words)] as Values },
        ]
    }
}
