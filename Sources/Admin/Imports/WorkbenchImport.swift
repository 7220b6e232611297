import Accounts
import Formats
import Foundation
import Web

/// Brings sources from a module's own page to the workbench.
public struct WorkbenchImport: Sendable {
    private let admin: AdminContext

    public init(_ admin: AdminContext) { self.admin = admin }

    /// Takes the sources as one import and returns the address where the person goes on. Throws `ImportRefusal`.
    public func take(
        _ sources: [ImportSource], as format: any WholeImportFormat.Type, chosen: [String: String], from person: SignedIn
    ) async throws -> String {
        guard sources.reduce(0, { $0 + $1.bytes.count }) <= ImportLimits.bytes else {
            throw ImportRefusal("bytes", ["limit": String(ImportLimits.bytes >> 20)])
        }
        guard var source = sources.count == 1 ? sources.first : ImportIntake.archive(sources) else { throw ImportRefusal("none") }
        source.chosen = chosen
        if sources.count > 1 { source.chosen[ImportChoice.bundle] = "yes" }
        let sender = ImportIntake.Sender(accountID: person.accountID, language: person.language, scopeID: nil)
        let staged = try await ImportIntake(admin: admin).take(source, for: format.list, from: sender, as: format)
        return try await ImportWork(admin: admin).opened(staged, by: person.actor)
    }
}
