import Accounts
import GRDB
import Hummingbird
import Web

/// What to do after the first-run wizard, on the first page of the administrator who made the site, until they put it away.
public struct FirstStepsPages: Sendable {
    let admin: AdminContext
    static let address = "/admin/first-steps"

    func addRoutes(to router: RouterGroup<SignedIn>) { router.post("first-steps", use: dismiss) }

    public static func offer(to account: Int64, _ db: Database) throws {
        try AccountPreferences.set(.firstSteps, to: "offered", of: account, db)
    }

    @Sendable func dismiss(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await admin.database.write { db in
            try AccountPreferences.set(.firstSteps, to: "done", of: person.accountID, db)
        }
        return try await admin.redirect(person, to: "/admin", nil)
    }

    static func templateValues(_ admin: AdminContext, _ person: SignedIn, _ context: FormContext) throws -> [Values]? {
        guard try AccountPreferences(of: person.accountID, context.db)[.firstSteps] == "offered" else { return nil }
        var steps: [(name: String, address: String)] = []
        if person.grants.may("admin.people.edit", in: nil) {
            let isDemo = try !Account.all().notDeleted().filter(Account.Columns.isDemo).isEmpty(context.db)
            if isDemo { steps.append(("demo", "/admin/people/demo")) }
        }
        if person.grants.may(SiteAddressPages.permission, in: nil) {
            let isKnown = try admin.publicURL != nil || SiteIdentity.current(context.db).address != nil
            if !isKnown { steps.append(("address", SiteAddressPages.address)) }
        }
        if person.grants.may(MailPages.permission, in: nil) {
            steps.append((try admin.mailRoute.isSet(context.db) ? "trial" : "mail", MailPages.address))
        }
        if person.grants.may("admin.people.edit", in: nil) { steps.append(("people", "/admin/people/new")) }
        steps.append(("factors", "/admin/account/factors"))
        if person.grants.may(BackupPages.permission, in: nil) { steps.append(("backups", BackupPages.address)) }
        return steps.map { name, address in
            [
                "label": context.words("setup.steps.\(name).label"), "text": context.words("setup.steps.\(name).text"), "href": address,
            ]
        }
    }
}
