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
        let sitting = try await admin.database.read { try filling.findSitting(person, $0) }
        guard let asked = person.parameters.recordID("question") else { throw HTTPError(.notFound) }
        guard sitting.outline.questions[asked] != nil else { return try await filling.goOn(sitting, insteadOf: asked) }
        guard let nearest = sitting.walk.nearestQuestion(to: asked) else { throw HTTPError(.notFound) }
        guard nearest == asked else { return .redirect(to: sitting.address(of: nearest)) }
        return try await questionPage(sitting, sitting.walk, asked, [:], request, person)
    }

    /// `act` is `next`, `back`, `leave`, `other` or `keep`. Every act saves the input first.
    @Sendable private func saveQuestion(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request, judgesText: false)
        if let elsewhere = try await filling.redirect(person, isTyped: true) { return elsewhere }
        let id = person.parameters.recordID("question") ?? 0
        let kept = try await filling.keep(form, at: id, person) { sitting, walk in
            guard let question = sitting.outline.questions[id], let page = sitting.outline.place(id)?.page else {
                throw HTTPError(.notFound)
            }
            walk.reply(Reply(form, question), to: id)
            return form["act"] == "other" ? page : id
        }
        if let answer = kept.answer { return answer }
        let (sitting, walk) = (kept.sitting, kept.walk)
        if form["act"] == "back" { return .redirect(to: walk.question(before: id).map { sitting.address(of: $0) } ?? sitting.address) }
        let refusals = Submission(walk).refusals.filter { $0.key == id }
        guard refusals.isEmpty else {
            return try await questionPage(sitting, walk, id, refusals, request, person, status: .unprocessableContent)
        }
        return .redirect(to: walk.question(after: id).map { sitting.address(of: $0) } ?? sitting.address + "/summary")
    }

    private func questionPage(
        _ sitting: FillingSession, _ walk: Navigation, _ id: Int64, _ refusals: [Int64: [ReplyRefusal]], _ request: Request,
        _ person: SignedIn,
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let words = filling.words(person)
        let piping = Piping(walk, words.language)
        guard let place = sitting.outline.place(id), let question = sitting.outline.questions[id].map(piping.question),
            let page = sitting.outline.structure.pages.first(where: { $0.id == place.page }).map(piping.page),
            let paragraph = page.paragraphs.first(where: { $0.id == place.parent })
        else { throw HTTPError(.notFound) }
        let gap = filling.gap(sitting, words)
        let drawing = QuestionDrawing(words: words, replies: walk.replies, refusals: refusals, gap: gap, order: sitting.offer.id)
        let all = walk.questions
        let number = (all.firstIndex { $0.id == id } ?? 0) + 1
        let said = words("questionnaires.fill.questionPlace", ["number": String(number), "count": String(all.count)])
        let heading = [page.text, paragraph.text].filter { !$0.isEmpty }.joined(separator: ": ")
        let notes = [
            walk.questions(on: page).first?.id == id ? page.note : "", paragraph.questions.first?.id == id ? paragraph.note : "",
        ].filter { !$0.isEmpty }
        let values: Values = [
            "title": sitting.title, "heading": heading.isEmpty ? said : heading,
            "note": notes.isEmpty ? false : notes.joined(separator: "\n\n"),
            "place": said, "done": String(number - 1), "all": String(all.count), "action": sitting.address(of: id),
            "headingLang": heading.isEmpty ? false : gap.code(page.text.isEmpty ? paragraph.id : page.id),
            "noteLang": gap.code(page.id, .note),
            "gap": gap.notice(on: [id], words), "isCarried": sitting.isCarried, "paragraphs": [drawing.alone(question)],
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
