import Accounts
import Admin
import Foundation
import GRDB
import Logging
import ServiceLifecycle
import Web

extension Portal {
    /// Serves without jobs, cleaning or anything else that writes.
    func serveReplica(_ server: any Service, _ limits: ServerLimits) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await limits.run(server, services: [FreedMemory()], logger: logger) }
            group.addTask { try await followFile(since: openedFile) }
            _ = try await group.next()
            group.cancelAll()
        }
    }

    /// Keeps settings and shared pages as new as the file that Litestream writes. Throws `StartAgain` when another file or other tables
    /// have come; until then a removed file stays open.
    func followFile(since opened: ReplicaFile?, every pause: Duration = .milliseconds(250)) async throws {
        let path = Store.path(configuration)
        guard let opened else { throw StartAgain() }
        var taken: ReplicaFile?
        while true {
            if let now = ReplicaFile(path), now != taken {
                guard !opened.isReplaced(by: now) else { throw StartAgain() }
                do {
                    try await takeOverChanges()
                    taken = now
                } catch let error as DatabaseError {
                    logger.warning("the replica cannot be read now: \(error)")
                }
            }
            try await Task.sleep(for: pause)
        }
    }

    func takeOverChanges() async throws {
        let isOfThisProgram = try await database.read { [site, banners] db in
            try site.reload(db)
            for banner in banners { try banner.source.reload(db) }
            return try ReplicaStore.isOfThisProgram(db)
        }
        changes.renew()
        if !isOfThisProgram { throw StartAgain() }
    }

    /// Writes the row by which replicas know their age, or ends what an earlier setting began.
    func beat() async throws {
        let now = Date.now
        guard configuration.heartbeat > 0 else {
            try await later {
                guard try await database.read({ try Heartbeat.last($0) }) != nil else { return }
                try await database.write { try Heartbeat.end($0) }
            }
            return
        }
        // Pages of replicas show this key, and no replica can make it.
        try await later { _ = try await PushKey.find(in: database) }
        try await later { try await database.write { try Heartbeat.beat($0, at: now) } }
        while true {
            try await Task.sleep(for: .seconds(configuration.heartbeat))
            // `/health` reports a full disk; the next beat tries again.
            _ = try await database.writeIfPossible { try Heartbeat.beat($0, at: .now) }
        }
    }
}
