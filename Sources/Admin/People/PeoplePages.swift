import Accounts
import GRDB
import Hummingbird
import Web

struct PeoplePages: Sendable {
    let admin: AdminContext
    static let address = "/admin/people"

    func addRoutes(to people: RouterGroup<SignedIn>, proof: RecentProof) {
        let acts = people.group().add(middleware: proof)
        people.get("", use: index)
        PersonFormPages(admin: admin).addRoutes(to: people, acts)
        PeopleTrashPages(admin: admin).addRoutes(to: people, acts)
        DemoRemovalPages(admin: admin).addRoutes(to: people, acts)
        PersonErasurePages(admin: admin).addRoutes(to: people, acts)
        PersonActPages(admin: admin).addRoutes(to: acts)
        PersonAccessPages(admin: admin).addRoutes(to: people)
        PersonFactorPages(admin: admin).addRoutes(to: people, acts)
    }

    static func address(_ id: Int64) -> String { "\(address)/\(id)" }

    @Sendable func index(_ request: Request, _ person: SignedIn) async throws -> Response {
        let query = ListQuery(
            Form(query: request.uri.query ?? ""), filters: PeopleListing.filters, sortable: PeopleListing.sortable)
        return try await admin.page(person, request) { db, context in
            let places = Dictionary(try admin.allScopes(db).map { ($0.value, $0.label) }) { $1 }
            return ("admin/lists/index", list(try PeopleListing(query, db), places, try admin.roles(db), context))
        }
    }

    private func list(_ listing: PeopleListing, _ places: [String: String], _ roles: [Role], _ context: FormContext) -> Values {
        let (words, query) = (context.words, listing.query)
        var rawFragments = RawFragments()
        let values: Values = [
            "title": words("admin.people.many"), "heading": words("admin.people.many"), "count": words.language.number(listing.found.count),
            "purpose": words("admin.people.purpose"), "newHref": Self.address + "/new", "newLabel": words("admin.people.new"),
            "listHref": Self.address, "viewsHref": false,
            "columns": columns(query, words),
            "rowsHTML": rawFragments.add(markup(words).table(listing.page.map { row($0, places, roles, words) })),
            RawFragments.key: rawFragments,
            "bulk": [["act": "delete", "label": words("admin.bulk.delete"), "danger": true] as Values], "editable": false,
            "pages": PageTurner.templateValues(Self.address, query, total: listing.found.count, words), "empty": false,
            "noMatch": listing.found.isEmpty,
            "trashHref": Self.address + "/trash", "trashCount": listing.trashed == 0 ? false : words.language.number(listing.trashed),
            "back": query.address(""), "icon": "people",
        ]
        return values.merging(PeopleFilters(listing, roles, words).values) { $1 }
    }

    private func columns(_ query: ListQuery, _ words: Words) -> [Values] {
        ["name", "key", "roles", "active", "password"].map { name in
            let isSortable = PeopleListing.sortable.contains(name)
            let asked = query.sort.isEmpty ? "name" : query.sort
            let direction = asked == name ? "ascending" : asked == "-" + name ? "descending" : nil
            return [
                "label": words("admin.people.columns.\(name)"),
                "sortHref": isSortable ? query.sorted(by: direction == "ascending" ? "-" + name : name).address(Self.address) : false,
                "sorted": direction ?? false, "kind": Self.kind(name),
            ]
        }
    }

    private static func kind(_ column: String) -> String {
        ["active", "password"].contains(column) ? "flag" : column == "roles" ? "tags" : "text"
    }

    private func markup(_ words: Words) -> RowMarkup {
        let columns = ["key", "roles", "active", "password"].map { name in
            (label: words("admin.people.columns.\(name)"), kind: Self.kind(name), isEditable: false)
        }
        return RowMarkup(columns, mayTick: true, address: Self.address, query: "", assets: admin.pages.assets, words)
    }

    private func row(_ line: PeopleListing.Line, _ places: [String: String], _ known: [Role], _ words: Words) -> RecordRow {
        let roles = line.roles.map { assignment in
            let place = assignment.scopeID.map { places[String($0)] ?? "#\($0)" }
            return words.role(assignment.role, of: known) + (place.map { " (\($0))" } ?? "")
        }
        var row = RecordRow(id: line.id, title: line.name)
        row.badge = line.isDemo ? words("admin.people.demo.badge") : nil
        row.cells = [.text(line.key), .text(roles.joined(separator: ", ")), .flag(line.isActive), .flag(line.hasPassword)]
        return row
    }
}

extension PersonDraft {
    /// Returns a person outside the trash; throws 404 otherwise.
    static func living(_ db: Database, _ id: Int64) throws -> PersonDraft {
        guard let draft = try find(db, id) else { throw HTTPError(.notFound) }
        return draft
    }
}

extension PersonRefusal {
    func sentence(_ words: Words) -> String { words("admin.people.refused.\(rawValue)") }
}

extension AdminContext {
    /// Changes a person whose rights the editor has all; a refusal is the answer.
    func changePerson(
        _ person: SignedIn, _ id: Int64, _ act: @escaping @Sendable (Database, PersonDraft) throws -> Flash
    ) async throws -> Flash {
        do {
            return try await database.write { db in
                let draft = try PersonDraft.living(db, id)
                guard try person.grants.cover(draft.assignments(of: id), of: roles(db)) else { throw PersonRefusal.tooPowerful }
                return try act(db, draft)
            }
        } catch let refusal as PersonRefusal {
            return Flash(refusal.sentence(words(person)), kind: .bad)
        }
    }
}
