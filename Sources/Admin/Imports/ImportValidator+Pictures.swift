import Accounts
import GRDB
import Web

extension ImportValidator {
    /// No field has this name.
    private static var picturesMember: String { "@pictures" }

    /// Pictures get their row in the library when the item is written.
    func addPictures(of row: FileTable.Row, _ record: R, to packed: inout JSON, _ item: inout StagedItem) throws {
        var pictures: [(key: String, value: JSON)] = []
        for field in R.fields where field.kind is PictureFieldType {
            guard let stored = value(field.name, row)?.storedPicture else { continue }
            let known = try field.pack(record).number.flatMap { try Picture.fetchOne(context.db, key: Int64($0)) }
            guard known?.file != stored.file else { continue }
            pictures.append((field.name, stored.packed))
            item.notes.made[field.name, default: []].append(stored.original)
            if item.verdict == .same { item.verdict = .changed }
            if item.verdict == .changed { item.notes.fields.append(field.name) }
        }
        if !pictures.isEmpty { packed[Self.picturesMember] = .object(pictures) }
    }

    /// The fields with the numbers of the pictures that are added to the library for them.
    func withPictures(_ packed: JSON, by actor: Actor) throws -> JSON {
        guard case .object(let pictures)? = packed[Self.picturesMember] else { return packed }
        var whole = packed
        for (name, value) in pictures {
            guard let stored = StoredPicture(packed: value) else { continue }
            let scopeID = R.scope == nil ? nil : context.scopeID
            let alt = packed[R.title.name]?.text ?? ""
            let picture = try Picture.add(stored, alt: String(alt.prefix(500)), scopeID: scopeID, context.db, by: actor)
            whole[name] = .number(Int(picture.id ?? 0))
        }
        return whole
    }
}
