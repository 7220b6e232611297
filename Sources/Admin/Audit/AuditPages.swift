import Accounts
import Foundation
import GRDB
import Hummingbird
import Web

struct AuditPages: Sendable {
    let admin: AdminContext
    static let address = "/admin/audit"

    func addRoutes(to audit: RouterGroup<SignedIn>) {
        audit.get("", use: index)
        audit.get("download", use: download)
        audit.post("verification", use: verify)
    }

    func query(_ request: Request, _ person: SignedIn, _ db: Database) throws -> AuditQuery {
        AuditQuery(
            Form(query: request.uri.query ?? ""), visible: person.grants.scopes(for: "admin.audit.see"),
            rows: admin.resources.loggedRows(person.grants), zone: admin.site.zone,
            acts: try AuditActs(db, admin.words(person)))
    }

    func catchUp(_ request: Request) async throws {
        if AuditQuery.needsWords(Form(query: request.uri.query ?? "")) { try await AuditSearch.catchUp(admin.database) }
    }

    @Sendable func index(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await catchUp(request)
        return try await admin.page(person, request) { db, context in
            let query = try query(request, person, db)
            let total = try query.count(db)
            let entries = try query.entries(db, limit: query.list.size, offset: (query.list.page - 1) * query.list.size)
            let reading = try AuditReading(admin, db, context.words)
            let addresses = try reading.addresses(of: entries, person, db)
            var values = try frame(query, reading, total, person, context)
            values["rows"] = entries.map { row($0, reading, addresses, context) }
            values["hours"] = false
            if !query.list.isFiltered, let chart = try hours(query, context) { values["hours"] = chart.values }
            return ("admin/audit/index", values)
        }
    }

    /// When in the week things were done, of the last 28 days; nil where nothing was.
    private func hours(_ query: AuditQuery, _ context: FormContext) throws -> Chart? {
        let (words, zone, days) = (context.words, context.zone, RecentDays(28, in: context.zone))
        let sql = "SELECT at FROM audit WHERE at >= ? AND \(query.ofVisible)"
        let moments = try Date.fetchAll(context.db, sql: sql, arguments: [days.begin])
        guard !moments.isEmpty else { return nil }
        var counts = Array(repeating: Array(repeating: 0, count: 24), count: 7)
        for moment in moments {
            let civil = CivilTime(moment, in: zone)
            counts[civil.weekday - 1][civil.hour] += 1
        }
        let rows = counts.enumerated().map { index, hours in
            (label: words("schedules.weekdays.\(index + 1)"), values: hours.map { Optional(Double($0)) })
        }
        let count = words.language.number(moments.count)
        let heading = Chart.Heading(
            id: "hours", title: words("admin.audit.hours"), summary: words("admin.audit.hoursSummary", ["count": count]))
        return .heatMap(heading, columns: (0..<24).map(String.init), corner: words("admin.audit.day"), rows) {
            words.language.number(Int(nearest: $0))
        }
    }

    @Sendable func verify(_ request: Request, _ person: SignedIn) async throws -> Response {
        try person.require("admin.audit.see")
        let words = admin.words(person)
        let (broken, count) = try await admin.database.read { db in (try AuditEntry.verify(db), try AuditChain.head(db)?.id ?? 0) }
        let flash =
            broken.map { Flash(words("admin.audit.broken", ["number": words.language.number(Int($0))]), kind: .bad) }
            ?? Flash(words("admin.audit.whole", count: Int(count)))
        return try await admin.redirect(person, to: Self.address, flash)
    }

    private func frame(_ query: AuditQuery, _ reading: AuditReading, _ total: Int, _ person: SignedIn, _ context: FormContext) throws
        -> Values
    {
        let (words, list) = (context.words, query.list)
        let menus = try menus(query, reading, context).map { $0.templateValues(list, Self.address, words) }
        let heading = words("admin.menu.audit")
        return [
            "title": heading, "heading": heading, "count": words.language.number(total), "q": list.search,
            "searchLabel": words("admin.audit.search"), "listHref": Self.address, "filters": menus.map(\.drawn),
            "dates": dates(query, words), "hasMenus": true, "hasWrongDay": !query.wrongDays.isEmpty,
            "chosenCount": list.chosenCount ?? false,
            "chips": menus.compactMap(\.chip) + dateChips(list, context),
            "clearHref": list.isFiltered ? Self.address : false,
            "hidden": list.hidden.map { ["name": $0.name, "value": $0.value] as Values },
            "pages": PageTurner.templateValues(Self.address, list, total: total, words), "hasRows": total > 0,
            "downloadHref": list.address(Self.address + "/download"),
            "verifyAction": person.grants.may("admin.audit.see", in: nil) ? Self.address + "/verification" : false,
        ]
    }

