import Admin
import Configuration
import Synchronization
import Web

/// Looks settings up in the flags, then in the environment, then in the file, and knows where each value came from.
struct SettingSources {
    private let reader: ConfigReader
    private let recorder = ProviderRecorder()
    private let origins: [String: SettingOrigin]
    private let lines: [String: Int]
    /// What is unknown or cannot be read.
    private(set) var problems: [String] = []

    /// Empty variables count as unset.
    init(flags: [String: String], environment: [String: String]) {
        let environment = environment.filter { $0.key.hasPrefix(Setting.prefix) && !$0.value.isEmpty }
        let file = SettingsFile(flags[Setting.file.name] ?? environment[Setting.file.variable])
        let inFlags = InMemoryProvider(name: "flags", values: Self.values(flags))
        let inEnvironment = EnvironmentVariablesProvider(environmentVariables: environment)
        let inFile = InMemoryProvider(
            name: "file",
            values: Self.values(Dictionary((file?.values ?? []).map { ($0.name, $0.text) }) { $1 }.filter { !$0.value.isEmpty }))
        reader = ConfigReader(providers: [inFlags, inEnvironment, inFile], accessReporter: recorder)
        origins = [
            inFlags.providerName: .flag, inEnvironment.providerName: .environment, inFile.providerName: .file(file?.path ?? ""),
        ]
        lines = Dictionary((file?.values ?? []).map { ($0.name, $0.line) }) { $1 }
        problems = Self.unknown(environment) + (file.map { $0.problems + Self.unknown($0) } ?? [])
    }

    func value(of setting: Setting) -> (text: String, origin: SettingOrigin)? {
        let key = ConfigKey(Self.components(setting.name))
        guard let text = reader.string(forKey: key, isSecret: setting.isSecret) else { return nil }
        return (text, recorder.provider(of: key).flatMap { origins[$0] } ?? .environment)
    }

    /// A wrong value, as its place names it.
    func refusal(of setting: Setting, _ text: String, _ origin: SettingOrigin) -> String {
        let place =
            switch origin {
            case .flag: "--\(setting.name)"
            case .file(let path): "\(path):\(lines[setting.name] ?? 1): \(setting.name)"
            case .environment, .usual: setting.variable
            }
        return setting.isSecret ? "\(place) is not \(setting.expected)" : "\(place): «\(text)» is not \(setting.expected)"
    }

    private static func components(_ name: String) -> [String] { ["portico", name] }

    private static func values(_ texts: [String: String]) -> [AbsoluteConfigKey: ConfigValue] {
        Dictionary(uniqueKeysWithValues: texts.map { (AbsoluteConfigKey(components($0)), ConfigValue(.string($1), isSecret: false)) })
    }

    /// The parent process sets one variable itself; those of `!secret` have names of the seed file's choice.
    private static func unknown(_ environment: [String: String]) -> [String] {
        let known = Setting.all.map(\.variable)
        return environment.keys.filter { !known.contains($0) && $0 != Supervision.variable && !SeedSecrets.isVariable($0) }.sorted().map {
            // Without the prefix, which makes all names alike.
            "\($0): there is no such setting" + suggestion($0, known, prefix: Setting.prefix)
        }
    }

    private static func unknown(_ file: SettingsFile) -> [String] {
        let known = Setting.all.map(\.name).filter { $0 != Setting.file.name }
        return file.values.filter { !known.contains($0.name) }.map {
            "\(file.path):\($0.line): there is no setting «\($0.name)»" + suggestion($0.name, known)
        }
    }

    private static func suggestion(_ name: String, _ known: [String], prefix: String = "") -> String {
        let meant = nearest(to: String(name.dropFirst(prefix.count)), among: known.map { String($0.dropFirst(prefix.count)) })
        return meant.map { "; do you mean «\(prefix)\($0)»?" } ?? ""
    }
}

/// Where the value of a setting comes from.
enum SettingOrigin: Sendable, Equatable {
    case flag
    case environment
    case file(String)
    case usual
}

/// Remembers which provider each value came from.
private final class ProviderRecorder: AccessReporter {
    private let providers = Mutex<[[String]: String]>([:])

    func report(_ event: AccessEvent) {
        let found = event.providerResults.first { (try? $0.result.get().value) != nil }
        providers.withLock { $0[event.metadata.key.components] = found?.providerName }
    }

    func provider(of key: ConfigKey) -> String? { providers.withLock { $0[key.components] } }
}
