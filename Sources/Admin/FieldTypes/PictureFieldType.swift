import Foundation
import GRDB
import Web

/// A library picture: uploaded with the form, chosen, or removed. `Uploads` has already put an uploaded file's id into the form.
public struct PictureFieldType: FieldType, Using {
    public var template: String { "fields/picture" }
    private static let drawnAlt = ".alt.was"

    public func read(_ entry: Entry, errors: inout FieldErrors) -> Int64?? {
        guard let form = entry.form, form[entry.name + ".remove"] != "yes" else { return .some(nil) }
        let pick = form[entry.name + ".pick"]
        let chosen = pick.isEmpty ? entry.typed : pick
        guard !chosen.isEmpty else { return .some(nil) }
        guard let id = Int64(recordID: chosen) else {
            errors.add(entry.name, entry.refusal("gone"))
            return nil
        }
        do {
            guard let picture = try Self.picture(id, entry) else {
                errors.add(entry.name, entry.refusal("gone"))
                return nil
            }
            let alt = form[entry.name + ".alt"]
            // An unedited description stays as others changed it.
            let was = form.has(entry.name + Self.drawnAlt) ? form[entry.name + Self.drawnAlt] : picture.alt
            if !alt.isEmpty, alt != picture.alt, alt != was, form[entry.name + ".pick"].isEmpty {
                guard was == picture.alt else {
                    errors.add(entry.name, entry.words("merge.description", ["theirs": picture.alt]))
                    return nil
                }
                guard alt.unicodeScalars.count <= 500 else {
                    errors.add(entry.name, entry.refusal("long", ["limit": "500"]))
                    return nil
                }
                try entry.db.execute(sql: "UPDATE picture SET alt = ?, version = version + 1 WHERE id = ?", arguments: [alt, id])
                try picture.audit("update", entry.db, by: entry.context.actor, detail: ["alt": "\(picture.alt) → \(alt)"])
            }
            return .some(id)
        } catch {
            errors.add(entry.name, entry.refusal("gone"))
            return nil
        }
    }

    public func view(_ value: Int64?, _ entry: Entry) throws -> Values {
        let form = entry.form
        let isRemoved = form?[entry.name + ".remove"] == "yes"
        let id = form == nil ? value : Int64(recordID: form?[entry.name + ".pick"] ?? "") ?? Int64(recordID: entry.typed)
        let picture = try id.flatMap { try Self.picture($0, entry) }
        // A newly chosen picture brings its own description.
        let typed = form.flatMap { $0[entry.name + ".pick"].isEmpty ? $0 : nil }
        let isKept = entry.context.errors[entry.name] == nil && typed?.has(entry.name + Self.drawnAlt) == true
        let asksBrowse = form?["act"] == entry.name + ".browse"
        return [
            "pictureID": picture?.id.map(String.init) ?? "", "thumb": picture?.address(.medium) ?? false,
            "alt": typed?[entry.name + ".alt"] ?? picture?.alt ?? "", "removed": isRemoved,
            "drawnAlt": isKept ? typed?[entry.name + Self.drawnAlt] ?? "" : picture?.alt ?? "",
            "browse": asksBrowse ? try browse(entry, chosen: picture?.id) : false,
        ]
    }

    private func browse(_ entry: Entry, chosen: Int64?) throws -> Values {
        let q = entry.form?[entry.name + ".q"] ?? ""
        let sql = """
            SELECT * FROM picture WHERE \(Picture.notTrashed) AND (scopeID IS NULL OR scopeID = :scope)
            AND (:q = '' OR instr(lower(alt || ' ' || original || ' ' || key), lower(:q)) > 0) ORDER BY updatedAt DESC, id DESC LIMIT 60
            """
        let pictures = try Picture.fetchAll(entry.db, sql: sql, arguments: ["scope": entry.context.scopeID, "q": q])
        let drawn = pictures.map { picture -> Values in
            [
                "id": String(picture.id ?? 0), "thumb": picture.address(.thumb),
                "alt": picture.alt.isEmpty ? picture.original : picture.alt,
                "checked": picture.id == chosen,
            ]
        }
        return ["q": q, "pictures": drawn, "none": drawn.isEmpty]
    }

    static func picture(_ id: Int64, _ entry: Entry) throws -> Picture? {
        let sql = "SELECT * FROM picture WHERE id = ? AND \(Picture.notTrashed) AND (scopeID IS NULL OR scopeID IS ?)"
        return try Picture.fetchOne(entry.db, sql: sql, arguments: [id, entry.context.scopeID])
    }

    public func text(_ value: Int64?, _ words: Words, _ zone: TimeZone) -> String { value.map { "#\($0)" } ?? "" }
    public func store(_ value: Int64?) -> DatabaseValue { value?.databaseValue ?? .null }
    public func load(_ stored: DatabaseValue) -> Int64?? { .some(Int64.fromDatabaseValue(stored)) }
    public func parse(_ node: SeedNode) -> Int64?? { node.picture().map { .some($0) } }
    public func write(_ value: Int64?, _ export: SeedExport) throws -> SeedValue? { try value.flatMap(export.picture).map { .text($0) } }
    public var schema: SeedSchema { .key(of: Picture.databaseTableName) }
    public var packedSchema: SeedSchema { SeedSchema("integer", ["x-resource": "media/pictures"], note: "picture").orNull }

    func users(of target: String, in table: String, column: String) -> [String] {
        target == Picture.databaseTableName ? ["SELECT id FROM \(table) WHERE \(column) = :id"] : []
    }
}

extension Field {
    public static func picture(_ name: String, _ property: WritableKeyPath<Record, Int64?> & Sendable) -> Field {
        Field(name, property, PictureFieldType())
    }

    /// A picture for which the program's drawings are offered by the words of another field.
    public static func picture(
        _ name: String, _ property: WritableKeyPath<Record, Int64?> & Sendable, symbolsOf sibling: String,
        _ words: KeyPath<Record, String> & Sendable
    ) -> Field {
        Field(name, property, PictureFieldType()) { record, entry in
            SymbolChoice.offer(record[keyPath: words], of: sibling, hasPicture: record[keyPath: property] != nil, entry)
        }
    }
}
