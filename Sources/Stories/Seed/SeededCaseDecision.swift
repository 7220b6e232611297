import Accounts
import Admin
import Foundation
import GRDB
import Web

/// A decision in the seed with its reports. Exports omit ended effects, and undone decisions unless an appeal needs them.
struct SeededCaseDecision: Sendable {
    private static let known = [
        "by", "at", "hides", "warns", "suspendedUntil", "suspendedForGood", "proposed", "unlists", "reason", "message", "reports",
        "appeal", "notes", "automatic", "unvotes",
    ]

    static func schema(ofFragment: Bool) -> SeedSchema {
        let measures: [(name: String, schema: SeedSchema, isRequired: Bool)] = [
            ("by", SeedSchema("string"), true), ("at", SeededMoment.schema, true), ("warns", SeedSchema("boolean"), false),
            ("suspendedUntil", SeedSchema("string"), false), ("suspendedForGood", SeedSchema("boolean"), false),
            ("proposed", SeedSchema("boolean"), false), ("unlists", SeedSchema("boolean"), false), ("reason", Reason.schema, false),
            ("message", SeedSchema("string"), false), ("unvotes", SeedSchema("boolean"), false),
            ("appeal", SeededAppeal.schema, false),
        ]
        let own: [(name: String, schema: SeedSchema, isRequired: Bool)] = [
            ("hides", SeedSchema("boolean"), false), ("automatic", HoldReason.schema, false),
            ("reports", SeedSchema("array", ["items": SeededReport.schema]), false),
            ("notes", SeedSchema("array", ["items": SeededNote.schema]), false),
        ]
        return SeedSchema.map(ofFragment ? measures + own : measures)
    }

    private let moderator: String
    let at: Date
    private let measures: Sanctions
    private let reports: [SeededReport]
    private let appeal: SeededAppeal?
    private let notes: [SeededNote]
    private let automatic: HoldReason?

    init?(_ node: SeedNode, ofFragment: Bool) {
        guard let mapping = SeedMapping(node, known: Self.known), let by = mapping.required("by")?.text(), let at = mapping.moment("at"),
            let message = mapping.text("message", limit: Sanctions.longestMessage)
        else { return nil }
        (moderator, self.at) = (by, at)
        var measures = Sanctions(hides: ofFragment && mapping.flag("hides"), warns: mapping.flag("warns"))
        if let until = mapping["suspendedUntil"] {
            // "in 9 days" in a demonstration; a moment in an export.
            guard let date = until.text().flatMap({ Self.coming($0) }) ?? SeededMoment.read(until) else { return nil }
            measures.suspension = .until(date)
        } else if mapping.flag("suspendedForGood") {
            measures.suspension = .forGood
            measures.isProposed = mapping.flag("proposed")
        }
        (measures.unlists, measures.message) = (mapping.flag("unlists"), message)
        measures.leavesOut = mapping.flag("unvotes") ? .all : nil
        measures.reason = mapping["reason"].flatMap { Reason($0) }
        do { try measures.check(canHide: true, at: at) } catch {
            node.refuse("doesNotHold", ["reason": "\(error)"])
            return nil
        }
        self.measures = measures
        reports = mapping.list("reports") { SeededReport($0) }
        appeal = mapping["appeal"].flatMap { SeededAppeal($0) }
        notes = mapping.list("notes") { SeededNote($0) }
        automatic = ofFragment ? mapping["automatic"].flatMap { HoldReason($0) } : nil
    }

    private static func coming(_ text: String) -> Date? {
        let parts = text.split(separator: " ")
        guard parts.count == 3, parts[0] == "in", parts[2] == "days", let days = Double(finite: parts[1]), (0...9999).contains(days) else {
            return nil
        }
        return .now + days * 86_400
    }

    func write(on writer: Int64, fragment: Fragment?, _ db: Database) throws {
        if let automatic, let fragment {
            try CaseDecision.hold(fragment, automatic, measures.reason ?? .other, at: at, db)
            return
        }
        let actor = Actor(accountID: nil, name: moderator, address: "", requestID: "")
        let known = try fragment.flatMap { try SeededReport.file(reports, on: $0, db) }
        let decision =
            try known.map { try CaseDecision.decide($0.id, version: $0.version, measures, by: actor, at: at, db) }
            ?? CaseDecision.impose(measures, on: writer, fragment: fragment?.id, by: actor, at: at, db)
        if let known { for note in notes { try note.write(on: .aCase(known.id), db) } }
        try appeal?.write(against: decision, db)
    }

