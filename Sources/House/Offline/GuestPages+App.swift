import Admin
import Foundation
import HTTPTypes
import Hummingbird
import Web

extension GuestPages {
    func addAppRoutes(to door: RouterGroup<Visitor>) {
        door.get("manifest/{language}", use: manifest)
        door.get("worker.js", use: worker)
        door.get("offline", use: offline)
    }

    /// The language is in the address, because browsers fetch the manifest without cookies.
    @Sendable func manifest(_ request: Request, _ visitor: Visitor) throws -> Response {
        guard let language = visitor.parameters.get("language").flatMap({ Language(rawValue: $0) }) else { throw HTTPError(.notFound) }
        let words = pages.templates.words(in: language)
        let manifest = AppManifest(
            name: pages.site(language)["siteName"] as? String ?? words("house.name"), words: words, icons: pages.assets + "/images/app/")
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let headers: HTTPFields = [
            .contentType: "application/manifest+json", .cacheControl: "no-cache", .contentLanguage: language.rawValue,
        ]
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: try encoder.encode(manifest))))
    }

    /// Changes with any asset, so that browsers load the new one.
    @Sendable func worker(_ request: Request, _ visitor: Visitor) throws -> Response {
        let script = AppWorker.script(prefix: pages.assets, paths: assets.paths)
        let headers: HTTPFields = [
            .contentType: "text/javascript; charset=utf-8", .cacheControl: "no-cache", .serviceWorkerAllowed: "/house",
            .contentSecurityPolicy: PushWorker.policy,
        ]
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(string: script)))
    }

    /// Belongs to no guest, because it stays on the device after the guest has left.
    @Sendable func offline(_ request: Request, _ visitor: Visitor) throws -> Response {
        var visitor = visitor
        if var present = visitor.person as? GuestPageVisitor {
            (present.guest, present.session, present.notice, present.timers) = (nil, nil, nil, [])
            visitor.person = present
        }
        let words = pages.words(for: visitor)
        return try page("living/offline/none", words("living.offline.here"), back: nil, ["keeper": ""], for: visitor, request)
    }
}
