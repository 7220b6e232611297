import Admin
import Foundation
import HTTPTypes
import Hummingbird
import Web

/// What makes the guests' pages an app: manifest, worker and offline page.
struct HouseAppPages: Sendable {
    let guests: GuestPages

    func addRoutes(to door: RouterGroup<Visitor>) {
        door.get("manifest/{language}", use: manifest)
        door.get("worker.js", use: worker)
        door.get("offline", use: offline)
    }

    /// The language is in the address, because browsers fetch the manifest without cookies.
    @Sendable private func manifest(_ request: Request, _ visitor: Visitor) throws -> Response {
        guard let language = visitor.parameters.get("language").flatMap({ Language(rawValue: $0) }) else { throw HTTPError(.notFound) }
        let words = guests.pages.templates.words(in: language)
        let manifest = AppManifest(
            name: guests.pages.site(language)["siteName"] as? String ?? words("house.name"), words: words,
            icons: guests.pages.assets + "/images/app/")
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let headers: HTTPFields = [
            .contentType: "application/manifest+json", .cacheControl: "no-cache", .contentLanguage: language.rawValue,
        ]
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: try encoder.encode(manifest))))
    }

    /// Changes with any asset, so that browsers load the new one.
    @Sendable private func worker(_ request: Request, _ visitor: Visitor) throws -> Response {
        let script = AppWorker.script(prefix: guests.pages.assets, paths: guests.assets.paths)
        let headers: HTTPFields = [
            .contentType: "text/javascript; charset=utf-8", .cacheControl: "no-cache", .serviceWorkerAllowed: "/house",
            .contentSecurityPolicy: PushWorker.policy,
        ]
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(string: script)))
    }

    /// Belongs to no guest, because it stays on the device after the guest has left.
    @Sendable private func offline(_ request: Request, _ visitor: Visitor) throws -> Response {
        var visitor = visitor
        if var present = visitor.person as? GuestPageVisitor {
            (present.guest, present.session, present.notice, present.timers) = (nil, nil, nil, [])
            visitor.person = present
        }
        let words = guests.words(visitor)
        return try guests.page("house/offline/none", words("living.offline.here"), back: nil, ["keeper": ""], for: visitor, request)
    }
}
