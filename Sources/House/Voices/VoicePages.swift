import Admin
import Foundation
import GRDB
import Hummingbird
import NIOCore
import Web

struct VoicePages: Sendable {
    let guests: GuestPages

    func addRoutes(to router: RouterGroup<GuestRequestContext>) {
        router.get("voices", use: voices)
        router.get("voices/{id}", use: voice)
        router.get("speech/{language}", use: speech)
    }

    @Sendable private func voices(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let all = try await guests.database.read { try Voice.all(of: person.guest.houseID, $0) }
        let spoken = Dictionary(all.map { ($0.text, $0.address) }) { first, _ in first }
        let json = try JSONEncoder().encode(["voices": spoken])
        let headers: HTTPFields = [.contentType: "application/json", .cacheControl: "no-store"]
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: json)))
    }

    @Sendable private func voice(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let id = try person.id()
        guard let sound = try await guests.database.read({ try Voice.sound(id, of: person.guest.houseID, $0) }) else {
            throw HTTPError(.notFound)
        }
        return StoredSound.response(sound, to: request)
    }
}

extension VoicePages {
    /// A sentence in the server's voice, for devices without one. It is made once; the browser keeps it too.
    @Sendable private func speech(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        guard let language = person.parameters.get("language").flatMap({ Language(rawValue: $0) }), let maker = guests.admin.speech,
            let text = SpeechSynthesizer.sentence(Form(query: request.uri.query ?? "").exact("text"))
        else { throw HTTPError(.notFound) }
        switch await maker.speech(of: text, in: language) {
        case .sound(let bytes): return StoredSound.response(bytes, to: request)
        case .busy: throw HTTPError(.serviceUnavailable)
        case .unavailable: throw HTTPError(.notFound)
        }
    }
}

extension GuestPages {
    /// Where the server speaks this language; nil on a machine without the programs.
    func speechAddress(_ language: Language) -> String? {
        admin.speech?.isReady == true ? "/house/speech/\(language.rawValue)" : nil
    }

    /// The address of a player without script: an educator's recording first, then the server's voice; false without either.
    func player(for text: String, _ person: GuestRequestContext, _ db: Database) throws -> any Sendable {
        if let recorded = try Voice.of(text, in: person.guest.houseID, db) { return recorded.address }
        guard person.preferences[.speech] != "off", let address = speechAddress(person.language),
            let sentence = SpeechSynthesizer.sentence(text)
        else { return false }
        return "\(address)?text=\(sentence.queryEscaped)"
    }
}

extension Voice {
    var address: String { "/house/voices/\(id)" }
}
