import Accounts
import Admin
import Foundation
import House
import Registry
import Web

struct SetupAnswers: Sendable {
    enum Content: String, CaseIterable, Sendable {
        case examples, demonstration, empty
    }

    private let state: SetupState
    private let hasDemonstration: Bool
    /// nil where the owner's settings say how messages leave.
    private let mailRoute: MailRoute?
    /// Comes with the last screen and is not kept as typed.
    var mailPassword = ""

    init(_ state: SetupState, hasDemonstration: Bool, mailRoute: MailRoute?) {
        (self.state, self.hasDemonstration, self.mailRoute) = (state, hasDemonstration, mailRoute)
    }

    func text(_ name: String) -> String { state.typed[name].map { $0.first?.trimmingSpaces() ?? "" } ?? Self.usual[name] ?? "" }

    private static let usual: [String: String] = {
        let plan = BackupPlan()
        let usual = [
            "content": Content.examples.rawValue, "backups": "yes", "hour": String(plan.hour), "days": String(plan.days),
            "weeks": String(plan.weeks),
        ]
        return usual.merging(MailSetup.usual.map { (mailField($0.key), $0.value) }) { $1 }
    }()

    static func mailField(_ name: String) -> String { "mail-" + name }

    var mail: MailSetup? { mailRoute.map { _ in MailSetup(password: mailPassword) { text(Self.mailField($0)) } } }

    private var mailMistakes: [(String, LocalizedMessage?)] {
        guard let mailRoute, let mail else { return [] }
        return mail.mistakes(mailRoute).map { (Self.mailField($0.field), $0.message) }
    }

    var language: Language? { Language(rawValue: text("language")) }

    var ticked: Set<String> { Set(state.typed["systems"] ?? []) }

    var systems: [String] { NewSiteRules.complete(ticked) }

    var content: Content? {
        guard let content = Content(rawValue: text("content")), content != .demonstration || hasDemonstration else { return nil }
        return content
    }

    var asksHouse: Bool { systems.contains(House.name) }

    var asksInstitution: Bool { systems.contains(Registry.name) }

    var key: String? { Account.foldedKey(text("key")) }

    var passwordNames: [String] { [text("key"), text("administrator")] }

    var backups: BackupPlan {
        var plan = BackupPlan()
        plan.isOn = text("backups") == "yes"
        plan.hour = number("hour") ?? plan.hour
        plan.days = number("days") ?? plan.days
        plan.weeks = number("weeks") ?? plan.weeks
        return plan
    }

    static let ranges: [String: ClosedRange<Int>] = ["hour": 0...23, "days": 1...60, "weeks": 0...52]

    private func number(_ name: String) -> Int? { Self.ranges[name].flatMap { Int(text(name), in: $0) } }

    func starter(zone: TimeZone = .current, day: Date = .now) -> StarterAnswers {
        let language = language ?? .english
        return StarterAnswers(
            language: language, name: text("name"), systems: systems, house: text("house"), institution: text("institution"),
            administrator: text("administrator"), zone: NewSiteRules.zone(zone, language), day: day, signInName: key, hasPassword: true,
            hasExamples: content == .examples, backups: backups)
    }
}

extension SetupAnswers {
    struct Mistake: Sendable {
        let field: String
        let message: LocalizedMessage
    }

    func mistakes(on screen: SetupScreen) -> [Mistake] {
        let found: [(String, LocalizedMessage?)] =
            switch screen {
            case .site:
                [
                    ("language", language == nil ? LocalizedMessage("setup.errors.language") : nil),
                    ("name", NewSiteRules.flaw(ofName: text("name"))),
                ]
            case .systems: [("systems", systemsFlaw)]
            case .content:
                [
                    ("content", content == nil ? LocalizedMessage("setup.errors.content") : nil),
                    ("house", content == .examples && asksHouse ? NewSiteRules.flaw(ofName: text("house")) : nil),
                    ("institution", content == .examples && asksInstitution ? NewSiteRules.flaw(ofName: text("institution")) : nil),
                ]
            case .administrator:
                [
                    ("administrator", NewSiteRules.flaw(ofName: text("administrator"))),
                    ("key", key == nil ? LocalizedMessage("accounts.welcome.name-form") : nil), ("password", passwordFlaw),
                ]
            case .finish:
                ["hour", "days", "weeks"].map { name -> (String, LocalizedMessage?) in
                    guard let range = Self.ranges[name], number(name) == nil else { return (name, nil) }
                    let bounds = ["least": String(range.lowerBound), "most": String(range.upperBound)]
                    return (name, LocalizedMessage("setup.errors.number", bounds))
                } + mailMistakes
            }
        return found.compactMap { field, message in message.map { Mistake(field: field, message: $0) } }
    }

    private var systemsFlaw: LocalizedMessage? {
        if ticked.isEmpty { return NewSiteRules.refusal("none") }
        return ticked.isSubset(of: NewSiteRules.systems) ? nil : LocalizedMessage("setup.errors.systems")
    }

    private var passwordFlaw: LocalizedMessage? {
        if state.passwordHash == nil { return LocalizedMessage("accounts.password.short") }
        return state.passwordNames == passwordNames ? nil : LocalizedMessage("setup.errors.passwordAgain")
    }
}
