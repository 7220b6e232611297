import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// The pages of readers and writers.
public struct StoryPages: Sendable {
    let admin: AdminContext
    let passwords: Passwords
    let accounts: AccountSettings
    let photos: PictureStore

    var database: any DatabaseWriter { admin.database }
    var pages: Pages { admin.pages }
    var commits: GroupCommit { admin.commits }

    /// `photos` stores the stories' photos and faces.
    public init(admin: AdminContext, passwords: Passwords, accounts: AccountSettings, photos: PictureStore) {
        (self.admin, self.passwords, self.accounts, self.photos) = (admin, passwords, accounts, photos)
    }

    /// Mounts the pages and the web service; `router` serves `/`.
    public func addRoutes(to router: RouterGroup<Visitor>) {
        let stories = router.group("stories").add(middleware: SystemSwitch("stories", of: admin)).add(middleware: Readers(pages: self))
        let service = router.group().add(middleware: SystemSwitch("stories", of: admin)).add(
            middleware: RateLimit(limit: 120, per: .seconds(60)))
        let answering = BatchAnswering(pages: self)
        service.post("api", use: answering.answer)
        SingleActions(answering: answering).addRoutes(to: service.group("api"))
        stories.get("", use: home)
        stories.get("most-voted", use: mostVoted)
        stories.get("search", use: search)
        stories.get("moderation", use: showModeration)
        stories.post("language", use: chooseLanguage)
        stories.get("appeals/{token}", use: showLinkedDecision)
        stories.post("appeals/{token}", use: appealByLink)
        stories.get("photos/{id}/{size}", use: servePhoto)
        stories.get("faces/{id}/{size}", use: serveFace)
        stories.get("writers/{nickname}", use: showWriter)
        stories.get("writers/{nickname}/followers", use: showFollowers)
        stories.get("writers/{nickname}/followed", use: showFollowed)
        stories.get("fragments/{id}/continuations", use: showContinuations)
        stories.get("{id}", use: showStory)
        stories.get("{id}/branches/{fragment}", use: showBranch)
        stories.get("{id}/branches/{fragment}/book.epub", use: book)
        stories.get("{id}/choice", use: choose)
        addDocumentRoutes(to: stories)
        addSpreadingRoutes(to: stories)
        addEntryRoutes(to: stories)

        // The context's type admits only signed-in writers.
        let writers = stories.group(context: Writing.self)
        writers.get("feed", use: feed)
        writers.get("notices", use: showNotices)
        writers.get("unread", use: showUnread)
        writers.get("profile", use: showProfile)
        writers.get("new/{kind}", use: newStory)
        writers.post("new/{kind}", use: startStory)
        writers.get("drafts/{id}/photo/{size}", use: serveDraftPhoto)
        writers.get("fragments/{id}/continuation", use: newContinuation)
        writers.post("fragments/{id}/continuation", use: addContinuation)
        writers.post("fragments/{id}/votes", use: vote)
        writers.get("fragments/{id}/reports", use: newReport)
        writers.post("fragments/{id}/reports", use: report)
        writers.post("writers/{nickname}/following", use: follow)
        writers.get("decisions/{id}", use: showDecision)
        writers.post("decisions/{id}", use: appeal)
        writers.get("acceptance", use: showAcceptance)
        writers.post("acceptance", use: accept)
        writers.post("exit", use: leave)
        writers.get("face", use: showOwnFace)
        writers.post("face", use: changeFace)
        addAddressRoutes(to: writers)
        addMoreRoutes(to: writers)
    }

    func page(
        _ template: String, _ title: String, _ values: Values, for visitor: Visitor, _ request: Request,
        status: HTTPResponse.Status = .ok
    ) throws -> Response {
        let reader = visitor.person as? Reader
        let words = pages.words(for: visitor)
        var all: Values = [
            "title": title, "isWriter": reader != nil, "nickname": reader?.displayName ?? "", "tabs": tabs(request.uri.path, reader, words),
            "isUnverified": reader.map { $0.writer.verifiedAt == nil } ?? false, "sending": Token().text, "summary": false,
            "here": request.uri.description,
        ]
        if let flash = reader?.flash { all["flash"] = flash.values }
        all.merge(values) { $1 }
        return try pages.page("stories/\(template)", all, for: visitor, request: request, status: status)
    }

    private func tabs(_ path: String, _ reader: Reader?, _ words: Words) -> [Values] {
        let unread = reader?.unread ?? 0
        let places = [
            ("", "book", "recommended"), ("/feed", "list", "feed"), ("/notices", "bell", "notices"), ("/profile", "person", "profile"),
            ("/more", "menu", "more"),
        ]
        return places.map { end, icon, key -> Values in
            let count = key == "notices" && unread > 0 ? words.language.number(unread) : nil
            return [
                "href": "/stories\(end)", "icon": icon, "label": words("stories.tabs.\(key)"), "current": path == "/stories\(end)",
                "count": count ?? false, "poll": key == "notices" && reader != nil,
            ]
        }
    }

    func say(_ text: String, kind: Flash.Kind = .good, to session: WriterSession, _ db: Database) throws {
        let json = String(decoding: try JSONEncoder().encode(Flash(text, kind: kind)), as: UTF8.self)
        try db.cachedStatement(sql: "UPDATE writerSession SET message = ? WHERE id = ?").execute(arguments: [json, session.id])
    }
}

extension Visitor {
    func storyID(_ name: String = "id") throws -> Int64 {
        guard let id = parameters.recordID(name) else { throw HTTPError(.notFound) }
        return id
    }

    var writerID: Int64? { (person as? Reader)?.writer.id }
}
