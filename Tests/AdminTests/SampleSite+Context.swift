import Accounts
import AdminTestSupport
import Foundation
import GRDB
import Web

@testable import Admin

extension SampleSite {
    /// Runs a test with the context of a form of Biblioteca Rossa, in a transaction.
    func form<Outcome: Sendable>(
        in language: Language = .italian, zone: TimeZone = .gmt, scope: Int64? = SampleSite.rossa, grants: Grants? = nil,
        _ test: @Sendable @escaping (FormContext) throws -> Outcome
    ) async throws -> Outcome {
        let words = try SamplePortal.texts.words(in: language)
        return try await database.write { db in
            var context = FormContext(db: db, words: words, zone: zone, scopeID: scope, actor: .system("test"), tiles: "")
            context.grants = grants
            return try test(context)
        }
    }
}
