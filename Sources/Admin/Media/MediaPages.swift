import Accounts
import GRDB
import Hummingbird
import Web

/// A picture belongs to one house or is shared; people see shared ones and those of their houses. All who see a shared picture may edit its
/// texts; deleting it needs the right on the whole site.
struct MediaPages: Sendable {
    let admin: AdminContext

    static let address = "/admin/media"
    static let texts = "admin.media"
    static let editing: Permission = "media.edit"

    func addRoutes(to router: RouterGroup<SignedIn>) {
        let own = router.group("media")
        own.get("", use: library)
        own.post("", use: upload)
        own.get("trash", use: trash)
        own.post("trash", use: changeTrash)
        own.get("{id}", use: picture)
        own.post("{id}", use: save)
        own.get("{id}/deletion", use: askDeletion)
        own.post("{id}/deletion", use: delete)
    }

    func requireSomewhere(_ person: some RightsHolder) throws { try person.requireSomewhere(Self.editing) }

    func visible(_ person: some RightsHolder) -> String { Self.visible(person) }

    static func visible(_ person: some RightsHolder) -> String {
        switch person.grants.scopes(for: editing) {
        case .all: "1"
        // These are numbers, so they are safe in SQL.
        case .only(let scopes): "(p.scopeID IS NULL OR p.scopeID IN (\(scopes.sorted().map(String.init).joined(separator: ","))))"
        }
    }

    func find(_ db: Database, _ person: some RightsHolder, _ id: Int64, trashed: Bool = false) throws -> Picture {
        try requireSomewhere(person)
        let sql = "SELECT * FROM picture p WHERE id = ? AND deletedAt IS \(trashed ? "NOT " : "")NULL AND \(Self.visible(person))"
        guard let picture = try Picture.fetchOne(db, sql: sql, arguments: [id]) else { throw HTTPError(.notFound) }
        return picture
    }

    func mayDelete(_ picture: Picture, _ person: SignedIn) -> Bool { person.grants.may(Self.editing, in: picture.scopeID) }

    func id(_ person: SignedIn) throws -> Int64 {
        guard let id = person.parameters.recordID("id") else { throw HTTPError(.notFound) }
        return id
    }
}

extension AdminContext {
    public func addMediaRoutes(to router: RouterGroup<SignedIn>) { MediaPages(admin: self).addRoutes(to: router) }

    /// Serves `GET /media/{file}/{size}` without sign-in: the names cannot be guessed.
    @Sendable public func servePicture(_ request: Request, _ visitor: Visitor) throws -> Response {
        pictures.serve(file: visitor.parameters.get("file") ?? "", size: visitor.parameters.get("size") ?? "", request: request)
    }
}

extension Picture {
    /// Returns a library picture that the person may see.
    public static func seen(_ id: Int64, by person: some RightsHolder, _ db: Database) throws -> Picture? {
        guard person.grants.mayAnywhere(MediaPages.editing) else { return nil }
        let sql = "SELECT * FROM picture p WHERE id = ? AND deletedAt IS NULL AND \(MediaPages.visible(person))"
        return try fetchOne(db, sql: sql, arguments: [id])
    }

    var title: String { !alt.isEmpty ? alt : !original.isEmpty ? original : key }
}
