import Testing

@testable import Campus

/// Closing days by rule.
@Suite struct ClosingRuleTests {
    @Test(arguments: [
        ("12-25", 2026, ["2026-12-25"]), ("easter", 2026, ["2026-04-05"]), ("easter+1", 2027, ["2027-03-29"]),
        ("Easter - 2", 2027, []), ("easter-2", 2027, ["2027-03-26"]), ("2026-12-24", 2026, ["2026-12-24"]), ("2026-12-24", 2027, []),
        ("12-30/01-02", 2026, ["2026-12-30", "2026-12-31", "2027-01-01", "2027-01-02"]),
        ("2026-12-31/2027-01-01", 2026, ["2026-12-31", "2027-01-01"]), ("02-29", 2027, []), ("02-29", 2028, ["2028-02-29"]),
    ])
    func meansTheseDays(rule: String, year: Int, days: [String]) {
        #expect((ClosingRule(rule)?.days(beginningIn: year) ?? []) == days)
    }

    @Test(arguments: [
        "", "25-12", "12-25-2026", "2026-02-30", "easter+999", "natale", "12-25/", "2026-01-10/2026-01-05", "2026-01-01/01-06",
    ])
    func isNoRule(text: String) { #expect(ClosingRule(text) == nil) }

    @Test(arguments: [(2024, "2024-03-31"), (2025, "2025-04-20"), (2038, "2038-04-25"), (2285, "2285-03-22")])
    func findsEaster(year: Int, day: String) { #expect(CivilDay.easter(of: year)?.text == day) }

    @Test func everyNationalHolidayHasARule() {
        for (country, holidays) in NationalHolidays.countries {
            for holiday in holidays { #expect(ClosingRule(holiday.rule) != nil, "\(country) \(holiday.name)") }
        }
    }
}
