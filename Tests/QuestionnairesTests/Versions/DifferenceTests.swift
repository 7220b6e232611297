import GRDB
import TestSupport
import Testing
import Web

@testable import Questionnaires

/// What a new version asks otherwise, in words.
@Suite struct DifferenceTests {
    private static let asked = """
        # Corso
        ##
        ? q1 single! Quante lezioni hai seguito?
        - a1 Poche = 1
        - a2 Tante = 2
        ? q2 number(0..80) Quante ore?
        # Docente
        hide if q1.a1
        ##
        ? q3 text Che cosa miglioreresti?
        """

    private func changes(_ replacements: (String, String)...) -> [StructureDifference.Change] {
        let text = replacements.reduce(Self.asked) { $0.replacing($1.0, with: $1.1) }
        // Ids say nothing: each version has its own.
        return StructureDifference(
            from: StructureReader(Self.asked).structure, to: StructureReader(text).structure.renumbered(from: 1000, by: 1)
        ).changes
    }

    @Test func theSameIsNoDifference() { #expect(changes() == []) }

    @Test func everyKindOfChangeHasItsSentence() throws {
        let found = changes(
            ("# Corso", "# Il corso"), ("single! Quante", "multiple Quante"), ("Poche = 1", "Pochissime = 3"),
            ("- a2 Tante = 2", "- a3 Nessuna"),
            ("0..80", "0..60"), ("hide if q1.a1", "show if q1.a1"),
            ("? q3 text Che cosa miglioreresti?", "? q4 text Altro?\ntag satisfaction"))
        #expect(
            found.map(\.key) == [
                "titlePage", "format.multiple", "optional", "answer", "score", "addedAnswer", "removedAnswer", "limits", "addedPage",
                "addedQuestion", "removedQuestion", "added.show", "removed.hide",
            ])
        #expect(found[0].values == ["old": "Corso", "new": "Il corso"])
        for language in Language.allCases {
            let words = try TestSite.texts.words(in: language)
            for change in found { #expect(!words("questionnaires.difference.\(change.key)", change.values).contains("{")) }
        }
    }

    @Test func wordsOrderTagsAndTranslationsAreCompared() {
        let found = changes(
            ("Che cosa miglioreresti?", "Che cosa cambieresti?\n> Sii breve.\n@en What would you change?\ntag satisfaction\ncategory Testi")
        )
        #expect(found.map(\.key) == ["wording", "note", "category", "tags", "translations"])
        let moved = changes(
            ("? q2 number(0..80) Quante ore?\n", ""),
            ("? q3 text Che cosa miglioreresti?", "? q3 text Che cosa miglioreresti?\n? q2 number(0..80) Quante ore?"))
        #expect(moved.map(\.key) == ["order"])
    }

    @Test func aDesignerReadsWhatChanged() async throws {
        let site = try await TestSite("house", "registry", "questionnaires")
        try await site.database.write { db in
            try Faculty.fill(db, students: 0, anonymous: true, mandatory: false)
            _ = try Faculty.publish(db)
            var changed = Faculty.structure
            changed.pages[0].paragraphs[0].questions[0].text = "Sei venuto?"
            try QuestionnaireVersion.beginDraft(of: 1, now: .now, db).save(changed.renumbered, db)
        }
        try await site.browse(as: "admin", "educator") { browsers in
            let address = "/admin/questionnaires/questionnaires/1/structure"
            let tree = try await browsers[0].get(address)
            #expect(tree.contains(address + "/difference"))
            let page = try await browsers[0].get(address + "/difference")
            #expect(page.contains("1 differenza"))
            #expect(page.contains("q1: la domanda era «Question 1?», ora è «Sei venuto?»."))
            let back = try await browsers[0].get(address + "/difference?from=2&to=1")
            #expect(back.contains("q1: la domanda era «Sei venuto?», ora è «Question 1?»."))
            let same = try await browsers[0].get(address + "/difference?from=1&to=1")
            #expect(same.contains("Le due versioni chiedono le stesse cose."))
            let nobody = try await browsers[1].get(address + "/difference")
            #expect(nobody.status == 404)
        }
    }
}
