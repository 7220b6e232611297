import Foundation
import GRDB
import Web

/// A line of text, also for telephone numbers, web addresses and time zones.
public struct TextFieldType: FieldType {
    enum Form: Sendable { case plain, phone, service, url, zone, email, barcode }

    let form: Form
    /// In Unicode scalars.
    let limit: Int
    public let isRequired: Bool
    var sample: String?
    public var template: String { "fields/text" }

    public func read(_ entry: Entry, errors: inout FieldErrors) -> String? {
        let text = entry.typed.replacing("\n", with: " ")
        if let flaw = TextRule.flaw(in: text, as: .name) {
            errors.add(entry.name, entry.refusal(flaw))
            return nil
        }
        switch refusal(of: text) {
        case nil: return text
        case let (key, values)?:
            errors.add(entry.name, entry.refusal(key, values))
            return nil
        }
    }

    /// Static, because a regex literal is compiled at each evaluation. Read-only.
    private nonisolated(unsafe) static let phone = #/\+?[0-9][0-9 .\/()\-]{3,30}/#
    private nonisolated(unsafe) static let service = #/\+?[0-9][0-9 .\/()\-]{1,30}/#

    private func refusal(of text: String) -> (String, [String: String])? {
        if TextRule.isBlank(text) { return isRequired ? ("blank", [:]) : nil }
        if text.unicodeScalars.count > limit { return ("long", ["limit": String(limit)]) }
        switch form {
        case .plain: return nil
        case .zone: return TimeZone(identifier: text) == nil ? ("zone", [:]) : nil
        case .phone: return text.wholeMatch(of: Self.phone) == nil ? ("phone", [:]) : nil
        case .service: return text.wholeMatch(of: Self.service) == nil ? ("phone", [:]) : nil
        case .barcode:
            return (8...14).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? nil : ("barcode", [:])
        case .email: return MailAddress.isValid(text) ? nil : ("email", [:])
        case .url:
            let parts = URLComponents(string: text)
            let isWeb = ["http", "https"].contains(parts?.scheme?.lowercased()) && parts?.host?.isEmpty == false
            return isWeb ? nil : ("url", [:])
        }
    }

    public func view(_ value: String, _ entry: Entry) -> Values {
        let (type, autocomplete): (String, any Sendable) =
            switch form {
            case .plain: ("text", false)
            case .zone: ("text", "off")
            case .email: ("email", "off")
            case .phone, .service: ("tel", "off")
            case .url: ("url", false)
            case .barcode: ("text", "off")
            }
        return [
            "value": entry.form == nil ? value : entry.typed, "type": type, "maxlength": String(limit),
            "inputmode": form == .barcode ? "numeric" : false,
            "autocomplete": autocomplete, "suffix": false, "list": form == .zone ? zones(entry) : false,
        ]
    }

    private func zones(_ entry: Entry) -> String {
        entry.context.suggestions.lists["list-zones"] = TimeZone.knownTimeZoneIdentifiers.filter { $0.contains("/") }
        return "list-zones"
    }

    public func text(_ value: String, _ words: Words, _ zone: TimeZone) -> String { value }
    public func store(_ value: String) -> DatabaseValue { value.databaseValue }
    public func load(_ stored: DatabaseValue) -> String? { String.fromDatabaseValue(stored) }

    public func parse(_ node: SeedNode) -> String? {
        guard let text = node.text()?.trimmingSpaces() else { return nil }
        if let (key, values) = text.contains("\n") ? ("oneLine", [:]) : refusal(of: text) {
            node.refuse(key, values)
            return nil
        }
        if let flaw = TextRule.flaw(in: text, as: .name) {
            node.refuse("text.\(flaw.rawValue)")
            return nil
        }
        return TextRule.isBlank(text) ? "" : text
    }
    public func write(_ value: String, _ export: SeedExport) -> SeedValue? {
        let text = export.fitted(value, as: .name, isRequired: isRequired)
        return text.isEmpty ? nil : .text(text)
    }
    public var schema: SeedSchema { SeedSchema("string", rules.merging(pattern.map { ["pattern": $0] } ?? [:]) { first, _ in first }) }
    public var packedSchema: SeedSchema { SeedSchema("string", rules) }

    private var rules: [String: any Sendable] {
        var rules: [String: any Sendable] = ["maxLength": limit, "minLength": isRequired ? 1 : 0]
        if let sample { rules["examples"] = [sample] }
        return rules
    }

    private var pattern: String? {
        switch form {
        case .plain, .zone, .email: nil
        case .phone: "^$|^ *[+]?[0-9][0-9 ./()-]{3,30}$"
        case .barcode: "^$|^ *[0-9]{8,14} *$"
        case .service: "^ *[+]?[0-9][0-9 ./()-]{1,30}$"
        case .url: "^$|^ *[Hh][Tt][Tt][Pp][Ss]?://[^/]"
        }
    }
}

public struct LongTextFieldType: FieldType {
    let limit: Int
    let rows: Int
    let isMarkdown: Bool
    public let isRequired: Bool
    /// Divides a text that is to be one action, for the check of easy reading.
    var actions: (@Sendable (String) -> [String])?
    public var template: String { isMarkdown ? "fields/markdown" : "fields/longtext" }

