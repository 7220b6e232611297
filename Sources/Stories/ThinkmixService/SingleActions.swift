import Admin
import Foundation
import HTTPTypes
import Hummingbird
import Web

/// The same actions at one address each, without batches. A refusal has a status and its number.
struct SingleActions: Sendable {
    private struct Address: Sendable {
        let method: HTTPRequest.Method
        let path: String
        let action: String
        var taken: [(from: String, name: String)] = []
        var fixed: [(key: String, value: JSON)] = []
    }

    let answering: BatchAnswering

    private static let addresses: [Address] = [
        .init(method: .get, path: "consigliati", action: "post_consigliati"),
        .init(method: .get, path: "bacheca", action: "post_bacheca"),
        .init(method: .get, path: "piu-votate", action: "piu_votate"),
        .init(method: .get, path: "storie/{id}", action: "storia", taken: [("id", "id_root")]),
        .init(method: .get, path: "post/{id}/ramo", action: "ramo", taken: [("id", "id_post")]),
        .init(method: .get, path: "post/{id}/risposte", action: "risposte", taken: [("id", "id_post")]),
        .init(method: .get, path: "cerca", action: "cerca_storie", taken: [("q", "q")]),
        .init(method: .get, path: "cerca/utenti", action: "cerca_utenti", taken: [("q", "q")]),
        .init(method: .get, path: "paesi", action: "paesi"),
        .init(method: .get, path: "documenti/{name}", action: "documento", taken: [("name", "name")]),
        .init(method: .get, path: "avvisi", action: "notifiche"),
        .init(method: .post, path: "avvisi/letti", action: "notifiche_lette"),
        .init(method: .post, path: "storie", action: "nuovo_post_di_testo"),
        .init(method: .post, path: "storie/foto", action: "nuovo_post_foto"),
        .init(method: .post, path: "post/{id}/risposte", action: "risposta_testo", taken: [("id", "id_parent")]),
        .init(method: .post, path: "post/{id}/risposte/foto", action: "risposta_foto", taken: [("id", "id_parent")]),
        .init(method: .post, path: "post/{id}/voti", action: "vota", taken: [("id", "id_post")]),
        .init(method: .post, path: "post/{id}/segnalazioni", action: "segnala", taken: [("id", "id_post")]),
        .init(method: .post, path: "sessioni", action: "login"),
        .init(method: .delete, path: "sessioni/corrente", action: "logout"),
        .init(method: .post, path: "utenti", action: "registrazione"),
        .init(method: .get, path: "utenti/me", action: "profilo"),
        .init(method: .patch, path: "utenti/me", action: "modifica_dati"),
        .init(method: .delete, path: "utenti/me", action: "cancella_account", fixed: [("confirm", .flag(true))]),
        .init(method: .put, path: "utenti/me/avatar", action: "avatar"),
        .init(method: .put, path: "utenti/me/password", action: "cambia_password"),
        .init(method: .put, path: "utenti/me/email", action: "cambia_email"),
        .init(method: .get, path: "utenti/{id}", action: "utente", taken: [("id", "id_user")]),
        .init(method: .put, path: "utenti/{id}/seguito", action: "segui", taken: [("id", "id_user")]),
        .init(method: .delete, path: "utenti/{id}/seguito", action: "non_seguire", taken: [("id", "id_user")]),
        .init(method: .get, path: "utenti/{id}/iniziate", action: "iniziate", taken: [("id", "id_user")]),
        .init(method: .get, path: "utenti/{id}/partecipate", action: "partecipate", taken: [("id", "id_user")]),
        .init(method: .get, path: "utenti/{id}/seguaci", action: "seguaci", taken: [("id", "id_user")]),
        .init(method: .get, path: "utenti/{id}/seguiti", action: "seguiti", taken: [("id", "id_user")]),
    ]

    func addRoutes(to router: RouterGroup<Visitor>) {
        for address in Self.addresses {
            router.on("\(address.path)", method: address.method) { request, visitor in try await answer(address, request, visitor) }
        }
    }

    private func answer(_ address: Address, _ request: Request, _ visitor: Visitor) async throws -> Response {
        var sent = JSON.object([])
        if address.method != .get {
            try await answering.prove(request, visitor)
            let bytes = try await Form.bytes(of: request, limits: .batches)
            if !bytes.isEmpty {
                guard let json = try? await JSONReader.read(body: bytes), case .object = json else {
                    return refusal(.badRequest, 1, "bad_json")
                }
                sent = json
            }
        }
        guard case .object(var pairs) = sent else { return refusal(.badRequest, 1, "bad_json") }
        let query = Form(query: request.uri.query ?? "")
        let isList = ServiceAction.all[address.action]?.kind == .list
        if isList {
            pairs.append(("limit", query.has("limit") ? .text(query["limit"]) : .number(ServiceAction.usualList)))
            if query.has("cursor") { pairs.append(("cursor", .text(query["cursor"]))) }
        }
        let own = address.taken.map { ($0.name, JSON.text(visitor.parameters.get($0.from) ?? query[$0.from])) } + address.fixed
        pairs = pairs.filter { pair in !own.contains { $0.0 == pair.key } } + own.map { (key: $0.0, value: $0.1) }
        let isSignIn = address.action == "login"
        let batch = Batch(
            items: [.init(action: address.action, data: .object(pairs))], username: isSignIn ? sent["email"]?.text : nil,
            password: isSignIn ? sent["password"]?.text : nil)
        let answer = try await answering.run(batch, request, visitor)
        guard let error = answer.errors.first else {
            let status: HTTPResponse.Status = address.method == .post && ["storie", "utenti"].contains(address.path) ? .created : .ok
            var response = BatchAnswering.response(answer.response.first?.value ?? .null, status: status)
            // The body stays a plain list; the `Link` header holds the continuation (RFC 8288).
            if let next = answer.cursors.first?.value.text {
                let kept = query.values.sorted { $0.key < $1.key }.compactMap { name, values in
                    name == "cursor" ? nil : values.first.map { (name: name, value: $0) }
                }
                let onward = request.uri.path.appendingQuery(kept + [("cursor", next)])
                response.headers[HTTPField.Name("Link")!] = "<\(onward)>; rel=\"next\""
            }
            return response
        }
        return BatchAnswering.response(error, status: Self.status(of: error["code"]?.number ?? 50))
    }

    private func refusal(_ status: HTTPResponse.Status, _ code: Int, _ name: String) -> Response {
        BatchAnswering.response(.object([("code", .number(code)), ("error", .text(name))]), status: status)
    }

    private static func status(of code: Int) -> HTTPResponse.Status {
        switch code {
        case 3, 4: .unauthorized
        case 5, 6, 16, 18: .forbidden
        case 7: .tooManyRequests
        case 13, 14, 23, 24, 26: .conflict
        case 20: .notFound
        case 21: .gone
        case 31: .contentTooLarge
        default: .unprocessableContent
        }
    }
}
