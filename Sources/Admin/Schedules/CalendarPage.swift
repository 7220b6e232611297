import Accounts
import Foundation
import GRDB
import Hummingbird
import Web

struct CalendarPage: Sendable {
    let admin: AdminContext
    static let address = "/admin/calendar"

    func addRoutes(to router: RouterGroup<SignedIn>) {
        router.get("", use: show)
        router.post("{id}/cancellation", use: cancel)
    }

    @Sendable func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        let asked = Form(query: request.uri.query ?? "")["month"]
        return try await admin.page(person, request) { db, context in
            let month = Month(asked, in: context.zone) ?? Month(containing: .now, in: context.zone)
            let acts = try PlannedAct.visible(
                admin, person, db, where: "at >= ? AND at < ?", [month.start, month.end])
            let failed = try PlannedAct.visible(
                admin, person, db, where: "problem IS NOT NULL AND (at < ? OR at >= ?)", [month.start, month.end])
            let later = try PlannedAct.visible(admin, person, db, where: "at >= ?", [month.end]).first
            let ahead = try PlannedAct.visible(admin, person, db, where: "at >= ? AND problem IS NULL", [month.start])
            let titles = try titles(ahead + acts + failed, db)
            let words = context.words
            let spans = VisibleSpans(month: month, acts: ahead, titles: titles).chart(words, context.zone)
            let drawn = { (planned: PlannedAct) in draw(planned, titles, person, context) }
            let values: Values = [
                "title": words("schedules.calendar"), "heading": words("schedules.calendar"), "month": month.name(words.language),
                "previousHref": Self.address + "?month=" + month.other(-1).text, "nextHref": Self.address + "?month=" + month.other(1).text,
                "todayHref": Self.address, "weekdays": (1...7).map { ["label": words("schedules.weekdays.\($0)")] as Values },
                "weeks": weeks(month, acts, drawn, context), "hasActs": !acts.isEmpty,
                "later": later.map { self.later($0, context) } ?? false, "failed": failed.map(drawn),
                "spans": spans?.values ?? false, "zone": context.zone.identifier,
            ]
            return ("admin/schedules/calendar", values)
        }
    }

    private func later(_ planned: PlannedAct, _ context: FormContext) -> Values {
        let month = Month(containing: planned.at, in: context.zone)
        let text = context.words("schedules.later", ["month": month.name(context.words.language)])
        return ["text": text, "href": Self.address + "?month=" + month.text]
    }

    private func weeks(_ month: Month, _ acts: [PlannedAct], _ drawn: (PlannedAct) -> Values, _ context: FormContext) -> [Values] {
        let byDay = Dictionary(grouping: acts) { CivilTime($0.at, in: context.zone).day }
        let today = CivilTime(.now, in: context.zone)
        let cells = [Int](repeating: 0, count: month.firstWeekday - 1) + Array(1...month.days)
        let padded = cells + [Int](repeating: 0, count: (7 - cells.count % 7) % 7)
        return stride(from: 0, to: padded.count, by: 7).map { start in
            let days = padded[start..<(start + 7)].map { day -> Values in
                let isToday = day == today.day && month.year == today.year && month.month == today.month
                return [
                    "day": day == 0 ? false : String(day), "today": isToday, "acts": (byDay[day] ?? []).map(drawn),
                    "isEmpty": byDay[day] == nil, "label": day == 0 ? "" : month.name(of: day, context.words.language),
                ]
            }
            return ["days": days]
        }
    }

    private func draw(_ planned: PlannedAct, _ titles: [String: String], _ person: SignedIn, _ context: FormContext) -> Values {
        let type = admin.resources.all.first { $0.name == planned.kind }
        let mayEdit = type.map { person.grants.may($0.editing, in: planned.scopeID) } ?? false
        let words = context.words
        return [
            "time": words.language.time(planned.at, in: context.zone), "when": words.language.moment(planned.at, in: context.zone),
            "act": words("schedules.acts.\(planned.act)"), "title": titles["\(planned.kind) \(planned.recordID)"] ?? "#\(planned.recordID)",
            "href": "\(type?.address ?? "/admin")/\(planned.recordID)", "kind": planned.problem == nil ? "info" : "bad",
            "problem": planned.problem.map { words("schedules.problems.\($0)") } ?? false,
            "cancelAction": mayEdit ? "\(Self.address)/\(planned.id)/cancellation" : false,
            "who": words("schedules.by", ["who": planned.actor]),
        ]
    }

    private func titles(_ acts: [PlannedAct], _ db: Database) throws -> [String: String] {
        var titles: [String: String] = [:]
        for (kind, acts) in Dictionary(grouping: acts, by: \.kind) {
            guard let type = admin.resources.all.first(where: { $0.name == kind }) else { continue }
            for (id, title) in try type.titles(acts.map(\.recordID), db) { titles["\(kind) \(id)"] = title }
        }
        return titles
    }

    @Sendable func cancel(_ request: Request, _ person: SignedIn) async throws -> Response {
        guard let id = person.parameters.recordID("id") else { throw HTTPError(.notFound) }
        let zone = admin.site.zone
        let month = try await admin.database.write { db -> String in
            guard let planned = try PlannedAct.fetchOne(db, sql: "SELECT * FROM schedule WHERE id = ?", arguments: [id]),
                let type = admin.modulesOn.flatMap({ $0.resources }).first(where: { $0.name == planned.kind }),
                person.grants.may(type.editing, in: planned.scopeID),
                try type.isOpen(planned.recordID, type.editing, person.grants, db)
            else { throw HTTPError(.notFound) }
            try PlannedAct.remove(id, db)
            let title = try type.titles([planned.recordID], db)[planned.recordID] ?? "#\(planned.recordID)"
            try AuditEntry.write(
                db, "\(planned.kind).unschedule", by: person.actor, on: (planned.kind, planned.recordID, title), scope: planned.scopeID,
                detail: ["planned": "\(planned.act) \(MomentFieldType.iso(planned.at))"])
            return Month(containing: planned.at, in: zone).text
        }
        return try await admin.redirect(person, to: Self.address + "?month=" + month, Flash(admin.words(person)("schedules.cancelled")))
    }
}

extension Resource {
    static func titles(_ ids: [Int64], _ db: Database) throws -> [Int64: String] {
        try Target(Self.self).titles(ids, seenBy: nil, db)
    }
}
