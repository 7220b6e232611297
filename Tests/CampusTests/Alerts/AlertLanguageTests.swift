import GRDB
import Testing

@testable import Admin
@testable import Campus
@testable import Web

/// Alerts in several languages; the third is not offered in this process.
@Suite struct AlertLanguageTests {
    private static let other = Language.named("qca")

    private func alert() -> Alert {
        var alert = Alert()
        (alert.title, alert.text, alert.category) = ("Aula chiusa", "Oggi", 1)
        (alert.position, alert.easy) = ("Cortile", "Facile")
        alert.translations["title", .english] = .init("Room closed", of: "Aula chiusa")
        alert.translations["position", .english] = .init("Courtyard", of: "Cortile")
        alert.translations["easy", .english] = .init("Easy", of: "Facile")
        alert.translations["title", Self.other] = .init("Učilnica zaprta", of: "Aula chiusa")
        alert.translations["easy", Self.other] = .init("Lahko", of: "Facile")
        return alert
    }

    @Test func aThirdLanguageHasItsTranslationThenEnglishThenTheOriginal() {
        let bulletin = Bulletin(seen: alert(), in: .italian, at: .now)
        #expect([Self.other, .english, .italian].map { bulletin.title(in: $0) } == ["Učilnica zaprta", "Room closed", "Aula chiusa"])
        #expect([Self.other, .english, .italian].map { bulletin.position(in: $0) } == ["Courtyard", "Courtyard", "Cortile"])
        #expect([Self.other, .english, .italian].map { bulletin.text(in: $0) } == ["Oggi", "Oggi", "Oggi"])
        #expect([Self.other, .english, .italian].map { bulletin.easy(in: $0) } == ["Lahko", "Easy", "Facile"])
        #expect(bulletin.languages == [.italian, .english])
    }

    @Test func translationsOfAnEarlierTextDoNotGoOut() {
        var alert = alert()
        alert.title = "Aula aperta"
        alert.translations["title", .english] = .init("Room open", of: "Aula aperta")
        let bulletin = Bulletin(seen: alert, in: .italian, at: .now)
        #expect(bulletin.title(in: Self.other) == "Room open")
        #expect(bulletin.easy(in: Self.other) == "Lahko")
    }

    @Test func whatIsPublishedKeepsItsTranslations() async throws {
        let town = try await AlertTown()
        let id = try await town.alert("Aula chiusa", english: "Room closed")
        var titled = Translations()
        titled["title", Self.other] = .init("Učilnica zaprta", of: "Aula chiusa")
        titled["title", .english] = .init("Room closed", of: "Aula chiusa")
        let translations = titled.stored
        try await town.site.database.write { db in
            try db.execute(sql: "UPDATE campusAlert SET translations = ? WHERE id = ?", arguments: [translations, id])
        }
        try await town.site.browse(as: "admin") { who in
            try await town.publish(id, who[0])
            let again = try await who[0].get("/admin/campus/alerts/\(id)/translations/en")
            #expect(again.contains("Room closed"))
        }
        let stored = try await town.site.value("SELECT translations FROM campusBulletin WHERE alert = \(id)", as: String.self)
        #expect(stored == translations)
        await #expect(throws: DatabaseError.self) {
            try await town.site.database.write { try $0.execute(sql: "UPDATE campusBulletin SET translations = '{}'") }
        }
    }

    @Test func theOriginalMayBeInAnyLanguage() {
        var alert = Alert()
        (alert.title, alert.category) = ("Room closed", 1)
        alert.translations["title", .italian] = .init("Aula chiusa", of: "Room closed")
        let bulletin = Bulletin(seen: alert, in: .english, at: .now)
        #expect(bulletin.languages == [.english, .italian])
        #expect([Language.english, .italian, Self.other].map { bulletin.title(in: $0) } == ["Room closed", "Aula chiusa", "Room closed"])
    }

    /// Who writes sees each language beside the original, and hears which readers get another one.
    @Test func theFormHasTheLanguagesOfTheSite() async throws {
        let town = try await AlertTown()
        try await town.site.browse(as: "admin") { who in
            let form = try await who[0].get("/admin/campus/alerts/new")
            #expect(form.contains("name=\"translations.en.title\""))
            #expect(!form.contains("name=\"translations.it.title\""))
            let long = String(repeating: "a", count: 121)
            let typed = [
                ("title", "Aula chiusa"), ("translations", "{}"), ("translations.en.title", long), ("text", "Oggi"), ("category", "1"),
                ("severity", "info"),
            ]
            let refused = try await who[0].post("/admin/campus/alerts", typed)
            #expect(refused.status == 422)
            #expect(refused.contains(long))
            let saved = try await who[0].post(
                "/admin/campus/alerts", typed.map { $0.0 == "translations.en.title" ? ($0.0, "Room closed") : $0 })
            #expect(saved.status == 303)
            let sheet = try await who[0].get("/admin/campus/alerts/1/publication")
            #expect(sheet.contains("inglese: mancano o sono di un testo di prima Testo."))
        }
        let stored = try await town.site.value("SELECT translations FROM campusAlert", as: String.self)
        #expect(stored == #"{"en":{"title":{"text":"Room closed","of":"Aula chiusa"}}}"#)
    }

    /// Programs, seed files and kept forms may still send what English had a field for.
    @Test func olderNamesOfTextsBecomeTranslations() throws {
        var alert = Alert()
        alert.title = "Aula chiusa"
        let older = try #require(Alert.olderTexts.first { $0.name == "titleEn" })
        var english = alert
        alert.take([(older, "Room closed")], site: .italian)
        #expect(alert.translations["title", .english] == .init("Room closed", of: "Aula chiusa"))
        english.take([(older, "Room closed")], site: .english)
        #expect(english.title == "Room closed")
        #expect(english.translations["title", .italian] == .init("Aula chiusa", of: "Room closed"))
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
