import Accounts
import GRDB
import Hummingbird
import Web

/// The texts without a translation, each typed in place. Without a chosen kind the page shows a few of each.
struct TranslationList: Sendable {
    let admin: AdminContext
    static let address = "/admin/translations"
    /// Records of a kind, and texts of them, where all kinds are shown.
    private static let few = (records: 5, texts: 8)

    func addRoutes(to translations: RouterGroup<SignedIn>) {
        translations.get("{language}", use: show)
    }

    @Sendable func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        guard let language = person.parameters.get("language").flatMap(Language.init(rawValue:)), admin.site.languages.contains(language)
        else { throw HTTPError(.notFound) }
        let query = ListQuery(Form(query: request.uri.query ?? ""), filters: ["kind"], sortable: [])
        return try await admin.page(person, request) { db, context in
            let words = context.words
            let kinds = try admin.untranslatedKinds(in: language, person, context)
            let heading = words("translations.list.heading", ["language": words.name(of: language, "translations.in")])
            var values: Values = [
                "title": heading, "heading": heading, "breadcrumbs": [Values](), "hasGroups": !kinds.isEmpty,
                "fromLanguage": admin.site.language.rawValue, "toLanguage": language.rawValue,
                "fromName": admin.site.language.ownName, "toName": language.ownName,
            ]
            values.merge(try templateValues(kinds, query, language, context)) { $1 }
            return ("admin/translations/index", values)
        }
    }

    private func templateValues(_ kinds: [UntranslatedKind], _ query: ListQuery, _ language: Language, _ context: FormContext) throws
        -> Values
    {
        let (words, address) = (context.words, "\(Self.address)/\(language.rawValue)")
        let chosen = kinds.first { query.values("kind") == [$0.type.name] }
        var shown = query
        // The last row of the last page may just have been translated.
        shown.page = chosen.map { min(query.page, ($0.count + $0.size - 1) / $0.size) } ?? 1
        let all = try (chosen.map { [$0] } ?? kinds).map { kind -> [TranslationRow] in
            guard chosen == nil else {
                return try admin.untranslatedTexts(kind.type, language, kind.size, offset: (shown.page - 1) * kind.size, context)
            }
            return Array(try admin.untranslatedTexts(kind.type, language, Self.few.records, offset: 0, context).prefix(Self.few.texts))
        }
        let ids = all.flatMap { $0.map(\.id) }
        let after = Dictionary(zip(ids, ids.dropFirst())) { first, _ in first }
        let here = chosen == nil ? address : shown.address(address, page: shown.page)
        func href(_ kind: UntranslatedKind) -> String { address.appendingQuery([("kind", kind.type.name)]) }
        let groups = zip(chosen.map { [$0] } ?? kinds, all).map { kind, rows -> Values in
            [
                "label": words("\(kind.type.name).many"), "count": words.language.number(kind.count), "icon": kind.type.icon,
                "moreHref": chosen == nil ? href(kind) : false,
                "rows": rows.map { $0.templateValues(next: here + (after[$0.id].map { "#" + $0 } ?? "")) },
            ]
        }
        let chips = kinds.map { kind -> Values in
            [
                "href": href(kind), "label": words("\(kind.type.name).many"), "count": words.language.number(kind.count),
                "isChosen": kind.type.name == chosen?.type.name,
            ]
        }
        return [
            "groups": groups, "kinds": kinds.count > 1 ? chips : [Values](), "allHref": address, "isAll": chosen == nil,
            "pages": chosen.map { kind -> any Sendable in
                PageTurner.templateValues(address, shown, total: kind.count, size: kind.size, words)
            }
                ?? false,
        ]
    }
}

/// A kind of records with missing translations.
private struct UntranslatedKind {
    let type: any Resource.Type
    let count: Int
    /// Records on a page.
    let size: Int
}

/// A text of a record that waits for its translation.
struct TranslationRow {
    let id: String
    let name: String
    let record: String
    let recordHref: String
    let version: Int
    let text: TranslatableText
    let translation: Translations.Text?

    init<R: Resource>(_ text: TranslatableText, of record: R, named name: String, in version: LanguageVersion) {
        id = "\(R.name)-\(record.id ?? 0)-\(text.name)".replacing(".", with: "-")
        self.name = "t." + text.name
        (self.record, recordHref) = (name, "\(record.address)/translations/\(version.code)")
        (self.version, self.text, translation) = (record.stamp.version, text, text.translations[text.field, version])
    }

