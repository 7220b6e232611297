import Admin
import Web

/// One of several telephone numbers or mail addresses, typed one a line: the number or address, and after a space what it is for, as in
/// `+39 041 234 0000 segreteria`. Files write several in one cell, with commas or semicolons between them. What it is for may be said in both languages, with a stroke between them:
/// `segreteria / office`.
public struct ContactLine: Sendable, Equatable {
    public enum Kind: Sendable { case phone, email }

    /// The number or address alone.
    public let value: String
    /// What it is for; empty where nothing is said.
    public let label: String

    /// Nil for what is none.
    init?(_ line: String, _ kind: Kind) {
        let pattern = kind == .phone ? #/(\+?[0-9][0-9 .\/()\-]{1,29}[0-9)])(?:\s+([^0-9\s].*))?/# : #/(\S+)(?:\s+(.*))?/#
        guard let parts = line.wholeMatch(of: pattern), kind == .phone || MailAddress.isPlausible(String(parts.1)) else { return nil }
        (value, label) = (String(parts.1), parts.2.map(String.init) ?? "")
    }

    /// What it is for as a reader of a language reads it, marked (`String.markedHTML`) where it is said in another alone.
    /// - Parameter original: the language that comes first in it.
    public func label(in language: Language, original: Language) -> String {
        let said = label.split(separator: " / ").map { String($0).trimmingSpaces() }
        let order = [original] + Language.allCases.filter { $0 != original }
        guard let place = order.firstIndex(of: language), said.indices.contains(place) else {
            return (said.first ?? "").marked(as: original)
        }
        return said[place]
    }

    /// In order. What is none, kept from times without a rule, is shown as it is.
    public static func all(_ text: String, _ kind: Kind) -> [ContactLine] {
        lines(text).map { ContactLine($0, kind) ?? ContactLine(value: $0, label: "") }
    }

    private init(value: String, label: String) { (self.value, self.label) = (value, label) }

    /// Refuses the first line that is no number or address, by the name of the field.
    public static func check(_ text: String, _ kind: Kind, _ name: String, _ entry: Entry, _ errors: inout FieldErrors) {
        guard let wrong = lines(text).first(where: { ContactLine($0, kind) == nil }) else { return }
        errors.add(name, entry.context.words("registry.refused.\(name)", ["line": wrong]))
    }

    private static func lines(_ text: String) -> [String] {
        text.split { $0.isNewline || $0 == "," || $0 == ";" }.map { String($0).trimmingSpaces() }.filter { !$0.isEmpty }
    }
}

extension Field {
    /// Telephone numbers, one a line; the record refuses others by `ContactLine.check`.
    public static func phones(_ name: String, _ property: WritableKeyPath<Record, String> & Sendable) -> Field {
        .longText(name, property, limit: 500, rows: 2)
    }

    /// Mail addresses, as above.
    public static func emails(_ name: String, _ property: WritableKeyPath<Record, String> & Sendable) -> Field {
        .longText(name, property, limit: 1_000, rows: 2)
    }
}
