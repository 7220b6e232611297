import Web

/// Merges a settings page: it carries the values it was drawn with, and untouched ones stay as others saved them.
public struct SettingsMerge: Sendable {
    /// The merged form, with the newer value where only another person changed it.
    public private(set) var form: Form
    /// The names with values saved by others.
    public private(set) var taken: [String] = []
    /// The names that both changed, with the saved value.
    public private(set) var disputed: [(name: String, theirs: [String])] = []

    /// The name of the hidden input.
    public static let name = "drawn"

    /// Merges with the saved `values`, given by name as a form sends them; unticked boxes have none. `lists` names groups of checkboxes,
    /// merged box by box. Returns nil if the form lacks its drawn values.
    public init?(_ form: Form, saved values: [String: [String]], lists: Set<String> = []) {
        guard let drawn = try? JSONReader.read(Array(form.exact(Self.name).utf8)), case .object = drawn else { return nil }
        self.form = form
        for (name, current) in values.sorted(by: { $0.key < $1.key }) {
            let was = drawn[name]?.list?.compactMap(\.text) ?? []
            let typed = Self.clean(form.all(name))
            let isList = lists.contains(name)
            if Self.isSame(typed, current, isList) || Self.isSame(current, was, isList) { continue }
            if isList {
                let merged =
                    current.filter { typed.contains($0) || !was.contains($0) } + typed.filter { !was.contains($0) && !current.contains($0) }
                if !Self.isSame(merged, typed, true) { taken.append(name) }
                self.form.set(name, to: merged)
            } else if Self.isSame(typed, was, false) {
                taken.append(name)
                self.form.set(name, to: current)
            } else {
                disputed.append((name, current))
            }
        }
        if !disputed.isEmpty { self.form[Self.name] = Self.packed(values) }
    }

    private static func clean(_ values: [String]) -> [String] { values.map { $0.replacing("\r\n", with: "\n").trimmingSpaces() } }

    private static func isSame(_ a: [String], _ b: [String], _ isList: Bool) -> Bool {
        isList ? Set(a) == Set(b) : clean(a) == clean(b)
    }

    /// Returns the value of the hidden input; a redrawn page keeps the first values.
    public static func drawn(_ values: [String: [String]], _ form: Form?) -> String {
        form.flatMap { $0.has(name) ? $0.exact(name) : nil } ?? packed(values)
    }

    private static func packed(_ values: [String: [String]]) -> String {
        JSON.object(values.sorted { $0.key < $1.key }.map { ($0.key, .list($0.value.map(JSON.text))) }).compact
    }

    /// Returns a sentence about changes by others; nil for none.
    public func sentence(_ words: Words, label: (String) -> String) -> String? {
        guard !taken.isEmpty else { return nil }
        return words("merge.taken", ["who": words("merge.other"), "fields": taken.map(label).joined(separator: ", ")])
    }

    /// Returns the error of a setting that both changed.
    public static func refusal(_ theirs: [String], _ words: Words) -> String {
        let said = theirs.joined(separator: ", ")
        return words("merge.changed", ["theirs": said.isEmpty ? words("history.nothing") : said])
    }
}
