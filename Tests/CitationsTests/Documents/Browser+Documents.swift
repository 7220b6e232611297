import AdminTestSupport
import Foundation
import TestSupport

extension Browser {
    static let documents = "/admin/citations/documents"

    /// Brings documents to the workbench; the answer is the page of their works, or the form with what is wrong.
    func bring(
        _ fields: [(String, String)], files: [(name: String, fileName: String, bytes: Data)] = []
    ) async throws -> (address: String, page: Answer) {
        let sent = files.isEmpty ? try await post(Self.documents, fields) : try await post(Self.documents, fields, files: files)
        guard let items = sent.location else { return ("", sent) }
        return (String(items.dropLast("/items".count)), try await get(items))
    }

    /// Brings documents and accepts all that is read of them.
    @discardableResult func keep(
        _ fields: [(String, String)], files: [(name: String, fileName: String, bytes: Data)] = []
    ) async throws -> Answer {
        let (address, page) = try await bring(fields, files: files)
        return try await confirmFile(address, page)
    }
}
