import Foundation
import GRDB

/// Checks a seed file again when it, or a file or folder that it names, has changed.
public final class SeedWatch {
    private let path: String
    private let seed: Seed
    private let database: DatabaseQueue
    private var seen: [String: FileState]?

    private struct FileState: Equatable {
        let size: Int64
        let seconds: Int
        let nanoseconds: Int
    }

    public init(_ path: String, seed: Seed) throws {
        (self.path, self.seed) = (path, seed)
        // Made once: its tables take longer than reading a file.
        database = try seed.emptyDatabase()
    }

    /// The mistakes and warnings, if a file has changed since the last call.
    public func next() throws -> SeedReport? {
        if let seen, seen.allSatisfy({ Self.state($0.key) == $0.value }) { return nil }
        // Taken before the files are read, so that the next call sees a save during this one.
        let before = Dictionary(uniqueKeysWithValues: Set((seen ?? [:]).keys).union([path]).map { ($0, Self.state($0)) })
        let file = SeedFile(path, secrets: seed.secrets)
        seen = Dictionary((file.files + file.folders).map { ($0, before[$0] ?? Self.state($0)) }) { first, _ in first }
        return try database.read { db in try seed.report(on: file, db) }
    }

    private static func state(_ path: String) -> FileState {
        var facts = stat()
        guard stat(path, &facts) == 0 else { return FileState(size: -1, seconds: 0, nanoseconds: 0) }
        return FileState(size: Int64(facts.st_size), seconds: facts.st_mtim.tv_sec, nanoseconds: facts.st_mtim.tv_nsec)
    }
}

/// What is wrong with a seed file, and what is surely not meant.
public struct SeedReport: Sendable, Equatable {
    public let mistakes: [SeedMistake]
    public let warnings: [SeedMistake]
}

extension Seed {
    public static func files(of path: String) -> [String] { SeedFile(path).files }

    /// Returns mistakes and warnings of a file and its includes for an empty database.
    public func report(_ path: String) throws -> SeedReport {
        let file = SeedFile(path, secrets: secrets)
        return try emptyDatabase().read { db in try report(on: file, db) }
    }

    func report(on file: SeedFile, _ db: Database) throws -> SeedReport {
        let path = file.files[0]
        let reading = try SeedReading(file, db, seed: self, options: SeedOptions(path))
        do {
            _ = try reading.plan()
            return SeedReport(mistakes: [], warnings: reading.warnings)
        } catch let refused as SeedRefused {
            return SeedReport(mistakes: refused.mistakes, warnings: reading.warnings)
        }
    }
}
