import Accounts
import Foundation
import GRDB
import Web

struct MailServerForm: Sendable {
    var way = ""
    var host = ""
    var port = ""
    var security = ""
    var user = ""
    var password = ""
    var senderName = ""
    var sender = ""
    var replyTo = ""
    var version = ""

    typealias Problem = (field: String, key: String)

    init(_ server: MailServer) {
        (way, host, port, security) = (server.way.rawValue, server.host, String(server.port), server.security)
        (user, senderName, sender, replyTo) = (server.user, server.senderName, server.sender, server.replyTo)
        version = String(server.version)
    }

    init(_ form: Form) {
        (way, host, port, security) = (form["way"], form["host"].lowercased(), form["port"], form["security"])
        (user, password) = (form["user"], form.exact("password"))
        (senderName, sender, replyTo, version) = (form["senderName"], form["sender"], form["replyTo"], form["version"])
    }

    /// What is wrong, in the order of the fields. `known` is what was saved before.
    func problems(_ known: MailServer, hasSender: Bool) -> [Problem] {
        guard let way = MailServer.Way(rawValue: way) else { return [("way", "way")] }
        var problems: [Problem] = []
        if way == .sendmail, !FileManager.default.isExecutableFile(atPath: MailServer.sendmail) { problems.append(("way", "noSendmail")) }
        if way == .smtp { problems += serverProblems(known) }
        if TextRule.flaw(in: senderName, as: .name) != nil || senderName.count > 100 || senderName.contains(where: \.isNewline) {
            problems.append(("senderName", "senderName"))
        }
        if !sender.isEmpty || way != .none && !hasSender, !MailAddress.isValid(sender) { problems.append(("sender", "sender")) }
        if !replyTo.isEmpty, !MailAddress.isValid(replyTo) { problems.append(("replyTo", "replyTo")) }
        return problems
    }

    private func serverProblems(_ known: MailServer) -> [Problem] {
        var problems: [Problem] = []
        if !FileManager.default.isExecutableFile(atPath: SMTPServer.program) { problems.append(("way", "noCurl")) }
        if !Self.isHost(host) { problems.append(("host", "host")) }
        if Int(port, in: 1...65_535) == nil { problems.append(("port", "port")) }
        if SMTPServer.Security(rawValue: security) == nil { problems.append(("security", "security")) }
        if Self.hasControls(user) || user.contains(":") || user.count > 200 { problems.append(("user", "user")) }
        if Self.hasControls(password) || password.count > 500 { problems.append(("password", "password")) }
        if user.isEmpty { return password.isEmpty ? problems : problems + [("user", "userMissing")] }
        if security == SMTPServer.Security.none.rawValue, !Self.isLoopback(host) { problems.append(("security", "clear")) }
        if password.isEmpty, !known.hasPassword { problems.append(("password", "passwordMissing")) }
        if password.isEmpty, known.hasPassword, !known.isSamePlace(as: filled(known)) { problems.append(("password", "passwordAgain")) }
        return problems
    }

    /// What is saved; without a new password the known one stays, for its own server only.
    func server(from known: MailServer, _ key: FactorKey) throws -> MailServer {
        var server = filled(known)
        guard server.way == .smtp else { return server }
        if user.isEmpty {
            try server.setPassword(nil, key)
        } else if !password.isEmpty {
            try server.setPassword(password, key)
        }
        return server
    }

    private func filled(_ known: MailServer) -> MailServer {
        var server = known
        server.way = MailServer.Way(rawValue: way) ?? known.way
        (server.senderName, server.sender, server.replyTo) = (senderName, sender, replyTo)
        // Another way keeps what was known of the server.
        if server.way == .smtp {
            (server.host, server.port, server.security, server.user) = (host, Int(port, in: 1...65_535) ?? known.port, security, user)
        }
        return server
    }

    /// A name or an address of a network; nothing that curl would take for more.
    static func isHost(_ text: String) -> Bool {
        if text.contains(":") { return text.utf8.count <= 45 && text.utf8.allSatisfy { "0123456789abcdef:.".utf8.contains($0) } }
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        return text.utf8.count <= 253
            && labels.allSatisfy { label in
                (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                    && label.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "-") }
            }
    }

    static func isLoopback(_ host: String) -> Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") && isHost(host) }

    private static func hasControls(_ text: String) -> Bool {
        text.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
}
