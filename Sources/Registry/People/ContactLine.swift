import Admin
import Web

/// A phone number or mail address with a label: `+39 041 234 0000 segreteria`. Fields hold one per line; files separate them by commas or
/// semicolons. A slash separates labels in both languages: `segreteria / office`.
public struct ContactLine: Sendable, Equatable {
    public enum Kind: Sendable { case phone, email }

    public let value: String
    public let label: String

    init?(_ line: String, _ kind: Kind) {
        let pattern = kind == .phone ? #/(\+?[0-9][0-9 .\/()\-]{1,29}[0-9)])(?:\s+([^0-9\s].*))?/# : #/(\S+)(?:\s+(.*))?/#
        guard let parts = line.wholeMatch(of: pattern), kind == .phone || MailAddress.isPlausible(String(parts.1)) else { return nil }
        (value, label) = (String(parts.1), parts.2.map(String.init) ?? "")
    }

    /// The label in a language, marked (`String.markedHTML`) if only in the other; `original` is the language of its first part.
    public func label(in language: Language, original: Language) -> String {
        let said = label.split(separator: " / ").map { String($0).trimmingSpaces() }
        let order = [original] + Language.allCases.filter { $0 != original }
        guard let place = order.firstIndex(of: language), said.indices.contains(place) else {
            return (said.first ?? "").marked(as: original)
        }
        return said[place]
    }

    /// All lines in order. Invalid ones from older data are shown unchanged.
    public static func all(_ text: String, _ kind: Kind) -> [ContactLine] {
        lines(text).map { ContactLine($0, kind) ?? ContactLine(value: $0, label: "") }
    }

    private init(value: String, label: String) { (self.value, self.label) = (value, label) }

    /// Refuses the first invalid line as an error of the field.
    public static func check(_ text: String, _ kind: Kind, _ name: String, _ entry: Entry, _ errors: inout FieldErrors) {
        guard let wrong = lines(text).first(where: { ContactLine($0, kind) == nil }) else { return }
        errors.add(name, entry.context.words("registry.refused.\(name)", ["line": wrong]))
    }

    private static func lines(_ text: String) -> [String] {
        text.split { $0.isNewline || $0 == "," || $0 == ";" }.map { String($0).trimmingSpaces() }.filter { !$0.isEmpty }
    }
}

extension Field {
    /// Phone numbers, one per line; the record checks them with `ContactLine.check`.
    public static func phones(_ name: String, _ property: WritableKeyPath<Record, String> & Sendable) -> Field {
        .longText(name, property, limit: 500, rows: 2)
    }

    /// Mail addresses, one per line.
    public static func emails(_ name: String, _ property: WritableKeyPath<Record, String> & Sendable) -> Field {
        .longText(name, property, limit: 1_000, rows: 2)
    }
}
