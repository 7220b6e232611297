import Accounts
import Foundation
import GRDB
import Hummingbird
import Web

struct ResourceTrashPages<R: Resource>: Sendable {
    let admin: AdminContext

    func addRoutes(to own: RouterGroup<SignedIn>) {
        own.get("trash", use: trash)
        own.post("trash", use: changeTrash)
    }

    @Sendable func trash(_ request: Request, _ person: SignedIn) async throws -> Response {
        let query = ListQuery(Form(query: request.uri.query ?? ""), filters: Filter<R>.namesOfTrash, sortable: [])
        return try await admin.page(person, request) { db, context in
            _ = try admin.requireScope(of: R.self, person, R.editing, context)
            return ("admin/trash/index", try trashPage(query, context))
        }
    }

    private func trashPage(_ query: ListQuery, _ context: FormContext) throws -> Values {
        let (words, db, address) = (context.words, context.db, R.address + "/trash")
        let conditions = FilterConditions<R>(query, context, trashed: true)
        let condition = conditions.sql()
        let total =
            try Int.fetchOne(db, sql: "SELECT count(*) FROM \(R.table) WHERE \(condition.sql)", arguments: condition.arguments) ?? 0
        let sql = """
            SELECT id, \(R.title.column), deletedAt,
              (SELECT actor FROM revision WHERE kind = '\(R.name)' AND recordID = \(R.table).id AND act = 'delete' ORDER BY id DESC LIMIT 1)
            FROM \(R.table) WHERE \(condition.sql) ORDER BY deletedAt DESC, id LIMIT ? OFFSET ?
            """
        let rows = try Row.fetchAll(db, sql: sql, arguments: condition.arguments + [query.size, (query.page - 1) * query.size])
        let days = admin.site.trashDays
        let drawn = rows.map { row -> Values in
            [
                "id": String(row[0] as Int64), "title": row[1] as String, "historyHref": "\(R.address)/\(row[0] as Int64)/history",
                "deleted": words.language.relativeMoment(row[2], now: .now, in: context.zone), "by": (row[3] as String?) ?? false,
                "until": days == 0 ? false : words.language.date((row[2] as Date) + Double(days) * 86_400, in: context.zone),
            ]
        }
        let heading = words("admin.trash.heading", ["things": R.localized(words, "many").lowercased()])
        let (menus, chips) = try trashFilters(query, context)
        let isBlank = total == 0 && !query.isFiltered
        return [
            "title": heading, "heading": heading, "rows": drawn, "hasRows": !rows.isEmpty, "action": address,
            "purpose": days == 0 ? words("lists.trash.forEver") : words("lists.trash.purpose", count: days), "hasDates": days > 0,
            "isSearchable": !isBlank, "back": query.address("", page: query.page), "q": query.search,
            "searchLabel": words("admin.list.search"), "filters": menus, "dates": trashDates(query, conditions.errors, words),
            "hasMenus": true, "hasWrongDay": !conditions.errors.isEmpty, "chosenCount": query.chosenCount ?? false, "chips": chips,
            "hidden": query.hidden.map { ["name": $0.name, "value": $0.value] as Values },
            "clearHref": query.isFiltered ? address : false, "pages": PageTurner.templateValues(address, query, total: total, words),
            "bulkAll": total > rows.count && conditions.errors.isEmpty ? words("lists.bulk.all", count: total) : false,
            // The search form targets the current page; the link back to the list has its own name.
            "listHref": isBlank ? R.address : address, "backHref": R.address, "listLabel": R.localized(words, "many"),
            "emptyText": isBlank ? words("admin.trash.empty") : words("lists.trash.noMatch"),
            "breadcrumbs": [["label": R.localized(words, "many"), "href": R.address]] as [Values],
        ]
    }

    private func trashFilters(_ query: ListQuery, _ context: FormContext) throws -> (menus: [Values], chips: [Values]) {
        let (words, address) = (context.words, R.address + "/trash")
        var chips = ["from", "to"].compactMap { end -> Values? in
            let name = "deleted.\(end)"
            guard let typed = query.chosen.first(where: { $0.name == name })?.value else { return nil }
            var rest = query
            rest.chosen.removeAll { $0.name == name }
            let said = FilterBound.formatted(typed, .day, context)
            return ["label": "\(words("lists.trash.\(end)")) \(said)", "href": rest.address(address)]
        }
        let people = try Filter<R>.ofTrash.first { $0.name == "deletedBy" }?.options(query, context) ?? []
        guard people.count > 1 || !query.values("deletedBy").isEmpty else { return ([], chips) }
        let options = people.map { NamedOption(value: $0.value, label: $0.label) }
        let menu = FilterMenu(name: "deletedBy", label: words("lists.trash.by"), options: options).templateValues(query, address, words)
        if let chip = menu.chip { chips.append(chip) }
        return ([menu.drawn], chips)
    }

    private func trashDates(_ query: ListQuery, _ errors: FieldErrors, _ words: Words) -> [Values] {
        ["from", "to"].map { end in
            let name = "deleted.\(end)"
            let value = query.chosen.first { $0.name == name }?.value ?? ""
            return [
                "name": name, "id": "filter-deleted-\(end)", "label": words("lists.trash.\(end)"), "value": words.language.typed(value),
                "error": errors[name] ?? false,
            ]
        }
    }

