import Accounts
import Admin
import Foundation
import GRDB
import TestSupport
import Testing
import Web

@testable import Questionnaires

/// Translations and own tags in the open form of a question, without script.
@Suite struct ElementDetailsTests {
    private static let structure = "/admin/questionnaires/questionnaires/1/structure"

    /// A draft with a tag for numbers and one without a value, and two people who may change it.
    private func designed() async throws -> (site: TestSite, questions: [Question]) {
        let site = try await TestSite("house", "registry", "questionnaires")
        let questions = try await site.database.write { db -> [Question] in
            try db.execute(sql: "UPDATE roleAssignment SET role = 'admin', scopeID = NULL WHERE accountID = 3")
            try Faculty.fill(db, students: 1, anonymous: true, mandatory: false)
            var settings = try SiteSettings.load(db)
            settings.languages = [.english]
            try settings.save(db)
            for (name, code, kind) in [("Peso", "peso", TagKind.number), ("Nucleo", "nucleo", .mark)] {
                var tag = Tag()
                (tag.name, tag.code, tag.kind) = (name, code, kind)
                try tag.insert(db, by: .init(accountID: nil, name: "test", address: "", requestID: ""))
            }
            let draft = try QuestionnaireVersion.beginDraft(of: 1, now: Faculty.now, db)
            try draft.save(Faculty.structure.renumbered, db)
            return try StructureStore.read(draft.id, db).questions
        }
        return (site, questions)
    }

