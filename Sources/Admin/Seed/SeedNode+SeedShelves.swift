import GRDB

/// A picture that the seed puts on a shelf of a system.
public struct SeedPhoto: Sendable {
    /// Its name in the store; nil while the file is only looked at.
    public let stored: String?
}

extension SeedNode {
    /// The picture that a path names, for the shelf of a system; nil when it is none, which was noted.
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

// MARK: - Names

extension SeedNode {
    /// Makes its text a name that what comes after it in the file may use.
    public func define(_ name: String, as kind: String) { reader.names[kind, default: []].insert(name) }

    /// The name of something that stands before it in the file, or that the database has.
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
    /// Sends a picture of a shelf along; where the file names it.
    public func photo(_ file: String, of shelf: PictureCollection) -> String {
        let path = "seed/pictures/\(shelf.folder)-\(file).webp"
        if !state.shelved.contains(where: { $0.path == path }) { state.shelved.append((path, shelf, file)) }
        return path
    }
}
