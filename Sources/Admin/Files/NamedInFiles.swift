import Web

/// A kind with packed row numbers, which files replace with keys.
protocol NamedInFiles {
    func named(_ packed: JSON, _ names: FileNames) throws -> JSON
    func numbered(_ named: JSON, _ names: FileNames, _ name: String, errors: inout FieldErrors) throws -> JSON
}

extension FieldType {
    func named(_ packed: JSON, _ names: FileNames) throws -> JSON { try (self as? any NamedInFiles)?.named(packed, names) ?? packed }

    func numbered(_ named: JSON, _ names: FileNames, _ name: String, errors: inout FieldErrors) throws -> JSON {
        try (self as? any NamedInFiles)?.numbered(named, names, name, errors: &errors) ?? named
    }
}

extension ReferenceFieldType: NamedInFiles {
    func named(_ packed: JSON, _ names: FileNames) throws -> JSON {
        try packed.number.flatMap { try names.key(of: Int64($0), in: target.table) }.map(JSON.text) ?? .null
    }

    func numbered(_ named: JSON, _ names: FileNames, _ name: String, errors: inout FieldErrors) throws -> JSON {
        if named.isBlank { return .null }
        switch try named.text.map({ try names.find($0, in: target, for: name, byKeyFirst: true) }) {
        case .record(let id)?: return .number(Int(id))
        case .skipped?: return .null
        case .unknown?, nil:
            errors.add(name, names.context.words("admin.refused.noMatch", ["name": named.text ?? named.compact]))
            return .null
        }
    }
}

extension ReferencesFieldType: NamedInFiles {
    func named(_ packed: JSON, _ names: FileNames) throws -> JSON {
        let ids = packed.list?.compactMap(\.number) ?? []
        return .list(try ids.compactMap { try names.key(of: Int64($0), in: target.table) }.map(JSON.text))
    }

    func numbered(_ named: JSON, _ names: FileNames, _ name: String, errors: inout FieldErrors) throws -> JSON {
        if named.isBlank { return .list([]) }
        return .list(
            try (named.list ?? [named]).compactMap { item -> JSON? in
                switch try item.text.map({ try names.find($0, in: target, for: name, byKeyFirst: true) }) {
                case .record(let id)?: return .number(Int(id))
                case .skipped?: return nil
                case .unknown?, nil:
                    errors.add(name, names.context.words("admin.refused.noMatch", ["name": item.text ?? item.compact]))
                    return nil
                }
            })
    }
}

extension PictureFieldType: NamedInFiles {
    func named(_ packed: JSON, _ names: FileNames) throws -> JSON {
        try packed.number.flatMap { try names.key(of: Int64($0), in: Picture.databaseTableName) }.map(JSON.text) ?? .null
    }

    func numbered(_ named: JSON, _ names: FileNames, _ name: String, errors: inout FieldErrors) throws -> JSON {
        if named.isBlank { return .null }
        if let id = try named.text.flatMap({ try names.picture($0) }) { return .number(Int(id)) }
        errors.add(name, names.context.words("files.wrong.picture", ["name": named.text ?? named.compact]))
        return .null
    }
}

extension ChildrenFieldType: NamedInFiles {
    func named(_ packed: JSON, _ names: FileNames) throws -> JSON {
        let blank = C()
        return .list(
            try (packed.list ?? []).map { part -> JSON in
                .object(
                    try C.fields.compactMap { field -> (key: String, value: JSON)? in
                        guard let value = part[field.name], value != field.pack(blank) else { return nil }
                        return (field.name, try field.kind.named(value, names))
                    })
            })
    }

    func numbered(_ named: JSON, _ names: FileNames, _ name: String, errors: inout FieldErrors) throws -> JSON {
        if named.isBlank { return .list([]) }
        let blank = C()
        let parts = try named.list?.enumerated().map { index, part -> JSON? in
            guard case .object = part else { return nil }
            return .object(
                try C.fields.map { field -> (key: String, value: JSON) in
                    guard let value = part[field.name] else { return (field.name, field.pack(blank)) }
                    return (field.name, try field.kind.numbered(value, names, "\(name).\(index).\(field.name)", errors: &errors))
                })
        }
        guard let parts, !parts.contains(nil) else {
            errors.add(name, names.context.words("files.wrong.parts"))
            return .list([])
        }
        return .list(parts.compactMap { $0 })
    }
}