    private func stored(_ site: TestSite) async throws -> Structure {
        try await site.database.read { db in try StructureStore.read(try #require(try QuestionnaireVersion.draft(of: 1, db)).id, db) }
    }

    private func address(_ question: Question) -> String { "\(Self.structure)/elements/\(question.id)" }

    private func tag(_ code: String, _ site: TestSite) async throws -> String {
        String(try #require(try await site.value("SELECT id FROM tag WHERE code = '\(code)'", as: Int.self)))
    }

    // MARK: Translations

    @Test func aQuestionIsTranslatedInItsOpenForm() async throws {
        let (site, questions) = try await designed()
        let question = questions[1]
        let address = address(question)
        try await site.browse(as: "admin") { [self] browsers in
            let open = try await browsers[0].get("\(Self.structure)?open=\(question.id)")
            let form = try #require(open.form(to: address))
            let answer = "t.en.text.\(question.answers[0].id)"
            let saved = try await browsers[0].post(
                address, form.filled(["t.en.text.\(question.id)": ["Is it clear?"], answer: ["Not at all"], "act": ["stay"]]))
            #expect(saved.location == "\(Self.structure)?open=\(question.id)#e-\(question.id)")
            let now = try await stored(site)
            #expect(now.question(question.id)?.translations["text", .english]?.text == "Is it clear?")
            // The same answers of the next question are translated with them.
            let alike = now.question(questions[2].id)?.answers[0]
            #expect(alike?.translations["text", .english]?.text == "Not at all")
        }
    }

    @Test func aTranslationOfAnotherWordingIsAskedAboutAgain() async throws {
        let (site, questions) = try await designed()
        let (question, address) = (questions[0], address(questions[0]))
        let name = "t.en.text.\(question.id)"
        try await site.browse(as: "admin") { [self] browsers in
            let first = try #require(try await browsers[0].get(address).form(to: address))
            try await browsers[0].post(address, first.filled([name: ["First?"]]))
            let second = try #require(try await browsers[0].get(address).form(to: address))
            try await browsers[0].post(address, second.filled(["text": ["Tutt’altro?"]]))
            let stale = try await stored(site).question(question.id)?.translations["text", .english]
            #expect(stale == .init("First?", of: question.text))
            let page = try await browsers[0].get(address)
            #expect(page.contains(#"name="right.\#(name)""#))
            let third = try #require(page.form(to: address))
            try await browsers[0].post(address, third.filled(["right.\(name)": ["yes"]]))
            let right = try await stored(site).question(question.id)?.translations["text", .english]
            #expect(right == .init("First?", of: "Tutt’altro?"))
        }
    }

    @Test func aTranslationThatIsTooLongIsRefusedAtItsField() async throws {
        let (site, questions) = try await designed()
        let (question, address) = (questions[0], address(questions[0]))
        let long = String(repeating: "a", count: TranslationSheet.longest + 1)
        try await site.browse(as: "admin") { browsers in
            let form = try #require(try await browsers[0].get(address).form(to: address))
            let refused = try await browsers[0].post(address, form.filled(["t.en.text.\(question.id)": [long], "note": ["Anche."]]))
            #expect(refused.status == 422)
            #expect(refused.contains(##"href="#f-t-en-text-\##(question.id)""##))
            #expect(refused.contains(long))
            #expect(refused.contains(#"value="Anche.""#))
        }
    }

    @Test func twoPeopleTranslateOneQuestion() async throws {
        let (site, questions) = try await designed()
        let (question, address) = (questions[0], address(questions[0]))
        let (text, answer) = ("t.en.text.\(question.id)", "t.en.text.\(question.answers[0].id)")
        try await site.browse(as: "admin", "educator-blu") { [self] browsers in
            let base = try #require(try await browsers[0].get(address).form(to: address))
            try await browsers[0].post(address, base.filled([text: ["By Anna"]]))
            let other = try await browsers[1].post(address, base.filled([answer: ["By Bruno"]]))
            #expect(other.status == 303)
            let both = try await browsers[1].post(address, base.filled([text: ["By Bruno too"]]))
            #expect(both.status == 409)
            #expect(both.contains(#"<q class="words">By Anna</q>"#))
            #expect(both.contains(#"<q class="words">By Bruno too</q>"#))
            let now = try #require(try await stored(site).question(question.id))
            #expect(now.translations["text", .english]?.text == "By Anna")
            #expect(now.answers[0].translations["text", .english]?.text == "By Bruno")
        }
    }

    // MARK: Own tags

    @Test func ownTagsArePutInTheOpenForm() async throws {
        let (site, questions) = try await designed()
        let (question, address) = (questions[0], address(questions[0]))
        let (weight, core) = (try await tag("peso", site), try await tag("nucleo", site))
        let answer = question.answers[1].id
        try await site.browse(as: "admin") { [self] browsers in
            let form = try #require(try await browsers[0].get(address).form(to: address))
            let put = ["l.\(weight).\(question.id)": ["2,5"], "l.\(weight).\(answer)": ["1"], "l.\(core).\(question.id)": ["yes"]]
            try await browsers[0].post(address, form.filled(put))
            let now = try #require(try await stored(site).question(question.id))
            #expect(now.labels == [Label("nucleo"), Label("peso", "2.5")])
            #expect(now.answers[1].labels == [Label("peso", "1")])
            let again = try #require(try await browsers[0].get(address).form(to: address))
            try await browsers[0].post(address, again.filled(["l.\(core).\(question.id)": [], "l.\(weight).\(answer)": [""]]))
            let less = try #require(try await stored(site).question(question.id))
            #expect(less.labels == [Label("peso", "2.5")])
            #expect(less.answers[1].labels.isEmpty)
        }
    }

    @Test func aTagOfAnotherKindIsRefusedAtItsField() async throws {
        let (site, questions) = try await designed()
        let (question, address) = (questions[0], address(questions[0]))
        let name = "l.\(try await tag("peso", site)).\(question.id)"
        try await site.browse(as: "admin") { [self] browsers in
            let form = try #require(try await browsers[0].get(address).form(to: address))
            let refused = try await browsers[0].post(address, form.filled([name: ["molto"]]))
            #expect(refused.status == 422)
            #expect(refused.contains("Peso: Scrivi un numero"))
            #expect(refused.contains(#"value="molto""#))
            let now = try await stored(site).question(question.id)
            #expect(now?.labels.isEmpty == true)
        }
    }

    /// A form that shows no tags takes none away.
    @Test func tagsThatAFormDoesNotShowStay() async throws {
        let (site, questions) = try await designed()
        let (question, address) = (questions[0], address(questions[0]))
        let weight = try await tag("peso", site)
        try await site.browse(as: "admin") { [self] browsers in
            let form = try #require(try await browsers[0].get(address).form(to: address))
            try await browsers[0].post(address, form.filled(["l.\(weight).\(question.id)": ["3"]]))
            try await browsers[0].post(address, [("text", "Una?"), ("format", "single"), ("answers", "Sì\nNo")])
            let now = try #require(try await stored(site).question(question.id))
            #expect(now.text == "Una?")
            #expect(now.labels == [Label("peso", "3")])
        }
    }

    // MARK: Who is there

    @Test func designersSeeEachOtherAndWhatTheOtherChanged() async throws {
        let (site, questions) = try await designed()
        try await site.browse(as: "admin", "educator-blu") { [self] browsers in
            let edition = String(
                try #require(try await browsers[0].get(Self.structure).form(to: Self.structure))
                    .fields.first { $0.name == "edition" }?.value ?? "")
            let alone = try await browsers[0].post(Self.structure + "/visit", [("edition", edition)])
            #expect(alone.contains(#""present":"""#))
            let second = try await browsers[1].post(Self.structure + "/visit", [("edition", edition)])
            #expect(second.contains("Su questa pagina c’è anche Amministratrice."))
            #expect(!second.contains("changed"))
            let page = try await browsers[0].get(Self.structure)
            #expect(page.contains("Su questa pagina c’è anche Educatore Blu."))
            let element = address(questions[0])
            let form = try #require(try await browsers[1].get(element).form(to: element))
            try await browsers[1].post(element, form.filled(["text": ["Di Bruno?"]]))
            let told = try await browsers[0].post(Self.structure + "/visit", [("edition", edition)])
            #expect(told.contains("Educatore Blu ha cambiato qualcosa"))
        }
    }

    @Test func whoIsNotHeardFromIsGone() async throws {
        let (site, _) = try await designed()
        try await site.browse(as: "admin", "educator-blu") { browsers in
            try await browsers[1].post(Self.structure + "/visit", [("edition", "0")])
            try await site.database.write { db in
                try db.execute(sql: "UPDATE designVisit SET at = ?", arguments: [Date.now.addingTimeInterval(-DesignVisit.span - 1)])
            }
            let page = try await browsers[0].get(Self.structure)
            #expect(!page.contains("Su questa pagina c’è anche"))
            try await browsers[0].post(Self.structure + "/visit", [("edition", "0")])
        }
        let left = try await site.value("SELECT count(*) FROM designVisit", as: Int.self)
        #expect(left == 1)
    }
}
