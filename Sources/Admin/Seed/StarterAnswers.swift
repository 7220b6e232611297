import Accounts
import Foundation
import Web

public struct StarterAnswers: Sendable {
    public let language: Language
    public let name: String
    /// The names of the systems, in the order of the portal's modules.
    public let systems: [String]
    public let house: String
    public let institution: String
    public let administrator: String
    public let zone: TimeZone
    public let day: Date
    public let signInName: String
    public let hasPassword: Bool
    /// Whether the file shows something of every system.
    public let hasExamples: Bool
    /// The plan of backups; nil for the usual one.
    public let backups: BackupPlan?

    /// - Parameter signInName: made from the administrator's name without one.
    public init(
        language: Language, name: String, systems: [String], house: String, institution: String, administrator: String, zone: TimeZone,
        day: Date, signInName: String? = nil, hasPassword: Bool = false, hasExamples: Bool = true, backups: BackupPlan? = nil
    ) {
        (self.language, self.name, self.systems, self.house) = (language, name, systems, house)
        (self.institution, self.administrator, self.zone, self.day) = (institution, administrator, zone, day)
        self.signInName = signInName ?? Account.foldedKey(administrator.slug) ?? "admin"
        (self.hasPassword, self.hasExamples, self.backups) = (hasPassword, hasExamples, backups)
    }

    public func pick(_ italian: String, _ english: String) -> String { language == .italian ? italian : english }

    /// A text as YAML reads it, whatever it consists of.
    public static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }

    public static func key(_ name: String) -> String { word(name.slug) }

    /// A key, in quotes where YAML would read a number or a flag.
    static func word(_ key: String) -> String { PlainWord(key) == nil && key.utf8.first.map { $0 > 0x39 } == true ? key : quoted(key) }

    public var today: String { day.formatted(Date.ISO8601FormatStyle(timeZone: zone).year().month().day()) }
}
