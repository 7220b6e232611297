import Admin
import GRDB
import Testing

@testable import Stories
@testable import Web

@Suite struct DocumentEditionTests {
    @Test func aThirdLanguageHasItsTextThenEnglishThenTheOriginal() throws {
        let (shelf, third, fourth) = (try Bookshelf(), Language.named("qcb"), Language.named("qcc"))
        let published = try shelf.write {
            try DocumentEdition.publish(
                .help, after: 1, "Aiuto", in: .italian, others: [.english: "Help", third: "Pomoč", fourth: " "], isAsked: false,
                by: shelf.moderator, at: shelf.now, $0)
        }
        #expect(published)
        let edition = try #require(try shelf.read { try DocumentEdition.find(.help, $0) })
        #expect([Language.italian, .english, third, fourth].map { edition.text(in: $0) } == ["Aiuto", "Help", "Pomoč", "Help"])
        #expect(edition.own(in: fourth) == nil)
        let without = try shelf.write {
            try DocumentEdition.publish(
                .help, after: 2, "Aiuto", in: .italian, isAsked: false, by: shelf.moderator, at: shelf.now, $0)
        }
        #expect(without)
        let newest = try #require(try shelf.read { try DocumentEdition.find(.help, $0) })
        #expect(newest.text(in: third) == "Aiuto")
    }
}
