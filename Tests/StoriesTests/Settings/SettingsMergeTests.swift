import Foundation
import GRDB
import TestSupport
import Testing

@testable import Admin
@testable import Stories

@Suite struct SettingsMergeTests {
    @Test func settingsThatWereNotTypedIntoStayAsOthersSavedThem() async throws {
        let site = try await TestSite("stories")
        try await site.browse(as: "admin") { browsers in
            let address = "/admin/stories/settings"
            let page = try await browsers[0].get(address).text
            let drawn = String(try #require(page.firstMatch(of: #/name="drawn" value="([^"]*)"/#)?.1)).replacing("&#34;", with: "\"")
            func form(_ feed: String, _ pause: String, _ countries: String...) throws -> [(String, String)] {
                let json = try JSON(parsing: drawn.utf8)
                let numbers = StorySettings.numbers.map { ($0.key, json[$0.key]?.list?.first?.text ?? "") }
                let typed = numbers.map { $0.0 == "feed" ? ($0.0, feed) : $0.0 == "pause" ? ($0.0, pause) : $0 }
                return typed + [("version", "1"), ("isOpen", "yes"), ("drawn", drawn)] + countries.map { ("country", $0) }
            }
            let pause = try #require(try JSON(parsing: drawn.utf8)["pause"]?.list?.first?.text)
            let feed = try #require(try JSON(parsing: drawn.utf8)["feed"]?.list?.first?.text)
            let first = try await browsers[0].post(address, try form("33", pause, "CH"))
            let second = try await browsers[0].post(address, try form(feed, "44", "AT"))
            #expect(first.location == address)
            #expect(second.location == address)
            let stands = try await site.database.read { try StorySettings.current($0) }
            #expect(stands.feed == 33)
            #expect(stands.pause == 44)
            #expect(Set(stands.chosenCountries) == ["AT", "CH"])
            let both = try await browsers[0].post(address, try form("34", pause))
            #expect(both.status == 409)
            #expect(both.contains(#"<q class="words">33</q>"#))
            #expect(both.contains("value=\"34\""))
            #expect(both.contains("Hai cambiato questo campo anche in un’altra finestra"))
            let asked = try #require(both.form(to: address))
            let silent = try await browsers[0].post(address, asked.filled())
            #expect(silent.status == 409)
            #expect(silent.contains("Scegli quale vale"))
            #expect(silent.contains("value=\"34\""))
            for (answer, feed) in [("theirs", 33), ("mine", 34)] {
                let saved = try await browsers[0].post(address, asked.filled(["feed.answer": [answer]]))
                let stands = try await site.database.read { try StorySettings.current($0).feed }
                #expect(saved.location == address, "\(answer)")
                #expect(stands == feed, "\(answer)")
            }
        }
    }
}
