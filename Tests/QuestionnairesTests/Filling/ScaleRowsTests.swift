import TestSupport
import Testing

@testable import Questionnaires

@Suite struct ScaleRowsTests {
    @Test(arguments: [2, 5, 7]) func fewNumbersStayInOneRow(count: Int) { #expect(ScaleRows(count) == nil) }

    @Test func fromZeroToTenIsSixAndFive() throws {
        let rows = try #require(ScaleRows(11))
        #expect(rows.columns == 6)
        #expect(rows.last == 6)
        #expect(rows.gap == 1)
    }

    /// The last number is at the right end, and no row has more than six.
    @Test(arguments: 8...21) func theLastNumberIsBelowItsEnd(count: Int) throws {
        let rows = try #require(ScaleRows(count))
        #expect(rows.columns <= ScaleRows.most)
        #expect(rows.gap + count - rows.last == rows.columns)
        #expect((0..<rows.columns).contains(rows.gap))
        #expect(rows.last % rows.columns == 0)
    }

    @Test func thePageNamesTheRowsAndTheFreePlace() throws {
        let text = "# P\n##\n? q1 nps! Quanto?\n- n0 no = 0\n" + (1...10).map { "- n\($0) \($0) = \($0)\n" }.joined()
        let question = try #require(StructureReader(text).structure.questions.first)
        let drawing = QuestionDrawing(words: try TestSite.texts.words(in: .italian), replies: Replies(), refusals: [:], gap: .none)
        let values = drawing.single(question)
        #expect(values["shape"] as? String == "long of-6")
        let steps = try #require(values["steps"] as? [[String: any Sendable]])
        #expect(steps.map { $0["push"] as? String } == [String?](repeating: nil, count: 6) + ["push-1"] + [nil, nil, nil, nil])
    }
}
