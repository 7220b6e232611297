import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Registry
import Web

/// Messages from teachers to followers of their courses, sent as alerts. They do not change; they can be corrected or withdrawn.
struct NoticePages: Sendable {
    let admin: AdminContext
    static let address = LessonPages.address + "/notices"

    func addRoutes(to campus: RouterGroup<SignedIn>) {
        campus.get("own/notices", use: index)
        campus.get("own/notices/new", use: show)
        campus.post("own/notices/new", use: save)
        campus.get("own/notices/{id}", use: show)
        campus.post("own/notices/{id}", use: save)
        campus.post("own/notices/{id}/withdrawal", use: withdraw)
    }

    private func rendering(_ person: SignedIn) -> RenderContext {
        RenderContext(words: admin.pages.words(for: person.visitor), zone: admin.site.zone)
    }

    @Sendable func index(_ request: Request, _ person: SignedIn) async throws -> Response {
        let (rendering, now) = (rendering(person), Date.now)
        return try await admin.page(person, request) { db, context in
            guard let teacher = try LessonPages.teacher(person, db) else { throw HTTPError(.notFound) }
            let own = try Set(ProgrammePages.courses(of: teacher, rendering, db).map(\.id))
            return (
                "campus/lessons/notices",
                [
                    "title": context.words("campus.notices.title"), "new": own.isEmpty ? false : Self.address + "/new",
                    "breadcrumbs": [["label": context.words("campus.lessons.title"), "href": LessonPages.address] as Values],
                    "rows": try SentNotice.all(of: person.account.id ?? 0, db).map { try templateValues($0, own, rendering, now, db) },
                ]
            )
        }
    }

    private func templateValues(_ notice: SentNotice, _ own: Set<Int64>, _ rendering: RenderContext, _ now: Date, _ db: Database) throws
        -> Values
    {
        let (bulletin, id) = (notice.bulletin, notice.bulletin.id ?? 0)
        let isInForce = try bulletin.isInForce(db, at: now)
        // The job that ends expired alerts may not have run yet.
        let state: Bulletin.State = bulletin.state == .published && !isInForce ? .ended : bulletin.state
        let counts = try AlertReading.counts(bulletin, db)
        let audience = try AlertAudience.count(id, db)
        return [
            "title": bulletin.title(in: rendering.words.language), "state": rendering.words("campus.state.\(state.rawValue)"),
            "tone": PublicationSheet.tone(state),
            "course": try Campus.hits(of: [Bookmark(kind: "course", id: notice.course)], rendering, db).first?.title ?? "",
            "when": bulletin.releasedAt.map { rendering.words.language.moment($0, in: rendering.zone) } ?? "",
            "reached": rendering.words(
                "campus.publication.reached",
                [
                    "audience": rendering.words.language.number(audience), "seen": rendering.words.language.number(counts.seen),
                    "opened": rendering.words.language.number(counts.opened),
                ]),
            "page": isInForce ? AlertDrawing.address(bulletin) : false,
            "correct": isInForce && own.contains(notice.course) ? "\(Self.address)/\(id)" : false,
            "withdrawal": isInForce ? "\(Self.address)/\(id)/withdrawal" : false,
        ]
    }

    @Sendable func show(_ request: Request, _ person: SignedIn) async throws -> Response { try await page(request, person, nil) }

    /// Shows a preview first; `act=send` sends it.
    @Sendable func save(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request, judgesText: false)
        guard form["act"] == "send" else { return try await page(request, person, form) }
        let (rendering, now) = (rendering(person), Date.now)
        let isSent = try await admin.urgent.write { db -> Bool in
            let read = NoticeForm(found: try find(request, person, rendering, now, db), typed: form, rendering: rendering, now: now).read()
            guard read.1.isEmpty else { return false }
            var alert = read.0
            if alert.id == nil {
                alert.category = try AlertCategory.ofTeaching(db)
                try alert.insert(db, by: person.actor)
            } else {
                try alert.update(db, by: person.actor, words: rendering.words, zone: rendering.zone)
            }
            let bulletin = try Bulletin.propose(alert, at: nil, db, by: person.actor, now: now)
            try person.session.setFlash(
                db, Flash(rendering.words("campus.notices.sent", ["title": bulletin.title(in: rendering.words.language)])))
            return true
        }
        return isSent ? .redirect(to: Self.address, type: .normal) : try await page(request, person, form)
    }

    @Sendable func withdraw(_ request: Request, _ person: SignedIn) async throws -> Response {
        let (rendering, now, id) = (rendering(person), Date.now, person.parameters.recordID("id"))
        try await admin.urgent.write { db in
            guard try LessonPages.teacher(person, db) != nil,
                var bulletin = try SentNotice.find(id, of: person.account.id ?? 0, db, at: now)?.bulletin
            else { throw HTTPError(.notFound) }
            try bulletin.end(.withdrawn, db, by: person.actor, now: now)
            try person.session.setFlash(
                db, Flash(rendering.words("campus.notices.withdrawn", ["title": bulletin.title(in: rendering.words.language)])))
        }
        return .redirect(to: Self.address, type: .normal)
    }

    private func page(_ request: Request, _ person: SignedIn, _ typed: Form?) async throws -> Response {
        let (rendering, now) = (rendering(person), Date.now)
        let both = Language.allCases.map { admin.pages.templates.words(in: $0) }
        let (values, isRefused) = try await admin.database.read { db -> (Values, Bool) in
            let form = NoticeForm(found: try find(request, person, rendering, now, db), typed: typed, rendering: rendering, now: now)
            let errors = typed.map { _ in form.read().1 }
            return (try form.values(errors, both, db), errors?.isEmpty == false)
        }
        let drawn = try await values.renderingMarkdown()
        return try await admin.page(person, request, status: isRefused ? .unprocessableContent : .ok) { _, _ in
            ("campus/lessons/notice", drawn)
        }
    }

    /// - Throws: not found for a person without courses, another person's notice, or one no longer in force.
    private func find(_ request: Request, _ person: SignedIn, _ rendering: RenderContext, _ now: Date, _ db: Database) throws -> FoundNotice
    {
        guard let teacher = try LessonPages.teacher(person, db) else { throw HTTPError(.notFound) }
        let courses = try ProgrammePages.courses(of: teacher, rendering, db)
        guard !courses.isEmpty, try AlertCategory.ofTeaching(db) != nil else { throw HTTPError(.notFound) }
        guard let id = person.parameters.get("id") else {
            var alert = Alert()
            alert.courses = Form(query: request.uri.query ?? "").recordID("course").map { [$0] } ?? []
            return FoundNotice(alert: alert, bulletin: nil, courses: courses, site: admin.site)
        }
        guard let notice = try SentNotice.find(Int64(recordID: id), of: person.account.id ?? 0, db, at: now),
            let alert = try notice.bulletin.alert.flatMap({ try Alert.fetch(db, id: $0) }),
            courses.contains(where: { $0.id == notice.course })
        else { throw HTTPError(.notFound) }
        return FoundNotice(
            alert: alert, bulletin: notice.bulletin, courses: courses.filter { $0.id == notice.course }, site: admin.site)
    }
}

struct FoundNotice: Sendable {
    let alert: Alert
    let bulletin: Bulletin?
    let courses: [(id: Int64, label: String)]
    let site: SiteSettings
}
