import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// The pages of readers and writers, and what they share.
public struct StoryPages: Sendable {
    let admin: AdminContext
    let passwords: Passwords
    let accounts: AccountSettings
    let photos: PictureStore
    let photoSizes = PhotoSizes()

    var database: any DatabaseWriter { admin.database }
    var pages: Pages { admin.pages }
    var commits: GroupCommit { admin.commits }
    var writers: WriterAccounts { WriterAccounts(admin: admin, passwords: passwords, accounts: accounts) }

    public init(admin: AdminContext, passwords: Passwords, accounts: AccountSettings, photos: PictureStore) {
        (self.admin, self.passwords, self.accounts, self.photos) = (admin, passwords, accounts, photos)
    }

    public func addRoutes(to router: RouterGroup<Visitor>) {
        let stories = router.group("stories").add(middleware: SystemSwitch("stories", of: admin)).add(middleware: Readers(pages: self))
        let service = router.group().add(middleware: SystemSwitch("stories", of: admin)).add(
            middleware: RateLimit(limit: 120, per: .seconds(60)))
        BatchAnswering(pages: self).addRoutes(to: service)
        // Limits programs that try addresses, because these requests send messages.
        let limited = stories.group().add(middleware: RateLimit(limit: 20, per: .seconds(3600)))
        // The context's type admits only signed-in writers.
        let writers = stories.group(context: Writing.self)
        StoryListPages(stories: self).addRoutes(to: stories, writers: writers)
        ModerationLogPages(stories: self).addRoutes(to: stories)
        TransparencyPages(stories: self).addRoutes(to: stories)
        StoryLanguagePages(stories: self).addRoutes(to: stories)
        StoryAppealPages(stories: self).addRoutes(to: stories, writers: writers)
        WriterFacePages(stories: self).addRoutes(to: stories, writers: writers)
        WriterProfilePages(stories: self).addRoutes(to: stories, writers: writers)
        StoryReadingPages(stories: self).addRoutes(to: stories)
        ReadingPlacePages(stories: self).addRoutes(to: stories, writers: writers)
        StoryBookPages(stories: self).addRoutes(to: stories)
        StoryDocumentPages(stories: self).addRoutes(to: stories)
        StoryFeedPages(stories: self).addRoutes(to: stories)
        WriterSignInPages(stories: self).addRoutes(to: stories, writers: writers)
        WriterRegistrationPages(stories: self).addRoutes(to: stories, limited: limited)
        WriterRecoveryPages(stories: self).addRoutes(to: stories, limited: limited)
        StoryNoticePages(stories: self).addRoutes(to: writers)
        StoryWritingPages(stories: self).addRoutes(to: writers)
        FragmentCorrectionPages(stories: self).addRoutes(to: writers)
        StoryVotePages(stories: self).addRoutes(to: writers)
        StoryReportPages(stories: self).addRoutes(to: writers)
        ProfileReportPages(stories: self).addRoutes(to: writers)
        ModeratorRenewalPages(stories: self).addRoutes(to: stories)
        StoryAcceptancePages(stories: self).addRoutes(to: writers)
        WriterAddressPages(stories: self).addRoutes(to: writers)
        WriterDevicePages(stories: self).addRoutes(to: writers)
        StoryMorePages(stories: self).addRoutes(to: writers)
        WriterDataPages(stories: self).addRoutes(to: writers)
        WriterPasswordPages(stories: self).addRoutes(to: writers)
        WriterDeletionPages(stories: self).addRoutes(to: writers)
    }

    func words(for visitor: Visitor) -> Words { pages.words(for: visitor) }

