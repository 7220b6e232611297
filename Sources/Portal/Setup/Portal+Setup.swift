import Accounts
import Foundation
import GRDB

extension Portal {
    public enum SetupStart: Sendable, Equatable {
        case hasSite
        /// The path of the one-time link; nil when nothing can be written.
        case begun(link: String?)
    }

    /// Opens the first-run wizard if there is no site.
    public func beginSetup() async throws -> SetupStart {
        if try await database.read(SetupState.hasSite) {
            if !isReadOnly, try await database.read({ try SetupState.load($0) != nil }) { try await removeSetup() }
            return .hasSite
        }
        setup.open()
        guard !isReadOnly else { return .begun(link: nil) }
        let now = accounts.now()
        do {
            return .begun(link: try await database.write { db in try SetupState.begin(at: now, db) })
        } catch let error as DatabaseError where error.isPassing {
            logger.warning("the next start prints the link of the first-run wizard: \(error)")
            return .begun(link: nil)
        }
    }

    /// What is left of a wizard when the site came about in another way.
    private func removeSetup() async throws {
        do {
            try await database.write { db in try SetupState.remove(db) }
        } catch let error as DatabaseError where error.isPassing {
            logger.warning("the answers of the first-run wizard are removed at the next start: \(error)")
        }
    }

    /// The seed file of the demonstration; nil where it is not installed.
    var demonstration: String? {
        FileManager.default.fileExists(atPath: configuration.demonstration) ? configuration.demonstration : nil
    }
}
