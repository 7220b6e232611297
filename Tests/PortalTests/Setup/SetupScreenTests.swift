import Accounts
import Foundation
import GRDB
import TestSupport
import Testing
import Web

@testable import Admin
@testable import Portal

/// The five screens: what is wrong is said at its field, and what was typed stays.
@Suite struct SetupScreenTests {
    struct Wrong: Sendable, CustomTestStringConvertible {
        let screen: SetupScreen
        let fields: [(String, String)]
        /// The fields at which a mistake is said, and no other.
        let said: [String]

        init(_ screen: SetupScreen, _ fields: [(String, String)], _ said: String...) {
            (self.screen, self.fields, self.said) = (screen, fields, said)
        }

        var testDescription: String { "\(screen) \(said)" }
    }

    private static let long = String(repeating: "x", count: 81)
    private static let hidden = "Casa\u{202E}Sole"

    static let wrong: [Wrong] = [
        Wrong(.site, [("name", "Casa")], "language"), Wrong(.site, [("language", "de"), ("name", "Casa")], "language"),
        Wrong(.site, [("language", "it"), ("name", "  ")], "name"), Wrong(.site, [("language", "it"), ("name", long)], "name"),
        Wrong(.site, [("language", "it"), ("name", hidden)], "name"), Wrong(.site, [], "language", "name"),
        Wrong(.systems, [], "systems"), Wrong(.systems, [("systems", "registry")], "systems"),
        Wrong(.systems, [("systems", "house"), ("systems", "<b>")], "systems"),
        Wrong(.content, [("content", "everything")], "content"), Wrong(.content, [("content", "examples")], "house", "institution"),
        Wrong(.content, [("content", "examples"), ("house", long), ("institution", "U")], "house"),
        Wrong(.content, [("content", "examples"), ("house", "C"), ("institution", hidden)], "institution"),
        Wrong(.administrator, [], "administrator", "key", "password"),
        Wrong(
            .administrator,
            [("administrator", "Anna"), ("key", "à b"), ("password", SetupSite.password), ("passwordAgain", SetupSite.password)],
            "key"),
        Wrong(.administrator, [("administrator", "Anna"), ("key", "anna"), ("password", "breve"), ("passwordAgain", "breve")], "password"),
        Wrong(
            .administrator, [("administrator", "Anna"), ("key", "anna"), ("password", SetupSite.password), ("passwordAgain", "altra")],
            "password"),
        Wrong(
            .administrator,
            [
                ("administrator", "Annamaria Lunghini"), ("key", "anna"), ("password", "annamaria lunghini"),
                ("passwordAgain", "annamaria lunghini"),
            ],
            "password"),
        Wrong(.finish, [("hour", "24"), ("days", "0"), ("weeks", "53")], "hour", "days", "weeks"),
        Wrong(.finish, [("hour", ""), ("days", "sette"), ("weeks", "1.5")], "hour", "days", "weeks"),
        Wrong(.finish, [("mail-way", "pigeon")], "mail-way"),
        Wrong(
            .finish, [("mail-way", "smtp"), ("mail-host", "smtp example"), ("mail-port", "x"), ("mail-security", "tls")], "mail-host",
            "mail-port", "mail-sender"),
        Wrong(
            .finish,
            [("mail-way", "smtp"), ("mail-host", "smtp.example.org"), ("mail-user", "portico"), ("mail-sender", "a@example.org")],
            "mail-password"),
        // What is hidden because mail comes later does no harm.
        Wrong(.finish, [("mail-way", "none"), ("mail-port", "x"), ("hour", "24")], "hour"),
        Wrong(.finish, [("hour", "-1"), ("days", "99999999999999999999"), ("weeks", "4")], "hour", "days"),
    ]

