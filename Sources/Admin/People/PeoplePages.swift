import Accounts
import GRDB
import Hummingbird
import Web

/// Searched and sorted in memory, which folds accents: there are thousands of people, not millions.
private struct PeopleListing {
    struct Line {
        let id: Int64
        let key: String
        let name: String
        let isActive: Bool
        let isDemo: Bool
        let hasPassword: Bool
        let createdAt: String
        let country: String?
        var roles: [RoleAssignment] = []
    }

    static let filters = ["role", "country", "active", "demo"]
    static let sortable = ["name", "key", "created"]

    let query: ListQuery
    private(set) var all: [Line]
    private(set) var found: [Line] = []
    private(set) var trashed = 0

    init(_ query: ListQuery, _ db: Database) throws {
        self.query = query
        let sql = """
            SELECT id, key, name, isActive, isDemo, passwordHash IS NOT NULL AS hasPassword, createdAt, country FROM account
            WHERE \(Account.notTrashed)
            """
        let roles = Dictionary(grouping: try RoleAssignment.order(Column("role"), Column("scopeID")).fetchAll(db), by: \.accountID)
        all = try Row.fetchAll(db, sql: sql).map { row in
            Line(
                id: row["id"], key: row["key"], name: row["name"], isActive: row["isActive"], isDemo: row["isDemo"],
                hasPassword: row["hasPassword"], createdAt: row["createdAt"], country: row["country"], roles: roles[row["id"]] ?? [])
        }
        trashed = try Int.fetchOne(db, sql: "SELECT count(*) FROM account WHERE deletedAt IS NOT NULL AND erasedAt IS NULL") ?? 0
        found = sorted(all.filter { matches($0, query) })
    }

    var page: [Line] { Array(found.dropFirst((query.page - 1) * query.size).prefix(query.size)) }

    func counts(_ filter: String) -> [String: Int] {
        let others = query.without(filter)
        return all.filter { matches($0, others) }.reduce(into: [:]) { counts, line in
            for value in Set(values(line, filter)) { counts[value, default: 0] += 1 }
        }
    }

    private func matches(_ line: Line, _ query: ListQuery) -> Bool {
        guard query.chosen.allSatisfy({ values(line, $0.name).contains($0.value) }) else { return false }
        let words = query.search.folded.split(separator: " ")
        guard !words.isEmpty else { return true }
        let text = "\(line.name.folded) \(line.key)"
        return words.allSatisfy { text.contains($0) }
    }

    private func values(_ line: Line, _ filter: String) -> [String] {
        switch filter {
        case "role": line.roles.isEmpty ? ["none"] : line.roles.map(\.role)
        case "country": [line.country ?? "none"]
        case "active": [line.isActive ? "yes" : "no"]
        default: [line.isDemo ? "yes" : "no"]
        }
    }

    private func sorted(_ lines: [Line]) -> [Line] {
        let isDescending = query.sort.hasPrefix("-")
        let keyed = lines.map { line -> (key: String, line: Line) in
            switch query.sort.drop(while: { $0 == "-" }) {
            case "key": (line.key, line)
            case "created": (line.createdAt, line)
            default: (line.name.folded, line)
            }
        }
        let ordered = keyed.sorted { ($0.key, $0.line.id) < ($1.key, $1.line.id) }.map(\.line)
        return isDescending ? ordered.reversed() : ordered
    }
}

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
        let filters = filters(listing, roles, words)
        var rawFragments = RawFragments()
        return [
            "title": words("admin.people.many"), "heading": words("admin.people.many"), "count": words.language.number(listing.found.count),
            "purpose": words("admin.people.purpose"), "newHref": Self.address + "/new", "newLabel": words("admin.people.new"),
            "q": query.search, "searchLabel": words("admin.people.search"), "listHref": Self.address,
            "filters": filters.map(\.drawn), "chips": filters.compactMap(\.chip),
            "clearHref": query.isFiltered ? Self.address : false,
            "hidden": query.hidden.map { ["name": $0.name, "value": $0.value] as Values },
            "columns": columns(query, words),
            "rowsHTML": rawFragments.add(markup(words).table(listing.page.map { row($0, places, roles, words) })),
            RawFragments.key: rawFragments,
            "bulk": [["act": "delete", "label": words("admin.bulk.delete"), "danger": true] as Values], "editable": false,
            "pages": PageTurner.drawn(Self.address, query, total: listing.found.count, words), "empty": false,
            "noMatch": listing.found.isEmpty,
            "trashHref": Self.address + "/trash", "trashCount": listing.trashed == 0 ? false : words.language.number(listing.trashed),
            "back": query.address(""), "icon": "people",
        ]
    }

    private func filters(_ listing: PeopleListing, _ known: [Role], _ words: Words) -> [(drawn: Values, chip: Values?)] {
        let yesNo = [NamedOption(value: "yes", label: words("admin.yes")), NamedOption(value: "no", label: words("admin.no"))]
        let roles = known.map { NamedOption(value: $0.name, label: words.role($0.name, of: known)) }
        let noRole = NamedOption(value: "none", label: words("admin.people.filters.noRole"))
        let known = Set(listing.all.compactMap(\.country))
        let countries = Country.named(words, among: Array(known)).map { NamedOption(value: $0.code, label: $0.name) }
        let noCountry = NamedOption(value: "none", label: words("admin.people.filters.noCountry"))
        return [("role", roles + [noRole]), ("country", countries + [noCountry]), ("active", yesNo), ("demo", yesNo)].map { name, options in
            let menu = FilterMenu(name: name, label: words("admin.people.filters.\(name)"), options: options)
            return menu.drawn(listing.query, Self.address, counts: listing.counts(name), words)
        }
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
