import GRDB

public struct SeedPhoto: Sendable {
    /// The name in the store; nil before storing.
    public let stored: String?
}

extension SeedNode {
    /// Returns the picture at a path for a shelf; nil after noting a mistake.
    public func photo(for shelf: PictureCollection) -> SeedPhoto? {
        guard let path = text() else { return nil }
        switch reader.file.locate(path) {
        case .failure(let problem):
            note(SeedSentences.file(path, problem.sentence))
            return nil
        case .success(let real):
            reader.shelved[shelf.folder, default: []].insert(real)
            switch reader.taken[real] {
            case .success(let stored)?: return SeedPhoto(stored: stored.file)
            case .failure(let refusal)?: refuse(refusal)
            case nil: if let refusal = PictureWorkspace.refusal(at: real) { refuse(refusal) }
            }
            return SeedPhoto(stored: nil)
        }
    }

    func refuse(_ refusal: PictureRefusal) {
        guard case .scalar(let path, _) = item.content else { return }
        let key = "picture." + (refusal.textKey.split(separator: ".").last.map(String.init) ?? "")
        note(SeedSentences.file(path, SeedSentences.refusal(key, refusal.values)))
    }
}

extension SeedNode {
    /// Defines its text as a name for later entries of the file.
    public func define(_ name: String, as kind: String) { reader.names[kind, default: []].insert(name) }

    /// Returns a name defined earlier in the file or in the database.
    public func name(of kind: String, orIn stored: (Database) throws -> Set<String>) -> String? {
        guard let name = text() else { return nil }
        let defined = reader.names[kind] ?? []
        if defined.contains(name) { return name }
        var known: Set<String> = []
        reader.trying { known = try stored(reader.db) }
        if known.contains(name) { return name }
        if !reader.file.isIncomplete { unknown(kind, name, among: defined.union(known).sorted()) }
        return nil
    }
}

extension SeedExport {
    public func photo(_ file: String, of shelf: PictureCollection) -> String {
        let path = "seed/pictures/\(shelf.folder)-\(file).webp"
        if !state.shelved.contains(where: { $0.path == path }) { state.shelved.append((path, shelf, file)) }
        return path
    }
}
