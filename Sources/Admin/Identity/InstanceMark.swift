import Foundation
import GRDB

/// The file `instance` beside the database, in no backup or replica: if it differs from the database, the database is a copy.
public struct InstanceMark: Sendable {
    /// The result of the check at startup.
    public enum Finding: Sendable, Equatable { case same, new, enteredQuietMode, takenOver }

    public static let file = "instance"
    private static let ofRestore = "restored"
    private let folder: String
    private var path: String { folder + "/" + Self.file }

    public init(data: String) { folder = data }

    /// Written by a restore, so that the next start treats the database as restored.
    static func noteRestore(in folder: String) throws {
        try AtomicFile.write(Data(ofRestore.utf8), to: folder + "/" + file)
    }

    /// Compares file and database; call it before anything runs. `takesOver`: this machine replaces the one that wrote the database.
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
        if known == instance, !isCopied(identity) {
            await noteMove(identity, database)
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
                try SiteIdentity.enterQuietMode(reason, instance: fresh, modules, at: now, db)
            }
        }
        try AtomicFile.write(Data(fresh.utf8), to: path)
        if let place = InstancePlace(folder: folder) { try await database.write { try SiteIdentity.note(place, $0) } }
        return takesOver ? .takenOver : .enteredQuietMode
    }

    /// Marks a new site. Writes the file first: a database with a mark but no file would count as a copy at the next start.
    private func adopt(_ instance: String, _ database: any DatabaseWriter) async throws -> Finding {
        try AtomicFile.write(Data(instance.utf8), to: path)
        let place = InstancePlace(folder: folder)
        try await database.write { db in
            try SiteIdentity.mark(instance, db)
            if let place { try SiteIdentity.note(place, db) }
        }
        return .new
    }

    /// Whether the folder was copied as a whole since its last start.
    private func isCopied(_ identity: SiteIdentity) -> Bool {
        guard let noted = identity.notedPlace, let here = InstancePlace(folder: folder) else { return false }
        return noted.isCopied(
            to: here, keepsNumbers: InstancePlace.keepsNumbers(folder), isOriginalThere: noted.isOriginalThere(beside: folder))
    }

    /// Notes where the folder is now, where that is not known yet. Without room on the disk the next start does it.
    private func noteMove(_ identity: SiteIdentity, _ database: any DatabaseWriter) async {
        guard let here = InstancePlace(folder: folder), here != identity.notedPlace else { return }
        try? await database.write { try SiteIdentity.note(here, $0) }
    }
}