    /// - Parameter next: the page and place of the next text, to which saving this one leads.
    func templateValues(next: String) -> Values {
        [
            "id": id, "name": name, "record": record, "recordHref": recordHref, "version": String(version), "next": next,
            "part": text.part.isEmpty ? false : text.part, "label": text.label, "original": text.original,
            "isTitle": text.original == record, "isLong": text.kind is LongTextFieldType, "value": translation?.text ?? "",
            "stale": translation.map { said -> any Sendable in ["right": "right." + text.name, "before": said.of ?? ""] as Values }
                ?? false,
        ]
    }
}

extension AdminContext {
    fileprivate func untranslatedKinds(in language: Language, _ person: SignedIn, _ context: FormContext) throws -> [UntranslatedKind] {
        try translated(person, context).compactMap { type in
            let count = try untranslatedCount(type, language, context)
            return count > 0 ? UntranslatedKind(type: type, count: count, size: type.hasTranslatableParts ? 10 : 50) : nil
        }
    }

    private func untranslatedCount<R: Resource>(_ type: R.Type, _ language: Language, _ context: FormContext) throws -> Int {
        guard let (place, arguments) = untranslatedRows(type, language, context) else { return 0 }
        return try Int.fetchOne(context.db, sql: "SELECT count(*) \(place)", arguments: arguments) ?? 0
    }

    fileprivate func untranslatedTexts<R: Resource>(
        _ type: R.Type, _ language: Language, _ size: Int, offset: Int, _ context: FormContext
    ) throws -> [TranslationRow] {
        guard let (place, arguments) = untranslatedRows(type, language, context) else { return [] }
        let (sql, version) = ("SELECT r.id \(place) ORDER BY r.folded, r.id LIMIT ? OFFSET ?", LanguageVersion(language))
        return try Int64.fetchAll(context.db, sql: sql, arguments: arguments + [size, offset]).flatMap { id -> [TranslationRow] in
            guard let record = try R.fetch(context.db, id: id) else { return [] }
            let name = try record.name(context.db)
            return record.translatableTexts(context.words).filter { $0.state(in: version) != .done }
                .map { TranslationRow($0, of: record, named: name, in: version) }
        }
    }

    private func untranslatedRows<R: Resource>(_ type: R.Type, _ language: Language, _ context: FormContext) -> (
        String, StatementArguments
    )? {
        guard let condition = R.untranslated(in: language) else { return nil }
        let isOfScope = R.scope.map { "r.\($0.column) IS ?" } ?? "? IS ?"
        let rows = R.rows(R.editing, context.grants, as: "r")
        let place = "FROM \(R.table) r WHERE \(R.notTrashed("r")) AND \(isOfScope) AND \(condition) AND \(rows)"
        return (place, R.scope == nil ? [0, 0] : [context.scopeID])
    }

    /// Where the next record of the same kind is translated, after the last one the first again; without another one the list of what is left.
    func nextTranslation<R: Resource>(after record: R, in language: Language, _ context: FormContext) throws -> String {
        let list = "\(TranslationList.address)/\(language.rawValue)"
        guard let id = record.id, let (place, arguments) = untranslatedRows(R.self, language, context) else { return list }
        let sql = """
            SELECT r.id \(place) AND r.id <> ?
            ORDER BY (r.folded, r.id) < ((SELECT folded FROM \(R.table) WHERE id = ?), ?), r.folded, r.id LIMIT 1
            """
        let next = try Int64.fetchOne(context.db, sql: sql, arguments: arguments + [id, id, id])
        return next.map { "\(R.address)/\($0)/translations/\(language.rawValue)" } ?? list
    }

    private func translated(_ person: SignedIn, _ context: FormContext) -> [any Resource.Type] {
        modulesOn.flatMap { $0.resources }.filter { $0.hasTranslations && person.grants.may($0.editing, in: context.scopeID) }
    }

    func translationCards(_ person: SignedIn, _ context: FormContext) throws -> [Card] {
        try site.languages.flatMap { language -> [Card] in
            let types = translated(person, context)
            let own = "translations.cards.\(language.rawValue)"
            let count = try types.reduce(0) { try $0 + untranslatedCount($1, language, context) }
            return types.first.map {
                [
                    Card(
                        context.words.isOwn(own) ? own : "translations.cards.any", count: count,
                        address: "\(TranslationList.address)/\(language.rawValue)", icon: "language", permission: $0.editing,
                        values: ["language": context.words.name(of: language, "translations.in")])
                ]
            } ?? []
        }
    }
}
