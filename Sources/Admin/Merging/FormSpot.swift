import Web

/// The meaning of a form name: a field, or a value of a part, such as `steps.2.text`.
struct FormSpot {
    let name: String
    let field: String
    private let part: (id: Int, name: String)?

    init(_ name: String, _ form: Form) {
        let parts = name.split(separator: ".").map(String.init)
        (self.name, field) = (name, parts.first ?? name)
        part = parts.count == 3 ? form.number("\(parts[0]).\(parts[1]).id", in: .whole).map { ($0, parts[2]) } : nil
    }

    func value(in packed: JSON) -> JSON? {
        guard let part else { return packed }
        return packed.list?.first { $0["id"]?.number == part.id }?[part.name]
    }

    func put(_ value: JSON, into packed: inout JSON) {
        guard let part else { return packed = value }
        guard case .list(var items) = packed, let index = items.firstIndex(where: { $0["id"]?.number == part.id }) else { return }
        items[index][part.name] = value
        packed = .list(items)
    }

    func kind(in kind: any FieldType) -> (any FieldType)? {
        guard let part else { return kind }
        return (kind as? any Composite)?.parts.first { $0.name == part.name }?.kind
    }
}
