import Accounts
import Foundation
import GRDB
import Web

final class SeedSite: SeedList {
    private var settings: SiteSettings
    private(set) var part = SeedPlan.Part(name: "site", scope: nil)
    /// The parts of the plan of backups that the file states.
    private var plan: [String] = []

    static let knownKeys = ["name", "language", "languages", "zone", "systems", "tiles", "historyDays", "trashDays", "backups"]

    private static let numbers: [Field<SiteSettings>] = [
        .number("historyDays", \.historyDays, in: SiteSettings.historyDaysRange),
        .number("trashDays", \.trashDays, in: SiteSettings.trashDaysRange),
    ]

    init(_ node: SeedNode?, reader: SeedReader, systems: [String]) {
        settings = reader.site
        guard let node, let mapping = SeedMapping(node, known: Self.knownKeys) else { return }
        if let node = mapping["name"], let name = node.text() {
            if !(1...200).contains(name.trimmingSpaces().unicodeScalars.count) || TextRule.isBlank(name) { node.refuse("name") }
            if let flaw = TextRule.flaw(in: name, as: .name) { node.refuse("text.\(flaw.rawValue)") }
            settings.name = name.trimmingSpaces()
        }
        if let node = mapping["language"], let text = node.text() {
            if let language = Language(rawValue: text) {
                settings.language = language
            } else {
                node.unknown(text, among: Language.allCases.map(\.rawValue))
            }
        }
        if let nodes = mapping["languages"]?.list() {
            settings.languages = nodes.compactMap { node in
                guard let text = node.text() else { return nil }
                guard let language = Language(rawValue: text) else {
                    node.unknown(text, among: Language.allCases.map(\.rawValue))
                    return nil
                }
                return language
            }
        }
        if let node = mapping["zone"], let text = node.text() {
            if let zone = TimeZone(identifier: text) {
                settings.zone = zone
                reader.zone = zone
            } else if let meant = nearest(to: text, among: TimeZone.knownTimeZoneIdentifiers) {
                node.note(SeedSentences.unknown("zone", text, among: [meant]))
            } else {
                node.refuse("zone")
            }
        }
        if let nodes = mapping["systems"]?.list() {
            settings.systems = nodes.compactMap { node in
                guard let name = node.text() else { return nil }
                guard systems.contains(name) else {
                    node.unknown("system", name, among: systems)
                    return nil
                }
                return name
            }
        }
        if mapping.isNull("tiles") { settings.tiles = "" }
        if let node = mapping["tiles"], let text = node.text() {
            if !text.isEmpty, !text.hasPrefix("https://"), !text.hasPrefix("http://") { node.refuse("url") }
            settings.tiles = text
        }
        mapping.fill(Self.numbers, into: &settings, blank: SiteSettings(), isNew: false)
        if let node = mapping["backups"] {
            node.fill(BackupPages.fields, into: &settings.backups)
            if case .map(let pairs) = node.item.content { plan = pairs.map(\.key.name) }
        }
        compare(reader.site, SeedTally(.site, mapping, reader, isNew: false))
    }

    private func compare(_ stored: SiteSettings, _ tally: SeedTally) {
        var tally = tally
        let (file, blank) = (settings, SiteSettings())
        func settle(_ field: String, _ value: (SiteSettings) -> JSON, keep: (inout SiteSettings) -> Void) {
            if !tally.settle(field, site: value(stored), file: value(file), blank: value(blank)) { keep(&settings) }
        }
        settle("name", { .text($0.name) }) { $0.name = stored.name }
        settle("language", { .text($0.language.rawValue) }) { $0.language = stored.language }
        settle("languages", { .list($0.languages.map { .text($0.rawValue) }) }) { $0.languages = stored.languages }
        settle("zone", { .text($0.zone.identifier) }) { $0.zone = stored.zone }
        settle("systems", { .list($0.systems.map(JSON.text)) }) { $0.systems = stored.systems }
        settle("tiles", { .text($0.tiles) }) { $0.tiles = stored.tiles }
        settle("historyDays", { .number($0.historyDays) }) { $0.historyDays = stored.historyDays }
        settle("trashDays", { .number($0.trashDays) }) { $0.trashDays = stored.trashDays }
        // Only what the file states: the rest of the plan is people's.
        let stated = JSON.object(plan.map { (key: $0, value: .null) })
        settle("backups", { $0.backups.packed.limited(to: stated) }) { $0.backups = stored.backups }
        tally.count("settings", in: &part)
    }

    func write(_ writing: SeedWriting) throws {
        guard let changed = part.changed.first else { return }
        try writing.watch(changed.key, in: part) {
            try settings.save(writing.db)
            try settings.backups.save(writing.db)
        }
        try AuditEntry.write(writing.db, "site.update", by: writing.actor, detail: ["fields": changed.fields.joined(separator: ", ")])
    }
}
