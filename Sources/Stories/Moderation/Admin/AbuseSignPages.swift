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
    }

    @Sendable private func showSigns(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await moderation.admin.page(person, request) { db, context in
            let (words, signs) = (context.words, try AbuseSigns(at: .now, db))
            let groups = [
                ("rings", try signs.rings.map { try drawn($0, context) }), ("fans", try signs.fans.map { try drawn($0, context) }),
                ("complainers", try signs.complainers.map { try drawn($0, context) }),
                ("offenders", try signs.offenders.map { try drawn($0, context) }),
            ]
            let values: Values = [
                "title": words("stories.desk.signs.title"), "isEmpty": signs.isEmpty,
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

    private func drawn(_ ring: AbuseSigns.Ring, _ context: FormContext) throws -> Values {
        let sides: [String: String] = [
            "given": String(ring.given), "returned": String(ring.returned), "ofFirst": String(ring.ofFirst),
            "ofSecond": String(ring.ofSecond),
        ]
        return try sign("rings", ring.first, ring.second, sides, context)
    }

    private func drawn(_ fan: AbuseSigns.Fan, _ context: FormContext) throws -> Values {
        try sign("fans", fan.voter, fan.author, ["given": String(fan.given), "all": String(fan.all)], context)
    }

    private func drawn(_ complainer: AbuseSigns.Complainer, _ context: FormContext) throws -> Values {
        let reporter = complainer.reporter
        let values: [String: String] = [
            "rejected": String(reporter.rejected), "all": String(reporter.upheld + reporter.rejected),
            "about": String(complainer.aboutTarget),
            "weight": String(reporter.percent),
        ]
        return try sign("complainers", complainer.writer, complainer.target, values, context)
    }

    private func drawn(_ offender: AbuseSigns.Offender, _ context: FormContext) throws -> Values {
        try sign(
            "offenders", offender.writer, nil, ["hidden": String(offender.hidden), "written": String(offender.written)], context)
    }

    private func sign(
        _ key: String, _ first: Int64, _ second: Int64?, _ numbers: [String: String], _ context: FormContext
    ) throws -> Values {
        let people = try [first, second].compactMap { try $0.flatMap { try Writer.find($0, context.db) } }
        var values = numbers
        for (place, writer) in zip(["first", "second"], people) { values[place] = moderation.name(writer, context.words) }
        return [
            "text": context.words("stories.desk.signs.\(key).text", values),
            "people": people.map { ["href": "/admin/stories/writers/\($0.id)", "name": moderation.name($0, context.words)] as Values },
        ]
    }
}
