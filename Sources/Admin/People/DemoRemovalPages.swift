import Accounts
import GRDB
import Hummingbird
import Web

struct DemoRemovalPages: Sendable {
    let admin: AdminContext

    func addRoutes(to people: RouterGroup<SignedIn>, _ acts: RouterGroup<SignedIn>) {
        people.get("demo", use: demo)
        acts.post("demo/removal", use: removeDemo)
    }

    @Sendable func demo(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await demoPage(request, person, status: .ok)
    }

    /// Refused if no other administrator would remain; `contents` also empties all systems.
    @Sendable func removeDemo(_ request: Request, _ person: SignedIn) async throws -> Response {
        let words = admin.words(person)
        let takesContents = try await Form.read(request)["contents"] == "yes"
        let count: Int
        do {
            count = try await admin.database.write { db in
                let count = try Accounts.removeDemoAccounts(db, by: person.actor)
                for module in admin.modules { try module.closeDemonstration(db, by: person.actor) }
                try Administrators.require(db, roles: admin.roles(db))
                // One attempt: after a failure a person must ask again.
                if takesContents { try Jobs.enqueue(db, ContentDeletion.name, attempts: 1, by: person.actor) }
                return count
            }
        } catch is PersonRefusal {
            return try await demoPage(request, person, status: .unprocessableContent)
        }
        guard !person.account.isDemo else { return .redirect(to: "/sign-in", type: .normal) }
        return try await admin.redirect(
            person, to: PeoplePages.address,
            Flash(words("admin.people.demo.\(takesContents ? "removedWithContents" : "removed")", count: count)))
    }

    private func demoPage(_ request: Request, _ person: SignedIn, status: HTTPResponse.Status) async throws -> Response {
        try await admin.page(person, request, status: status) { db, context in
            let words = context.words
            let accounts = try Account.all().notDeleted().filter(Account.Columns.isDemo).order(Account.Columns.key).fetchAll(db)
            let isSafe = try Administrators.count(db, roles: admin.roles(db), demo: false) > 0
            let heading = words("admin.people.demo.heading")
            let values: Values = [
                "title": heading, "heading": heading, "hasAccounts": !accounts.isEmpty, "isSafe": isSafe,
                "action": PeoplePages.address + "/demo/removal",
                "accounts": accounts.map { ["key": $0.key, "name": $0.name, "href": PeoplePages.address($0.id ?? 0)] as Values },
                "submit": words("admin.people.demo.submit", count: accounts.count), "isOwn": person.account.isDemo,
                "newHref": PeoplePages.address + "/new?role=" + AdminRoles.all[0].name, "listHref": PeoplePages.address,
                "breadcrumbs": [["label": words("admin.people.many"), "href": PeoplePages.address]] as [Values],
            ]
            return ("admin/people/demo", values)
        }
    }
}
