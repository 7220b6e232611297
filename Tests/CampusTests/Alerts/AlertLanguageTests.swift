import GRDB
import Testing

@testable import Admin
@testable import Campus
@testable import Web

/// Alerts in a language other than Italian and English; the language is not offered in this process.
@Suite struct AlertLanguageTests {
    private static let other = Language.named("qca")

    private func alert() -> Alert {
        var alert = Alert()
        (alert.title, alert.titleEn, alert.text, alert.category) = ("Aula chiusa", "Room closed", "Oggi", 1)
        (alert.position, alert.positionEn, alert.easy, alert.easyEn) = ("Cortile", "Courtyard", "Facile", "Easy")
        alert.translations["title", Self.other] = .init("Učilnica zaprta", of: "Aula chiusa")
        alert.translations["easy", Self.other] = .init("Lahko", of: "Facile")
        return alert
    }

    @Test func aThirdLanguageHasItsTranslationThenEnglishThenItalian() {
        let bulletin = Bulletin(seen: alert(), at: .now)
        #expect([Self.other, .english, .italian].map { bulletin.title(in: $0) } == ["Učilnica zaprta", "Room closed", "Aula chiusa"])
        #expect([Self.other, .english, .italian].map { bulletin.position(in: $0) } == ["Courtyard", "Courtyard", "Cortile"])
        #expect([Self.other, .english, .italian].map { bulletin.text(in: $0) } == ["Oggi", "Oggi", "Oggi"])
        #expect([Self.other, .english, .italian].map { bulletin.easy(in: $0) } == ["Lahko", "Easy", "Facile"])
        #expect(bulletin.languages == [.italian, .english])
    }

    @Test func translationsOfAnEarlierTextDoNotGoOut() {
        var alert = alert()
        alert.title = "Aula aperta"
        let bulletin = Bulletin(seen: alert, at: .now)
        #expect(bulletin.title(in: Self.other) == "Room closed")
        #expect(bulletin.easy(in: Self.other) == "Lahko")
    }

    @Test func whatIsPublishedKeepsItsTranslations() async throws {
        let town = try await AlertTown()
        let id = try await town.alert("Aula chiusa", english: "Room closed")
        var titled = Translations()
        titled["title", Self.other] = .init("Učilnica zaprta", of: "Aula chiusa")
        let translations = titled.stored
        try await town.site.database.write { db in
            try db.execute(sql: "UPDATE campusAlert SET translations = ? WHERE id = ?", arguments: [translations, id])
        }
        try await town.site.browse(as: "admin") { who in
            try await town.publish(id, who[0])
            let again = try await who[0].get("/admin/campus/alerts/\(id)/translations/en")
            #expect(again.status == 404)
        }
        let stored = try await town.site.value("SELECT translations FROM campusBulletin WHERE alert = \(id)", as: String.self)
        #expect(stored == translations)
        await #expect(throws: DatabaseError.self) {
            try await town.site.database.write { try $0.execute(sql: "UPDATE campusBulletin SET translations = '{}'") }
        }
    }

    /// Someone who saves the form loses nothing in a language that is no longer offered.
    @Test func languagesThatWereRemovedStay() throws {
        let kind = try #require(Alert.fields.first { $0.name == "translations" }?.kind as? TranslationsFieldType)
        let (stored, packed) = (alert().translations.stored, kind.pack(alert().translations))
        #expect(kind.unpack(packed)?.stored == stored)
        #expect(Translations(stored: stored) == alert().translations)
        #expect(Translations(stored: "x") == Translations())
    }
}
