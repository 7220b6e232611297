import Formats
import Web

/// Stores the pictures of items before they are shown, and names those that cannot be taken.
struct ImportPictures: Sendable {
    let store: PictureStore
    let columns: [String]
    let words: Words

    typealias Item = ImportItem<FileTable.Row>

    func stored(_ items: [Item]) async -> [Item] {
        let all = items.indices.flatMap { index in
            items[index].pictures.sorted { $0.key < $1.key }.map { (index: index, field: $0.key, picture: $0.value) }
        }
        guard !all.isEmpty else { return items }
        let answers = await store.take(all.map(\.picture))
        var items = items
        for (place, answer) in zip(all, answers) {
            switch answer {
            case .success(let picture): items[place.index].content = with(picture, place.field, items[place.index].content)
            case .failure(let refusal):
                let why = words(refusal.textKey, refusal.values)
                items[place.index].remarks.append(ImportRemark("picture", ["file": place.picture.name, "why": why]))
            }
        }
        return items
    }

    private func with(_ picture: StoredPicture, _ field: String, _ row: FileTable.Row?) -> FileTable.Row? {
        guard let row, let place = columns.firstIndex(of: field), row.values.indices.contains(place) else { return row }
        var values = row.values
        values[place] = .packed(picture.packed)
        return FileTable.Row(number: row.number, values: values, isTooWide: row.isTooWide)
    }
}
