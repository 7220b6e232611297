import Admin
import Hummingbird
import Web

struct EasyReadingPages: Sendable {
    let campus: CampusPages

    func addRoutes(to group: RouterGroup<Visitor>) {
        group.post("reading", use: chooseReading)
    }

    /// `POST /campus/reading` with `easy` or `usual`. A cookie stores the choice, which also applies to messages.
    @Sendable private func chooseReading(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let form = try await Form.read(request)
        guard ["easy", "usual"].contains(form["reading"]) else { throw HTTPError(.unprocessableContent) }
        let isEasy = form["reading"] == "easy"
        if let reader = try await CampusReader.id(request, campus.database) {
            try await campus.database.write { try Subscription.read(easy: isEasy, by: reader, $0) }
        }
        var response = Response.redirect(to: SafePath.local(form["next"]) ?? Campus.address)
        response.setCookie(Languages.choice(isEasy: isEasy, https: campus.secureCookie))
        return response
    }
}