    @Test(arguments: wrong) func aMistakeIsSaidAtItsField(_ wrong: Wrong) async throws {
        let site = try await SetupSite()
        let (portal, link) = try await site.start()
        try await site.browse(portal) { browsers in
            try await SetupSite.walk(browsers[0], link ?? "", until: wrong.screen, SetupSite.answers(["house", "campus"]))
            let address = wrong.screen == .site ? link ?? "" : wrong.screen.address
            let refused = try await browsers[0].post(address, wrong.fields)
            #expect(refused.status == 422)
            for name in SetupScreen.allCases.flatMap(\.fields) + ["password", "mail-password"] {
                #expect(refused.contains("id=\"f-\(name)-error\"") == wrong.said.contains(name), "\(name)")
            }
            for name in wrong.said { #expect(refused.contains("href=\"#f-\(name)\""), "\(name)") }
            // All that was typed stays, but for passwords, also when the page is loaded again.
            let again = try await browsers[0].get(wrong.screen.address)
            #expect(again.status == 200)
            let shown = ["name", "house", "institution", "administrator", "key", "hour", "days", "weeks", "mail-host", "mail-port"]
            for (name, value) in wrong.fields where shown.contains(name) && value != Self.hidden {
                #expect(again.contains("value=\"\(value.trimmingCharacters(in: .whitespaces))\""), "\(name)")
            }
            #expect(!again.contains("value=\"\(SetupSite.password)\""))
            // The next screen stays closed.
            if let next = wrong.screen.next {
                let early = try await browsers[0].get(next.address)
                #expect(early.location == wrong.screen.address)
            }
        }
        let isThere = try await portal.database.read(SetupState.hasSite)
        #expect(!isThere)
    }

    @Test func backKeepsWhatIsTyped() async throws {
        let site = try await SetupSite()
        let (portal, link) = try await site.start()
        try await site.browse(portal) { browsers in
            try await SetupSite.walk(browsers[0], link ?? "", until: .content)
            let back = try await browsers[0].post(SetupScreen.content.address, [("content", "empty"), ("house", "Casa"), ("go", "back")])
            #expect(back.location == SetupScreen.systems.address)
            let systems = try await browsers[0].get(SetupScreen.systems.address)
            #expect(systems.contains("value=\"stories\" checked"))
            try await browsers[0].post(SetupScreen.systems.address, [("systems", "house")])
            let content = try await browsers[0].get(SetupScreen.content.address)
            #expect(content.contains("value=\"empty\" checked"))
            #expect(content.contains("value=\"Casa\""))
            let first = try await browsers[0].post(SetupScreen.systems.address, [("systems", "campus"), ("go", "back")])
            #expect(first.location == SetupScreen.site.address)
            let end = try await browsers[0].post(SetupScreen.finish.address, SetupSite.answers()[4].fields)
            #expect(end.location == SetupScreen.administrator.address)
        }
    }

    @Test func theLanguageIsChosenOnTheFirstScreen() async throws {
        let site = try await SetupSite()
        let (portal, link) = try await site.start()
        try await site.browse(portal) { browsers in
            let seen = try await browsers[0].get(link ?? "", headers: [.acceptLanguage: "en"])
            #expect(seen.contains("Language and name"))
            let turned = try await browsers[0].post(link ?? "", [("language", "en"), ("name", "Casa"), ("go", "it")])
            #expect(turned.location == SetupScreen.site.address)
            let italian = try await browsers[0].get(SetupScreen.site.address, headers: [.acceptLanguage: "en"])
            #expect(italian.contains("Lingua e nome"))
            #expect(italian.contains("value=\"Casa\""))
            #expect(italian.contains("value=\"it\" checked"))
            let english = try await browsers[0].post(SetupScreen.site.address, [("language", "en"), ("name", "")])
            #expect(english.contains("Write a name."))
            try await browsers[0].post(SetupScreen.site.address, [("language", "en"), ("name", "House")])
            let systems = try await browsers[0].get(SetupScreen.systems.address, headers: [.acceptLanguage: "it"])
            #expect(systems.contains("What is the site for?"))
        }
    }

    @Test func onlyTheHashOfThePasswordIsKept() async throws {
        let site = try await SetupSite()
        let (portal, link) = try await site.start()
        try await site.browse(portal) { browsers in
            try await SetupSite.walk(browsers[0], link ?? "", until: .finish)
            let stored = try await portal.value("SELECT value FROM setting WHERE key = 'setup'", as: String.self)
            #expect(stored?.contains(SetupSite.password) == false)
            #expect(stored?.contains("scrypt$") == true)
            let address = SetupScreen.administrator.address
            let kept = try await browsers[0].post(address, [("administrator", "Anna Capo"), ("key", "anna")])
            #expect(kept.location == SetupScreen.finish.address)
            let renamed = try await browsers[0].post(address, [("administrator", "Quattro Parole"), ("key", "anna")])
            #expect(renamed.status == 422)
            #expect(renamed.contains("Il nome è cambiato"))
            let back = try await browsers[0].post(address, [("administrator", "Anna Capo"), ("key", "anna")])
            #expect(back.location == SetupScreen.finish.address)
        }
    }

    @Test func theFirstScreenShowsTheAddressAsItWasReached() async throws {
        let site = try await SetupSite()
        let (portal, link) = try await site.start { $0.mail = "/usr/bin/msmtp --host=127.0.0.1" }
        try await site.browse(portal) { browsers in
            let page = try await browsers[0].get(link ?? "", headers: [.acceptLanguage: "en"])
            #expect(page.contains("<strong>http://localhost</strong>"))
            #expect(page.contains("PORTICO_URL"))
            try await SetupSite.walk(browsers[0], link ?? "", until: .finish, SetupSite.answers(language: "en"))
            let summary = try await browsers[0].get(SetupScreen.finish.address)
            #expect(!summary.contains("mail-way"))
            #expect(summary.contains("Messages are sent by /usr/bin/msmtp, from portico@localhost."))
            let data = URL(fileURLWithPath: site.data).standardizedFileURL.path
            #expect(summary.contains("<code>\(data)/backups</code>"))
            #expect(summary.contains("Casa Sole"))
        }
    }
}
