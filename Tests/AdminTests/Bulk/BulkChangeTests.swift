import AdminTestSupport
import Testing
import Web

@testable import Admin
@testable import AdminTestSupport

/// What can be done to many records of a list at once.
@Suite struct BulkChangeTests {
    @Test func theActsAreThoseThatTheListAllows() {
        #expect(BulkChange.offered(SampleBook.self) == ["publish", "unpublish", "change", "delete"])
        #expect(BulkChange.offered(SampleShelf.self) == ["change", "delete"])
        #expect(BulkChange.offered(SampleNote.self) == ["change", "delete"])
        #expect(BulkChange.offered(SampleEvening.self) == ["delete"])
    }

    @Test func fieldsThatOneValueSuitsMayBeSet() {
        let names = BulkChange.fields(of: SampleBook.self).map(\.name)
        for name in ["topics", "shelf", "sellers", "copies", "price"] { #expect(names.contains(name), "\(name)") }
        for name in ["name", "published", "translations"] { #expect(!names.contains(name), "\(name)") }
        #expect(BulkChange.fields(of: SampleTour.self).contains { $0.name == "level" })
        #expect(!BulkChange.fields(of: SampleTour.self).contains { $0.name == "stops" })
    }

    @Test func aValueIsKeptAsJSON() {
        #expect(BulkChange(verb: .set, field: "topics", value: "[1,2]").packed == .list([.number(1), .number(2)]))
        #expect(BulkChange(verb: .publish).packed.isNull)
        #expect(BulkChange(verb: .set, field: "copies", value: "no JSON").packed.isNull)
    }

    @Test func theReasonIsInTheReadersLanguageWhereItIsKnown() throws {
        let (italian, english) = (try SamplePortal.texts.words(in: .italian), try SamplePortal.texts.words(in: .english))
        let both = Skipped(id: 1, title: "Riso", why: .refused, sentence: "old", sentences: ["it": "perché no", "en": "because"])
        #expect(both.reason(in: italian) == "perché no")
        #expect(both.reason(in: english) == "because")
        let old = Skipped(id: 1, title: "Riso", why: .refused, sentence: "old")
        #expect(old.reason(in: english) == "old")
        for why in BulkSkip.allCases {
            let plain = Skipped(id: 1, title: "Riso", why: why)
            #expect(plain.reason(in: english) != plain.reason(in: italian), "\(why)")
        }
    }
}
