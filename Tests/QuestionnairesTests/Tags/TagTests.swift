import Accounts
import Admin
import Foundation
import GRDB
import TestSupport
import Testing
import Web

@testable import Questionnaires

/// Tags that designers make for themselves: put on questions and answers, seen in results and files.
@Suite struct TagTests {
    private static let design = "/admin/questionnaires/questionnaires/1/structure"
    private static let asked = """
        # Corso
        ##
        ? q1 single! Quante lezioni hai seguito?
        label dimensione = presenza
        label nazionale
        - a1 Poche = 1
        label peso = 2.5
        - a2 Tante = 2
        ? q2 singleAcross! Il carico era adeguato
        label dimensione = carico = tanto
        - a1 No = 1
        - a2 Sì = 2

        """

    private static let tags: [(code: String, name: String, kind: TagKind)] = [
        ("dimensione", "Dimensione", .text), ("nazionale", "Indagine nazionale", .mark), ("peso", "Peso", .number), ("dal", "Dal", .day),
    ]

    private static let actor = Actor(accountID: nil, name: "test", address: "", requestID: "")

    private static func addTags(_ db: Database) throws {
        for (code, name, kind) in tags {
            var tag = Tag()
            (tag.name, tag.code, tag.kind) = (name, code, kind)
            try tag.insert(db, by: actor)
        }
    }

    private func designed() async throws -> TestSite {
        let site = try await TestSite("house", "registry", "questionnaires")
        try await site.database.write { db in
            try Faculty.fill(db, students: 5, anonymous: true, mandatory: false)
            try Self.addTags(db)
            try QuestionnaireVersion.beginDraft(of: 1, now: .now, db).save(StructureReader(Self.asked).structure.renumbered, db)
        }
        return site
    }

    private static func stored(_ db: Database) throws -> Structure { try StructureStore.read(1, db) }

    @Test func aTextCarriesThemOnQuestionsAndAnswers() {
        let reader = StructureReader(Self.asked)
        #expect(reader.mistakes.isEmpty)
        #expect(StructureWriter(reader.structure).text == Self.asked)
        let questions = reader.structure.questions
        #expect(questions[0].labels == [Label("dimensione", "presenza"), Label("nazionale")])
        #expect(questions[0].answers[0].labels == [Label("peso", "2.5")])
        #expect(questions[1].labels == [Label("dimensione", "carico = tanto")])
        let wrong = StructureReader("# P\nlabel x\n##\n? q1 text What?\nlabel a b\nlabel x =\nlabel x = 1\nlabel x = 2\n- a1 no\nlabel y")
        #expect(wrong.mistakes.map(\.line) == [2, 6, 8, 9, 10])
    }

    private static let values: [(TagKind, String, String?)] = [
        (.text, "docenza", "docenza"), (.text, "", nil), (.number, "2,50", "2.5"), (.number, "12,5,3", nil),
        (.day, "31/1/2026", "2026-01-31"),
        (.day, "31/02/2026", nil), (.mark, "", ""), (.mark, "x", nil),
    ]

    @Test(arguments: values)
    func aValueIsOfItsKind(_ kind: TagKind, _ typed: String, _ kept: String?) { #expect(kind.value(typed) == kept) }

    @Test func aDesignerPutsATagOnManyQuestionsAtOnce() async throws {
        let site = try await designed()
        try await site.browse(as: "admin") { browsers in
            let admin = browsers[0]
            let question = try #require(try await site.database.read { try Self.stored($0).questions.last })
            let page = try await admin.get(Self.design + "/tags?tag=peso")
            #expect(page.contains(#"value="2.5""#))
            #expect(page.contains("Indagine nazionale"))
            let wrong = try await admin.post(
                Self.design + "/tags?tag=peso", [("edition", "2"), ("l.\(question.id)", "12,5,3"), ("l.\(question.answers[0].id)", "3")])
            #expect(wrong.status == 422)
            #expect(wrong.contains("Il carico era adeguato: Scrivi un numero"))
            #expect(wrong.contains(#"value="12,5,3""#))
            let saved = try await admin.post(
                Self.design + "/tags?tag=peso", [("edition", "2"), ("l.\(question.id)", "3,5"), ("l.\(question.answers[0].id)", "")])
            #expect(saved.status == 303)
            #expect(saved.location == Self.design + "/tags?tag=peso")
            let late = try await admin.post(Self.design + "/tags?tag=peso", [("edition", "2"), ("l.\(question.id)", "7")])
            #expect(late.status == 409)
            #expect(late.contains(#"value="7""#))
            let tree = try await admin.get(Self.design)
            #expect(tree.contains("peso = 3.5"))
            #expect(tree.contains("dimensione = presenza"))
            #expect(!tree.contains("peso = 2.5"))
            let nobody = try await admin.get(Self.design + "/tags?tag=nothing")
            #expect(nobody.status == 200)
            #expect(!nobody.contains(#"name="edition""#))
        }
        let labels = try await site.database.read { try Self.stored($0).questions.map(\.labels) }
        #expect(
            labels == [
                [Label("dimensione", "presenza"), Label("nazionale")], [Label("dimensione", "carico = tanto"), Label("peso", "3.5")],
            ])
    }

