import Web

/// Returns the known word that a mistyped one most likely means.
public func nearest(to typed: String, among known: some Sequence<String>) -> String? {
    let letters = Array(typed.folded.unicodeScalars.prefix(80))
    // Words of one or two letters match too much.
    let limit = letters.count < 3 ? 0 : letters.count / 3
    var best: (word: String, distance: Int)?
    for word in known {
        let distance = editDistance(letters, Array(word.folded.unicodeScalars.prefix(80)), limit: best.map { $0.distance - 1 } ?? limit)
        if let distance { best = (word, distance) }
        if best?.distance == 0 { break }
    }
    return best?.word
}

/// Returns the number of insertions, deletions, substitutions and swaps of neighbours; nil above `limit`.
public func editDistance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar], limit: Int) -> Int? {
    guard limit >= 0, max(a.count, b.count) - min(a.count, b.count) <= limit else { return nil }
    var (before, last) = ([Int](), Array(0...b.count))
    for i in a.indices {
        var row = [i + 1]
        row.reserveCapacity(b.count + 1)
        for j in b.indices {
            var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
            if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, before[j - 1] + 1) }
            row.append(cost)
        }
        (before, last) = (last, row)
    }
    return last[b.count] <= limit ? last[b.count] : nil
}
