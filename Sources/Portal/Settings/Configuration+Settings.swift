import Admin
import Foundation
import GRDB
import Web

extension Configuration {
    /// Reads flags, then the environment, then the file of variables, then the YAML file; throws `StartProblems` with all errors.
    /// - Parameter usualFile: the file of variables that is read where none is named; `EnvironmentFile.usual` for the program.
    public init(flags: [String: String] = [:], environment: [String: String], usualFile: String? = nil) throws {
        let sources = SettingSources(flags: flags, environment: environment, usualFile: usualFile)
        var problems = sources.problems
        (environmentFile, secretVariables) = (sources.environmentFile, sources.secrets)
        for setting in Setting.all {
            guard let found = sources.value(of: setting) else { continue }
            origins[setting.name] = found.origin
            if !setting.set(found.text, in: &self) {
                problems.append(sources.refusal(of: setting, found.text, found.origin))
            } else if let refusal = sources.refusalOfPath(setting, found.text, found.origin) {
                problems.append(refusal)
            }
        }
        problems += push.readApple(apple)
        push.site = url.flatMap { $0.hasPrefix("https://") ? $0 : nil }
        for (name, folder) in [("PORTICO_TEMPLATES", templates), ("PORTICO_ASSETS", assets)]
            + (texts.map { [("PORTICO_TEXTS", $0)] } ?? [])
        {
            var isFolder: ObjCBool = false
            if !FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) || !isFolder.boolValue {
                problems.append(EarlyText("noFolder", "{name}: there is no folder «{folder}»", ["name": name, "folder": folder]))
            }
        }
        guard problems.isEmpty else { throw StartProblems(all: problems) }
    }

    var described: String { described(in: nil) }

    /// Every setting in force with its origin and meaning, for `portico config`; in English without words.
    public func described(in words: Words?) -> String {
        Setting.all.map { setting in
            let origin =
                switch origins[setting.name] ?? .usual {
                case .flag: EarlyText("origins.flag", "flag --{name}", ["name": setting.name])
                case .environment: EarlyText("origins.environment", "environment, {name}", ["name": setting.variable])
                case .variables(let path):
                    EarlyText("origins.variables", "{name} in {file}", ["name": setting.variable, "file": path])
                case .file(let path): EarlyText("origins.file", "file {file}", ["file": path])
                case .usual: EarlyText("origins.usual", "default")
                }
            let value = setting.value(in: self).localized(in: words)
            return """
                \(setting.name) = \(value)  (\(origin.localized(in: words)))
                    \(setting.meaning(in: words)): \(setting.expected.localized(in: words))

                """
        }.joined()
    }

    /// The address of the site's pages: that of `PORTICO_URL`, or the one that an administrator confirmed, or where the server listens.
    public func address(_ db: Database) throws -> String { try url ?? SiteIdentity.current(db).address ?? address }

    /// The same before there is a database.
    public var address: String { url ?? "http://\(host.contains(":") ? "[\(host)]" : host):\(port)" }
}
