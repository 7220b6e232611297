import Logging
import Web

/// What is logged and in which format: `debug`, `json` or `debug,json`.
public struct LogSettings: Equatable, Sendable {
    public var level = Logger.Level.info
    public var format: LogFormat?

    public init() {}

    /// nil when a word is unknown or two of a kind are given.
    init?(_ text: String) {
        var (levels, formats) = ([Logger.Level](), [LogFormat]())
        for word in text.split(separator: ",", omittingEmptySubsequences: false).map({ $0.trimmingSpaces() }) {
            if let level = Logger.Level(rawValue: word), level != .critical {
                levels.append(level)
            } else if let format = LogFormat(rawValue: word) {
                formats.append(format)
            } else {
                return nil
            }
        }
        guard levels.count <= 1, formats.count <= 1 else { return nil }
        (level, format) = (levels.first ?? .info, formats.first)
    }

    var text: String { ([level.rawValue] + (format.map { [$0.rawValue] } ?? [])).joined(separator: ",") }
}
