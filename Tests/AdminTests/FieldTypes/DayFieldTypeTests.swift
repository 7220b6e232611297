import Testing
import Web

@testable import Admin

@Suite struct DayFieldTypeTests {
    @Test(arguments: ["2026-12-04", "4/12/2026", "04.12.2026", "2026/12/4"])
    func aDayIsReadAsPeopleTypeIt(_ typed: String) throws {
        #expect(try DayFieldType().reading(typed).value == "2026-12-04")
    }

    @Test(arguments: ["31/11/2026", "29/2/2026", "4/13/2026", "4/12/26", "2026-12-04 10:00", "domani"])
    func otherTextIsNoDay(_ typed: String) throws {
        let refused = try DayFieldType().reading(typed)
        #expect(refused.value == nil)
        #expect(refused.refusals == ["Write a day that exists, such as 24/12/2026."])
    }

    @Test func aDayIsWrittenAsTheLanguageWritesIt() {
        #expect(DayFieldType().typed("2026-12-04", .italian) == "04/12/2026")
        #expect(DayFieldType.formatted("2026-12-04", .italian) == "4 dicembre 2026")
    }

    @Test func aStoredDayComesBack() {
        let kind = DayFieldType()
        #expect(kind.load(kind.store("2026-12-04")) == "2026-12-04")
        #expect(kind.unpack(kind.pack("2026-12-04")) == "2026-12-04")
    }
}
