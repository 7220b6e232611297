import Foundation
import GRDB
import Hummingbird
import Web

/// A role that somebody who keeps the site looks at: pages show what it may see, and nothing can be done.
public struct Viewing: Codable, Equatable, Sendable {
    public let role: String
    public let scopeID: Int64?
    /// The role and its place in the words of whoever looks: "Educatore, Casa Blu".
    public let title: String
    public let until: Date

    /// Seconds.
    private static let longest: TimeInterval = 3600

    public init(role: String, scopeID: Int64?, title: String, from now: Date) {
        (self.role, self.scopeID, self.title, until) = (role, scopeID, title, now.addingTimeInterval(Self.longest))
    }

    /// Where looking at a role ends.
    public static let ending = "/admin/viewing/ending"

    /// Whether a request would do something. Leaving the site is a way of stopping too.
    static func refuses(_ request: Request) -> Bool {
        switch request.method {
        case .get, .head, .options: false
        default: request.uri.path != ending && request.uri.path != "/sign-out"
        }
    }
}

extension Session {
    /// Shows a role's pages from now on.
    public func view(_ viewing: Viewing, _ db: Database, by actor: Actor) throws {
        var session = self
        session.viewing = viewing
        try session.update(db, columns: [Columns.viewing])
        try AuditEntry.write(db, "viewing.start", by: actor, scope: viewing.scopeID, detail: ["role": viewing.title])
    }

    /// Shows one's own pages again; nothing happens when they are shown already.
    public func stopViewing(_ db: Database, by actor: Actor) throws {
        guard let viewing, try Session.filter(key: id).filter(Columns.viewing != nil).updateAll(db, Columns.viewing.set(to: nil)) == 1
        else {
            return
        }
        try AuditEntry.write(db, "viewing.end", by: actor, scope: viewing.scopeID, detail: ["role": viewing.title])
    }
}

/// Something was to be done while a role is only looked at, or just after.
struct ViewingRefused: ExplainedRefusal {
    let isOver: Bool
    let status = HTTPResponse.Status.forbidden

    var texts: String { isOver ? "factors.viewing.over" : "factors.viewing.refused" }
    var home: String { "/admin" }
}
