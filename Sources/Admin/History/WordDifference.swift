/// What was added to a text and taken out of it, by words.
enum WordDifference {
    enum Change: Equatable { case same, added, removed }

    struct Piece: Equatable {
        var change: Change
        var text: String
    }

    /// Above this many words or lines that differ, the search for the shortest difference costs more than a page may.
    private static let limit = 1_500

    /// The pieces of both texts in reading order; what was removed stands before what took its place.
    static func pieces(_ old: String, _ new: String) -> [Piece] {
        pieces(words(old), words(new)) ?? pieces(lines(old), lines(new))
            ?? [Piece(change: .removed, text: old), Piece(change: .added, text: new)].filter { !$0.text.isEmpty }
    }

    /// The same for lists of names.
    static func pieces(_ old: [String], _ new: [String]) -> [Piece]? {
        var (start, oldEnd, newEnd) = (0, old.count, new.count)
        while start < min(oldEnd, newEnd), old[start] == new[start] { start += 1 }
        while oldEnd > start, newEnd > start, old[oldEnd - 1] == new[newEnd - 1] { (oldEnd, newEnd) = (oldEnd - 1, newEnd - 1) }
        let (oldPart, newPart) = (old[start..<oldEnd], new[start..<newEnd])
        guard max(oldPart.count, newPart.count) <= limit else { return nil }
        var pieces: [Piece] = []
        for word in old[..<start] { add(word, .same, to: &pieces) }
        join(Array(oldPart), Array(newPart), to: &pieces)
        for word in old[oldEnd...] { add(word, .same, to: &pieces) }
        return pieces
    }

    private static func join(_ old: [String], _ new: [String], to pieces: inout [Piece]) {
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
                add(old[i], .removed, to: &pieces)
                i += 1
            } else if j < new.count, inserted.contains(j) {
                add(new[j], .added, to: &pieces)
                j += 1
            } else {
                add(old[i], .same, to: &pieces)
                (i, j) = (i + 1, j + 1)
            }
        }
    }

    private static func add(_ word: String, _ change: Change, to pieces: inout [Piece]) {
        if let last = pieces.indices.last, pieces[last].change == change {
            pieces[last].text += word
        } else {
            pieces.append(Piece(change: change, text: word))
        }
    }

    /// Words, each with the white space that follows it. Judged by scalars: `\r\n` is one `Character`.
    private static func words(_ text: String) -> [String] { split(text) { $0 == " " || $0 == "\n" || $0 == "\t" } }
    private static func lines(_ text: String) -> [String] { split(text) { $0 == "\n" } }

    private static func split(_ text: String, _ isEnd: (Unicode.Scalar) -> Bool) -> [String] {
        var parts: [String] = []
        var part = String.UnicodeScalarView()
        var hasEnded = false
        for scalar in text.unicodeScalars {
            if hasEnded, !isEnd(scalar) {
                parts.append(String(part))
                part = String.UnicodeScalarView()
            }
            hasEnded = isEnd(scalar)
            part.append(scalar)
        }
        if !part.isEmpty { parts.append(String(part)) }
        return parts
    }
}
