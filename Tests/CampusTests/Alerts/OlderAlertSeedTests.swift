import Foundation
import GRDB
import TestSupport
import Testing

@testable import Campus

/// Seed files of before, in which English had a key of its own.
@Suite struct OlderAlertSeedTests {
    private func apply(_ alert: String, to site: TestSite) async throws {
        let file = site.data + "/older.yaml"
        let text =
            "campus:\n  alert-categories:\n    - { key: meteo, name: Meteo }\n  alerts:\n    - { key: marea, category: meteo, \(alert) }\n"
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
        _ = try await site.portal.apply(file)
    }

    @Test func theirTextsBecomeTranslationsAndChangeWithTheFile() async throws {
        let site = try await TestSite("registry", "campus")
        try await apply(#"title: Marea, titleEn: Tide, text: Acqua, translations: { en: { text: Water } }"#, to: site)
        let stored = try await site.value("SELECT translations FROM campusAlert", as: String.self)
        #expect(stored == #"{"en":{"title":{"text":"Tide","of":"Marea"},"text":{"text":"Water"}}}"#)
        try await apply(#"title: Marea, titleEn: High tide, text: Acqua, translations: { en: { text: Water } }"#, to: site)
        let changed = try await site.value("SELECT json_extract(translations, '$.en.title.text') FROM campusAlert", as: String.self)
        #expect(changed == "High tide")
    }
}
