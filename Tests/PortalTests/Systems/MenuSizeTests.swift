import Portal
import TestSupport
import Testing

@testable import Admin

/// The menu by task: how much of it a person has before their eyes at once.
@Suite struct MenuSizeTests {
    /// The most entries of each account of the demonstration.
    private static let most = [
        "educator": 8, "secretary": 8, "campus-editor": 8, "campus-alerts": 5, "moderator": 5, "researcher": 5, "lecturer": 3, "admin": 15,
    ]

    private struct Shown {
        let addresses: [String]
        /// With those of folded areas.
        let all: [String]
        let folded: Int
        let current: Int
    }

    private func menu(of page: String) throws -> Shown {
        let match = try #require(page.firstMatch(of: #/(?s)<nav class="menu".*?<p class="menu-site">/#), "a page without a menu")
        let menu = String(match.output)
        let folded = menu.matches(of: #/(?s)<details class="folded">.*?</details>/#).count
        let open = menu.replacing(#/(?s)<details class="folded">.*?</details>/#, with: "")
        let links = open.matches(of: #/<a (?:class="menu-top" )?href="([^"]+)"( aria-current="page")?>/#)
        // The last one leads to the visitors' pages.
        let entries = links.filter { $0.1 != "/" }
        let all = menu.matches(of: #/<a (?:class="menu-top" )?href="([^"]+)"/#).map { String($0.1) }
        return Shown(
            addresses: entries.map { String($0.1) }, all: all, folded: folded, current: entries.filter { $0.2 != nil }.count)
    }

    @Test(arguments: most.keys.sorted())
    func isShortOnEveryPageThatItLeadsTo(account: String) async throws {
        let most = try #require(Self.most[account])
        let site = try await TestSite.demonstration()
        try await site.browse(as: account) { browsers in
            var waiting = ["/admin"]
            var seen: Set<String> = []
            while let address = waiting.popLast() {
                guard seen.insert(address).inserted, address.hasPrefix("/admin") else { continue }
                let page = try await browsers[0].get(address)
                #expect(page.status == 200, "\(address)")
                let shown = try menu(of: page.text)
                #expect(shown.addresses.count + shown.folded <= most, "\(address): \(shown.addresses)")
                #expect(shown.current == 1, "\(address)")
                let tabs = page.text.firstMatch(of: #/(?s)<nav class="tabs".*?<\/nav>/#).map { String($0.output) } ?? ""
                waiting += shown.all + tabs.matches(of: #/href="([^"]+)"/#).map { String($0.1) }
            }
            #expect(seen.count > 1)
        }
    }

    @Test func aStudentHasNoDesk() async throws {
        let site = try await TestSite.demonstration()
        try await site.browse(as: "student") { browsers in
            #expect(try await browsers[0].get("/admin").location == "/questionnaires")
            let own = try await browsers[0].get("/questionnaires")
            #expect(own.contains("href=\"/admin/account\""))
            #expect(try await browsers[0].get("/admin/account").status == 200)
        }
    }

    /// A list that no menu names would be an entry of its own, and areas would grow.
    @Test func everyListAndPageHasItsPlace() {
        let placed = Portal.modules.flatMap { $0.menu.flatMap { $0.addresses } }
        for module in Portal.modules {
            for address in module.resources.map({ $0.address }) + module.pages.map({ $0.address }) {
                #expect(placed.contains(address), "\(module.name): \(address)")
            }
            #expect(module.menu.count <= Menu.most, "\(module.name)")
        }
    }
}
