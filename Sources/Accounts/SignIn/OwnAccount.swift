import Foundation
import GRDB
import Hummingbird
import Web

extension AccountPages {
    func showOwn(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await ownPage(request, person)
    }

    /// - Parameters: what is wrong with a password change, said at its fields.
    func ownPage(
        _ request: Request, _ person: SignedIn, passwordError: String? = nil, newPasswordError: String? = nil,
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let sessions = try await database.read { [settings] db in
            try Session.all().of(person.accountID).live(settings).order(Session.Columns.seenAt.desc).fetchAll(db)
        }
        let words = pages.words(for: person.visitor)
        let (now, language) = (settings.now(), person.language)
        var values = try await desk(person, request)
        values["title"] = words("accounts.mine.title")
        values["displayName"] = person.account.name
        values["name"] = person.account.key
        values["passwordError"] = passwordError ?? false
        values["newPasswordError"] = newPasswordError ?? false
        values["sessions"] = sessions.map { session -> [String: Any] in
            [
                "id": session.id ?? 0, "device": session.device.isEmpty ? words("accounts.mine.unknown-device") : session.device,
                "address": session.address, "started": language.saidMoment(session.createdAt, now: now, in: settings.zone),
                "seen": language.saidMoment(session.seenAt, now: now, in: settings.zone), "current": session.id == person.session.id,
            ]
        }
        return try pages.page("accounts/mine", values, for: person.visitor, request: request, status: status)
    }
}
