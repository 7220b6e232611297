import Accounts
import Admin
import Foundation
import GRDB
import HTTPTypes
import TestSupport
import Testing

@testable import Questionnaires

/// Files as answers of questionnaires that name their students.
@Suite struct AnswerFileTests {
    /// What a browser says of a request of our own page.
    private static let ours: HTTPFields = [.init("Sec-Fetch-Site")!: "same-origin"]
    private static let bytes = Data("%PDF-1.4".utf8)

    private var structure: Structure { StructureReader("# P\n##\n? q file Il tuo CV?\n? n number Quante?").structure }

    @Test func onlyWhatWasReceivedIsAFile() {
        let answer = Question.written(1, .file).answers[0]
        #expect(answer.read("cv.pdf") == .failure(Refused(.notAFile)))
        #expect(answer.read(FileReference.sample) == .success(FileReference.sample))
        #expect(answer.read(" ") == .success(nil))
    }

    @Test func anAnonymousQuestionnaireAsksForNoFile() {
        let outline = StructureOutline(structure)
        let anonymous = CheckReport(outline, Heading(code: "A", context: "service"))
        let named = CheckReport(outline, Heading(code: "A", context: "service", isAnonymous: false))
        #expect(anonymous.errors.map(\.kind) == [.fileOfAnonymous])
        #expect(named.isClean)
    }

    @Test func theFormatIsWrittenAndStored() async throws {
        #expect(StructureWriter(structure).text.contains("? q file Il tuo CV?"))
        let faculty = try await FacultySite(mandatory: false, isNamed: true, asking: structure)
        #expect(faculty.questions["q"]?.answers.first?.format == .file)
        #expect(faculty.questions["n"]?.answers.first?.format == .number)
    }

    private func offer(_ who: Browser) async throws -> String {
        let list = try JSON(parsing: try await who.get("/ws/questionari").text.utf8)
        return try #require(list.list?.first?["OFFERTA_ID"]?.text)
    }

    private func send(_ replies: JSON, to offer: String, _ who: Browser) async throws -> TestSupport.Answer {
        let message = JSON.object([
            ("OFFERTA_ID", .text(offer)), ("QUESTIONARIO_ID", .number(1)), ("VERSIONE", .number(1)), ("NONCE", .text("n")),
            ("RISPOSTE", replies),
        ])
        return try await who.call(.post, "/ws/questionari/1/compilazioni", message.compact, headers: Self.ours, cookies: true)
    }

    private func reply(_ question: Question, _ value: String) -> JSON {
        .list([
            .object([
                ("DOMANDA_ID", .number(Int(question.id))), ("RISPOSTA_ID", .number(Int(question.answers[0].id))), ("VALORE", .text(value)),
            ])
        ])
    }

    @Test func aFileGoesWithTheAnswersOfItsStudentAndToThoseWhoReadResults() async throws {
        let faculty = try await FacultySite(students: 6, mandatory: false, isNamed: true, asking: structure)
        let question = try #require(faculty.questions["q"])
        let database = faculty.site.database
        try await database.write { db in
            for student in 3...Int64(6) { _ = try Faculty.send(["n": "3"], of: student, db) }
        }
        try await faculty.site.browse(as: "educator", "educator-blu", "admin") { [self] who in
            let (first, second) = (try await offer(who[0]), try await offer(who[1]))
            let address = "/questionnaires/offers/\(first)/files/\(question.answers[0].id)"
            let page = try await who[0].get(address)
            #expect(page.contains("type=\"file\""))
            let nothing = try await who[0].post(address, [(String, String)]())
            #expect(nothing.status == 422)
            let kept = try await who[0].post(address, [], files: [("file", "cv.pdf", Self.bytes)])
            #expect(kept.status == 303)
            let own = try await who[0].get(address + "/content")
            #expect(own.bytes == Self.bytes)
            #expect(own.headers[.contentDisposition] == "attachment; filename*=UTF-8''cv.pdf")
            let strange = try await who[1].get(address + "/content")
            #expect(strange.status == 404)
            let replies = try #require(try JSON(parsing: try await who[0].get("/ws/bozze/\(first)").text.utf8)["RISPOSTE"])
            let value = try #require(replies.list?.first?["VALORE"]?.text)
            let summary = try await who[0].get("/questionnaires/offers/\(first)/summary")
            #expect(summary.contains("cv.pdf"))
            #expect(!summary.contains(value))
            let stolen = try await send(reply(question, value), to: second, who[1])
            #expect(stolen.status == 422)
            #expect(stolen.contains("NON_FILE"))
            let sent = try await send(replies, to: first, who[0])
            #expect(sent.status == 201)

            // A program sends the file alone, and what it got for it as the answer.
            var headers = Self.ours
            headers[.contentType] = "application/octet-stream"
            let uploaded = try await who[1].call(.post, "/ws/bozze/\(second)/file?NOME=foto.png", "x", headers: headers, cookies: true)
            #expect(uploaded.status == 201)
            let name = try #require(try JSON(parsing: uploaded.text.utf8)["VALORE"]?.text)
            let other = try await send(reply(question, name), to: second, who[1])
            #expect(other.status == 201)

            try await database.write { db in try #require(try QuestionnaireVersion.active(of: 1, db)).close(now: .now, db) }
            let results = "/admin/questionnaires/questionnaires/1/results"
            let shown = try await who[2].get(results)
            #expect(shown.contains("2 file"))
            let list = try await who[2].get(results + "/files?version=1&question=\(question.id)")
            #expect(list.contains("foto.png"))
            let found = try #require(list.text.firstMatch(of: /href="([^"]+)" download>cv\.pdf/)?.1)
            let link = String(found).replacing("&amp;", with: "&")
            let file = try await who[2].get(link)
            #expect(file.bytes == Self.bytes)
            let refused = try await who[0].get(link)
            #expect(refused.status == 404)
            let wide = try await who[2].get(results + "/answers-wide.csv?version=1&part=")
            #expect(wide.contains("cv.pdf"))
            #expect(!wide.contains(value))
        }
        // Files of students who are gone go in the night.
        let left = try await database.write { db -> Int? in
            try db.execute(sql: "DELETE FROM student WHERE id = 1")
            try AnswerFile.sweep(now: .now, db)
            return try Int.fetchOne(db, sql: "SELECT count(*) FROM answerFile")
        }
        #expect(left == 1)
    }

    @Test func theDatabaseTakesNoFileForAnAnonymousQuestionnaire() throws {
        let faculty = try Faculty(students: 1)
        #expect(throws: DatabaseError.self) {
            try faculty.database.write { db in
                _ = try Faculty.publish(db)
                let offer = try Faculty.offer(of: 1, db)
                _ = try AnswerFile.add("cv.pdf", Self.bytes, to: offer.id, now: Faculty.now, db)
            }
        }
    }

    /// Of those that wait, the oldest is forgotten.
    @Test func soManyFilesWaitToBeSent() async throws {
        let faculty = try await FacultySite(students: 1, mandatory: false, isNamed: true, asking: structure)
        let names = try await faculty.site.database.write { db -> [String] in
            let offer = try Faculty.offer(of: 1, db)
            for number in 0...AnswerFile.most { _ = try AnswerFile.add("\(number).txt", Self.bytes, to: offer.id, now: .now, db) }
            return try String.fetchAll(db, sql: "SELECT name FROM answerFile ORDER BY rowid")
        }
        #expect(names.count == AnswerFile.most)
        #expect(names.first == "1.txt")
    }
}
