import Testing

@testable import Questionnaires

@Suite struct PlacingTests {
    private func sketch() -> Structure {
        var sketch = Sketch()
        sketch.page(10, [.choice(1), .choice(2)])
        sketch.page(20, [.choice(3)])
        return sketch.structure
    }

    @Test func aQuestionGoesToAnotherPage() throws {
        let structure = sketch()
        let moved = try #require(structure.placing(1, at: .after(3)))
        #expect(moved.pages.map { $0.paragraphs[0].questions.map(\.id) } == [[2], [3, 1]])
    }

    @Test func aQuestionBecomesTheFirstOfItsParagraph() throws {
        let structure = sketch()
        let moved = try #require(structure.placing(3, at: .inside(structure.pages[0].paragraphs[0].id)))
        #expect(moved.pages.map { $0.paragraphs[0].questions.map(\.id) } == [[3, 1, 2], []])
    }

    @Test func nothingGoesIntoAnotherKind() {
        let structure = sketch()
        #expect(structure.placing(1, at: .inside(10)) == nil)
        #expect(structure.placing(10, at: .after(3)) == nil)
        #expect(structure.placing(1, at: .after(1)) == nil)
    }

    @Test func everyPlaceOfTheListIsOne() {
        let structure = sketch()
        let places = structure.destinations(of: 1)
        #expect(places.count == 4)
        #expect(places.allSatisfy { structure.placing(1, at: $0) != nil })
    }
}
