import Admin
import Hummingbird
import Web

extension RenderContext {
    /// For `campus/easy`: the link to easy texts or back; false without any. `texts` tells for each text whether it has an easy version.
    func note(_ texts: [Bool]) -> any Sendable {
        guard !texts.isEmpty, isEasy || texts.contains(true) else { return false }
        let found = texts.contains(true) ? texts.contains(false) ? "partly" : "shown" : "missing"
        return ["text": words("campus.easy.\(isEasy ? found : "offer")"), "isEasy": isEasy] as Values
    }
}

extension CampusPages {
    /// `POST /campus/reading` with `easy` or `usual`. A cookie stores the choice, which also applies to messages.
    @Sendable func chooseReading(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let form = try await Form.read(request)
        guard ["easy", "usual"].contains(form["reading"]) else { throw HTTPError(.unprocessableContent) }
        let isEasy = form["reading"] == "easy"
        if let reader = try await CampusReader.id(request, database) {
            try await database.write { try Subscription.read(easy: isEasy, by: reader, $0) }
        }
        var response = Response.redirect(to: SafePath.local(form["next"]) ?? Campus.address)
        response.setCookie(Languages.choice(isEasy: isEasy, https: secureCookie))
        return response
    }
}
