import Foundation

/// The shell script that adds or removes an institution: it is shown before it is run, and can be run by hand.
public struct InstitutionScript: Sendable {
    public private(set) var text = ""
    private let root: String
    private let program: String

    private static let shared = "/etc/portico/institutions"
    private var isTrial: Bool { !root.isEmpty }

    /// - Parameter program: the path of Portico, which makes the last backup.
    private init(root: String, program: String) { (self.root, self.program) = (root, program) }

    public static func adding(_ institution: Institution, to list: InstitutionList, root: String, program: String) -> Self {
        var script = Self(root: root, program: program)
        let (user, data) = (institution.user, institution.data)
        script.onMachine(
            "getent passwd \(user) >/dev/null || useradd --system --user-group --home-dir \(data) --no-create-home"
                + " --shell /usr/sbin/nologin \(user)",
            "install -d -m 700 -o \(user) -g \(user) \(data)")
        script.write(institution.settings, to: institution.settingsFile, mode: "640", group: user)
        script.writeShared(list.adding(institution))
        script.onMachine("systemctl daemon-reload", "systemctl enable --now \(institution.unit)")
        script.reloadOthers()
        return script
    }

    public enum Disposal: Sendable {
        case kept
        /// Removed after a good backup in a folder below the named one.
        case backedUp(in: String)
        case purged
    }

    public static func removing(_ institution: Institution, from list: InstitutionList, data: Disposal, root: String, program: String)
        -> Self
    {
        var script = Self(root: root, program: program)
        // First of all: a backup that fails ends the script, and the site still serves.
        if case .backedUp(let folder) = data {
            let own = Self.quoted(folder + "/" + institution.name)
            script.onMachine(
                "install -d -m 700 -o \(institution.user) -g \(institution.user) \(own)",
                "systemctl stop \(institution.unit)",
                "runuser -u \(institution.user) -- \(Self.quoted(program)) backup --env \(institution.settingsFile) --to \(own)/"
                    + " || { systemctl start \(institution.unit); exit 1; }")
        }
        script.onMachine("systemctl disable --now \(institution.unit)")
        script.writeShared(list.removing(institution))
        script.reloadOthers()
        let settings = script.path(institution.settingsFile)
        if case .kept = data {
            script.add("mv \(settings) \(settings).removed")
        } else {
            script.add("rm -f \(settings)")
            script.add("rm -rf \(script.path(institution.data))")
            script.onMachine("userdel \(institution.user)")
        }
        return script
    }

    private mutating func add(_ line: String) { text += line + "\n" }

    /// Lines that need the real machine; a trial in another folder leaves them out.
    private mutating func onMachine(_ lines: String...) {
        for line in lines where !isTrial { add(line) }
    }

    private mutating func write(_ content: String, to file: String, mode: String, group: String? = nil) {
        add("install -d \(path((file as NSString).deletingLastPathComponent))")
        let owner = group.map { isTrial ? "" : " -g \($0)" } ?? ""
        // Beside the file and then in its place, so that nothing reads half of it.
        add("install -m \(mode)\(owner) /dev/stdin \(path(file)).new <<'END'\n\(content)END")
        add("mv \(path(file)).new \(path(file))")
    }

    private mutating func writeShared(_ list: InstitutionList) {
        for file in list.files { write(file.text, to: Self.shared + "/" + file.name, mode: "644") }
    }

    /// Proxies and Litestream read their files again, those that run.
    private mutating func reloadOthers() {
        for unit in ["haproxy", "nginx"] {
            onMachine("if systemctl is-active --quiet \(unit).service; then systemctl reload \(unit).service; fi")
        }
        onMachine("if systemctl is-active --quiet portico-litestream.service; then systemctl restart portico-litestream.service; fi")
    }

    private func path(_ path: String) -> String { isTrial ? Self.quoted(root + path) : path }

    private static func quoted(_ text: String) -> String {
        text.wholeMatch(of: /[A-Za-z0-9._\/-]+/) == nil ? "'" + text.replacing("'", with: "'\\''") + "'" : text
    }

    /// Runs the script; it ends at the first line that fails. Returns the exit code.
    public func run() throws -> Int32 {
        // A file: with a thousand institutions the text is too long for an argument.
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("portico-institution-\(UUID().uuidString)").path
        defer { unlink(file) }
        guard FileManager.default.createFile(atPath: file, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600]) else {
            throw CocoaError(.fileWriteUnknown)
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-eu", file]
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationReason == .exit ? process.terminationStatus : 1
    }
}
