import Admin
import Hummingbird
import Web

/// Texts that are there easy to read, for visitors who find the usual ones hard: whoever asks for them once gets them wherever they are.
extension RenderContext {
    /// For `campus/easy`: whether a page has such texts, and the way to them or back; false where there is nothing to say.
    /// - Parameter texts: of each text of the page, whether it is there easy to read.
    func note(_ texts: [Bool]) -> any Sendable {
        guard !texts.isEmpty, isEasy || texts.contains(true) else { return false }
        let found = texts.contains(true) ? texts.contains(false) ? "partly" : "shown" : "missing"
        return ["text": words("campus.easy.\(isEasy ? found : "offer")"), "isEasy": isEasy] as Values
    }
}

extension CampusPages {
    /// `POST /campus/reading` with `easy` or `usual`; the choice stays in a cookie, and goes for messages to this visitor too.
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
