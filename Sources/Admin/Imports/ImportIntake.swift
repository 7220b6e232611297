import Accounts
import Formats
import Foundation
import GRDB
import Web

struct ImportIntake: Sendable {
    let admin: AdminContext

    struct Sender: Sendable {
        let accountID: Int64
        let language: Language
        let scopeID: Int64?
        /// The key under which a program may repeat its request.
        var key: String?
    }

    /// Throws `ImportRefusal` if the source cannot be read.
    func take(_ bytes: [UInt8], named name: String, for type: any Resource.Type, from sender: Sender) async throws -> StagedImport {
        try await take(ImportSource(name, bytes), for: type, from: sender)
    }

    /// Without a reading the source is read as it looks, or as a file of the same columns was.
    func take(
        _ source: ImportSource, reading: TableReading = TableReading(), for type: any Resource.Type, from sender: Sender,
        as format: (any ImportFormat.Type)? = nil
    ) async throws -> StagedImport {
        try await take(source.on((admin.site.language, admin.site.zone)), reading, type, sender, as: format)
    }

    private func take<R: Resource>(
        _ source: ImportSource, _ reading: TableReading, _ type: R.Type, _ sender: Sender, as forced: (any ImportFormat.Type)?
    ) async throws -> StagedImport {
        let words = admin.pages.templates.words(in: sender.language)
        var source = source
        let format: (any ImportFormat.Type)?
        if let forced {
            format = forced
            source = source.with(try await admin.database.read { try forced.settings($0) })
        } else {
            format = try await self.format(of: &source, R.self)
        }
        if let encoding = reading.encoding, (format as? any WholeImportFormat.Type)?.hasChoices == true {
            source.chosen["charset"] = encoding.rawValue
        }
        var found: FoundTable
        do { found = try await find(source, reading, format, R.self) } catch let refusal as ImportRefusal where format == nil {
            throw naming(refusal, source, for: R.name, words)
        }
        // A text of one column or a page would be read as a table without any known column.
        let isMarkup = source.bytes.first { $0 > 0x20 } == UInt8(ascii: "<")
        if format == nil, !admin.importFormats(for: R.name).isEmpty, found.mapping.places.isEmpty,
            isMarkup || found.preview.columns.count < 2
        {
            throw naming(ImportRefusal("unknown"), source, for: R.name, words)
        }
        if let format { found.preview.columns = format.columns.map { Self.label(of: $0, R.self, words) } }
        return try await admin.database.write { [found, source] db in
            let name = source.name.isEmpty ? words("imports.pasted") : String(source.name.prefix(200))
            var staged = StagedImport(
                name, source.bytes, found, on: R.name, scope: R.scope == nil ? nil : sender.scopeID, by: sender.accountID, sender.language,
                reader: format?.name ?? "", key: sender.key)
            try staged.add(source.bytes, db)
            return staged
        }
    }

    private static func label<R: Resource>(of column: String, _ type: R.Type, _ words: Words) -> String {
        R.field(column) == nil && !R.olderTexts.contains { $0.name == column }
            ? words("imports.facts.\(column)") : words.label(of: column, R.name)
    }

    /// The first format of the list that recognises the content; nil for a table.
    private func format<R: Resource>(of source: inout ImportSource, _ type: R.Type) async throws -> (any ImportFormat.Type)? {
        let formats = admin.importFormats(for: R.name)
        guard !formats.isEmpty else { return nil }
        let given = source
        let sources = try await admin.database.read { db in try formats.map { given.with(try $0.settings(db)) } }
        guard let index = await offThread({ formats.indices.first { formats[$0].fits(sources[$0]) } }) else { return nil }
        source = sources[index]
        return formats[index]
    }

    /// A list with formats says what it can read where nothing recognises a source.
    private func naming(_ refusal: ImportRefusal, _ source: ImportSource, for list: String, _ words: Words) -> ImportRefusal {
        let formats = admin.importFormats(for: list).map { ImportPages.sentence(about: $0, words) }
        guard !formats.isEmpty, !["bytes", "full", "rows", "columns"].contains(refusal.key) else { return refusal }
        let name = source.name.isEmpty ? words("imports.pasted") : source.name
        return ImportRefusal("unknownFormat", ["file": name, "formats": formats.joined(separator: " ")])
    }

    /// Reads the source as a file of the same columns was read before, or as it looks.
    private func find<R: Resource>(
        _ source: ImportSource, _ asked: TableReading, _ format: (any ImportFormat.Type)?, _ type: R.Type
    ) async throws -> FoundTable {
        let guessed = try await look(source, asked, format, R.self)
        let shape = guessed.mapping.shape ?? ""
        guard let known = try await admin.database.read({ try ImportShape.find(shape, of: R.name, $0) }) else { return guessed }
        if guessed.mapping.format == .whole {
            var again = source
            again.chosen.merge(known.choices ?? [:]) { typed, _ in typed }
            return again.chosen == source.chosen ? guessed : (try? await look(again, asked, format, R.self)) ?? guessed
        }
        var found = guessed
        if asked == TableReading(), known.reading != guessed.mapping.reading {
            guard let again = try? await look(source, known.reading, format, R.self) else { return guessed }
            found = again
        }
        guard known.columns.count == found.preview.columns.count else { return guessed }
        let reading = found.mapping.reading
        found.mapping = known
        if asked != TableReading() { found.mapping.reading = reading }
        found.mapping.shape = shape
        return found
    }

    func look<R: Resource>(
        _ source: ImportSource, _ reading: TableReading, _ format: (any ImportFormat.Type)?, _ type: R.Type
    ) async throws -> FoundTable {
        let languages = Language.allCases.map { admin.pages.templates.words(in: $0) }
        return try await offThread { Result { try FoundTable(source, reading, as: format, for: R.self, languages) } }.get()
    }
}

extension Form.Limits {
    /// Slightly above the limit of a source, so that a larger one gets a proper message.
    static let imports: Form.Limits = {
        var limits = Form.Limits()
        (limits.bytes, limits.fileBytes, limits.files) = (ImportLimits.bytes + 4 << 20, ImportLimits.bytes + 2 << 20, 100)
        return limits
    }()
}
