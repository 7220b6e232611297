import Accounts
import GRDB
import Hummingbird
import Web

struct HelpPages: Sendable {
    let admin: AdminContext
    static let address = "/admin/help"
    static let tour = "/admin/tour"

    func addRoutes(to router: RouterGroup<SignedIn>) {
        router.get("help", use: help)
        router.get("tour", use: tour)
        router.post("tour", use: turn)
    }

    @Sendable func help(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await admin.page(person, request) { db, context in
            let words = context.words
            let screens = admin.acts(person, words, scopeID: context.scopeID).compactMap { act in
                act.purpose.map { ["label": act.label, "href": act.address, "icon": act.icon, "purpose": $0] as Values }
            }
            let whom = try Administrators.names(db, roles: admin.roles(db)).map { ["name": $0] as Values }
            let values: Values = [
                "title": words("help.title"), "screens": screens, "whom": whom, "hasWhom": !whom.isEmpty,
                "isRunning": Tour(admin, person, scopeID: context.scopeID).current(try AccountPreferences(of: person.accountID, db)) != nil,
            ]
            return ("admin/help/index", values)
        }
    }

    @Sendable func tour(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await admin.page(person, request) { db, context in
            let words = context.words
            let tour = Tour(admin, person, scopeID: context.scopeID)
            let current = tour.current(try AccountPreferences(of: person.accountID, db))
            let steps = tour.steps.enumerated().map { index, step -> Values in
                [
                    "heading": words("help.tour.steps.\(step.name).title"), "about": words("help.tour.steps.\(step.name).text"),
                    "href": step.address, "isHere": index == current,
                ]
            }
            return ("admin/help/tour", ["title": words("help.tour.title"), "steps": steps, "isRunning": current != nil])
        }
    }

    /// Moves to a step (`step=2`) or ends the tour (`left`, `done`).
    @Sendable func turn(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let asked = form["step"]
        guard ["left", "done"].contains(asked) || Int(asked, in: .whole) != nil else { throw HTTPError(.unprocessableContent) }
        let address = try await admin.database.write { db -> String? in
            let tour = Tour(admin, person, scopeID: try admin.currentScope(person, db))
            let step = Int(asked, in: .whole).map { min(max($0, 1), tour.steps.count) }
            try AccountPreferences.set(.tour, to: step.map(String.init) ?? asked, of: person.accountID, db)
            return step.map { tour.steps[$0 - 1].address }
        }
        if let address { return .redirect(to: address, type: .normal) }
        let words = admin.words(person)
        return try await admin.redirect(
            person, to: SafePath.local(form["next"]) ?? "/admin", Flash(words(asked == "done" ? "help.tour.done" : "help.tour.left")))
    }
}

extension Administrators {
    static func names(_ db: Database, roles: [Role]) throws -> [String] {
        let names = roles.filter { Grants([RoleAssignment(accountID: 0, role: $0.name)], roles: [$0]).may(right, in: nil) }.map(\.name)
        let keepers = RoleAssignment.filter(Column("scopeID") == nil && names.contains(Column("role"))).select(
            Column("accountID"), as: Int64.self)
        return try Account.all().notDeleted().filter(Account.Columns.isActive && keepers.contains(Account.Columns.id))
            .order(Account.Columns.name).select(Account.Columns.name, as: String.self).limit(5).fetchAll(db)
    }
}
