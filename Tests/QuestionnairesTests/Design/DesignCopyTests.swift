import GRDB
import TestSupport
import Testing
import Web

@testable import Questionnaires

/// What a designer types and does not save waits for him.
@Suite struct DesignCopyTests {
    private static let structure = "/admin/questionnaires/questionnaires/1/structure"

    private func site() async throws -> (site: TestSite, question: Int64) {
        let site = try await TestSite("house", "registry", "questionnaires")
        let question = try await site.database.write { db -> Int64 in
            try Faculty.fill(db, students: 1, anonymous: true, mandatory: false)
            let draft = try QuestionnaireVersion.beginDraft(of: 1, now: Faculty.now, db)
            try draft.save(Faculty.structure.renumbered, db)
            return try #require(try StructureStore.read(draft.id, db).questions.first).id
        }
        return (site, question)
    }

    @Test func whatWasTypedIntoAQuestionIsThereAgain() async throws {
        let (site, question) = try await site()
        let address = "\(Self.structure)/elements/\(question)"
        try await site.browse(as: "admin", "educator") { browsers in
            let form = try await browsers[0].get(address)
            let seen = String(try #require(form.text.firstMatch(of: #/name="seen" value="([^"]+)"/#)).1)
            let typed = [("seen", seen), ("text", "Quasi finita"), ("format", "single"), ("answers", "Sì\nForse\nNo")]
            let kept = try await browsers[0].post(address + "/working-copy", typed)
            #expect(kept.status == 200)
            #expect(kept.contains("Conservato alle"))
            let opened = try await browsers[0].get(address)
            #expect(opened.contains("Quasi finita"))
            #expect(opened.contains("Forse"))
            #expect(opened.contains("Stai continuando quello che hai scritto"))
            #expect(opened.contains(seen))
            // Nothing has changed for anybody else.
            let tree = try await browsers[0].get(Self.structure)
            #expect(!tree.contains("Quasi finita"))
            let stranger = try await browsers[1].post(address + "/working-copy", typed)
            #expect(stranger.status == 404)
            // Thrown away, it is gone; saved, it is no copy any more.
            try await browsers[0].post(address + "/working-copy/removal")
            let plain = try await browsers[0].get(address)
            #expect(!plain.contains("Quasi finita"))
            try await browsers[0].post(address + "/working-copy", typed)
            try await browsers[0].post(address, typed)
            let saved = try await browsers[0].get(address)
            #expect(saved.contains("Quasi finita"))
            #expect(!saved.contains("Stai continuando"))
            // What comes too late is kept as well, and says so when it is opened again.
            let late = try await browsers[0].post(
                address, [("seen", seen), ("text", "Troppo tardi"), ("format", "single"), ("answers", "A\nB")])
            #expect(late.status == 422)
            let again = try await browsers[0].get(address)
            #expect(again.contains("Troppo tardi"))
            #expect(again.contains("Nel frattempo è stato cambiato"))
        }
        try await site.database.write { try $0.execute(sql: "DELETE FROM element WHERE id = ?", arguments: [question]) }
        let left = try await site.value("SELECT count(*) FROM workingCopy", as: Int.self)
        #expect(left == 0)
    }

    /// The form says how much it takes, and a program need not keep to it.
    @Test func whatIsTooLongIsRefusedWithEverythingTyped() async throws {
        let (site, question) = try await site()
        let address = "\(Self.structure)/elements/\(question)"
        try await site.browse(as: "admin") { browsers in
            let (text, answer) = (String(repeating: "D", count: 501), String(repeating: "R", count: 301))
            let refused = try await browsers[0].post(
                address, [("text", text), ("format", "single"), ("answers", "Sì\n\(answer)"), ("note", "Un aiuto")])
            #expect(refused.status == 422)
            #expect(refused.contains("al massimo 500 caratteri"))
            #expect(refused.contains("al massimo 300 caratteri"))
            #expect(refused.contains("href=\"#f-text\""))
            #expect(refused.contains("href=\"#f-answers\""))
            #expect(refused.contains(text))
            #expect(refused.contains(answer))
            #expect(refused.contains("Un aiuto"))
            let taken = try await browsers[0].post(
                address, [("text", String(text.dropLast())), ("format", "single"), ("answers", "Sì\n\(answer.dropLast())")])
            #expect(taken.status == 303)
        }
    }

    @Test func whatIsTooLongInTheTextIsRefusedAtItsLine() async throws {
        let (site, _) = try await site()
        try await site.browse(as: "admin") { browsers in
            let page = try await browsers[0].get(Self.structure + "/text")
            let edition = String(try #require(page.text.firstMatch(of: #/name="edition" value="(\d+)"/#)).1)
            let question = String(repeating: "D", count: 501)
            func text(_ question: String) -> [(String, String)] {
                [("edition", edition), ("text", "# Pagina\n##\n? q1 text \(question)\n")]
            }
            let refused = try await browsers[0].post(Self.structure + "/text", text(question))
            #expect(refused.status == 422)
            #expect(refused.contains("Riga 3: al massimo 500 caratteri"))
            #expect(refused.contains(question))
            let taken = try await browsers[0].post(Self.structure + "/text", text(String(question.dropLast())))
            #expect(taken.status == 303)
        }
    }

    @Test func aTypedTextIsShownAndARefusedOneKnowsWhatItWasMadeOf() async throws {
        let (site, _) = try await site()
        try await site.browse(as: "admin") { browsers in
            let page = try await browsers[0].get(Self.structure + "/text")
            let edition = String(try #require(page.text.firstMatch(of: #/name="edition" value="(\d+)"/#)).1)
            let typed = [("edition", edition), ("text", "# Pagina\n##\n? q1 text Ti sei trovato bene?\n")]
            let shown = try await browsers[0].post(Self.structure + "/text", typed + [("act", "show")])
            #expect(shown.status == 200)
            #expect(shown.contains("<span>Ti sei trovato bene?</span>"))
            let saved = try await browsers[0].get(Self.structure + "/text")
            #expect(!saved.contains("Ti sei trovato bene?"))
            try await browsers[0].post(Self.structure, [("act", "add.page"), ("edition", edition)])
            let wrong = try await browsers[0].post(Self.structure + "/text", [("edition", edition), ("text", "# Pagina\nniente")])
            #expect(wrong.status == 422)
            #expect(wrong.contains("name=\"edition\" value=\"\(edition)\""))
        }
    }

    @Test func aTextThatCannotBeSavedYetIsKept() async throws {
        let (site, _) = try await site()
        try await site.browse(as: "admin") { browsers in
            let page = try await browsers[0].get(Self.structure + "/text")
            let edition = String(try #require(page.text.firstMatch(of: #/name="edition" value="(\d+)"/#)).1)
            let wrong = try await browsers[0].post(Self.structure + "/text", [("edition", edition), ("text", "# Pagina\nniente")])
            #expect(wrong.status == 422)
            let opened = try await browsers[0].get(Self.structure + "/text")
            #expect(opened.contains("# Pagina\nniente"))
            #expect(opened.contains("Stai continuando"))
            let right = try await browsers[0].post(
                Self.structure + "/text", [("edition", edition), ("text", "# Pagina\n## \n? q1 text Bene?\n")])
            #expect(right.status == 303)
            let saved = try await browsers[0].get(Self.structure + "/text")
            #expect(saved.contains("Bene?"))
            #expect(!saved.contains("Stai continuando"))
        }
    }
}
