import Accounts
import Foundation
import GRDB
import Hummingbird
import Web

/// Shows the portal as a role sees it. `Sessions` refuses all changes during that time.
struct RoleViewing: Sendable {
    let admin: AdminContext

    func addRoutes(to viewing: RouterGroup<SignedIn>) {
        // Before the requirement, which the viewed role does not meet.
        viewing.post("ending", use: end)
        viewing.add(middleware: Requires("admin.people.edit")).post("", use: start)
    }

    /// Expects `as=educator|2`.
    @Sendable func start(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let words = admin.words(person)
        try await admin.database.write { db in
            let roles = try admin.roles(db)
            let parts = form["as"].split(separator: "|", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, let role = roles.first(where: { $0.name == parts[0] }) else { throw HTTPError(.unprocessableContent) }
            let place = try role.scope == nil ? nil : admin.allScopes(db).first { $0.value == parts[1] }
            guard role.scope == nil ? parts[1].isEmpty : place != nil else { throw HTTPError(.unprocessableContent) }
            let scopeID = place.flatMap { Int64(recordID: $0.value) }
            guard person.grants.cover([RoleAssignment(accountID: 0, role: role.name, scopeID: scopeID)], of: roles) else {
                throw HTTPError(.forbidden)
            }
            let title = [words.role(role.name, of: roles), place?.label].compactMap(\.self).joined(separator: ", ")
            try person.session.view(Viewing(role: role.name, scopeID: scopeID, title: title, from: .now), db, by: person.actor)
        }
        return .redirect(to: "/admin", type: .normal)
    }

    @Sendable func end(_ request: Request, _ person: SignedIn) async throws -> Response {
        let words = admin.words(person)
        try await admin.database.write { db in
            try person.session.stopViewing(db, by: person.actor)
            try person.session.setFlash(db, Flash(words("admin.roles.view.ended")))
        }
        return .redirect(to: RolesPages.address, type: .normal)
    }
}
