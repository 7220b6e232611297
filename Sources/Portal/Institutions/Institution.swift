import Foundation
import Web

/// One of several sites on a machine, with a user, a folder, settings and a port of its own, reached by its host name.
public struct Institution: Equatable, Sendable {
    public let name: String
    public let host: String
    public let port: Int
    /// Where Litestream writes the copies of the database: a folder, or an address such as s3://copies/portico.
    public let copies: String?

    private static let mark = "# Written by `portico institution`; lines may be added below."
    private static let copiesMark = "# Copies: "

    var user: String { "portico-" + name }
    var data: String { "/var/lib/portico-" + name }
    var settingsFile: String { "/etc/portico/\(name).env" }
    var unit: String { "portico@\(name).service" }

    public init(name: String, host: String, port: Int, copies: String? = nil) {
        (self.name, self.host, self.port, self.copies) = (name, host, port, copies)
    }

    /// Reads what `settings` wrote; nil for settings of another origin.
    init?(_ text: String, name: String) {
        let lines = text.split(separator: "\n").map(String.init)
        func value(_ start: String) -> String? { lines.first { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) } }
        guard lines.first == Self.mark, let host = value("PORTICO_URL=https://"),
            let port = value("PORTICO_PORT=").flatMap({ Int($0, in: 1...65_535) })
        else { return nil }
        self.init(name: name, host: host, port: port, copies: value(Self.copiesMark))
    }

    var settings: String {
        var lines = [
            Self.mark, "PORTICO_URL=https://\(host)", "PORTICO_DATA=\(data)", "PORTICO_HOST=127.0.0.1", "PORTICO_PORT=\(port)",
            "PORTICO_TRUSTED_PROXIES=127.0.0.1",
        ]
        if let copies { lines += [Self.copiesMark + copies, "PORTICO_REPLICATED=yes"] }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension Institution {
    private static let reserved: Set = ["portico", "institutions", "litestream", "takeover"]
    /// A user's name has at most 32 signs, eight of them for `portico-`.
    private static let longestName = 24

    /// Refuses names that are no user, folder and unit at once.
    public static func requireName(_ name: String) throws {
        guard name.wholeMatch(of: /[a-z][a-z0-9]*(-[a-z0-9]+)*/) != nil, name.utf8.count <= longestName else {
            throw CommandRefusal("institution.name", ["name": name, "limit": String(longestName)])
        }
        guard !reserved.contains(name) else { throw CommandRefusal("institution.reserved", ["name": name]) }
    }

    /// Returns the host name in small letters; refuses addresses, ports and names that DNS does not know.
    public static func host(_ typed: String) throws -> String {
        let host = typed.lowercased()
        let isName = host.wholeMatch(of: /([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]/) != nil
        guard isName, host.utf8.count <= 253 else { throw CommandRefusal("institution.host", ["host": typed]) }
        return host
    }

    /// Returns the destination of copies without a slash at its end.
    public static func copies(_ typed: String) throws -> String {
        let isPlace = typed.wholeMatch(of: /(\/|(s3|gs|abs|sftp|nats|webdavs?):\/\/)[A-Za-z0-9][A-Za-z0-9._\/@:?&=%-]*/) != nil
        guard isPlace, !typed.contains("..") else { throw CommandRefusal("institution.copies", ["place": typed]) }
        return typed.hasSuffix("/") ? String(typed.dropLast()) : typed
    }
}
