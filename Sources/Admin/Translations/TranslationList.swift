import Accounts
import GRDB
import Hummingbird
import Web

struct TranslationList: Sendable {
    let admin: AdminContext
    static let address = "/admin/translations"

    func addRoutes(to translations: RouterGroup<SignedIn>) {
        translations.get("{language}", use: show)
    }

    @Sendable func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        guard let language = person.parameters.get("language").flatMap(Language.init(rawValue:)), admin.site.languages.contains(language)
        else { throw HTTPError(.notFound) }
        return try await admin.page(person, request) { db, context in
            let groups = try admin.untranslated(in: language, person, context)
            let words = context.words
            let heading = words("translations.list.heading", ["language": words.name(of: language, "translations.in")])
            let values: Values = [
                "title": heading, "heading": heading, "groups": groups, "hasGroups": !groups.isEmpty, "breadcrumbs": [Values](),
            ]
            return ("admin/translations/index", values)
        }
    }
}

extension AdminContext {
    private static var shown: Int { 100 }

    fileprivate func untranslated(in language: Language, _ person: SignedIn, _ context: FormContext) throws -> [Values] {
        try translated(person, context).compactMap { type in
            let (count, rows) = try untranslated(type, language, context)
            guard count > 0 else { return nil }
            return [
                "label": context.words("\(type.name).many"), "count": context.words.language.number(count), "icon": type.icon, "rows": rows,
                "more": count > rows.count ? context.words("translations.list.more", count: count - rows.count) : false,
            ]
        }
    }

    private func untranslated<R: Resource>(_ type: R.Type, _ language: Language, _ context: FormContext) throws -> (Int, [Values]) {
        guard let (place, arguments) = untranslatedRows(type, language, context) else { return (0, []) }
        let count = try Int.fetchOne(context.db, sql: "SELECT count(*) \(place)", arguments: arguments) ?? 0
        let sql = "SELECT r.id, r.\(R.title.column) \(place) ORDER BY r.folded LIMIT \(Self.shown)"
        let rows = try Row.fetchAll(context.db, sql: sql, arguments: arguments).map { row -> Values in
            ["title": row[1] as String, "href": "\(R.address)/\(row[0] as Int64)/translations/\(language.rawValue)"]
        }
        return (count, rows)
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
            let count = try types.reduce(0) { try $0 + untranslated($1, language, context).0 }
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