    private func menus(_ query: AuditQuery, _ reading: AuditReading, _ context: FormContext) throws -> [FilterMenu] {
        let (db, words) = (context.db, context.words)
        let people = try Row.fetchAll(
            db,
            sql: """
                SELECT id, name FROM account WHERE EXISTS (SELECT 1 FROM audit WHERE accountID = account.id AND \(query.ofVisible))
                ORDER BY name COLLATE portico_names LIMIT \(menuLimit)
                """
        ).map { NamedOption(value: String($0[0] as Int64), label: $0[1]) }
        let kinds = try String.fetchAll(
            db,
            sql: """
                WITH RECURSIVE known(kind) AS (
                  SELECT min(objectKind) FROM audit UNION ALL
                  SELECT (SELECT min(objectKind) FROM audit WHERE objectKind > known.kind) FROM known WHERE kind IS NOT NULL)
                SELECT kind FROM known WHERE kind IS NOT NULL
                """
        ).map { NamedOption(value: $0, label: reading.kind($0)) }.sorted { $0.label.folded < $1.label.folded }
        let scopes = try admin.allScopes(db).filter { option in
            if case .only(let ids) = query.visible { Int64(recordID: option.value).map(ids.contains) ?? false } else { true }
        }
        let nobody = NamedOption(value: AuditQuery.nobody, label: words("admin.audit.nobody"))
        return [
            FilterMenu(name: "who", label: words("admin.audit.filters.who"), options: people + [nobody]),
            FilterMenu(name: "act", label: words("admin.audit.filters.act"), options: try AuditActs(db, words).options),
            FilterMenu(name: "kind", label: words("admin.audit.filters.kind"), options: kinds),
            FilterMenu(name: "field", label: words("history.field"), options: fields(query, words)),
            FilterMenu(name: "scope", label: words("admin.audit.filters.scope"), options: scopes),
        ].filter { $0.name != "scope" || scopes.count > 1 }
    }

    private func fields(_ query: AuditQuery, _ words: Words) -> [NamedOption] {
        let kind = query.list.chosen.first { $0.name == "kind" }?.value
        var labels: [String: String] = [:]
        for type in admin.modulesOn.flatMap({ $0.resources }) where kind == nil || kind == type.name {
            for (name, label) in type.labels(words) where labels[name] == nil { labels[name] = label }
        }
        return labels.map { NamedOption(value: $0.key, label: $0.value) }.sorted { $0.label.folded < $1.label.folded }
    }

    private func dates(_ query: AuditQuery, _ words: Words) -> [Values] {
        ["from", "to"].map { name in
            let (value, wrong) = (query.list.chosen.first { $0.name == name }?.value ?? "", query.wrongDays[name])
            return [
                "name": name, "id": "filter-" + name, "label": words("admin.audit.filters.\(name)"),
                "value": wrong ?? words.language.typed(value),
                "error": wrong == nil ? false : words("lists.refused.day"),
            ]
        }
    }

    private func dateChips(_ list: ListQuery, _ context: FormContext) -> [Values] {
        list.chosen.compactMap { name, value in
            guard ["from", "to"].contains(name), let day = AuditQuery.day(value, context.zone) else { return nil }
            let text = context.words.language.date(day, in: context.zone)
            return ["label": "\(context.words("admin.audit.filters.\(name)")) \(text)", "href": list.without(name).address(Self.address)]
        }
    }

    private func row(_ entry: AuditEntry, _ reading: AuditReading, _ addresses: [String: String], _ context: FormContext) -> Values {
        let detail = reading.detail(entry)
        let href = entry.objectID.flatMap { addresses["\(entry.objectKind ?? "") \($0)"] }
        return [
            "when": context.words.language.relativeMoment(entry.at, now: .now, in: context.zone), "who": reading.who(entry),
            "action": reading.act(entry), "object": reading.object(entry), "href": href ?? false,
            "address": entry.address.isEmpty ? false : entry.address,
            "detail": detail.isEmpty ? false : detail, "place": entry.scopeID == nil ? false : reading.place(entry),
        ]
    }
}

extension Resources {
    fileprivate func loggedRows(_ grants: Grants) -> String {
        let parts = all.compactMap { type -> String? in
            let rows = type.rows(type.seeing, grants)
            guard rows != "1" else { return nil }
            return "(objectKind IS NOT '\(type.name)' OR objectID IN (SELECT id FROM \(type.table) WHERE \(rows)))"
        }
        return parts.isEmpty ? "1" : parts.joined(separator: " AND ")
    }
}

extension Resource {
    fileprivate static func labels(_ words: Words) -> [(name: String, label: String)] {
        fields.map { ($0.name, words.label(of: $0.name, name)) }
    }
}