    public func read(_ entry: Entry, errors: inout FieldErrors) -> String? {
        let text = entry.form?.exact(entry.name) ?? ""
        if isRequired, TextRule.isBlank(text) {
            errors.add(entry.name, entry.refusal("blank"))
        } else if let flaw = TextRule.flaw(in: text, as: .text) {
            errors.add(entry.name, entry.refusal(flaw))
        } else if text.unicodeScalars.count > limit {
            errors.add(entry.name, entry.refusal("long", ["limit": String(limit)]))
        } else {
            return TextRule.isBlank(text) ? "" : text
        }
        return nil
    }

    public func view(_ value: String, _ entry: Entry) -> Values {
        let text = entry.form?.exact(entry.name) ?? value
        let asksPreview = isMarkdown && entry.form?["act"] == "preview." + entry.name
        return [
            "value": text, "rows": String(rows), "maxlength": String(limit),
            "previewHTML": asksPreview ? MarkdownText.value(text) : false,
            "easy": entry.form?["act"] == "easy" && !text.isEmpty ? EasyRead(text, actions: actions).templateValues(entry.words) : false,
        ]
    }

    public func text(_ value: String, _ words: Words, _ zone: TimeZone) -> String { value }
    public func store(_ value: String) -> DatabaseValue { value.databaseValue }
    public func load(_ stored: DatabaseValue) -> String? { String.fromDatabaseValue(stored) }

    public func parse(_ node: SeedNode) -> String? {
        guard let text = node.text() else { return nil }
        guard text.unicodeScalars.count <= limit else {
            node.refuse("long", ["limit": String(limit)])
            return nil
        }
        if isRequired, TextRule.isBlank(text) {
            node.refuse("blank")
            return nil
        }
        return text
    }
    public func write(_ value: String, _ export: SeedExport) -> SeedValue? {
        let text = export.fitted(value, as: .text, isRequired: isRequired)
        return text.isEmpty ? nil : .text(text)
    }
    public var schema: SeedSchema { SeedSchema("string", ["maxLength": limit, "minLength": isRequired ? 1 : 0]) }
}

extension Field {
    public static func title(_ name: String, _ property: WritableKeyPath<Record, String> & Sendable, limit: Int = 80) -> Field {
        Field(name, property, TextFieldType(form: .plain, limit: limit, isRequired: true))
    }

    /// - Parameter sample: the example in the API description, where only some texts are valid.
    public static func text(
        _ name: String, _ property: WritableKeyPath<Record, String> & Sendable, required: Bool = false, limit: Int = 200,
        sample: String? = nil
    ) -> Field {
        Field(name, property, TextFieldType(form: .plain, limit: limit, isRequired: required, sample: sample))
    }

    public static func phone(_ name: String, _ property: WritableKeyPath<Record, String> & Sendable) -> Field {
        Field(name, property, TextFieldType(form: .phone, limit: 32, isRequired: false, sample: "0862 123456"))
    }

    /// The telephone number of a service; required. May be short, such as 112.
    public static func serviceNumber(_ name: String, _ property: WritableKeyPath<Record, String> & Sendable) -> Field {
        Field(name, property, TextFieldType(form: .service, limit: 32, isRequired: true, sample: "112"))
    }

    public static func url(_ name: String, _ property: WritableKeyPath<Record, String> & Sendable, required: Bool = false) -> Field {
        Field(name, property, TextFieldType(form: .url, limit: 2000, isRequired: required, sample: "https://www.example.org"))
    }

    public static func email(_ name: String, _ property: WritableKeyPath<Record, String> & Sendable) -> Field {
        Field(name, property, TextFieldType(form: .email, limit: 254, isRequired: false, sample: "maria.rossi@example.org"))
    }

    /// The digits of a package, as EAN or UPC.
    public static func barcode(_ name: String, _ property: WritableKeyPath<Record, String> & Sendable) -> Field {
        Field(name, property, TextFieldType(form: .barcode, limit: 14, isRequired: false, sample: "8001234567894"))
    }

    /// A time zone of the IANA database, such as `Europe/Rome`; required.
    public static func zone(_ name: String, _ property: WritableKeyPath<Record, String> & Sendable) -> Field {
        Field(name, property, TextFieldType(form: .zone, limit: 60, isRequired: true, sample: "Europe/Rome"))
    }

    /// - Parameter actions: divides the text into its actions, where the check of easy reading wants only one.
    public static func longText(
        _ name: String, _ property: WritableKeyPath<Record, String> & Sendable, required: Bool = false, limit: Int = 5000, rows: Int = 4,
        actions: (@Sendable (String) -> [String])? = nil
    ) -> Field {
        Field(name, property, LongTextFieldType(limit: limit, rows: rows, isMarkdown: false, isRequired: required, actions: actions))
    }

    /// Markdown text (GitHub flavour) with a preview.
    public static func markdown(
        _ name: String, _ property: WritableKeyPath<Record, String> & Sendable, required: Bool = false, limit: Int = 50_000
    ) -> Field {
        Field(name, property, LongTextFieldType(limit: limit, rows: 12, isMarkdown: true, isRequired: required))
    }
}
