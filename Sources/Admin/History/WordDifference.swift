enum WordDifference {
    enum Change: Equatable { case same, added, removed }

    struct Piece: Equatable {
        var change: Change
        var text: String
    }

    /// With more differing words or lines, the shortest difference is too expensive for a page.
    private static let limit = 1_500

    /// A word with its white space, which comparisons ignore, so that appending a word does not change the previous one.
    private struct Word: Equatable {
        var text = String.UnicodeScalarView()
        var space = String.UnicodeScalarView()
        static func == (a: Word, b: Word) -> Bool { a.text.elementsEqual(b.text) }
    }

    static func pieces(_ old: String, _ new: String) -> [Piece] {
        pieces(words(old), words(new)) ?? pieces(lines(old), lines(new))
            ?? [Piece(change: .removed, text: old), Piece(change: .added, text: new)].filter { !$0.text.isEmpty }
    }

    private static func pieces(_ old: [Word], _ new: [Word]) -> [Piece]? {
        var (start, oldEnd, newEnd) = (0, old.count, new.count)
        while start < min(oldEnd, newEnd), old[start] == new[start] { start += 1 }
        while oldEnd > start, newEnd > start, old[oldEnd - 1] == new[newEnd - 1] { (oldEnd, newEnd) = (oldEnd - 1, newEnd - 1) }
        guard max(oldEnd, newEnd) - start <= limit else { return nil }
        var pieces: [Piece] = []
        for index in 0..<start { addSame(old[index], new[index], to: &pieces) }
        join(Array(old[start..<oldEnd]), Array(new[start..<newEnd]), to: &pieces)
        for (a, b) in zip(old[oldEnd...], new[newEnd...]) { addSame(a, b, to: &pieces) }
        return pieces
    }

    private static func join(_ old: [Word], _ new: [Word], to pieces: inout [Piece]) {
        var (removed, inserted) = (Set<Int>(), Set<Int>())
        for change in new.difference(from: old) {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        var (i, j) = (0, 0)
        while i < old.count || j < new.count {
            if i < old.count, removed.contains(i) {
                add(old[i].text + old[i].space, .removed, to: &pieces)
                i += 1
            } else if j < new.count, inserted.contains(j) {
                add(new[j].text + new[j].space, .added, to: &pieces)
                j += 1
            } else {
                addSame(old[i], new[j], to: &pieces)
                (i, j) = (i + 1, j + 1)
            }
        }
    }

    private static func addSame(_ old: Word, _ new: Word, to pieces: inout [Piece]) {
        let isSameSpace = old.space.elementsEqual(new.space)
        add(isSameSpace ? old.text + old.space : old.text, .same, to: &pieces)
        guard !isSameSpace else { return }
        add(old.space, .removed, to: &pieces)
        add(new.space, .added, to: &pieces)
    }

    private static func add(_ scalars: String.UnicodeScalarView, _ change: Change, to pieces: inout [Piece]) {
        guard !scalars.isEmpty else { return }
        if let last = pieces.indices.last, pieces[last].change == change {
            pieces[last].text.unicodeScalars += scalars
        } else {
            pieces.append(Piece(change: change, text: String(scalars)))
        }
    }

    /// Compares scalars: `\r\n` is one `Character`.
    private static func words(_ text: String) -> [Word] { split(text) { $0 == " " || $0 == "\n" || $0 == "\t" } }
    private static func lines(_ text: String) -> [Word] { split(text) { $0 == "\n" } }

    private static func split(_ text: String, _ isSpace: (Unicode.Scalar) -> Bool) -> [Word] {
        var words: [Word] = []
        var word = Word()
        for scalar in text.unicodeScalars {
            if isSpace(scalar) {
                word.space.append(scalar)
                continue
            }
            if !word.space.isEmpty {
                words.append(word)
                word = Word()
            }
            word.text.append(scalar)
        }
        return text.isEmpty ? [] : words + [word]
    }
}
