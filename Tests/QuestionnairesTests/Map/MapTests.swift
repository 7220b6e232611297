import Foundation
import GRDB
import TestSupport
import Testing
import Web

@testable import Questionnaires

/// The drawing of all ways, and the acts of a designer that can be taken back.
@Suite struct MapTests {
    @Test(arguments: 0..<60)
    func boxesDoNotOverlapAndArrowsDoNotLieOnEachOther(_ seed: Int) {
        var numbers = SeededRandomGenerator(seed: UInt64(seed) &+ 70)
        let outline = StructureOutline(RandomStructure(&numbers).structure)
        let map = PathMap(outline)
        let pages = map.boxes.filter { $0.kind == .page }
        let inner = map.boxes.filter { $0.kind != .page }
        for boxes in [pages, inner] {
            for (before, after) in zip(boxes, boxes.dropFirst()) { #expect(before.top + before.height <= after.top) }
        }
        for box in inner {
            #expect(pages.contains { $0.top + PathMap.title <= box.top && box.top + box.height <= $0.top + $0.height })
        }
        #expect(pages.count == outline.structure.pages.count)
        // A rule of several answers has an arrow from each of its questions.
        let several = outline.structure.rules.map { rule in Set(rule.test.answers.compactMap { outline.questionOfAnswer[$0] }).count }
        #expect(map.arrows.count == outline.structure.conditions.count + several.reduce(0, +))
        for (index, arrow) in map.arrows.enumerated() {
            for other in map.arrows[(index + 1)...] where other.lane == arrow.lane {
                let (a, b) = (min(arrow.from, arrow.to)...max(arrow.from, arrow.to), min(other.from, other.to)...max(other.from, other.to))
                #expect(!a.overlaps(b), "\(arrow) \(other)")
            }
        }
    }

    private func site() async throws -> TestSite {
        let made = try await TestSite("house", "registry", "questionnaires")
        try await made.database.write { db in
            try Faculty.fill(db, students: 1, anonymous: true, mandatory: false)
            var structure = Faculty.structure
            structure.pages[2].paragraphs[0].questions[0].text = "<Never> & nowhere"
            // Shown only by an answer on the page that the same answer hides.
            structure.conditions.append(Condition(id: 900, trigger: 13, target: 3, action: .show))
            try QuestionnaireVersion.beginDraft(of: 1, now: Faculty.now, db).save(structure.renumbered, db)
        }
        return made
    }

    private static let address = "/admin/questionnaires/questionnaires/1/structure"

    @Test func theMapShowsEveryRuleAndWhatIsNeverReached() async throws {
        let made = try await site()
        try await made.browse(as: "admin", "educator") { browsers in
            let page = try await browsers[0].get(Self.address + "/map")
            #expect(page.status == 200)
            #expect(page.contains("<svg class=\"ways\""))
            #expect(page.contains("&lt;Never&gt; &amp; nowhere"))
            #expect(page.contains("class=\"question lost\""))
            #expect(page.contains("Question 3? – non ci si arriva"))
            #expect(page.contains("Se «Question 1? → Answer 3», si nasconde: Pagina 2"))
            #expect(page.contains("Il percorso più lungo"))
            let other = try await browsers[1].get(Self.address + "/map")
            #expect(other.status == 404)
        }
    }

    @Test func everyActOfADesignerIsTakenBackByOnePress() async throws {
        let made = try await site()
        @Sendable func text() async throws -> String {
            try await made.database.read { StructureWriter(try StructureStore.read(1, $0)).text }
        }
        let question = try await made.value("SELECT id FROM element WHERE code = 'q2'", as: Int64.self) ?? 0
        let rule = try await made.value("SELECT min(id) FROM elementCondition", as: Int64.self) ?? 0
        try await made.browse(as: "admin") { browsers in
            let acts: [(String, [(String, String)])] = [
                // Rules get new ids with every writing, so this one comes first.
                ("/rules", [("act", "delete.\(rule)")]), ("", [("act", "add.page")]), ("", [("act", "down.\(question)")]),
                ("", [("act", "copy.\(question)")]),
                ("/elements/\(question)", [("text", "Otherwise?"), ("format", "single")]), ("", [("act", "delete.\(question)")]),
            ]
            for (path, fields) in acts {
                let before = try await text()
                let edition = try await made.value("SELECT edition FROM questionnaireVersion WHERE id = 1", as: Int.self) ?? 0
                let done = try await browsers[0].post(Self.address + path, fields + [("edition", String(edition))])
                let after = try await text()
                #expect(done.status == 303, "\(path) \(fields)")
                #expect(after != before, "\(path) \(fields)")
                let page = try await browsers[0].get(Self.address)
                #expect(page.contains("Annulla"), "\(path) \(fields)")
                #expect(page.contains("name=\"text\""), "\(path) \(fields)")
                try await browsers[0].post(Self.address, [("act", "undo"), ("edition", String(edition + 1)), ("text", before)])
                let again = try await text()
                #expect(again == before, "\(path) \(fields)")
            }
        }
    }
}
