import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// The moderators' pages: queue, cases, decisions, suspensions and hidden fragments, and what they share.
public struct ModerationPages: Sendable {
    static let address = "/admin/stories/cases"
    static let appeals = "/admin/stories/appeals"
    static let settings = "/admin/stories/settings"
    static let automatic = "/admin/stories/automatic"
    static let profiles = "/admin/stories/profiles"
    static let calls = "/admin/stories/calls"
    static let waiting = "/admin/stories/waiting"
    static let words = "/admin/stories/words"
    static let deciding: Permission = "stories.cases.decide"
    static let suspending: Permission = "stories.writers.suspend"
    /// Answering requests about personal data; more than moderators need.
    static let erasing: Permission = "stories.writers.erase"
    /// Waiting messages contain secret links, so reading them takes a right that moderators lack.
    static let keeping: Permission = "stories.mail.see"
    static let arranging: Permission = "stories.settings.edit"

    let admin: AdminContext
    let photos: PictureStore

    var database: any DatabaseWriter { admin.database }
    var pages: Pages { admin.pages }

    /// `photos` stores the stories' photos, which have no public address.
    public init(admin: AdminContext, photos: PictureStore) { (self.admin, self.photos) = (admin, photos) }

    /// Mounts the pages; `router` serves `/admin`. `proof` guards the erasure of personal data and the registration settings.
    public func addRoutes(to router: RouterGroup<SignedIn>, proof: RecentProof) {
        let stories = router.group("stories").add(middleware: SystemSwitch("stories", of: admin)).add(middleware: Moderators())
        stories.get("photos/{file}/{size}", use: servePhoto)
        let deciding = stories.group().add(middleware: proof.where { SanctionsForm.suspends($0) })
        ModerationQueuePages(moderation: self).addRoutes(to: stories, deciding: deciding)
        ModerationCasePages(moderation: self).addRoutes(to: stories, deciding: deciding)
        ModeratedWriterPages(moderation: self).addRoutes(to: stories, proof: proof)
        WriterPersonalDataPages(moderation: self).addRoutes(to: stories, proof: proof)
        SuspensionPages(moderation: self).addRoutes(to: stories, proof: proof)
        StoryHidingPages(moderation: self).addRoutes(to: stories)
        StoryTreePages(moderation: self).addRoutes(to: stories, deciding: deciding)
        TreeCheckPages(moderation: self).addRoutes(to: stories)
        StoryMailPages(moderation: self).addRoutes(to: stories)
        ModerationAppealPages(moderation: self).addRoutes(to: stories)
        StorySettingsPages(moderation: self).addRoutes(to: stories, proof: proof)
        DocumentEditionPages(moderation: self).addRoutes(to: stories)
        AbuseSignPages(moderation: self).addRoutes(to: stories)
        ProfileCasePages(moderation: self).addRoutes(to: stories)
        AutomaticActPages(moderation: self).addRoutes(to: stories)
        ModeratorCallPages(moderation: self).addRoutes(to: stories)
        ModeratorBrowserPages(moderation: self).addRoutes(to: stories)
        WatchedWordPages(moderation: self).addRoutes(to: stories)
        StoryStatisticsPages(moderation: self).addRoutes(to: stories)
    }

    /// Mounts the moderators' web service; `router` needs `Callers` and serves `/api/admin`.
    public func addServiceRoutes(to router: RouterGroup<Visitor>) { ModerationAPI(moderation: self).addRoutes(to: router) }

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

    static func tree(of story: Int64, at fragment: Int64) -> String { "/admin/stories/trees/\(story)?at=\(fragment)#f\(fragment)" }

    @Sendable private func servePhoto(_ request: Request, _ person: SignedIn) -> Response {
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
