import Accounts
import GRDB
import Hummingbird
import Web

/// The library's pages under `/admin/media`, for who holds `media.edit` somewhere.
///
/// A picture belongs to one house, or to none and then every house may use it. Each person sees the shared ones and those of the houses
/// where he holds the right; others' are not there at all. Texts of shared pictures may be corrected by everybody who sees them, only
/// throwing one away takes the right on the whole site.
struct MediaPages: Sendable {
    let admin: AdminContext

    static let address = "/admin/media"
    /// Where the texts lie.
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

    // MARK: Who may see what

    func requireSomewhere(_ person: some RightsHolder) throws { try person.requireSomewhere(Self.editing) }

    func visible(_ person: some RightsHolder) -> String { Self.visible(person) }

    /// The condition that leaves the pictures a person may see.
    static func visible(_ person: some RightsHolder) -> String {
        switch person.grants.scopes(for: editing) {
        case .all: "1"
        // Numbers of our own, so they may stand in the text.
        case .only(let scopes): "(p.scopeID IS NULL OR p.scopeID IN (\(scopes.sorted().map(String.init).joined(separator: ","))))"
        }
    }

    /// The picture of an address, if there is one and the person may see it.
    func find(_ db: Database, _ person: some RightsHolder, _ id: Int64, trashed: Bool = false) throws -> Picture {
        try requireSomewhere(person)
        let sql = "SELECT * FROM picture p WHERE id = ? AND deletedAt IS \(trashed ? "NOT " : "")NULL AND \(Self.visible(person))"
        guard let picture = try Picture.fetchOne(db, sql: sql, arguments: [id]) else { throw HTTPError(.notFound) }
        return picture
    }

    /// Whether the person may throw a picture away or bring it back.
    func mayDelete(_ picture: Picture, _ person: SignedIn) -> Bool { person.grants.may(Self.editing, in: picture.scopeID) }

    func id(_ person: SignedIn) throws -> Int64 {
        guard let id = person.parameters.recordID("id") else { throw HTTPError(.notFound) }
        return id
    }
}

extension AdminContext {
    public func addMediaRoutes(to router: RouterGroup<SignedIn>) { MediaPages(admin: self).addRoutes(to: router) }

    /// `GET /media/{file}/{size}`: open to everybody, because the names cannot be guessed.
    @Sendable public func servePicture(_ request: Request, _ visitor: Visitor) throws -> Response {
        pictures.serve(file: visitor.parameters.get("file") ?? "", size: visitor.parameters.get("size") ?? "", request: request)
    }
}

extension Picture {
    /// One of the library, where the library's pages show it to this person too.
    public static func seen(_ id: Int64, by person: some RightsHolder, _ db: Database) throws -> Picture? {
        guard person.grants.mayAnywhere(MediaPages.editing) else { return nil }
        let sql = "SELECT * FROM picture p WHERE id = ? AND deletedAt IS NULL AND \(MediaPages.visible(person))"
        return try fetchOne(db, sql: sql, arguments: [id])
    }

    /// What people know it by.
    var title: String { !alt.isEmpty ? alt : !original.isEmpty ? original : key }
}
