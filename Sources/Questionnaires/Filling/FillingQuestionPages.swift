import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct FillingQuestionPages: Sendable {
    let filling: FillingContext

    private var admin: AdminContext { filling.admin }

    func addRoutes(to offer: RouterGroup<SignedIn>) {
        offer.get("questions/{question}", use: showQuestion)
        offer.post("questions/{question}", use: saveQuestion)
    }

    /// A hidden question redirects to the nearest shown one.
    @Sendable private func showQuestion(_ request: Request, _ person: SignedIn) async throws -> Response {
        if let elsewhere = try await filling.redirect(person) { return elsewhere }
        let session = try await admin.database.read { try filling.findSession(person, $0) }
        guard let asked = person.parameters.recordID("question") else { throw HTTPError(.notFound) }
        guard session.outline.questions[asked] != nil else { return try await filling.redirectToCurrent(session, insteadOf: asked) }
        guard let nearest = session.navigation.nearestQuestion(to: asked) else { throw HTTPError(.notFound) }
        guard nearest == asked else { return .redirect(to: session.address(of: nearest)) }
        return try await questionPage(session, session.navigation, asked, [:], request, person)
    }

    /// `act` is `next`, `back`, `leave`, `other` or `keep`. Every act saves the input first.
    @Sendable private func saveQuestion(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request, judgesText: false)
        if let elsewhere = try await filling.redirect(person, isTyped: true) { return elsewhere }
        let id = person.parameters.recordID("question") ?? 0
        let kept = try await filling.keep(form, at: id, person) { session, navigation in
            guard let question = session.outline.questions[id], let page = session.outline.place(id)?.page else {
                throw HTTPError(.notFound)
            }
            navigation.reply(Reply(form, question), to: id)
            return form["act"] == "other" ? page : id
        }
        if let answer = kept.answer { return answer }
        let (session, navigation) = (kept.session, kept.navigation)
        if form["act"] == "back" {
            return .redirect(to: navigation.question(before: id).map { session.address(of: $0) } ?? session.address)
        }
        let refusals = Submission(navigation).refusals.filter { $0.key == id }
        guard refusals.isEmpty else {
            return try await questionPage(session, navigation, id, refusals, request, person, status: .unprocessableContent)
        }
        return .redirect(to: navigation.question(after: id).map { session.address(of: $0) } ?? session.address + "/summary")
    }

    private func questionPage(
        _ session: FillingSession, _ navigation: Navigation, _ id: Int64, _ refusals: [Int64: [ReplyRefusal]], _ request: Request,
        _ person: SignedIn,
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let words = filling.words(person)
        let piping = Piping(navigation, words.language)
        guard let place = session.outline.place(id), let question = session.outline.questions[id].map(piping.question),
            let page = session.outline.structure.pages.first(where: { $0.id == place.page }).map(piping.page),
            let paragraph = page.paragraphs.first(where: { $0.id == place.parent })
        else { throw HTTPError(.notFound) }
        let gap = filling.gap(session, words)
        let drawing = QuestionDrawing(words: words, replies: navigation.replies, refusals: refusals, gap: gap, order: session.offer.id)
        let all = navigation.questions
        let number = (all.firstIndex { $0.id == id } ?? 0) + 1
        let said = words("questionnaires.fill.questionPlace", ["number": String(number), "count": String(all.count)])
        let heading = [page.text, paragraph.text].filter { !$0.isEmpty }.joined(separator: ": ")
        let notes = [
            navigation.questions(on: page).first?.id == id ? page.note : "", paragraph.questions.first?.id == id ? paragraph.note : "",
        ].filter { !$0.isEmpty }
        let values: Values = [
            "title": session.title, "heading": heading.isEmpty ? said : heading,
            "note": notes.isEmpty ? false : notes.joined(separator: "\n\n"),
            "place": said, "done": String(number - 1), "all": String(all.count), "action": session.address(of: id),
            "headingLang": heading.isEmpty ? false : gap.code(page.text.isEmpty ? paragraph.id : page.id),
            "noteLang": gap.code(page.id, .note),
            "gap": gap.notice(on: [id], words), "isCarried": session.isCarried, "paragraphs": [drawing.alone(question)],
            "shown": [["value": String(id)] as Values],
            "errors": drawing.summary([question]) { "#q-\($0.id)" }, "mayChange": false, "isEasy": true,
        ]
        return try await filling.page("questionnaires/filling/page", values, request, person, status: status)
    }
}

extension Navigation {
    func question(after question: Int64) -> Int64? { neighbour(of: question, in: questions.map(\.id)) { $0 > $1 } }
    func question(before question: Int64) -> Int64? { neighbour(of: question, in: questions.map(\.id).reversed()) { $0 < $1 } }

    func nearestQuestion(to question: Int64) -> Int64? {
        questions.contains { $0.id == question } ? question : self.question(after: question) ?? self.question(before: question)
    }
}

extension QuestionDrawing {
    fileprivate func alone(_ question: Question) -> Values {
        var question = question
        switch question.format {
        case .singleAcross: question.format = .single
        case .multipleAcross: question.format = .multiple
        case .single, .multiple, .free: break
        }
        return ["id": "p-\(question.id)", "heading": false, "note": false, "blocks": [single(question)]]
    }
}
