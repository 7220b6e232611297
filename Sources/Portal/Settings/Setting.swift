import Web

/// A setting of the program: `port` is the flag `--port`, the variable `PORTICO_PORT` and the key `port` of the file.
public struct Setting: Sendable {
    public let name: String
    public let meaning: String
    public var variable: String { Self.prefix + name.uppercased().replacing("-", with: "_") }

    public func meaning(in words: Words?) -> String { EarlyText("meanings.\(name)", meaning).localized(in: words) }

    static let prefix = "PORTICO_"

    let expected: EarlyText
    let isPath: Bool
    private(set) var isSecret = false
    private let write: @Sendable (String, inout Configuration) -> Bool
    private let show: @Sendable (Configuration) -> String?

    init<Value>(
        _ name: String, _ meaning: String, _ path: WritableKeyPath<Configuration, Value> & Sendable, _ type: SettingType<Value>
    ) {
        (self.name, self.meaning, expected, isPath) = (name, meaning, type.expected, type.isPath)
        write = { text, configuration in
            guard let value = type.read(text) else { return false }
            configuration[keyPath: path] = value
            return true
        }
        show = { type.show($0[keyPath: path]) }
    }

    init<Value>(
        _ name: String, _ meaning: String, optional path: WritableKeyPath<Configuration, Value?> & Sendable, _ type: SettingType<Value>
    ) {
        (self.name, self.meaning, expected, isPath) = (name, meaning, type.expected, type.isPath)
        write = { text, configuration in
            guard let value = type.read(text) else { return false }
            configuration[keyPath: path] = value
            return true
        }
        show = { $0[keyPath: path].map(type.show) }
    }

    func set(_ text: String, in configuration: inout Configuration) -> Bool { write(text, &configuration) }

    /// Returns the value in force; a secret stays hidden.
    func value(in configuration: Configuration) -> EarlyText {
        guard let text = show(configuration), !text.isEmpty else { return EarlyText("notSet", "(not set)") }
        return isSecret ? EarlyText("hidden", "(hidden)") : EarlyText(text)
    }

    /// Marks a setting whose value is never printed.
    func secret() -> Self {
        var copy = self
        copy.isSecret = true
        return copy
    }
}
