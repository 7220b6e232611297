import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct FillingSummaryPages: Sendable {
    let filling: FillingContext

    private var admin: AdminContext { filling.admin }

    func addRoutes(to offer: RouterGroup<SignedIn>) {
        offer.get("summary", use: summary)
        offer.post("sending", use: send)
        offer.get("receipt", use: receipt)
    }

    @Sendable private func summary(_ request: Request, _ person: SignedIn) async throws -> Response {
        if let elsewhere = try await filling.redirect(person) { return elsewhere }
        let session = try await admin.database.read { try filling.findSession(person, $0) }
        return try await summaryPage(session, nonce: Token().text, request, person)
    }

    /// With the summary's `nonce` and `version`, and `anonymous` if it said so. A repeated press sends once.
    @Sendable private func send(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request, judgesText: false)
        let id = person.parameters.get("offer") ?? ""
        let receipt = "/questionnaires/offers/\(id)/receipt"
        do {
            let isHere = try await admin.database.write { db -> Bool in
                let student = try filling.student(person, db)
                guard let offer = try Offer.find(id, of: student, db) else { throw HTTPError(.notFound) }
                guard try !FillingSession.isSent(id, db) else { return true }
                guard let session = try FillingSession.find(id, of: student, now: .now, filling.outlines, db) else { return false }
                _ = try Sending(
                    offer: offer, replies: session.draft.replies, version: form.recordID("version") ?? 0, nonce: form["nonce"], now: .now,
                    zone: admin.site.zone, outlines: filling.outlines, isToldAnonymous: form["anonymous"] == "yes"
                ).send(db)
                return true
            }
            return isHere ? .redirect(to: receipt) : try await filling.closed(person)
        } catch SendingRefusal.closed {
            return try await filling.closed(person)
        } catch let refusal as SendingRefusal {
            let session = try await admin.database.read { try filling.findSession(person, $0) }
            let refused: [Int64: [ReplyRefusal]] = if case .refused(let all) = refusal { all } else { [:] }
            return try await summaryPage(
                session, nonce: form["nonce"], isNamedNow: refusal == .named, refused: refused, request, person,
                status: .unprocessableContent)
        }
    }

    @Sendable private func receipt(_ request: Request, _ person: SignedIn) async throws -> Response {
        let id = person.parameters.get("offer") ?? ""
        let words = filling.words(person)
        let values = try await admin.database.read { db -> Values in
            guard let offer = try Offer.find(id, of: try filling.student(person, db), db),
                let code = try String.fetchOne(db, sql: "SELECT code FROM receipt WHERE offer = ?", arguments: [id])
            else { throw HTTPError(.notFound) }
            let headline = try Headline(offer.questionnaire, in: words.language, db)
            let about = try OfferText.about(offer, in: words.language, db)
            return [
                "title": words("questionnaires.fill.thanks"), "name": headline.title,
                "about": about.isEmpty ? false : about,
                "code": code, "isAnonymous": try Questionnaire.isAnonymous(offer.questionnaire, db), "isExam": offer.activity != nil,
            ]
        }
        let isLate = Form(query: request.uri.query ?? "")["late"] == "yes"
        return try await filling.page("questionnaires/filling/receipt", values.merging(["isLate": isLate]) { $1 }, request, person)
    }

    private func summaryPage(
        _ session: FillingSession, nonce: String, isNamedNow: Bool = false, refused: [Int64: [ReplyRefusal]] = [:], _ request: Request,
        _ person: SignedIn,
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let navigation = session.navigation
        let words = filling.words(person)
        let submission = Submission(navigation)
        let gap = filling.gap(session, words)
        let refusals = submission.refusals.merging(refused) { first, _ in first }
        let drawing = QuestionDrawing(words: words, replies: navigation.replies, refusals: refusals, gap: gap)
        let given = Dictionary(grouping: submission.answers, by: \.question)
        let piping = Piping(navigation, words.language)
        let pages = session.outline.structure.pages.filter { navigation.pages.contains($0.id) }.map { page -> Values in
            let title = piping.text(page.text)
            let rows = navigation.questions(on: page).map(piping.question).map { question -> Values in
                let own = question.inOrder(given[question.id] ?? [])
                let said = own.enumerated().map { index, given in
                    let text = given.spelled(question, words.language)
                    return question.look == .ranking ? "\(index + 1). \(text)" : text
                }
                let refused = refusals[question.id]
                return [
                    "text": question.text, "textLang": gap.code(question.id), "said": said.map { ["text": $0] as Values },
                    "hasSaid": !said.isEmpty,
                    "error": refused.map { $0.map(drawing.sentence).joined(separator: " ") } ?? false,
                    "href": session.address(ofQuestion: question.id),
                ]
            }
            let number = String((navigation.pages.firstIndex(of: page.id) ?? 0) + 1)
            let place = words("questionnaires.fill.place", ["number": number, "count": String(navigation.pages.count)])
            let first = navigation.questions(on: page).first?.id ?? page.id
            return [
                "heading": page.text.isEmpty ? place : title, "headingLang": page.text.isEmpty ? false : gap.code(page.id),
                "href": session.address(of: session.isOneByOne ? first : page.id),
                "rows": rows,
            ]
        }
        let values: Values = [
            "title": words("questionnaires.fill.summary"), "name": session.title, "pages": pages, "address": session.address,
            "nonce": nonce, "version": String(session.draft.version), "isAnonymous": session.isAnonymous,
            "isCarried": session.isCarried, "isNamedNow": isNamedNow,
            "maySend": submission.isAcceptable,
            "last": session.isOneByOne
                ? session.address(of: navigation.questions.last?.id ?? 0) : session.address(of: navigation.pages.last ?? 0),
            "errors": drawing.summary(navigation.questions.map(piping.question)) { question in
                session.address(ofQuestion: question.id)
            },
        ]
        return try await filling.page("questionnaires/filling/summary", values, request, person, status: status)
    }
}

struct WrittenText {
    let text: String

    init(_ value: String, _ format: AnswerFormat, _ language: Language) {
        switch format {
        case .number: text = value.replacing(".", with: language.decimalMark)
        case .day: text = Day(value).map { "\($0.day)/\($0.month)/\($0.year)" } ?? value
        case .dateTime: text = LocalDateTime(value)?.shown ?? value
        case .file: text = FileReference(value)?.name ?? value
        case .text, .fixed, .time, .email: text = value
        }
    }
}
