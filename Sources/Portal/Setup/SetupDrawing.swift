import Admin
import Foundation
import Hummingbird
import Web

struct SetupDrawing {
    let portal: Portal
    let state: SetupState
    let answers: SetupAnswers
    let mistakes: [SetupAnswers.Mistake]
    let words: Words

    var summary: any Sendable {
        guard !mistakes.isEmpty else { return false }
        let items = mistakes.map { mistake -> Values in
            ["href": "#f-" + mistake.field, "text": label(mistake.field) + ": " + mistake.message.localized(in: words)]
        }
        return ["title": words("admin.errors", count: mistakes.count), "items": items] as Values
    }

    func fields(of screen: SetupScreen, _ request: Request) -> Values {
        switch screen {
        case .site: site(request)
        case .systems: ["systemsField": group("systems", NewSiteRules.systems.map(system))]
        case .content: content
        case .administrator: administrator
        case .finish: finish
        }
    }

    private func site(_ request: Request) -> Values {
        let chosen = answers.language ?? words.language
        let languages = Language.allCases.map { language -> Values in
            ["value": language.rawValue, "label": language.ownName, "checked": language == chosen]
        }
        let others = Language.allCases.filter { $0 != words.language }
        return [
            "languageField": group("language", languages), "nameField": text("name"),
            "others": others.map { ["code": $0.rawValue, "name": $0.ownName] as Values }, "address": portal.admin.origin(of: request),
            "addressHelp": words(portal.configuration.url == nil ? "setup.address.open" : "setup.address.set", ["file": settingsFile]),
        ]
    }

    private func system(_ name: String) -> Values {
        [
            "value": name, "label": words("\(name).name"), "about": words("\(name).purpose"), "checked": answers.ticked.contains(name),
        ]
    }

    private var content: Values {
        let known = SetupAnswers.Content.allCases.filter { $0 != .demonstration || portal.demonstration != nil }
        let options = known.map { content -> Values in
            [
                "value": content.rawValue, "label": words("setup.content.\(content.rawValue).label"),
                "about": words("setup.content.\(content.rawValue).text"), "checked": answers.text("content") == content.rawValue,
            ]
        }
        return [
            "contentField": group("content", options), "houseField": answers.asksHouse ? text("house") : false,
            "institutionField": answers.asksInstitution ? text("institution") : false,
        ]
    }

    private var administrator: Values {
        let isChosen = state.passwordHash != nil
        return [
            "administratorField": text("administrator", autocomplete: "name"), "keyField": text("key", autocomplete: "username"),
            "passwordField": password("password", help: words(isChosen ? "setup.help.passwordKept" : "mine.newHelp")),
            "againField": password("passwordAgain", help: nil),
        ]
    }

    private var finish: Values {
        let configuration = portal.configuration
        let mail = configuration.mail.map {
            words("setup.mail.program", ["program": String($0.prefix { $0 != " " }), "from": configuration.mailFrom, "file": settingsFile])
        }
        let shown = SetupScreen.finish.earlier.map { screen -> Values in
            [
                "label": words("setup.screens.\(screen.rawValue).short"), "value": localized(screen), "href": screen.address,
                "change": words("setup.change"),
            ]
        }
        let values: Values = [
            "rows": shown, "makesBackups": answers.text("backups") == "yes", "numbers": ["hour", "days", "weeks"].map { number($0) },
            "backupFolder": URL(fileURLWithPath: portal.admin.backups.folder).path,
            "backupsElsewhere": words("setup.backups.elsewhere", ["file": settingsFile]),
            "mail": mail ?? false, "asksMail": mail == nil, "isDemonstration": answers.content == .demonstration,
        ]
        return mail == nil ? values.merging(mailFields) { $1 } : values
    }

    private var mailFields: Values {
        let folder = URL(fileURLWithPath: portal.configuration.data).path + "/mail"
        func options(_ name: String, _ known: [String], _ label: (String) -> String) -> [Values] {
            known.map { ["value": $0, "label": label($0), "checked": answers.text(name) == $0] }
        }
        let (way, security) = (SetupAnswers.mailField("way"), SetupAnswers.mailField("security"))
        let ways = options(way, MailSetup.ways) { words($0 == "none" ? "setup.mail.later" : "mail.ways.\($0)") }
        let secret = SetupAnswers.mailField("password")
        return [
            "wayField": group(way, ways, help: words("setup.mail.none", ["folder": folder])),
            "hostField": text(SetupAnswers.mailField("host")), "portField": number(SetupAnswers.mailField("port")),
            "securityField": group(security, options(security, MailSetup.securities) { words("mail.securities.\($0)") }),
            "userField": text(SetupAnswers.mailField("user")),
            "mailPasswordField": password(secret, help: help(secret)).merging(["autocomplete": "off"]) { $1 },
            "senderField": text(SetupAnswers.mailField("sender"), autocomplete: "email"),
        ]
    }

    private var settingsFile: String { portal.configuration.environmentFile ?? EnvironmentFile.usual }

    private func localized(_ screen: SetupScreen) -> String {
        switch screen {
        case .site: return [answers.text("name"), answers.language?.ownName ?? ""].joined(separator: " · ")
        case .systems: return answers.systems.map { words("\($0).name") }.joined(separator: ", ")
        case .content:
            let content = answers.content ?? .examples
            let places = [answers.asksHouse ? answers.text("house") : "", answers.asksInstitution ? answers.text("institution") : ""]
            let shown = content == .examples ? places.filter { !$0.isEmpty } : []
            return ([words("setup.content.\(content.rawValue).label")] + shown).joined(separator: " · ")
        case .administrator: return "\(answers.text("administrator")) (\(answers.key ?? answers.text("key")))"
        case .finish: return ""
        }
    }

    /// The words of a field of the mail server are those of its page.
    private func label(_ name: String) -> String {
        words(name.hasPrefix("mail-") ? "mail.fields.\(name.dropFirst(5))" : "setup.fields.\(name)")
    }

    private func help(_ name: String) -> String? {
        words.optional(name.hasPrefix("mail-") ? "mail.help.\(name.dropFirst(5))" : "setup.help.\(name)")
    }

    private func field(_ name: String, help: String?) -> Values {
        let error = mistakes.first { $0.field == name }?.message.localized(in: words)
        let described = [help.map { _ in "f-\(name)-help" }, error.map { _ in "f-\(name)-error" }].compactMap { $0 }
        return [
            "id": "f-" + name, "name": name, "label": label(name), "help": help ?? false, "error": error ?? false,
            "described": described.isEmpty ? false : described.joined(separator: " "), "required": false, "optional": false,
            "keptBy": false, "question": false, "value": "", "maxlength": false, "inputmode": false, "autocomplete": "off", "list": false,
            "secret": false, "suffix": false, "type": "text",
        ]
    }

    private func text(_ name: String, autocomplete: String = "off") -> Values {
        field(name, help: help(name)).merging(["value": answers.text(name), "autocomplete": autocomplete]) { $1 }
    }

    private func number(_ name: String) -> Values { text(name).merging(["inputmode": "numeric"]) { $1 } }

    private func password(_ name: String, help: String?) -> Values {
        field(name, help: help).merging(["type": "password", "secret": true, "autocomplete": "new-password"]) { $1 }
    }

    private func group(_ name: String, _ options: [Values], help text: String? = nil) -> Values {
        field(name, help: text ?? help(name)).merging(["options": options]) { $1 }
    }
}
