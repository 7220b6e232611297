import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// The moderators' pages: queue, cases, decisions, suspensions and hidden fragments.
public struct ModerationPages: Sendable {
    static let address = "/admin/stories/cases"
    static let deciding: Permission = "stories.cases.decide"
    static let suspending: Permission = "stories.writers.suspend"

    let admin: AdminContext
    let photos: PictureStore

    var database: any DatabaseWriter { admin.database }
    var pages: Pages { admin.pages }

    /// `photos` stores the stories' photos, which have no public address.
    public init(admin: AdminContext, photos: PictureStore) { (self.admin, self.photos) = (admin, photos) }

    /// Mounts the pages; `router` serves `/admin`. `proof` guards the erasure of personal data and the registration settings.
    public func addRoutes(to router: RouterGroup<SignedIn>, proof: RecentProof) {
        let stories = router.group("stories").add(middleware: SystemSwitch("stories", of: admin)).add(middleware: Moderators())
        stories.get("cases", use: showQueue)
        stories.get("cases/next", use: showNext)
        stories.get("cases/{id}", use: showCase)
        let deciding = stories.group().add(middleware: proof.where { SanctionsForm.suspends($0) })
        deciding.post("cases/decisions", use: decideMany)
        deciding.post("cases/{id}/decisions", use: decide)
        deciding.post("fragments/{id}/decisions", use: decideOnFragment)
        stories.post("cases/{id}/release", use: release)
        stories.post("decisions/{id}/undoing", use: undo)
        stories.get("photos/{file}/{size}", use: servePhoto)
        addWriterRoutes(to: stories, proof: proof)
        addTreeRoutes(to: stories)
        addMailRoutes(to: stories)
        addPersonalDataRoutes(to: stories, proof: proof)
        addNoteRoutes(to: stories)
        addAppealRoutes(to: stories, proof: proof)
        addSettingsRoutes(to: stories, proof: proof)
        stories.get("signs", use: showSigns)
        stories.get("statistics", use: showStatistics)
    }

    func act(
        _ person: SignedIn, to address: String,
        _ body: @escaping @Sendable (Words, Database) throws -> Flash
    ) async throws -> Response {
        let words = pages.words(for: person.visitor)
        try await database.write { db in try person.session.setFlash(db, try body(words, db)) }
        return .redirect(to: address)
    }

    static func undo(_ decision: Int64, isBatch: Bool = false, _ words: Words) -> Flash.Undo {
        Flash.Undo(
            action: "/admin/stories/decisions/\(decision)/undoing", label: words("stories.desk.undo"),
            fields: [["batch", isBatch ? "yes" : "no"]])
    }

    @Sendable func servePhoto(_ request: Request, _ person: SignedIn) -> Response {
        served(person.parameters.get("file") ?? "", person.parameters.get("size") ?? "", request)
    }

    /// Never cached, because hidden photos must not stay in any cache.
    func served(_ file: String, _ size: String, _ request: Request) -> Response {
        var response = photos.serve(file: file, size: size, request: request)
        response.headers[.cacheControl] = "private, no-store"
        return response
    }
}

/// Admits only deciders, because these pages show reported content.
private struct Moderators: RouterMiddleware {
    func handle(_ request: Request, context: SignedIn, next: (Request, SignedIn) async throws -> Response) async throws -> Response {
        try context.require(ModerationPages.deciding)
        return try await next(request, context)
    }
}

extension SignedIn {
    /// Deciding on fragments and suspending their author are separate rights.
    func require(_ measures: Sanctions) throws {
        if measures.suspension != nil { try require(ModerationPages.suspending) }
    }

    func storyID(_ name: String = "id") throws -> Int64 {
        guard let id = parameters.recordID(name) else { throw HTTPError(.notFound) }
        return id
    }
}