    /// Restores (`restore`), trashes (`delete`, to undo a new record), or erases after confirmation (`erase`).
    @Sendable func changeTrash(_ request: Request, _ person: SignedIn) async throws -> Response {
        try person.requireSomewhere(R.editing)
        let form = try await Form.read(request)
        let ids = form.recordIDs("id")
        let words = admin.words(person)
        switch form["act"] {
        case "restore" where form["all"] == "yes":
            return try await BulkPages<R>(admin: admin).act(BulkChange(verb: .restore), request, person, form)
        case "restore":
            let (restored, taken) = try await admin.database.write { db in try restore(ids, db, person) }
            let text =
                ([restored.isEmpty ? nil : words("admin.restored", count: restored.count)]
                    + taken.map { words("admin.restoreTaken", ["name": $0]) })
            let flash = Flash(
                text.compactMap { $0 }.joined(separator: " "), kind: taken.isEmpty ? .good : .warn, undo: .trashing(restored, words))
            return try await admin.redirect(person, to: restored.count == 1 ? restored[0].address : R.address, flash)
        case "delete":
            let moved = try await admin.database.write { db in try moveAll(ids, toTrash: true, db, person) }
            let flash = Flash(words("admin.deleted", count: moved.count), kind: .good, undo: .restoring(moved, of: R.self, words))
            return try await admin.redirect(person, to: R.address, flash)
        case "erase":
            guard !ids.isEmpty, form["confirmed"] == "yes" else { return try await askErasing(request, person, ids) }
            let (count, kept) = try await admin.database.write { db in try erase(ids, db, person) }
            let text = [count == 0 ? nil : words("admin.erased", count: count)] + kept.map { words("admin.erasedInUse", ["name": $0]) }
            let flash = Flash(text.compactMap { $0 }.joined(separator: " "), kind: kept.isEmpty ? .good : .warn)
            return try await admin.redirect(person, to: R.address + "/trash", flash)
        default: throw HTTPError(.badRequest)
        }
    }

    private func askErasing(_ request: Request, _ person: SignedIn, _ ids: [Int64]) async throws -> Response {
        try await admin.page(person, request) { db, context in
            let words = context.words
            let records = try ids.map { try R.find(db, person.grants, R.editing, $0, trashed: true) }
            let uses = try records.flatMap { record in
                try admin.resources.visible(
                    try admin.resources.uses(of: record.id ?? 0, in: R.table, db), context, scopeID: record.stamp.scopeID)
            }
            let others = uses.filter { !$0.isTrashed || !admin.resources.lives($0, with: R.table) }
            let together = uses.filter { !others.contains($0) }
            let goes = records.map { ["label": $0.titleText] as Values } + parts(records, words) + together.namedValues(words)
            let heading = words("admin.erasure.heading", count: records.count)
            return (
                "admin/trash/deletion",
                [
                    "title": heading, "heading": heading, "action": R.address + "/trash", "listHref": R.address + "/trash",
                    "uses": others.isEmpty ? false : others.templateValues, "goes": goes, "isFinal": true, "mayUnpublish": false,
                    "text": words("admin.erasure.text"),
                    "hidden": [["name": "act", "value": "erase"]] + records.map { ["name": "id", "value": String($0.id ?? 0)] } as [Values],
                    "breadcrumbs": [["label": R.localized(words, "many"), "href": R.address]] as [Values],
                ]
            )
        }
    }

    private func parts(_ records: [R], _ words: Words) -> [Values] {
        R.fields.filter { $0.kind.template == "fields/children" }.compactMap { field in
            let lines = records.reduce(0) { $0 + field.text($1, words, admin.site.zone).split(separator: "\n").count }
            return lines == 0 ? nil : ["label": "\(words.label(of: field.name, R.name)): \(words.language.number(lines))"]
        }
    }

    private func moveAll(_ ids: [Int64], toTrash: Bool, _ db: Database, _ person: SignedIn) throws -> [Int64] {
        try ids.filter { id in
            guard var record = try? R.find(db, person.grants, R.editing, id, trashed: !toTrash) else { return false }
            try record.move(toTrash: toTrash, db, by: person.actor)
            return true
        }
    }

    /// Restores records; those with a title taken since stay and are returned.
    private func restore(_ ids: [Int64], _ db: Database, _ person: SignedIn) throws -> (restored: [R], taken: [String]) {
        var (restored, taken): ([R], [String]) = ([], [])
        for id in ids {
            guard var record = try? R.find(db, person.grants, R.editing, id, trashed: true) else { continue }
            do {
                try db.inSavepoint {
                    try record.move(toTrash: false, db, by: person.actor)
                    return .commit
                }
                restored.append(record)
            } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE {
                taken.append(record.titleText)
            }
        }
        return (restored, taken)
    }

    /// Records that the schema protects stay and are returned.
    private func erase(_ ids: [Int64], _ db: Database, _ person: SignedIn) throws -> (count: Int, kept: [String]) {
        var (count, kept): (Int, [String]) = (0, [])
        for id in ids {
            guard let record = try? R.find(db, person.grants, R.editing, id, trashed: true) else { continue }
            if try record.erase(db, among: admin.resources, by: person.actor) { count += 1 } else { kept.append(record.titleText) }
        }
        return (count, kept)
    }
}

extension Flash.Undo {
    static func restoring<R: Resource>(_ ids: [Int64], of type: R.Type, _ words: Words) -> Self { act("restore", ids, type, words) }
    public static func trashing<R: Resource>(_ records: [R], _ words: Words) -> Self {
        act("delete", records.compactMap(\.id), R.self, words)
    }

    private static func act<R: Resource>(_ act: String, _ ids: [Int64], _ type: R.Type, _ words: Words) -> Self {
        let fields = [["act", act]] + ids.map { ["id", String($0)] }
        return Flash.Undo(action: R.address + "/trash", label: words("admin.undo"), fields: fields)
    }
}
