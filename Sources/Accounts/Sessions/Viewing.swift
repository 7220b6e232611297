import Foundation
import GRDB
import Hummingbird
import Web

public struct Viewing: Codable, Equatable, Sendable {
    public let role: String
    public let scopeID: Int64?
    /// The role and scope in the viewer's language: "Educatore, Casa Blu".
    public let title: String
    public let until: Date

    /// Seconds.
    private static let longest: TimeInterval = 3600

    public init(role: String, scopeID: Int64?, title: String, from now: Date) {
        (self.role, self.scopeID, self.title, until) = (role, scopeID, title, now.addingTimeInterval(Self.longest))
    }

    public static let ending = "/admin/viewing/ending"

    /// Whether a request would change something. Ending the view and signing out are allowed.
    static func refuses(_ request: Request) -> Bool {
        switch request.method {
        case .get, .head, .options: false
        default: request.uri.path != ending && request.uri.path != "/sign-out"
        }
    }
}

extension Session {
    public func view(_ viewing: Viewing, _ db: Database, by actor: Actor) throws {
        var session = self
        session.viewing = viewing
        try session.update(db, columns: [Columns.viewing])
        try AuditEntry.write(db, "viewing.start", by: actor, scope: viewing.scopeID, detail: ["role": viewing.title])
    }

    public func stopViewing(_ db: Database, by actor: Actor) throws {
        guard let viewing, try Session.filter(key: id).filter(Columns.viewing != nil).updateAll(db, Columns.viewing.set(to: nil)) == 1
        else {
            return
        }
        try AuditEntry.write(db, "viewing.end", by: actor, scope: viewing.scopeID, detail: ["role": viewing.title])
    }
}

struct ViewingRefused: ExplainedRefusal {
    let isOver: Bool
    let status = HTTPResponse.Status.forbidden

    var texts: String { isOver ? "factors.viewing.over" : "factors.viewing.refused" }
    var home: String { "/admin" }
}