    static func exported(of writer: Int64, fragment: Int64?, _ names: [Int64: String], _ db: Database) throws -> [SeedValue] {
        let sql = """
            SELECT *, EXISTS (SELECT 1 FROM hiding WHERE decision = decision.id AND endedAt IS NULL) AS stillHides,
              EXISTS (SELECT 1 FROM strike WHERE decision = decision.id AND endedAt IS NULL) AS stillWarns,
              EXISTS (SELECT 1 FROM voteExclusion WHERE decision = decision.id AND author IS NULL AND endedAt IS decision.undoneAt)
                AS leavesOutAll
            FROM decision WHERE writer = ? AND fragment IS ?
              AND (undoneAt IS NULL OR id IN (SELECT decision FROM appeal WHERE state = 'upheld' AND text <> '')) ORDER BY id
            """
        return try Row.fetchAll(db, sql: sql, arguments: [writer, fragment]).compactMap { row -> SeedValue? in
            let (id, automatic): (Int64, String?) = (row["id"], row["automatic"])
            if automatic != nil, !(row["stillHides"] as Bool) { return nil }
            var pairs: [(String, SeedValue)] = [("by", .text(row["moderatorName"])), ("at", .text(row["at"]))]
            let isUndone = row["undoneAt"] as String? != nil
            if row[isUndone ? "hides" : "stillHides"] { pairs.append(("hides", .flag(true))) }
            if row[isUndone ? "warns" : "stillWarns"] { pairs.append(("warns", .flag(true))) }
            pairs += try suspension(of: id, alsoEnded: isUndone, db)
            if row["leavesOutAll"] { pairs.append(("unvotes", .flag(true))) }
            if let automatic { pairs.append(("automatic", .text(automatic))) }
            if let reason: String = row["reason"] { pairs.append(("reason", .text(reason))) }
            if let message: String = row["message"], !message.isEmpty { pairs.append(("message", .text(message))) }
            let reports = try SeededReport.exported("decision = ?", id, names, db)
            pairs += try SeededAppeal.exported(of: id, db)
            guard !reports.isEmpty else { return SeedValue.map(pairs) }
            let notes = try SeededNote.exported("caseID = ?", row["caseID"], db)
            return SeedValue.map(pairs + [("reports", .list(reports))] + notes)
        }
    }

    private static func suspension(of decision: Int64, alsoEnded: Bool, _ db: Database) throws -> [(String, SeedValue)] {
        let sql = "SELECT until, unlists FROM suspension WHERE decision = ?" + (alsoEnded ? "" : " AND endedAt IS NULL")
        guard let row = try Row.fetchOne(db, sql: sql, arguments: [decision]) else { return [] }
        let until: String? = row["until"]
        if try SecondOpinion.about(decision, db)?.state == .open {
            return [("suspendedForGood", .flag(true)), ("proposed", .flag(true))]
                + (row["unlists"] as Bool ? [("unlists", .flag(true))] : [])
        }
        let term: (String, SeedValue) = until.map { ("suspendedUntil", .text($0)) } ?? ("suspendedForGood", .flag(true))
        return [term] + (row["unlists"] as Bool ? [("unlists", .flag(true))] : [])
    }
}

extension HoldReason {
    static var schema: SeedSchema { SeedSchema("string", ["enum": allCases.map(\.rawValue)]) }

    init?(_ node: SeedNode) {
        guard let text = node.text() else { return nil }
        guard let ground = HoldReason(rawValue: text) else {
            node.unknown(text, among: Self.allCases.map(\.rawValue))
            return nil
        }
        self = ground
    }
}

extension Reason {
    static var schema: SeedSchema { SeedSchema("string", ["enum": allCases.map(\.rawValue)]) }

    init?(_ node: SeedNode) {
        guard let text = node.text() else { return nil }
        guard let reason = Reason(rawValue: text) else {
            node.unknown(text, among: Self.allCases.map(\.rawValue))
            return nil
        }
        self = reason
    }
}
