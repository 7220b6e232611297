import Accounts
import Formats
import Foundation
import GRDB
import Web

/// Takes a source in, from a page, a program or the command line.
struct ImportIntake: Sendable {
    let admin: AdminContext

    /// Who brings a source, and for which house.
    struct Sender: Sendable {
        let accountID: Int64
        let language: Language
        let scopeID: Int64?
        /// The key under which a program may repeat its request.
        var key: String?
    }

    /// Throws `ImportRefusal` if the source cannot be read.
    func take(_ bytes: [UInt8], named name: String, for type: any Resource.Type, from sender: Sender) async throws -> StagedImport {
        try await take(bytes, name, type, sender)
    }

    private func take<R: Resource>(_ bytes: [UInt8], _ name: String, _ type: R.Type, _ sender: Sender) async throws -> StagedImport {
        let found = try await find(bytes, R.self)
        return try await admin.database.write { db in
            let name = name.isEmpty ? admin.pages.templates.words(in: sender.language)("imports.pasted") : String(name.prefix(200))
            var staged = StagedImport(
                name, bytes, found, on: R.name, scope: R.scope == nil ? nil : sender.scopeID, by: sender.accountID, sender.language,
                key: sender.key)
            try staged.add(bytes, db)
            return staged
        }
    }

    /// Reads the source as a file of the same columns was read before, or as it looks.
    private func find<R: Resource>(_ bytes: [UInt8], _ type: R.Type) async throws -> FoundTable {
        let guessed = try await look(bytes, TableReading(), R.self)
        let shape = guessed.mapping.shape ?? ""
        guard let known = try await admin.database.read({ try ImportShape.find(shape, of: R.name, $0) }) else { return guessed }
        var found = guessed
        if known.reading != guessed.mapping.reading {
            guard let again = try? await look(bytes, known.reading, R.self) else { return guessed }
            found = again
        }
        guard known.columns.count == found.preview.columns.count else { return guessed }
        found.mapping = known
        found.mapping.shape = shape
        return found
    }

    func look<R: Resource>(_ bytes: [UInt8], _ reading: TableReading, _ type: R.Type) async throws -> FoundTable {
        let languages = Language.allCases.map { admin.pages.templates.words(in: $0) }
        return try await offThread { Result { try FoundTable(bytes, reading, for: R.self, languages) } }.get()
    }

    /// The bytes of an uploaded file or a pasted text. Throws `ImportRefusal` for none and for too many.
    static func bytes(of form: Form) async throws -> (name: String, bytes: [UInt8]) {
        if let upload = form.file("file") {
            guard upload.size <= ImportLimits.bytes else { throw ImportRefusal("bytes", ["limit": String(ImportLimits.bytes >> 20)]) }
            let path = upload.path
            let bytes = try await offThread { Result { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) } }.get()
            // The temporary file is deleted with the last reference.
            return withExtendedLifetime(upload) { (upload.name, bytes) }
        }
        let pasted = form.exact("text")
        guard !pasted.trimmingSpaces().isEmpty else { throw ImportRefusal("none") }
        return ("", Array(pasted.utf8))
    }
}

extension Form.Limits {
    /// Slightly above the limit of a source, so that a larger one gets a proper message.
    static let imports: Form.Limits = {
        var limits = Form.Limits()
        (limits.bytes, limits.fileBytes, limits.files) = (ImportLimits.bytes + 4 << 20, ImportLimits.bytes + 2 << 20, 1)
        return limits
    }()
}
