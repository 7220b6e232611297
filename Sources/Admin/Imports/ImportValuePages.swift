import Accounts
import GRDB
import Hummingbird
import Web

/// Values that lead to no record or choice: each is mapped, made or skipped once for all items that have it.
struct ImportValuePages: Sendable {
    let admin: AdminContext
    private static let most = 200

    func addRoutes(to imports: RouterGroup<SignedIn>) {
        imports.get("{id}/values", use: show)
        imports.post("{id}/values", use: answer)
    }

    private func find(_ person: SignedIn, _ db: Database) throws -> StagedImport {
        try StagedImport.find(try person.recordID(), of: person.accountID, person.grants, admin, db)
    }

    @Sendable func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        let staged = try await admin.database.read { try find(person, $0) }
        guard staged.state == .checked else { return .redirect(to: staged.address, type: .normal) }
        return try await page(request, person, Form(), [:])
    }

    private func page(
        _ request: Request, _ person: SignedIn, _ form: Form, _ errors: [Int: String], status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        try await admin.page(person, request, status: status) { db, context in
            let staged = try find(person, db)
            guard let type = admin.importable(staged.kind) else { throw HTTPError(.notFound) }
            return ("admin/imports/values", try values(type, staged, form, errors, context))
        }
    }

    private func values<R: Resource>(
        _ type: R.Type, _ staged: StagedImport, _ form: Form, _ errors: [Int: String], _ found: FormContext
    ) throws -> Values {
        let context = try ImportWork(admin: admin).context(staged, found.db)
        let words = found.words
        let (targets, all) = (R.targets, try UnknownValue.all(of: staged.number, context.db))
        var titles: [String: SimilarTitles] = [:]
        var lists: [String: [Values]] = [:]
        for target in Set(all.prefix(Self.most).map(\.field)).compactMap({ targets[$0] }) where titles[target.table] == nil {
            titles[target.table] = try SimilarTitles(of: target, context)
        }
        let rows = try all.prefix(Self.most).enumerated().map { index, value -> Values in
            let answer = form.has("answer.\(index)") ? form["answer.\(index)"] : value.answer.rawValue
            let target = targets[value.field]
            var options = try choices(R.self, value, target, context, words)
            let isMenu = target == nil || !options.isEmpty
            let chosen = form.has("target.\(index)") ? form["target.\(index)"] : value.target
            options.insert((value: "", label: words("field.none")), at: 0)
            var name = form["name.\(index)"]
            if name.isEmpty, !isMenu, let id = Int64(recordID: value.target) { name = try target?.titles([id], context)[id] ?? "" }
            let asked = try asked(of: target, for: value, index, form, context, words)
            for part in asked.isEmpty ? [] : target?.asked() ?? [] where lists[part.target.table] == nil {
                lists[part.target.table] = try part.target.options(context, limit: 500).map { ["label": $0.label] }
            }
            return [
                "asked": asked, "hasAsked": !asked.isEmpty, "isAsking": asked.contains { $0["value"] as? String != "" },
                "index": String(index), "field": value.field, "value": value.value, "spelled": value.spelled,
                "label": Self.label(R.self, value.field, words), "count": words("imports.values.items", count: value.count),
                "error": errors[index] ?? false,
                "answers": answers(value, target, answer, target.flatMap { titles[$0.table]?.like(value.spelled) } ?? [], context, words),
                "menu": isMenu
                    ? ["options": options.map { ["value": $0.value, "label": $0.label, "selected": $0.value == chosen] as Values }]
                        as Values
                    : false,
                "search": isMenu ? false : ["value": name] as Values,
            ]
        }
        return [
            "datalists": lists.sorted { $0.key < $1.key }.map { ["id": "list-" + $0.key, "options": $0.value] as Values },
            "title": words("imports.values.title"), "heading": words("imports.values.title"), "file": staged.name, "rows": rows,
            "hasRows": !rows.isEmpty, "action": staged.address + "/values", "itemsHref": staged.address + "/items",
            "more": all.count > Self.most ? words("imports.values.more", count: all.count - Self.most) : false,
            "breadcrumbs": [
                ["label": words("imports.title"), "href": ImportPages.address], ["label": staged.name, "href": staged.address + "/items"],
            ] as [Values],
        ]
    }

    /// What may be said of the record that an answer makes, such as its category and place.
    private func asked(
        of target: Target?, for value: UnknownValue, _ index: Int, _ form: Form, _ context: FormContext, _ words: Words
    ) throws -> [Values] {
        guard let target, target.mayMake(context) else { return [] }
        return try target.asked().map { part in
            let name = "asked.\(index).\(part.name)"
            let known = try value.references[part.name].flatMap { try part.target.titles([$0], context)[$0] } ?? ""
            return [
                "id": "asked-\(index)-\(part.name)", "name": name, "label": words.label(of: part.name, part.texts),
                "value": form.has(name) ? form[name] : known, "list": "list-" + part.target.table,
            ]
        }
    }

    /// "Topics", or "Stops, picture" for the field of a part.
    private static func label<R: Resource>(_ type: R.Type, _ field: String, _ words: Words) -> String {
        let parts = field.split(separator: ".").map(String.init)
        let whole = words.label(of: parts[0], R.name)
        return parts.count > 1 ? "\(whole), \(words.label(of: parts[1], "\(R.name).\(parts[0])").lowercased())" : whole
    }

    /// The records or choices of a short list; none if names must be typed.
    private func choices<R: Resource>(
        _ type: R.Type, _ value: UnknownValue, _ target: Target?, _ context: FormContext, _ words: Words
    ) throws -> [(value: String, label: String)] {
        if let target {
            guard try target.count(context, upTo: menuLimit + 1) <= menuLimit else { return [] }
            return try target.options(context, limit: menuLimit).map { (String($0.id), $0.label) }
        }
        return (R.field(value.field)?.kind as? any Choosable)?.options(words) ?? []
    }

    private func answers(
        _ value: UnknownValue, _ target: Target?, _ chosen: String, _ alike: [ImportNotes.SimilarRecord], _ context: FormContext,
        _ words: Words
    ) -> [Values] {
        let isSame = value.answer == .map && alike.contains { String($0.id) == value.target } && chosen == value.answer.rawValue
        var answers: [UnknownValue.Answer] = [.none, .map]
        if let target {
            if target.mayMake(context), target.refusal(value.spelled, context) == nil { answers.append(.make) }
            answers.append(.skip)
        }
        let same = alike.map { alike -> Values in
            let values = ["title": alike.title, "percent": String(alike.percent), "why": words("imports.alike.\(alike.reason)")]
            let answer = "same:\(alike.id)"
            let isChosen = answer == chosen || isSame && String(alike.id) == value.target
            return ["value": answer, "label": words("imports.decide.same", values), "selected": isChosen]
        }
        return same
            + answers.map { answer -> Values in
                let key = answer == .none ? "later" : answer.rawValue
                return [
                    "value": answer.rawValue, "label": words("imports.values.\(key)", ["name": value.spelled]),
                    "selected": answer.rawValue == chosen && !isSame,
                ]
            }
    }

    @Sendable func answer(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let errors = try await admin.database.write { db -> [Int: String] in
            let staged = try find(person, db)
            guard staged.state == .checked, let type = admin.importable(staged.kind) else { return [:] }
            return try store(form, type, staged, admin.words(person), db)
        }
        guard errors.isEmpty else { return try await page(request, person, form, errors, status: .unprocessableContent) }
        let staged = try await admin.database.read { try find(person, $0) }
        let isDone = try await ImportWork(admin: admin).begin(staged.number, by: person.actor)
        return .redirect(to: isDone ? staged.address + "/items" : staged.address, type: .normal)
    }

    /// Stores the good answers; returns the errors of the others by their place in the form.
    private func store<R: Resource>(
        _ form: Form, _ type: R.Type, _ staged: StagedImport, _ words: Words, _ db: Database
    ) throws -> [Int: String] {
        let context = try ImportWork(admin: admin).context(staged, db)
        let known = Set(try UnknownValue.all(of: staged.number, db).map(\.key))
        var errors: [Int: String] = [:]
        for index in 0..<Self.most where form.has("answer.\(index)") {
            let key = UnknownValues.Key(form["field.\(index)"], form["value.\(index)"])
            guard known.contains(key) else { continue }
            if form["answer.\(index)"].hasPrefix("same:") {
                let chosen = String(form["answer.\(index)"].dropFirst("same:".count))
                if let target = try target(R.self, key.field, chosen, "", context) {
                    try UnknownValue.answer(key, .map, target, of: staged.number, db)
                } else {
                    errors[index] = words("imports.values.noTarget")
                }
                continue
            }
            guard let answer = UnknownValue.Answer(rawValue: form["answer.\(index)"]) else { continue }
            // A chosen target is an answer too, whatever the menu before it says.
            let isMapped = answer == .map || answer == .none && !(form["target.\(index)"] + form["name.\(index)"]).isEmpty
            guard isMapped else {
                let references = answer == .make ? try references(R.targets[key.field], index, form, &errors, context, words) : [:]
                if errors[index] == nil {
                    try UnknownValue.answer(key, answer, UnknownValue.packed(references), of: staged.number, db)
                }
                continue
            }
            if let target = try target(R.self, key.field, form["target.\(index)"], form["name.\(index)"], context) {
                try UnknownValue.answer(key, .map, target, of: staged.number, db)
            } else {
                errors[index] = words("imports.values.noTarget")
            }
        }
        return errors
    }

    private func references(
        _ target: Target?, _ index: Int, _ form: Form, _ errors: inout [Int: String], _ context: FormContext, _ words: Words
    ) throws -> [String: Int64] {
        var references: [String: Int64] = [:]
        for part in target?.asked() ?? [] {
            let typed = form["asked.\(index).\(part.name)"]
            guard !typed.isEmpty else { continue }
            if let found = try part.target.matching(typed, context).first, found.isExact {
                references[part.name] = found.id
            } else {
                errors[index] = words("admin.refused.noMatch", ["name": typed])
            }
        }
        return references
    }

    private func target<R: Resource>(
        _ type: R.Type, _ field: String, _ chosen: String, _ typed: String, _ context: FormContext
    ) throws -> String? {
        guard let target = R.targets[field] else {
            return (R.field(field)?.kind as? any Choosable)?.values.first { $0 == chosen }
        }
        if let id = Int64(recordID: chosen) { return try target.existing([id], context).contains(id) ? chosen : nil }
        guard case .record(let id) = try FileNames(context).find(typed, in: target, for: field) else { return nil }
        return String(id)
    }
}
