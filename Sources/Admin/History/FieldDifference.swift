import Web

struct FieldDifference {
    let reading: ValueReading
    private var words: Words { reading.words }

    /// Whether two values look the same to a reader; the order of references and the numbers of parts are ignored.
    static func isSame(_ kind: any FieldType, _ a: JSON, _ b: JSON) -> Bool {
        switch kind {
        case is ReferencesFieldType: return Set((a.list ?? []).compactMap(\.number)) == Set((b.list ?? []).compactMap(\.number))
        case let kind as any Composite:
            let (a, b) = (a.list ?? [], b.list ?? [])
            return a.count == b.count && zip(a, b).allSatisfy { isSameItem(kind, $0, $1) }
        default: return a == b
        }
    }

    static func isSameItem(_ kind: any Composite, _ a: JSON, _ b: JSON) -> Bool {
        kind.parts.allSatisfy { part in
            guard let a = a[part.name], let b = b[part.name] else { return true }
            return isSame(part.kind, a, b)
        }
    }

    func templateValues(_ name: String, _ kind: any FieldType, texts: String, _ old: JSON, _ new: JSON) -> Values {
        var values: Values = [
            "label": words.label(of: name, texts), "pieces": false, "pictures": false, "items": false, "sides": false,
        ]
        switch kind {
        case is PictureFieldType: values["pictures"] = ["old": picture(old), "new": picture(new)] as Values
        case is ReferencesFieldType: values["pieces"] = names(kind, old, new)
        case let kind as any Composite:
            values["items"] = PartsDifference(of: self, kind, texts: "\(texts).\(name)").templateValues(old.list ?? [], new.list ?? [])
        default:
            let (a, b) = (reading.text(kind, old), reading.text(kind, new))
            if kind is TextFieldType || kind is LongTextFieldType, !a.isEmpty, !b.isEmpty {
                values["pieces"] = WordDifference.pieces(a, b).map(Self.templateValues)
            } else {
                values["sides"] =
                    ["old": a.isEmpty ? words("history.nothing") : a, "new": b.isEmpty ? words("history.nothing") : b] as Values
            }
        }
        return values
    }

    static func templateValues(_ piece: WordDifference.Piece) -> Values {
        ["same": piece.change == .same, "added": piece.change == .added, "removed": piece.change == .removed, "text": piece.text]
    }

    private func names(_ kind: any FieldType, _ old: JSON, _ new: JSON) -> [Values] {
        let (old, new) = (reading.names(kind, old), reading.names(kind, new))
        let pieces =
            old.map { WordDifference.Piece(change: new.contains($0) ? .same : .removed, text: $0) }
            + new.filter { !old.contains($0) }.map { WordDifference.Piece(change: .added, text: $0) }
        return pieces.map(Self.templateValues)
    }

    private func picture(_ packed: JSON) -> any Sendable {
        guard packed.number != nil else { return ["none": words("history.noPicture"), "thumb": false] as Values }
        guard let picture = reading.picture(packed) else { return ["none": words("history.gonePicture"), "thumb": false] as Values }
        return ["thumb": picture.address(.medium), "alt": picture.alt, "none": false] as Values
    }
}
