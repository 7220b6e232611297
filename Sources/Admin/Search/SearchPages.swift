import Accounts
import Foundation
import GRDB
import Hummingbird
import Web

struct SearchPages: Sendable {
    let admin: AdminContext
    static let address = "/admin/search"
    private static let (each, few, all) = (6, 4, 200)

    func addRoutes(to router: RouterGroup<SignedIn>) {
        router.get("search", use: index)
        router.get("search/suggestions", use: suggestions)
    }

    private struct Found {
        var typed: SearchWords
        var acts: [PaletteCommand] = []
        var result = Search.Result()
        var corrected: (words: SearchWords, result: Search.Result)?
    }

    private func find(
        _ typed: String, _ person: SignedIn, _ context: FormContext, each: Int, only kind: String? = nil
    ) throws -> Found {
        var found = Found(typed: try SearchWords(typed, context.db))
        guard !found.typed.isEmpty else { return found }
        let search = Search(view: try SearchView(admin, person, context.db), db: context.db, scopeID: context.scopeID)
        if kind == nil {
            // The fewer other words, the better the match: "new rec" means "new recipe" before "new recipe category".
            found.acts = admin.acts(person, context.words, scopeID: context.scopeID).filter { found.typed.fit($0.label) }
                .sorted { $0.label.count < $1.label.count }
        }
        found.result = try search.find(found.typed, each: each, only: kind)
        if kind == nil, found.result.total < 3, found.acts.isEmpty,
            let words = try SpellingSuggestion(search: search).corrected(found.typed, found: found.result.total)
        {
            found.corrected = (words, try search.find(words, each: each))
        }
        return found
    }

    @Sendable func index(_ request: Request, _ person: SignedIn) async throws -> Response {
        let query = Form(query: request.uri.query ?? "")
        let (typed, kind) = (String(query["q"].prefix(200)), query["kind"].isEmpty ? nil : query["kind"])
        return try await admin.page(person, request) { db, context in
            let words = context.words
            let found = try find(typed, person, context, each: kind == nil ? Self.each : Self.all, only: kind)
            let places = Dictionary(try admin.scopes(person, db).map { ($0.id, $0.title) }) { $1 }
            let nothing = found.result.groups.isEmpty && found.acts.isEmpty && found.corrected == nil
            let corrected = found.corrected.map { corrected -> Values in
                [
                    "heading": words("search.resultsFor", ["words": corrected.words.folded]),
                    "href": address(corrected.words.folded),
                    "groups": groups(corrected.result, corrected.words, places, context, prefix: "near-"),
                ]
            }
            return (
                "admin/search/index",
                [
                    "title": typed.isEmpty ? words("search.title") : words("search.resultsFor", ["words": typed]),
                    "heading": words("search.title"), "typed": typed, "isAsked": !typed.isEmpty, "nothing": !typed.isEmpty && nothing,
                    "nothingText": words("search.nothing", ["words": typed]),
                    "pages": found.acts.map { ["label": $0.label, "href": $0.address, "icon": $0.icon, "post": $0.isPost] as Values },
                    "hasPages": !found.acts.isEmpty, "groups": groups(found.result, found.typed, places, context, only: kind),
                    "corrected": corrected ?? false, "isCut": found.result.isCut,
                    "back": kind == nil ? false : address(typed),
                ]
            )
        }
    }

    private func address(_ typed: String, kind: String? = nil) -> String {
        Self.address.appendingQuery([("q", typed)] + (kind.map { [("kind", $0)] } ?? []))
    }

