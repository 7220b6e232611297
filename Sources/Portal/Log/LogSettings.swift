import Logging
import Web

/// What is logged and in which form: `debug`, `json` or `debug,json`.
public struct LogSettings: Equatable, Sendable {
    public var level = Logger.Level.info
    /// nil for the usual form.
    public var form: LogForm?

    public init() {}

    /// nil when a word is unknown or two of a kind are given.
    init?(_ text: String) {
        var (levels, forms) = ([Logger.Level](), [LogForm]())
        for word in text.split(separator: ",", omittingEmptySubsequences: false).map({ $0.trimmingSpaces() }) {
            if let level = Logger.Level(rawValue: word), level != .critical {
                levels.append(level)
            } else if let form = LogForm(rawValue: word) {
                forms.append(form)
            } else {
                return nil
            }
        }
        guard levels.count <= 1, forms.count <= 1 else { return nil }
        (level, form) = (levels.first ?? .info, forms.first)
    }

    var text: String { ([level.rawValue] + (form.map { [$0.rawValue] } ?? [])).joined(separator: ",") }
}
