import Admin
import Foundation
import GRDB
import Web

/// A prepared alert, to which its sender only adds what is special.
struct AlertTemplate: Resource {
    var stamp = RecordMetadata()
    var name = ""
    var headline = ""
    var text = ""
    var instruction = ""
    var easy = ""
    var translations = Translations()
    var category: Int64?
    var severity = AlertSeverity.info
    var hours = 24
    var ordering = 0

    static let system = Campus.name
    static let path = "alert-templates"
    static let table = "campusAlertTemplate"
    static let icon = "copy"
    static let columns = ["category", "severity", "ordering"]
    static let filters = ["category", "severity"]
    static let editable = ["ordering"]
    static let order = "ordering"
    static let pages = [RecordPage("campus.quick.link", "alert", icon: "warn", permission: PublicationPages.editing)]
    static let fields: [Field<AlertTemplate>] = [
        .title("name", \.name),
        .text("headline", \.headline, required: true, limit: 120),
        .longText("text", \.text, limit: 4_000, rows: 4),
        .longText("instruction", \.instruction, limit: 1_000, rows: 2),
        .longText("easy", \.easy, limit: 4_000, rows: 4),
        .translations(\.translations, of: "headline", "text", "instruction", "easy"),
        .one("category", \.category, AlertCategory.self, required: true),
        .choice("severity", \.severity, texts: "campus.severity"),
        .number("hours", \.hours, in: 1...2_160),
        .number("ordering", \.ordering, in: 0...10_000),
    ]

    static func all(_ db: Database) throws -> [AlertTemplate] {
        let order = "CASE severity WHEN 'emergency' THEN 0 WHEN 'warning' THEN 1 ELSE 2 END, ordering, id"
        return try Int64.fetchAll(db, sql: "SELECT id FROM campusAlertTemplate WHERE \(notTrashed) ORDER BY \(order) LIMIT 100")
            .compactMap { try fetch(db, id: $0) }
    }

    /// A text in a language; empty where it is not translated. `original` is the language of the site.
    func localized(_ field: String, _ language: Language, original: Language) -> String {
        guard language == original else { return translations[field, language]?.text ?? "" }
        switch field {
        case "headline": return headline
        case "text": return text
        case "instruction": return instruction
        default: return easy
        }
    }
}