    private func groups(
        _ result: Search.Result, _ typed: SearchWords, _ places: [Int64: String], _ context: FormContext, only kind: String? = nil,
        prefix: String = "kind-"
    ) -> [Values] {
        result.groups.map { group in
            let words = context.words
            let name = things(group.kind, words)
            let isMore = group.count > group.hits.count || group.count > 1
            // A list shows the current house only, so it must contain all hits.
            let isList = group.here == group.count && group.kind.hasSortedTitles
            let href = isList ? group.kind.address.appendingQuery([("q", typed.folded)]) : address(typed.folded, kind: group.kind.name)
            let number = words.language.number(group.count)
            let label =
                result.isCut ? words("search.allIn", ["things": name]) : words("search.allCountedIn", ["count": number, "things": name])
            return [
                "id": prefix + group.kind.name.replacing(".", with: "-"), "label": name, "count": result.isCut ? false : number,
                "icon": group.kind.icon, "allHref": isMore && (kind == nil || isList) ? href : false, "allLabel": label,
                "hits": group.hits.map { templateValues($0, group, places, context) },
            ]
        }
    }

    private func templateValues(_ hit: Search.Hit, _ group: Search.Group, _ places: [Int64: String], _ context: FormContext) -> Values {
        [
            "title": hit.title, "href": group.kind.href(hit.id), "icon": group.kind.icon,
            "thumb": hit.thumb.map { Picture.address(file: $0, .thumb) } ?? false,
            "state": hit.isHidden ? context.words("admin.unpublished") : false, "place": place(hit, group, places, context) ?? false,
        ]
    }

    /// The house of a hit, where not all are of the chosen one: records of two houses may have the same name.
    private func place(_ hit: Search.Hit, _ group: Search.Group, _ places: [Int64: String], _ context: FormContext) -> String? {
        group.hits.allSatisfy { [0, context.scopeID].contains($0.scopeID) } ? nil : places[hit.scopeID]
    }

    private func things(_ kind: SearchKind, _ words: Words) -> String {
        switch kind.name {
        case "picture": words("admin.menu.pictures")
        case "account": words("admin.menu.people")
        default: words("\(kind.name).many")
        }
    }

    private struct Suggestion: Codable, Sendable {
        var label: String
        var detail: String?
        var href: String
        var icon: String
        var post = false
    }

    private struct Suggestions: Codable, Sendable {
        struct Part: Codable, Sendable {
            let label: String
            let items: [Suggestion]
        }

        var parts: [Part] = []
    }

    /// Pages, actions and records as JSON; without words, what a person can begin with.
    @Sendable func suggestions(_ request: Request, _ person: SignedIn) async throws -> Response {
        let typed = Form(query: request.uri.query ?? "")["q"]
        let answer = try await admin.database.read { db in
            let context = try admin.context(person, db)
            var answer = Suggestions()
            let found = try find(typed, person, context, each: Self.few)
            let acts = found.typed.isEmpty ? admin.acts(person, context.words, scopeID: context.scopeID) : Array(found.acts.prefix(6))
            let places = Dictionary(try admin.scopes(person, db).map { ($0.id, $0.title) }) { $1 }
            let drawn = parts(found.result, places, context)
            let own = [Suggestions.Part(label: context.words("search.pages"), items: acts.map(suggestion))].filter { !$0.items.isEmpty }
            // An exact title puts records first; otherwise pages, which are few, come first.
            answer.parts = found.result.groups.first?.hits.first?.rank == 0 ? drawn + own : own + drawn
            if let corrected = found.corrected {
                let label = context.words("search.resultsFor", ["words": corrected.words.folded])
                answer.parts += parts(corrected.result, places, context).map { .init(label: "\(label): \($0.label)", items: $0.items) }
            }
            return answer
        }
        return Response(
            status: .ok, headers: [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(bytes: try JSONEncoder().encode(answer))))
    }

    private func suggestion(_ act: PaletteCommand) -> Suggestion {
        Suggestion(label: act.label, href: act.address, icon: act.icon, post: act.isPost)
    }

    private func parts(_ result: Search.Result, _ places: [Int64: String], _ context: FormContext) -> [Suggestions.Part] {
        result.groups.map { group in
            let items = group.hits.map { hit in
                Suggestion(
                    label: hit.title, detail: place(hit, group, places, context), href: group.kind.href(hit.id),
                    icon: group.kind.icon)
            }
            return Suggestions.Part(label: things(group.kind, context.words), items: items)
        }
    }
}
