import Foundation
import GRDB
import Testing

@testable import Admin

@Suite struct MomentTests {
    @Test(arguments: ["2027-02-31T00:00:00Z", "2027-02-29T10:00:00.5+02:00", "2027-13-01T00:00:00Z", "2027-00-10T00:00:00Z"])
    func aDayThatDoesNotExistIsNoMoment(text: String) { #expect(MomentFieldType.moment(text) == nil) }

    @Test func aDayThatExistsIsOne() {
        #expect(MomentFieldType.moment("2028-02-29T00:30:00+02:00").map(MomentFieldType.iso) == "2028-02-28T22:30:00Z")
    }

    @Test(arguments: ["2026-05-03T10:00:00.001Z", "2026-05-03T10:00:00.123Z", "2026-05-03T10:00:00.999Z"])
    func aMomentKeepsItsMilliseconds(text: String) throws {
        let stored = try #require(MomentFieldType.moment(text)).databaseValue
        #expect(Date.fromDatabaseValue(stored).map(MomentFieldType.iso) == text)
    }

    @Test func aMomentJustBelowASecondIsThatSecond() {
        #expect(MomentFieldType.iso(Date(timeIntervalSince1970: 1_777_802_399.99996)) == "2026-05-03T10:00:00Z")
    }
}
