import Admin
import Foundation
import Web

/// The institutions of this machine, as their files of settings name them.
public struct InstitutionList: Sendable {
    public private(set) var all: [Institution]
    private let takenPorts: Set<Int>
    private let takenNames: Set<String>

    private static let ports = 8_101...9_999
    private static let folder = "/etc/portico"
    private static let ending = ".env"

    /// - Parameter root: a folder in the place of `/`, for trials and images; empty for this machine.
    public init(root: String) throws {
        let folder = root + Self.folder
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(Self.ending) }.sorted()
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
            names = []
        } catch {
            throw CommandRefusal("institution.root", ["folder": folder])
        }
        var all: [Institution] = []
        var ports: Set<Int> = []
        for file in names {
            guard let text = try? String(contentsOfFile: folder + "/" + file, encoding: .utf8) else {
                throw CommandRefusal("institution.root", ["folder": folder])
            }
            for line in text.split(separator: "\n") where line.hasPrefix("PORTICO_PORT=") {
                if let port = Int(String(line.dropFirst("PORTICO_PORT=".count)), in: 1...65_535) { ports.insert(port) }
            }
            if let institution = Institution(text, name: String(file.dropLast(Self.ending.count))) { all.append(institution) }
        }
        self.all = all
        takenPorts = ports
        takenNames = Set(names.map { String($0.dropLast(Self.ending.count)) })
    }

    /// Makes a new institution; refuses what is taken, and chooses a port where none is typed.
    public func making(_ name: String, host typed: String, port: Int?, copies: String?) throws -> Institution {
        try Institution.requireName(name)
        let host = try Institution.host(typed)
        guard !takenNames.contains(name) else { throw CommandRefusal("institution.taken", ["name": name]) }
        if let other = all.first(where: { $0.host == host }) {
            throw CommandRefusal("institution.hostTaken", ["host": host, "name": other.name])
        }
        if let port, takenPorts.contains(port) { throw CommandRefusal("institution.portTaken", ["port": String(port)]) }
        guard let port = port ?? Self.ports.first(where: { !takenPorts.contains($0) }) else { throw CommandRefusal("institution.noPort") }
        return Institution(name: name, host: host, port: port, copies: try copies.map(Institution.copies))
    }

    public func named(_ name: String) throws -> Institution {
        if let found = all.first(where: { $0.name == name }) { return found }
        guard let near = nearest(to: name, among: all.map(\.name)) else { throw CommandRefusal("institution.unknown", ["name": name]) }
        throw CommandRefusal("institution.near", ["name": name, "near": near])
    }

    func adding(_ institution: Institution) -> Self {
        var list = self
        list.all = (all + [institution]).sorted { $0.name < $1.name }
        return list
    }

    func removing(_ institution: Institution) -> Self {
        var list = self
        list.all.removeAll { $0.name == institution.name }
        return list
    }
}

extension InstitutionList {
    var files: [(name: String, text: String)] {
        [("hosts.map", hosts), ("haproxy.cfg", backends), ("nginx.map", nginx), ("litestream.yml", litestream)]
    }

    private static let head = "# Written by `portico institution`, which replaces it: change nothing here.\n"

    private var hosts: String { Self.head + all.map { "\($0.host) i_\($0.name)\n" }.joined() }

    private var backends: String {
        Self.head
            + all.map { "backend i_\($0.name)\n    server s 127.0.0.1:\($0.port)\n" }.joined()
    }

    private var nginx: String { Self.head + all.map { "\($0.host) 127.0.0.1:\($0.port);\n" }.joined() }

    private var litestream: String {
        let copied = all.compactMap { institution in
            institution.copies.map { copies in
                let place = Self.address(copies, institution.name)
                let kind = copies.hasPrefix("/") ? "type: file\n      path" : "url"
                return "  - path: \(institution.data)/portico.sqlite\n    replica:\n      \(kind): \"\(place)\"\n      sync-interval: 1s\n"
            }
        }
        return Self.head + (copied.isEmpty ? "dbs: []\n" : "dbs:\n" + copied.joined())
    }

    private static func address(_ copies: String, _ name: String) -> String {
        let parts = copies.split(separator: "?", maxSplits: 1)
        return "\(parts[0])/\(name)" + (parts.count > 1 ? "?\(parts[1])" : "")
    }
}
