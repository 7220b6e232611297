import AdminTestSupport
import Testing

@testable import Admin
@testable import AdminTestSupport

/// Values that lead to no record: counted, answered once, and made into records where a person says so.
@Suite struct UnknownValuesTests {
    @Test func oneAnswerHoldsForEverySpellingAndPart() {
        #expect(UnknownValues.Key("topics", " Frutta ") == UnknownValues.Key("topics", "frutta"))
        #expect(UnknownValues.Key("stops.0.picture", "a") == UnknownValues.Key("stops.12.picture", "A"))
        #expect(UnknownValues.Key("stops.0.picture", "a").field == "stops.picture")
        #expect(UnknownValues.Key("topics", "a") != UnknownValues.Key("shelf", "a"))
    }

    @Test func whatHasNoAnswerIsCounted() {
        let values = UnknownValues([])
        #expect(values.answer("topics", " Frutta ") == nil)
        #expect(values.answer("topics", "frutta") == nil)
        #expect(values.answer("shelf", "Alto") == nil)
        #expect(values.found[UnknownValues.Key("topics", "Frutta")]?.count == 2)
        #expect(values.found[UnknownValues.Key("topics", "Frutta")]?.spelled == "Frutta")
        #expect(values.found.count == 2)
        #expect(!values.makes)
    }

    @Test func aRecordIsMadeOnceForAValue() async throws {
        let site = try await SampleSite()
        let (first, second, titles) = try await site.form { context in
            let values = UnknownValues([], keepsMade: true)
            let target = Target(SampleTopic.self)
            let first = try values.make("topics", " Frutta ", in: target, context)
            let second = try values.make("topics", "frutta", in: target, context)
            return (first, second, values.madeTitles.isEmpty)
        }
        #expect(first != nil)
        #expect(first == second)
        #expect(titles)
        expect(try await site.value("SELECT group_concat(name || published) FROM topic", as: String.self), is: "Frutta1")
    }

    @Test func aRecordThatNeedsMoreThanANameIsNotMade() async throws {
        let site = try await SampleSite()
        let made = try await site.form { context in
            let values = UnknownValues([])
            return [
                try values.make("evening", "Lettura", in: Target(SampleEvening.self), context),
                try values.make("topics", String(repeating: "x", count: 81), in: Target(SampleTopic.self), context),
            ]
        }
        #expect(made == [nil, nil])
        expect(try await site.value("SELECT count(*) FROM topic", as: Int.self), is: 0)
    }

    @Test func madeRecordsAreTakenOutOfValuesWithTheirTitles() throws {
        var made = CreatedReferences()
        made.add(7, "Frutta", in: SampleTopic.table)
        made.add(8, "Alto", in: SampleShelf.table)
        var titles: [String] = []
        func without(_ field: String, _ packed: JSON) throws -> JSON {
            made.without(try #require(SampleBook.field(field)).kind, packed, &titles)
        }
        #expect(try without("topics", .list([.number(3), .number(7)])) == .list([.number(3)]))
        #expect(try without("shelf", .number(8)) == .null)
        #expect(try without("shelf", .number(7)) == .number(7))
        #expect(try without("copies", .number(7)) == .number(7))
        #expect(titles == ["Frutta", "Alto"])
    }

    @Test func partsOfRecordsAreLookedThroughToo() throws {
        var made = CreatedReferences()
        made.add(5, "Atlante", in: SampleBook.table)
        var titles: [String] = []
        let kind = try #require(SampleTour.field("books")).kind
        let packed = JSON.list([.values(["id": .null, "book": .number(5), "amount": .text("1")]), .values(["book": .number(6)])])
        let left = made.without(kind, packed, &titles)
        #expect(left == .list([.values(["id": .null, "book": .null, "amount": .text("1")]), .values(["book": .number(6)])]))
        #expect(titles == ["Atlante"])
    }
}
