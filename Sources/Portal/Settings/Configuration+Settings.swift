import Foundation
import Web

extension Configuration {
    /// Reads flags, then the environment, then the file; throws `StartProblems` with all errors.
    public init(flags: [String: String] = [:], environment: [String: String]) throws {
        let sources = SettingSources(flags: flags, environment: environment)
        var problems = sources.problems
        for setting in Setting.all {
            guard let found = sources.value(of: setting) else { continue }
            origins[setting.name] = found.origin
            if !setting.set(found.text, in: &self) { problems.append(sources.refusal(of: setting, found.text, found.origin)) }
        }
        problems += push.readApple(apple)
        push.site = url.flatMap { $0.hasPrefix("https://") ? $0 : nil }
        for (name, folder) in [("PORTICO_TEMPLATES", templates), ("PORTICO_ASSETS", assets)] {
            var isFolder: ObjCBool = false
            if !FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) || !isFolder.boolValue {
                problems.append("\(name): there is no folder «\(folder)»")
            }
        }
        guard problems.isEmpty else { throw StartProblems(problems) }
    }

    /// Every setting in force with its origin and meaning, for `portico config`.
    public var described: String {
        Setting.all.map { setting in
            let origin =
                switch origins[setting.name] ?? .usual {
                case .flag: "flag --\(setting.name)"
                case .environment: "environment, \(setting.variable)"
                case .file(let path): "file \(path)"
                case .usual: "default"
                }
            return "\(setting.name) = \(setting.value(in: self))  (\(origin))\n    \(setting.meaning): \(setting.expected)\n"
        }.joined()
    }
}
