import GRDB
import Hummingbird
import Web

struct LanguagePages: Sendable {
    let accounts: AccountContext

    func addRoutes(to routes: RouterGroup<Visitor>) {
        routes.post("language", use: chooseLanguage)
    }

    func chooseLanguage(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let form = try await Form.read(request, limits: .small)
        guard let language = Language(rawValue: form["language"]) else { throw HTTPError(.unprocessableContent) }
        if let person = visitor.person as? SignedInPerson {
            _ = try await accounts.database.write { db in
                try Account.filter(key: person.account.id).updateAll(db, Account.Columns.language.set(to: language))
            }
        }
        var response = Response.redirect(to: SafePath.local(form["next"]) ?? "/")
        response.setCookie(Languages.choice(of: language, https: accounts.settings.secureCookie))
        return response
    }
}
