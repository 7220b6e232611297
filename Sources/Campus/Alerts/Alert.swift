import Admin
import Foundation
import Registry
import Web

/// The editable text of an alert. Publishing creates a `Bulletin`; later edits do not change it.
struct Alert: Resource {
    var stamp = RecordMetadata()
    var title = ""
    var position = ""
    var point: GeoPoint?
    /// Metres around the point.
    var radius: Int?
    var category: Int64?
    var severity = AlertSeverity.info
    var drill = false
    var text = ""
    var instruction = ""
    var easy = ""
    var translations = Translations()
    var link = ""
    var expires: Date?
    var faculties: [Int64] = []
    var departments: [Int64] = []
    var degrees: [Int64] = []
    var courses: [Int64] = []
    var people: [Int64] = []
    var events: [Int64] = []
    var buildings: [Int64] = []
    var areas: [Int64] = []

    static let system = Campus.name
    static let path = "alerts"
    static let table = "campusAlert"
    static let icon = "warn"
    static let columns = ["category", "severity", "drill", "expires"]
    static let filters = ["category", "severity", "drill"]
    static let sections = [
        "title": "sections.words", "instruction": "sections.more", "translations": "sections.translations", "point": "sections.place",
        "category": "sections.kind", "faculties": "sections.targets",
    ]
    static let formStart = ["category", "severity", "drill", "expires", "link"]
    static let folded: Set = ["instruction", "point", "faculties"]
    static let pages = [RecordPage("campus.publication.link", "publication", icon: "eye")]
    static let fields: [Field<Alert>] = [
        .title("title", \.title, limit: 120),
        .longText("text", \.text, limit: 4_000, rows: 5),
        .longText("instruction", \.instruction, limit: 1_000, rows: 2),
        .longText("easy", \.easy, limit: 4_000, rows: 4),
        .text("position", \.position, limit: 160),
        .translations(
            \.translations,
            inForm: [
                .line("title", limit: 120), .long("text", limit: 4_000, rows: 5), .long("instruction", limit: 1_000, rows: 2),
                .long("easy", limit: 4_000, rows: 4), .line("position", limit: 160),
            ],
            older: ["title", "text", "instruction", "easy", "position"].map {
                FormerTextField($0 + "En", of: $0, in: .english, beside: .italian)
            }),
        .place("point", \.point),
        .number("radius", \.radius, in: 1...50_000),
        .one("category", \.category, AlertCategory.self, required: true),
        .choice("severity", \.severity, texts: "campus.severity"),
        .flag("drill", \.drill),
        .url("link", \.link),
        .moment("expires", \.expires),
        .many("faculties", \.faculties, Faculty.self, through: links(.faculty)),
        .many("departments", \.departments, Department.self, through: links(.department)),
        .many("degrees", \.degrees, Degree.self, through: links(.degree)),
        .many("courses", \.courses, Course.self, through: links(.course)),
        .many("people", \.people, Person.self, through: links(.person)),
        .many("events", \.events, Event.self, through: links(.event)),
        .many("buildings", \.buildings, Building.self, through: links(.building)),
        .many("areas", \.areas, Area.self, through: links(.area)),
    ]

    private var originals: [String: String] {
        ["title": title, "text": text, "instruction": instruction, "easy": easy, "position": position]
    }

    /// What goes out: translations of an earlier text stay with the alert.
    var currentTranslations: Translations { translations.current(originals) }

    /// The fields whose text readers of a language would get in another.
    func lacking(_ language: Language) -> [String] {
        let current = currentTranslations
        return ["title", "text", "instruction", "position"].filter {
            originals[$0]?.isEmpty == false && current[$0, language] == nil
        }
    }

    private static func links(_ kind: TargetKind) -> ReferencesFieldType.Links { .init(kind.linkTable, owner: "alert", other: "other") }
}
