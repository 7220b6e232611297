import Admin
import Campus
import Citations
import Foundation
import Questionnaires
import Registry
import Web

enum NewSiteRules {
    /// The systems that can be chosen; those that share the register bring it.
    static let systems = Portal.modules.map { $0.name }.filter { $0 != Registry.name }

    private static let longestName = 80

    /// Returns why a trimmed text is no name; nil for a good one.
    static func flaw(ofName typed: String) -> LocalizedMessage? {
        if typed.isEmpty || TextRule.isBlank(typed) { return refusal("empty") }
        if typed.unicodeScalars.count > longestName { return refusal("long", ["limit": String(longestName)]) }
        if typed.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) { return refusal("controls") }
        return TextRule.flaw(in: typed, as: .name).map { LocalizedMessage($0.textKey) }
    }

    static func refusal(_ key: String, _ values: [String: String] = [:]) -> LocalizedMessage {
        LocalizedMessage("commands.new.refused.\(key)", values)
    }

    /// Returns chosen systems with the register that some of them share, in the order of the portal's modules.
    static func complete(_ chosen: Set<String>) -> [String] {
        let needsRegister = !chosen.isDisjoint(with: [Questionnaires.name, Campus.name, Citations.name])
        return Portal.modules.map { $0.name }.filter { chosen.contains($0) || $0 == Registry.name && needsRegister }
    }

    /// Machines often run in UTC, and people do not.
    static func zone(_ zone: TimeZone, _ language: Language) -> TimeZone {
        let isOfPeople =
            zone.identifier.contains("/") && !zone.identifier.hasPrefix("Etc/")
            && TimeZone.knownTimeZoneIdentifiers.contains(zone.identifier)
        guard !isOfPeople, let usual = TimeZone(identifier: usualZones[language.rawValue] ?? "Europe/London") else { return zone }
        return usual
    }

    private static let usualZones = ["it": "Europe/Rome", "de": "Europe/Berlin", "fr": "Europe/Paris"]
}
