import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct StoryWritingPages: Sendable {
    let stories: StoryPages

    func addRoutes(to router: RouterGroup<Writing>) {
        router.get("new/{kind}", use: newStory)
        router.post("new/{kind}", use: startStory)
        router.get("drafts/{id}/photo/{size}", use: serveDraftPhoto)
        router.get("fragments/{id}/continuation", use: newContinuation)
        router.post("fragments/{id}/continuation", use: addContinuation)
    }

    private struct Place: Sendable {
        let kind: Fragment.Kind
        let parent: Fragment?

        var action: String { parent.map { "/stories/fragments/\($0.id)/continuation" } ?? "/stories/new/\(kind.rawValue)" }
        var isFirst: Bool { parent == nil }
    }

    @Sendable private func newStory(_ request: Request, _ person: Writing) async throws -> Response {
        try await writingPage(place(person), request, person)
    }

    @Sendable private func startStory(_ request: Request, _ person: Writing) async throws -> Response {
        try await send(place(person), request, person)
    }

    /// Opening the form tells other writers that someone continues here.
    @Sendable private func newContinuation(_ request: Request, _ person: Writing) async throws -> Response {
        let place = try await placeAfter(person, isSent: false)
        let why = place.parent?.isVisible == false ? stories.words(for: person.visitor)("stories.writing.hidden") : nil
        return try await writingPage(place, request, person, why: why)
    }

    @Sendable private func addContinuation(_ request: Request, _ person: Writing) async throws -> Response {
        try await send(try await placeAfter(person, isSent: true), request, person)
    }

    @Sendable private func serveDraftPhoto(_ request: Request, _ person: Writing) async throws -> Response {
        let (id, size) = (try person.storyID(), person.parameters.get("size") ?? "")
        let sql = "SELECT photo FROM storyDraft WHERE id = ? AND writer = ?"
        let file = try await stories.database.read { try String.fetchOne($0, sql: sql, arguments: [id, person.writer.id]) }
        guard let file else { throw HTTPError(.notFound) }
        return stories.secret(stories.photos.serve(file: file, size: size, request: request))
    }

    private func place(_ person: Writing) throws -> Place {
        guard let kind = Fragment.Kind(rawValue: person.parameters.get("kind") ?? "") else { throw HTTPError(.notFound) }
        return Place(kind: kind, parent: nil)
    }

    /// A fragment may be hidden while a writer continues it; the typed text is still kept and found again.
    private func placeAfter(_ person: Writing, isSent: Bool) async throws -> Place {
        let (id, writer) = (try person.storyID(), person.writer.id)
        let parent = try await stories.database.read { db -> Fragment in
            guard let parent = try Fragment.find(id, db) else { throw StoryRefusal.notFound }
            guard try parent.isVisible || isSent || StoryDraft.find(of: writer, parent: id, kind: parent.kind, db) != nil else {
                throw StoryRefusal.hidden
            }
            return parent
        }
        return Place(kind: parent.kind, parent: parent)
    }

    /// Keeps the typed text first, and shows it again with a refusal.
    private func send(_ place: Place, _ request: Request, _ person: Writing) async throws -> Response {
        let form = try await Form.read(request, limits: .photos, judgesText: false)
        let words = stories.words(for: person.visitor)
        let (title, text, description, writer) = (form["title"], form.exact("text"), form["description"], person.writer.id)
        let source = StoryDraft.Source(form: String(form["form"].prefix(100)), base: form["base"])
        var (photo, isBadPhoto): (String?, Bool) = (nil, false)
        if let upload = form.file("photo") {
            photo = await stories.take(upload)
            isBadPhoto = photo == nil
        }
        let isKept = form.has("keep")
        let (draft, isPublished) = try await stories.database.write { [photo] db -> (StoryDraft?, Bool) in
            if let parent = place.parent { try Lease.take(parent.id, by: writer, at: .now, db) }
            // A page that is left after publication sends its words once more.
            if isKept, try hasPublished(title, text, photo, description, place, by: writer, form["sending"], db) { return (nil, true) }
            let draft = try StoryDraft.keep(
                of: writer, parent: place.parent?.id, kind: place.kind, title: title, text: text, photo: photo,
                description: description, sending: form["sending"].isEmpty ? Token().text : form["sending"], from: source, at: .now, db)
            return (draft, false)
        }
        let typed = Typed(title: title, text: text, description: description, source: source, sending: form["sending"], draft: draft)
        if isBadPhoto {
            let why = words("stories.writing.badPhoto")
            return try await writingPage(place, request, person, typed, why: why, at: "photo", status: .unprocessableContent)
        }
        if isKept {
            if !isPublished, let why = typed.trouble(words) {
                return try await writingPage(place, request, person, typed, why: why, status: .unprocessableContent)
            }
            return try await writingPage(place, request, person, typed, kept: true)
        }
        do {
            let stored = photo ?? draft?.photo
            let content = try fragmentContent(typed, place, photo: stored)
            if let stored { await stories.learn(stored) }
            return try await publish(content, typed, place, person, words)
        } catch StoryRefusal.notAccepted where typed.trouble(words) == nil {
            return .redirect(to: stories.acceptance(before: place.action))
        } catch let refusal as StoryRefusal {
            let why = [sentence(refusal, place, words), typed.trouble(words)].compactMap { $0 }.joined(separator: " ")
            return try await writingPage(
                place, request, person, typed, why: why, at: field(refusal, place), status: refusal.status)
        }
    }

    private func fragmentContent(_ typed: Typed, _ place: Place, photo: String?) throws -> FragmentContent {
        let body: FragmentContent.Body =
            place.kind == .text ? .text(typed.text) : .photo(file: photo ?? "", caption: typed.text, description: typed.description)
        if place.kind == .photo, photo == nil { throw StoryRefusal.content(.missing) }
        return try FragmentContent(title: typed.title, body: body, isFirst: place.isFirst)
    }

    private func publish(_ content: FragmentContent, _ typed: Typed, _ place: Place, _ person: Writing, _ words: Words) async throws
        -> Response
    {
        let writer = person.writer.id
        let sending = typed.sending.isEmpty ? typed.draft?.sending : typed.sending
        let (fragment, held) = try await stories.database.write { db in
            let fragment =
                try place.parent.map { try Fragment.add(content, after: $0.id, by: writer, sending: sending, at: .now, db) }
                ?? Fragment.start(content, by: writer, sending: sending, at: .now, db)
            try typed.draft?.removePublished(db)
            try WriterNetwork.note(writer, from: person.visitor.client.network, at: .now, db)
            if let parent = place.parent { try Lease.giveBack(parent.id, by: writer, db) }
            let held = try fragment.isHidden ? CaseDecision.holding(fragment.id, db) : nil
            let said = words(held == nil ? "stories.writing.sent" : "stories.writing.held")
            try stories.say(said, kind: held == nil ? .good : .info, to: person.session, db)
            return (fragment, held)
        }
        // A held fragment has no page of its own yet.
        if let held { return .redirect(to: "/stories/decisions/\(held.id)") }
        return .redirect(to: fragment.parent == nil ? "/stories/\(fragment.id)" : fragment.address)
    }

    private func hasPublished(
        _ title: String, _ text: String, _ photo: String?, _ description: String, _ place: Place, by writer: Int64, _ sending: String,
        _ db: Database
    ) throws -> Bool {
        let body: FragmentContent.Body =
            place.kind == .text ? .text(text) : .photo(file: photo ?? "", caption: text, description: description)
        guard let content = try? FragmentContent(title: title, body: body, isFirst: place.isFirst) else { return false }
        return try SendingName(sending, of: content, after: place.parent?.id, by: writer, db).made != nil
    }

    private func sentence(_ refusal: StoryRefusal, _ place: Place, _ words: Words) -> String {
        if case .content(let problem) = refusal { return words(problem.textKey) }
        if case .tooFast(let seconds) = refusal {
            return seconds > 90
                ? words("stories.writing.tooOften", count: (seconds + 59) / 60) : words("stories.writing.tooFast", count: seconds)
        }
        if refusal == .hidden { return words("stories.writing.hidden") }
        return words("stories.refusals.\(refusal.name).text")
    }

    private func field(_ refusal: StoryRefusal, _ place: Place) -> String? {
        guard case .content(let problem) = refusal else { return nil }
        switch problem {
        case .titleMissing, .titleTooLong, .titleUnfit: return "title"
        case .descriptionTooLong, .descriptionUnfit: return "description"
        case .missing: return place.kind == .photo ? "photo" : "text"
        case .textTooLong, .unreadable, .unfit, .noteTooLong: return "text"
        }
    }

    private struct Typed: Sendable {
        let title: String
        let text: String
        let description: String
        let source: StoryDraft.Source
        let sending: String
        let draft: StoryDraft?

        func trouble(_ words: Words) -> String? {
            if title.count > StoryDraft.longestTitle || text.count > StoryDraft.longestText { return words("stories.writing.tooMuch") }
            return draft == nil && !(title + text).isEmpty ? words("stories.writing.tooManyDrafts") : nil
        }
    }

    private func writingPage(
        _ place: Place, _ request: Request, _ person: Writing, _ typed: Typed? = nil, why: String? = nil, at field: String? = nil,
        kept: Bool = false, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let (writer, words) = (person.writer.id, stories.words(for: person.visitor))
        let asked = Int64(Form(query: request.uri.query ?? "")["draft"])
        let (drafts, other) = try await stories.database.write { db -> ([StoryDraft], String?) in
            let drafts = try StoryDraft.all(of: writer, parent: place.parent?.id, kind: place.kind, db)
            guard let parent = place.parent else { return (drafts, nil) }
            try Lease.take(parent.id, by: writer, at: .now, db)
            guard let lease = try Lease.of(parent.id, otherThan: writer, at: .now, db) else { return (drafts, nil) }
            let name = try Writer.find(lease.writer, db)?.nickname ?? words("stories.formerWriter")
            let until = words.language.time(lease.until, in: stories.admin.site.zone)
            return (drafts, words("stories.writing.other", ["name": name, "time": until]))
        }
        let draft = typed == nil ? drafts.first { $0.id == asked } ?? drafts.first : typed?.draft
        let title = typed?.title ?? draft?.title ?? ""
        var values: Values = [
            "action": place.action, "isText": place.kind == .text, "isPhoto": place.kind == .photo, "isFirst": place.isFirst,
            "typedTitle": title, "typedText": typed?.text ?? draft?.text ?? "", "why": why ?? false,
            "typedDescription": typed?.description ?? draft?.description ?? "",
            "draftPhoto": draft.flatMap { $0.photo == nil ? nil : "/stories/drafts/\($0.id)/photo/480.webp" } ?? false,
            "other": other ?? false, "kept": kept, "longest": String(FragmentContent.longestText),
            "before": place.parent.flatMap { $0.isVisible ? $0.text : nil } ?? false, "isUnverified": person.writer.verifiedAt == nil,
            "form": Token().text, "base": draft?.hash ?? "",
            "others": drafts.filter { $0.id != draft?.id }.map { stories.draft(of: $0, words) },
        ]
        for name in ["title", "text", "photo", "description"] { values[name + "Error"] = (name == field ? why : nil) ?? false }
        values["previewTitle"] = title.isEmpty ? false : title
        if let sending = [typed?.sending, draft?.sending].compactMap({ $0 }).first(where: { !$0.isEmpty }) { values["sending"] = sending }
        let heading = words(place.isFirst ? "stories.writing.newTitle" : "stories.writing.continueTitle")
        return try stories.page("stories/writers/writing", heading, values, for: person.visitor, request, status: status)
    }
}

extension Form.Limits {
    /// One photo with a few words. Larger photos are read to the end, because refusing a form unread would lose its words.
    static let photos: Form.Limits = {
        var limits = Form.Limits()
        (limits.bytes, limits.fileBytes, limits.files) = (4 * Stories.longestPhoto + 1 << 20, 4 * Stories.longestPhoto, 1)
        return limits
    }()
}
