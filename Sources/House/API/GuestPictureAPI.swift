import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct GuestPictureAPI: Sendable {
    let guests: GuestPages

    static let routes: [GuestRoute] = [
        GuestRoute(.get, "media/{id}", "picture", .either { try await Self(guests: $0).picture($1, $2) }) {
            $0.query = [("w", .whole(1, 4_000))]
            ($0.answer, $0.answerType) = (.values(["type": .text("string"), "contentEncoding": .text("binary")]), "image/webp")
        }
    ]

    /// Returns the smallest size of at least `w` pixels, also at `/media/9`, as lists name it.
    @Sendable func picture(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let width = try APIQuery(request, knows: ["w"]).number("w", in: 1...4_000).map(Int.init)
        let number = visitor.parameters.get("id") ?? visitor.parameters.get("file") ?? ""
        guard let id = Int64(recordID: number), id > 0 else { throw HTTPError(.notFound) }
        let present = visitor.person as? GuestPageVisitor
        let file: String?
        if let house = present?.guest?.houseID ?? present?.device?.houseID {
            let sql = "SELECT file FROM picture WHERE id = ? AND \(Picture.notTrashed) AND (scopeID IS NULL OR scopeID = ?)"
            file = try await guests.database.read { try String.fetchOne($0, sql: sql, arguments: [id, house]) }
        } else {
            let caller = try Caller(context: visitor)
            file = try await guests.database.read { try Picture.seen(id, by: caller, $0)?.file }
        }
        guard let file else { throw HTTPError(.notFound) }
        let size = PictureSize.allCases.first { $0.rawValue >= width ?? PictureSize.medium.rawValue } ?? .large
        var response = guests.admin.pictures.serve(file: file, size: "\(size.rawValue).webp", request: request)
        // Private: unlike the file's name, the number is no secret, so shared caches must not keep it.
        response.headers[.cacheControl] = "private, max-age=31536000, immutable"
        return response
    }
}
