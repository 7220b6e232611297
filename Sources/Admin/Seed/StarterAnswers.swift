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

    public init(
        language: Language, name: String, systems: [String], house: String, institution: String, administrator: String, zone: TimeZone,
        day: Date
    ) {
        (self.language, self.name, self.systems, self.house) = (language, name, systems, house)
        (self.institution, self.administrator, self.zone, self.day) = (institution, administrator, zone, day)
    }

    /// The administrator's sign-in name, made from their name.
    public var signInName: String { Account.foldedKey(administrator.slug) ?? "admin" }

    public func pick(_ italian: String, _ english: String) -> String { language == .italian ? italian : english }

    /// A text as YAML reads it, whatever it consists of.
    public static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }

    public static func key(_ name: String) -> String { name.slug }

    public var today: String { day.formatted(Date.ISO8601FormatStyle(timeZone: zone).year().month().day()) }
}