    func page(
        _ template: String, _ title: String, _ values: Values, for visitor: Visitor, _ request: Request,
        status: HTTPResponse.Status = .ok
    ) throws -> Response {
        let reader = visitor.person as? Reader
        let words = words(for: visitor)
        var all: Values = [
            "title": title, "isWriter": reader != nil, "nickname": reader?.displayName ?? "", "tabs": tabs(request.uri.path, reader, words),
            "isUnverified": reader.map { $0.writer.verifiedAt == nil } ?? false, "sending": Token().text, "summary": false,
            "here": request.uri.description,
        ]
        let choices = ReadingChoices(request)
        if choices.paper != .site { all["paper"] = choices.paper.rawValue }
        if choices.size != .medium { all["textSize"] = choices.size.rawValue }
        if let flash = reader?.flash { all["flash"] = flash.values }
        all.merge(values) { $1 }
        return try pages.page(template, all, for: visitor, request: request, status: status)
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

    /// A page with heading, sentence and link: `stories.said.<key>`.
    func messagePage(_ key: String, _ request: Request, _ visitor: Visitor, status: HTTPResponse.Status = .ok) throws -> Response {
        let words = words(for: visitor)
        let values: Values = ["text": words("stories.said.\(key).text")]
        return try secret(page("stories/pages/said", words("stories.said.\(key).title"), values, for: visitor, request, status: status))
    }

    /// The page is not cached, and its address is not sent as a referrer.
    func secret(_ response: Response) -> Response {
        var response = response
        response.markSecret()
        response.headers[.init("Referrer-Policy")!] = "no-referrer"
        return response
    }

    private var cookieName: String { (accounts.secureCookie ? "__Host-" : "") + "portico-writer" }

    func token(in request: Request) -> Token? { request.cookie(cookieName).flatMap(Token.init(sent:)) }

    /// `age` in seconds; 0 deletes the cookie.
    func setCookie(_ value: String, age: Int, in response: inout Response) {
        response.setCookie(.ofSite(cookieName, value, age: age, isSecure: accounts.secureCookie))
    }

    /// Deletes stored data and cached pages on a shared computer; unsaved text stays if the browser is signed in to the back office.
    func clearBrowser(after request: Request, in response: inout Response) {
        guard !request.bringsSession(accounts) else { return }
        response.headers[.init("Clear-Site-Data")!] = #""cache", "storage""#
    }

    func take(_ upload: UploadedFile) async -> String? {
        guard upload.size <= Stories.longestPhoto else { return nil }
        guard let file = try? await photos.take(upload).file else { return nil }
        await learn(file)
        return file
    }

    /// Browsers revalidate the picture each time, also after a 304, because its address may have been hidden or given another picture.
    func serveUncached(_ file: String, _ size: String, _ request: Request) -> Response {
        var response = photos.serve(file: file, size: size, request: request)
        if [.ok, .notModified].contains(response.status) { response.headers[.cacheControl] = "public, no-cache" }
        return response
    }
}

extension Visitor {
    func storyID(_ name: String = "id") throws -> Int64 {
        guard let id = parameters.recordID(name) else { throw HTTPError(.notFound) }
        return id
    }

    var writerID: Int64? { (person as? Reader)?.writer.id }
}

extension StoryPages: ErrorFrame {
    public func errorPage(_ status: HTTPResponse.Status, _ request: Request, _ visitor: Visitor) async throws -> Response? {
        guard admin.modulesOn.contains(where: { $0 == Stories.self }) else { return nil }
        let below: String
        switch status {
        case .notFound: below = "web.error.404"
        case .gone: below = "stories.refusals.hidden"
        case .contentTooLarge: below = "stories.refusals.tooLarge"
        default: return nil
        }
        var visitor = visitor
        // An unrouted address has not passed `Readers`, so the writer is read here.
        if let token = token(in: request), let reader = try await Readers(pages: self).reader(token) {
            visitor.person = reader
            visitor.language = reader.language ?? visitor.language
        }
        let words = words(for: visitor)
        return try page(
            "stories/pages/trouble", words(below + ".heading"), ["text": words(below + ".text")], for: visitor, request, status: status)
    }
}