    @Test func theDictionaryKeepsToItsRules() async throws {
        let site = try await designed()
        try await site.browse(as: "admin") { browsers in
            for code in ["attendance", "a = b", "PESO"] {
                let refused = try await browsers[0].post(
                    "/admin/questionnaires/tags", ["name": "Nuova", "code": code, "family": "element", "kind": "text"])
                #expect(refused.status == 422, "\(code)")
            }
        }
    }

    @Test func theCheckNamesWhatIsUnknownOrWrong() throws {
        let text = Self.asked.replacing("peso = 2.5", with: "peso = tanto")
        let kinds = Dictionary(uniqueKeysWithValues: Self.tags.map { ($0.code, $0.kind) })
        let outline = StructureOutline(StructureReader(text).structure)
        let report = CheckReport(outline, Heading(code: "A", context: "teaching", dictionary: kinds))
        #expect(report.errors.map(\.kind) == [.badTagValue])
        #expect(report.errors.first?.values == ["tag": "peso", "value": "tanto"])
        let unknown = CheckReport(outline, Heading(code: "A", context: "teaching"))
        #expect(unknown.isClean)
        #expect(unknown.warnings.filter { $0.kind == .unknownTag }.count == 4)
    }

    @Test func whatIsPublishedKeepsItsTags() async throws {
        let site = try await designed()
        let refused = await #expect(throws: DatabaseError.self) {
            try await site.database.write { db in
                try #require(try QuestionnaireVersion.draft(of: 1, db)).activate(Faculty.heading, now: .now, db)
                try db.execute(sql: "DELETE FROM elementLabel")
            }
        }
        #expect(refused?.message?.contains("a published version is not changed") == true)
    }

    @Test func resultsAreLookedThroughByTagAndFilesCarryThem() async throws {
        let site = try await designed()
        try await site.database.write { db in
            try #require(try QuestionnaireVersion.draft(of: 1, db)).activate(Faculty.heading, now: .now, db)
            for student in 1...Int64(5) { _ = try Faculty.send(["q1": "1", "q2": "2"], of: student, db) }
            try #require(try QuestionnaireVersion.active(of: 1, db)).close(now: .now, db)
        }
        try await site.browse(as: "admin") { browsers in
            let address = "/admin/questionnaires/questionnaires/1/results"
            let all = try await browsers[0].get(address)
            #expect(all.contains("Dimensione: presenza"))
            #expect(all.contains("Indagine nazionale"))
            #expect(all.contains("Il carico era adeguato"))
            let some = try await browsers[0].get(address + "?tag=dimensione%20%3D%20presenza")
            #expect(some.contains(#"id="r-"#))
            #expect(some.contains("Quante lezioni hai seguito?"))
            #expect(!some.contains("Il carico era adeguato"))
            let codebook = try await browsers[0].get(address + "/codebook.csv")
            #expect(codebook.contains("dimensione = presenza; nazionale"))
            #expect(codebook.contains("peso = 2.5"))
            let figures = try await browsers[0].get(address + "/figures.csv")
            #expect(figures.contains("dimensione = carico = tanto"))
        }
    }

    @Test func aFileCarriesTheDictionaryIntoAnEmptyPortal() throws {
        var bytes = ""
        try Faculty(students: 0).database.write { db in
            try Self.addTags(db)
            var office = Tag()
            (office.name, office.code, office.family) = ("Ufficio", "ufficio", .questionnaire)
            try office.insert(db, by: Self.actor)
            var record = try #require(try Questionnaire.fetch(db, id: 1))
            record.labels = [HeadingLabel(tag: office.id, value: "Presidio")]
            try record.update(db, by: Self.actor, words: TestSite.texts.words(in: .italian), zone: .gmt)
            let draft = try QuestionnaireVersion.beginDraft(of: 1, now: .now, db)
            try draft.save(StructureReader(Self.asked).structure.renumbered, db)
            bytes = try #require(try ConfigurationFile(1, version: draft.id, db)).json.compact
        }
        try emptyDatabase().write { db in
            var mistakes: [ElementReading.Mistake] = []
            let file = ConfigurationFile(try JSON(parsing: bytes.utf8), mistakes: &mistakes)
            let id = try #require(try ExchangePages.store(file, by: Self.actor, db))
            let draft = try #require(try QuestionnaireVersion.draft(of: id, db))
            #expect(try ConfigurationFile(id, version: draft.id, db)?.json.compact == bytes)
            #expect(mistakes.isEmpty)
            #expect(bytes.contains("Presidio"))
            #expect(bytes.contains("NUMERICO"))
            // As sheets the tags come along too.
            let sheets = try #require(Workbook(Data(XLSFormWriter(file, original: .italian).workbook.bytes)))
            let read = XLSFormReader(sheets, original: .italian).file
            #expect(read.structure.questions.map(\.labels) == file.structure.questions.map(\.labels))
            #expect(read.structure.questions[0].answers.map(\.labels) == file.structure.questions[0].answers.map(\.labels))
            #expect(read.labels == file.labels)
        }
    }
}
