import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Registry
import Web

struct TeacherAnswerPages: Sendable {
    let teaching: TeachingResultPages

    private var filling: FillingContext { teaching.filling }
    private var admin: AdminContext { filling.admin }

    func addRoutes(to router: RouterGroup<SignedIn>) {
        router.get("answers", use: index)
        let own = router.group("results/{version}/{activity}/answers/{question}")
        own.get("", use: edit)
        own.post("", use: save)
    }

    private struct Place: Sendable {
        let own: TeachingResultPages.Own
        let question: Question
        let teacher: Int64
        let answer: String

        var results: String { "/questionnaires/results/\(own.version.id)/\(own.activity)" }
    }

    private func place(_ person: SignedIn, _ db: Database) throws -> Place {
        let (own, _) = try teaching.find(person, db)
        let id = person.parameters.recordID("question")
        let teacher = try Registry.person(ofAccount: person.account.key, db)
        guard let teacher, let question = try StructureStore.read(own.version.id, db).questions.first(where: { $0.id == id }) else {
            throw HTTPError(.notFound)
        }
        let answers = try TeacherAnswer.all(of: own.activity, version: own.version.id, db)
        let said = answers.first { $0.question == question.id && $0.person == teacher }?.text ?? ""
        return Place(own: own, question: question, teacher: teacher, answer: said)
    }

    @Sendable func edit(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await form(request, person, typed: nil)
    }

    @Sendable func save(_ request: Request, _ person: SignedIn) async throws -> Response {
        let typed = try await Form.read(request).exact("text").replacing("\r\n", with: "\n").trimmingSpaces()
        guard typed.unicodeScalars.count <= TeacherAnswer.longest else { return try await form(request, person, typed: typed) }
        let words = filling.words(person)
        let address = try await admin.database.write { db -> String in
            let place = try self.place(person, db)
            guard typed != place.answer else { return place.results }
            try TeacherAnswer.write(typed, to: place.question.id, of: place.own.activity, by: place.teacher, db)
            let object = (kind: Questionnaire.name, id: place.own.heading.id, title: place.own.heading.title)
            let detail = ["activity": place.own.name, "question": place.question.code]
            try AuditEntry.write(db, "\(Questionnaire.name).answer", by: person.actor, on: object, detail: detail)
            try person.session.setFlash(db, Flash(words("questionnaires.replies.\(typed.isEmpty ? "removed" : "saved")")))
            return place.results + "#r-\(place.question.id)"
        }
        return .redirect(to: address)
    }

    private func form(_ request: Request, _ person: SignedIn, typed: String?) async throws -> Response {
        let place = try await admin.database.read { db in try self.place(person, db) }
        let words = filling.words(person)
        let values: Values = [
            "title": words("questionnaires.replies.write"), "course": place.own.name, "question": place.question.text(in: words.language),
            "back": place.results + "#r-\(place.question.id)", "action": "\(place.results)/answers/\(place.question.id)",
            "text": typed ?? place.answer, "isTooLong": typed != nil, "longest": words.language.number(TeacherAnswer.longest),
            "tooLong": words("questionnaires.replies.tooLong", ["longest": words.language.number(TeacherAnswer.longest)]),
        ]
        return try await filling.page(
            "questionnaires/review/reply", values, request, person, status: typed == nil ? .ok : .unprocessableContent)
    }

    @Sendable func index(_ request: Request, _ person: SignedIn) async throws -> Response {
        let words = filling.words(person)
        let values = try await admin.database.read { db -> Values in
            let student = try filling.student(person, db)
            let courses = try TeacherAnswer.places(forStudent: student, db).compactMap { version, activity -> Values? in
                // A reply reveals results, so it is hidden while they are.
                guard let version = try QuestionnaireVersion.find(version, db),
                    let heading = try ResultHeading.find(version.questionnaire, db),
                    ResultPages.Asked(activity, of: version, heading, try ResultReading(version.id, threshold: heading.threshold, db))
                        != nil
                else { return nil }
                let questions = try StructureStore.read(version.id, db).questions
                let texts = Dictionary(uniqueKeysWithValues: questions.map { ($0.id, $0.text(in: words.language)) })
                let answers = try TeacherAnswer.all(of: activity, version: version.id, db).map { answer -> Values in
                    ["question": texts[answer.question] ?? "", "name": answer.name, "text": answer.text]
                }
                let title = try heading.title(in: words.language, db)
                let name = try ResultReading.name("a\(activity)", in: words.language, db) ?? ""
                return ["label": name, "questionnaire": title, "answers": answers]
            }
            return ["title": words("questionnaires.replies.title"), "courses": courses, "isNothing": courses.isEmpty]
        }
        return try await filling.page("questionnaires/review/replies", values, request, person)
    }
}
