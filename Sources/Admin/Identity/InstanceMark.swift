import Foundation
import GRDB

/// The file `instance` beside the database, which backups and replicas do not contain. If it differs from the database, the database is a
/// copy.
public struct InstanceMark: Sendable {
    /// The result of the check at startup.
    public enum Finding: Sendable, Equatable { case same, new, takenUp, takenOver }

    static let file = "instance"
    private static let ofRestore = "restored"
    private let path: String

    /// - Parameter data: the data folder.
    public init(data: String) { path = data + "/" + Self.file }

    /// Written by a restore, so that the next start treats the database as restored.
    static func noteRestore(in folder: String) throws {
        try AtomicFile.write(Data(ofRestore.utf8), to: folder + "/" + file)
    }

    /// Compares the file with the database and handles a copy; call it before anything runs. `takesOver` means that this machine replaces
    /// the one that wrote the database.
    @discardableResult
    public func compare(
        _ database: any DatabaseWriter, _ modules: [any Module.Type], takesOver: Bool = false, now: Date = .now
    ) async throws -> Finding {
        let known = (try? String(contentsOfFile: path, encoding: .utf8))?.trimmingCharacters(in: .whitespacesAndNewlines)
        // Reads first: a normal start writes nothing and needs no disk space.
        let identity = try await database.read { try SiteIdentity.current($0) }
        guard let instance = identity.instance ?? (known == Self.ofRestore ? "" : nil) else {
            // With a full disk, the next start does it.
            return (try? await adopt(known ?? UUID().uuidString.lowercased(), database)) ?? .new
        }
        if known == instance {
            guard takesOver, identity.quietSince != nil else { return .same }
            try await database.write { try SiteIdentity.takeOver(instance: instance, modules, at: now, $0) }
            return .takenOver
        }
        let fresh = UUID().uuidString.lowercased()
        let reason: SiteIdentity.Reason = known == Self.ofRestore ? .restored : .copied
        try await database.write { db in
            if takesOver {
                try SiteIdentity.takeOver(instance: fresh, modules, at: now, db)
            } else {
                try SiteIdentity.takeUp(reason, instance: fresh, modules, at: now, db)
            }
        }
        try AtomicFile.write(Data(fresh.utf8), to: path)
        return takesOver ? .takenOver : .takenUp
    }

    /// Marks a new site. Writes the file first: a database with a mark but no file would count as a copy at the next start.
    private func adopt(_ instance: String, _ database: any DatabaseWriter) async throws -> Finding {
        try AtomicFile.write(Data(instance.utf8), to: path)
        try await database.write { try SiteIdentity.mark(instance, $0) }
        return .new
    }
}
