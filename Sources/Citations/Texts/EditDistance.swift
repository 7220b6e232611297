/// The least number of characters to change, delete or insert that turns one text into another (Levenshtein, 1965), over Unicode
/// scalars.
enum EditDistance {
    /// - Parameter limit: the most that is of interest: only cells this near to the diagonal are worked out.
    /// - Returns: nil when there are more than `limit`.
    static func between(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar], atMost limit: Int = .max) -> Int? {
        let (short, long) = a.count <= b.count ? (a, b) : (b, a)
        guard long.count - short.count <= limit else { return nil }
        if short.isEmpty { return long.count }
        let band = min(limit, long.count)
        let far = band + 1
        var row = (0...short.count).map { min($0, far) }
        for i in 1...long.count {
            let (first, last) = (max(1, i - band), min(short.count, i + band))
            guard first <= last else { return nil }
            var corner = row[first - 1]
            row[first - 1] = first == 1 ? min(i, far) : far
            var least = row[first - 1]
            for j in first...last {
                let cell = min(corner + (long[i - 1] == short[j - 1] ? 0 : 1), row[j - 1] + 1, row[j] + 1, far)
                corner = row[j]
                row[j] = cell
                least = min(least, cell)
            }
            // Right of the band still stands what the first row held.
            if last < short.count { row[last + 1] = far }
            if least > band { return nil }
        }
        return row[short.count] <= limit ? row[short.count] : nil
    }
}

/// The whole table of distances between the beginnings of two texts, and one cheapest way through it: for people who learn how it works.
struct EditMatrix {
    let a: [Unicode.Scalar]
    let b: [Unicode.Scalar]
    /// A row for each beginning of `a`, the empty one first.
    let rows: [[Int]]

    var distance: Int { rows[a.count][b.count] }

    init(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) {
        var rows = [Array(0...b.count)]
        for i in 0..<a.count {
            var row = [i + 1]
            for j in 0..<b.count {
                row.append(min(rows[i][j] + (a[i] == b[j] ? 0 : 1), row[j] + 1, rows[i][j + 1] + 1))
            }
            rows.append(row)
        }
        (self.a, self.b, self.rows) = (a, b, rows)
    }

    enum Act: String { case same, change, delete, insert }

    /// One column of the alignment; nil stands for a gap.
    struct Column {
        let act: Act
        let a: Unicode.Scalar?
        let b: Unicode.Scalar?
    }

    /// The cells of the cheapest way, from the first to the last, and what each does.
    var path: (cells: Set<[Int]>, columns: [Column]) {
        var (i, j) = (a.count, b.count)
        var (cells, columns): (Set<[Int]>, [Column]) = ([[i, j]], [])
        while i > 0 || j > 0 {
            if i > 0, j > 0, rows[i][j] == rows[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1) {
                (i, j) = (i - 1, j - 1)
                columns.append(Column(act: a[i] == b[j] ? .same : .change, a: a[i], b: b[j]))
            } else if i > 0, rows[i][j] == rows[i - 1][j] + 1 {
                i -= 1
                columns.append(Column(act: .delete, a: a[i], b: nil))
            } else {
                j -= 1
                columns.append(Column(act: .insert, a: nil, b: b[j]))
            }
            cells.insert([i, j])
        }
        return (cells, columns.reversed())
    }
}
