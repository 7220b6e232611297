import Dispatch
import Foundation

/// A folder for a trial of one process, removed at its end or by a signal; the next process removes what a killed one left.
final class TrialFolder {
    static let prefix = ".portico-dry-run-"

    let path: String
    private var sources: [any DispatchSourceSignal] = []

    init(in parent: String, removedOn signals: [Int32]) throws {
        Self.removeLeftovers(in: parent)
        path = "\(parent)/\(Self.prefix)\(getpid())-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        sources = signals.map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { [path] in
                try? FileManager.default.removeItem(atPath: path)
                _exit(128 + number)
            }
            source.resume()
            return source
        }
    }

    func remove() {
        try? FileManager.default.removeItem(atPath: path)
        for source in sources { source.cancel() }
    }

    private static func removeLeftovers(in parent: String) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? [] where name.hasPrefix(prefix) {
            guard let process = name.dropFirst(prefix.count).split(separator: "-").first.flatMap({ pid_t($0) }) else { continue }
            let isAlive = kill(process, 0) == 0 || errno != ESRCH
            if !isAlive { try? FileManager.default.removeItem(atPath: parent + "/" + name) }
        }
    }
}
