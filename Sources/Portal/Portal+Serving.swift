import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle
import Web

extension Portal {
    /// Serves until told to stop. After `pause` it cleans up and checks the database, so that the first pages are not slowed.
    public func run(
        _ limits: ServerLimits = .standard, lookingAfter pause: Duration = .seconds(1), tryingEvery every: Duration = .seconds(10),
        whenOpen: @escaping @Sendable () -> Void = {}
    ) async throws {
        do {
            try await serve(service(limits, whenOpen), limits, lookingAfter: pause, tryingEvery: every)
        } catch let error as IOError {
            throw StartProblems(error, listeningOn: configuration.host, configuration.port) ?? error
        } catch let error as DatabaseError {
            throw StartProblems(error, opening: configuration.data + "/portico.sqlite") ?? error
        }
        if configuration.isReplica { return }
        do { try await stopModules() } catch let error as DatabaseError where error.isPassing {
            logger.warning("the pages that were opened since the last hour are not counted: \(error)")
        }
    }

    /// The backend that `MetricsSystem` is started with, so that libraries report too.
    public var metricsRegistry: MetricsRegistry { metrics.registry }

    private var memoryTrimmer: MemoryTrimmer { MemoryTrimmer(database: database) }

    func stopModules() async throws {
        for module in running { try await module.stop() }
    }

    private func service(_ limits: ServerLimits, _ whenOpen: @escaping @Sendable () -> Void) -> any Service {
        let proxies = configuration.trustedProxies
        guard let supervision = Supervision.current, let socket = supervision.socket else {
            return Application(
                router: router(), server: limits.server(trustedProxies: proxies),
                configuration: limits.configuration(host: configuration.host, port: configuration.port, logger: logger),
                onServerRunning: { _ in
                    Supervision.current?.reportReady()
                    whenOpen()
                }, logger: logger)
        }
        return limits.service(on: socket, answering: router().buildResponder(), trustedProxies: proxies, logger: logger) {
            supervision.reportReady()
            whenOpen()
        }
    }

    /// A damaged database is not served. Looking takes as long as reading all of it, which a sound one need not wait for.
    private func serve(
        _ server: any Service, _ limits: ServerLimits, lookingAfter pause: Duration, tryingEvery every: Duration
    ) async throws {
        if configuration.isReplica { return try await serveReplica(server, limits) }
        if isReadOnly { logger.warning("the database can only be read now: pages are served, nothing is saved") }
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                let caches: [any Service] = purge.map { [CachePurging(purge: $0, database: database, logger: logger)] } ?? []
                let services: [any Service] = isReadOnly ? [memoryTrimmer] : [jobs, memoryTrimmer] + caches
                try await limits.run(server, services: services, logger: logger)
                return true
            }
            group.addTask {
                try await Task.sleep(for: pause)
                try await later { try await Store.requireIntact(database) }
                return false
            }
            if !isReadOnly {
                group.addTask {
                    try await beat()
                    return false
                }
                group.addTask {
                    try await followSeeds()
                    return false
                }
            }
            group.addTask {
                if isReadOnly {
                    try await ReadOnlyStore.waitForWriting(configuration, every: every)
                    throw RestartNeeded()
                }
                try await later { try await noteCrashes() }
                try await Task.sleep(for: pause)
                try await later { try await database.write { db in try beginCleanup(db) } }
                return false
            }
            while let isOver = try await group.next(), !isOver {}
            group.cancelAll()
        }
    }

    /// Runs a start task that no page needs, and retries while the disk or another program prevents it.
    func later(pause: Duration = .seconds(30), _ act: @Sendable () async throws -> Void) async throws {
        while true {
            do { return try await act() } catch let error as DatabaseError where error.isPassing {
                logger.warning("the work of a start is put off for half a minute: \(error)")
            }
            try await Task.sleep(for: pause)
        }
    }

    /// Notifies administrators of recorded crashes and sets aside the jobs that were running.
    public func noteCrashes() async throws {
        let path = configuration.data + "/" + Supervision.crashFile
        guard let file = FileHandle(forReadingAtPath: path) else { return }
        defer { try? file.close() }
        let size = try file.seekToEnd()
        try file.seek(toOffset: size > 32_768 ? size - 32_768 : 0)
        let text = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
        let count = try await database.write { try CrashNotes.take(text, $0) }
        if count > 0 { logger.warning("crashes of the server since the last start: \(count)") }
    }
}

extension Portal {
    /// Serves without jobs, cleaning or anything else that writes.
    func serveReplica(_ server: any Service, _ limits: ServerLimits) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await limits.run(server, services: [memoryTrimmer], logger: logger) }
            group.addTask { try await followFile(since: openedFile) }
            _ = try await group.next()
            group.cancelAll()
        }
    }

    /// Keeps settings and shared pages as new as the file that Litestream writes; throws `RestartNeeded` on another file or other tables.
    func followFile(since opened: ReplicaFile?, every pause: Duration = .milliseconds(250)) async throws {
        let path = Store.path(configuration)
        guard let opened else { throw RestartNeeded() }
        var taken: ReplicaFile?
        while true {
            if let now = ReplicaFile(path), now != taken {
                guard !opened.isReplaced(by: now) else { throw RestartNeeded() }
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
        let isOfThisProgram = try await database.read { db in
            try reload(db)
            return try ReplicaStore.isOfThisProgram(db)
        }
        changes.renew()
        if !isOfThisProgram { throw RestartNeeded() }
    }

    private func reload(_ db: Database) throws {
        try site.reload(db)
        for banner in banners { try banner.source.reload(db) }
    }

    /// Keeps settings and shared pages as new as what `portico seed apply` and `undo` write beside the server.
    func followSeeds(every pause: Duration = .seconds(5)) async throws {
        var known: String?
        while true {
            try await Task.sleep(for: pause)
            // What cannot be read now is read next time.
            if let now = try? await reloadIfSeeded(after: known) { known = now }
        }
    }

    /// Reads settings and banners anew if a seed file was applied or taken back since; returns the newest state.
    func reloadIfSeeded(after known: String?) async throws -> String {
        let now = try await database.read { db in try SeedApplication.state(db) }
        guard now != known else { return now }
        // Among the writes of this process, which keep them up to date too.
        try await database.writeWithoutTransaction { db in try reload(db) }
        changes.renew()
        return now
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
