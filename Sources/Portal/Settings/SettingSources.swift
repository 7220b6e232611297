import Admin
import Configuration
import Synchronization
import Web

/// Looks settings up in the flags, the environment, the file of variables and the YAML file, and knows where each value came from.
struct SettingSources {
    private let reader: ConfigReader
    private let recorder = ProviderRecorder()
    private let origins: [String: SettingOrigin]
    private let lines: [SettingOrigin: [String: Int]]
    let environmentFile: String?
    /// The values of `!secret` in the file of variables.
    let secrets: [String: String]
    private(set) var problems: [EarlyText] = []

    /// Empty variables count as unset.
    init(flags: [String: String], environment: [String: String], usualFile: String?) {
        let environment = environment.filter { $0.key.hasPrefix(Setting.prefix) && !$0.value.isEmpty }
        let named = flags[Setting.environmentFile.name] ?? environment[Setting.environmentFile.variable]
        let variables = EnvironmentFile(named: named, usual: usualFile)
        let written = (variables?.values ?? []).filter { !$0.text.isEmpty }
        environmentFile = variables?.path
        secrets = Dictionary(written.filter { SeedSecrets.isVariable($0.name) }.map { ($0.name, $0.text) }) { $1 }
        let file = SettingsFile(
            flags[Setting.file.name] ?? environment[Setting.file.variable]
                ?? written.first { $0.name == Setting.file.variable }?.text)
        let inFlags = InMemoryProvider(name: "flags", values: Self.values(flags))
        let inEnvironment = EnvironmentVariablesProvider(environmentVariables: environment)
        let names = Dictionary(Setting.all.map { ($0.variable, $0.name) }) { $1 }
        let inVariables = InMemoryProvider(
            name: "variables",
            values: Self.values(Dictionary(written.compactMap { value in names[value.name].map { ($0, value.text) } }) { $1 }))
        let inFile = InMemoryProvider(
            name: "file",
            values: Self.values(Dictionary((file?.values ?? []).map { ($0.name, $0.text) }) { $1 }.filter { !$0.value.isEmpty }))
        reader = ConfigReader(providers: [inFlags, inEnvironment, inVariables, inFile], accessReporter: recorder)
        origins = [
            inFlags.providerName: .flag, inEnvironment.providerName: .environment,
            inVariables.providerName: .variables(variables?.path ?? ""), inFile.providerName: .file(file?.path ?? ""),
        ]
        lines = [
            .variables(variables?.path ?? ""): Dictionary(written.map { ($0.name, $0.line) }) { $1 },
            .file(file?.path ?? ""): Dictionary((file?.values ?? []).map { ($0.name, $0.line) }) { $1 },
        ]
        problems = Self.unknown(environment)
        if let variables { problems += variables.problems + Self.unknown(variables) }
        if let file { problems += file.problems + Self.unknown(file) }
    }

    func value(of setting: Setting) -> (text: String, origin: SettingOrigin)? {
        let key = ConfigKey(Self.components(setting.name))
        guard let text = reader.string(forKey: key, isSecret: setting.isSecret) else { return nil }
        return (text, recorder.provider(of: key).flatMap { origins[$0] } ?? .environment)
    }

    func refusal(of setting: Setting, _ text: String, _ origin: SettingOrigin) -> EarlyText {
        let place = EarlyText(place(of: setting, origin))
        guard !setting.isSecret else {
            return EarlyText("wrongSecret", "{place} is not {expected}", ["place": place, "expected": setting.expected])
        }
        let values = ["place": place, "text": EarlyText(text), "expected": setting.expected]
        return EarlyText("wrong", "{place}: «{text}» is not {expected}", values)
    }

    /// Refuses a relative path in the file of variables, because commands run in any folder.
    func refusalOfPath(_ setting: Setting, _ text: String, _ origin: SettingOrigin) -> EarlyText? {
        guard case .variables = origin, setting.isPath, !text.hasPrefix("/") else { return nil }
        return EarlyText(
            "wholePath", "{place}: write the whole path of «{text}», because commands run in any folder",
            ["place": place(of: setting, origin), "text": text])
    }

    private func place(of setting: Setting, _ origin: SettingOrigin) -> String {
        switch origin {
        case .flag: "--\(setting.name)"
        case .variables(let path): "\(path):\(lines[origin]?[setting.variable] ?? 1): \(setting.variable)"
        case .file(let path): "\(path):\(lines[origin]?[setting.name] ?? 1): \(setting.name)"
        case .environment, .usual: setting.variable
        }
    }

    private static func components(_ name: String) -> [String] { ["portico", name] }

    private static func values(_ texts: [String: String]) -> [AbsoluteConfigKey: ConfigValue] {
        Dictionary(uniqueKeysWithValues: texts.map { (AbsoluteConfigKey(components($0)), ConfigValue(.string($1), isSecret: false)) })
    }

    /// The parent process sets one variable itself; those of `!secret` have names of the seed file's choice.
    private static func unknown(_ environment: [String: String]) -> [EarlyText] {
        let known = Setting.all.map(\.variable)
        return environment.keys.filter { !known.contains($0) && $0 != Supervision.variable && !SeedSecrets.isVariable($0) }.sorted().map {
            guard let near = near($0, known, prefix: Setting.prefix) else {
                return EarlyText("noVariable", "{name}: there is no such setting", ["name": $0])
            }
            return EarlyText("noVariableNear", "{name}: there is no such setting; do you mean «{near}»?", ["name": $0, "near": near])
        }
    }

    private static func unknown(_ file: EnvironmentFile) -> [EarlyText] {
        let known = Setting.all.map(\.variable).filter { $0 != Setting.environmentFile.variable }
        return file.values.filter { !known.contains($0.name) && !SeedSecrets.isVariable($0.name) }.map {
            unknown("\(file.path):\($0.line)", $0.name, near($0.name, known, prefix: Setting.prefix))
        }
    }

    private static func unknown(_ file: SettingsFile) -> [EarlyText] {
        let known = Setting.all.map(\.name).filter { $0 != Setting.file.name && $0 != Setting.environmentFile.name }
        return file.values.filter { !known.contains($0.name) }.map { unknown("\(file.path):\($0.line)", $0.name, near($0.name, known)) }
    }

    private static func unknown(_ place: String, _ name: String, _ near: String?) -> EarlyText {
        guard let near else {
            return EarlyText("noSetting", "{place}: there is no setting «{name}»", ["place": place, "name": name])
        }
        return EarlyText(
            "noSettingNear", "{place}: there is no setting «{name}»; do you mean «{near}»?", ["place": place, "name": name, "near": near])
    }

    /// The nearest name, compared without the prefix, which makes all names alike.
    private static func near(_ name: String, _ known: [String], prefix: String = "") -> String? {
        nearest(to: String(name.dropFirst(prefix.count)), among: known.map { String($0.dropFirst(prefix.count)) }).map { prefix + $0 }
    }
}

enum SettingOrigin: Sendable, Hashable {
    case flag
    case environment
    case variables(String)
    case file(String)
    case usual
}

private final class ProviderRecorder: AccessReporter {
    private let providers = Mutex<[[String]: String]>([:])

    func report(_ event: AccessEvent) {
        let found = event.providerResults.first { (try? $0.result.get().value) != nil }
        providers.withLock { $0[event.metadata.key.components] = found?.providerName }
    }

    func provider(of key: ConfigKey) -> String? { providers.withLock { $0[key.components] } }
}
