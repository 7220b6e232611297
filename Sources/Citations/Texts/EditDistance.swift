/// The least number of characters to change, delete or insert that turns one text into others (Levenshtein, 1965), over Unicode scalars.
///
/// A text is prepared once: for each scalar, the places where it stands, a bit for each place. A whole column of the table of distances
/// is then a few operations on words of 64 bits: Myers, «A fast bit-vector algorithm for approximate string matching based on dynamic
/// programming», 1999, in the form of Hyyrö, 2003.
struct EditDistance: Sendable {
    private let count: Int
    private let blocks: Int
    /// The places of ASCII scalars, `blocks` words for each of the 128; most titles have no others.
    private let places: [UInt64]
    private let otherPlaces: [Unicode.Scalar: [UInt64]]
    private let nowhere: [UInt64]

    init(from text: [Unicode.Scalar]) {
        count = text.count
        blocks = (text.count + 63) / 64
        nowhere = [UInt64](repeating: 0, count: blocks)
        var (ascii, others) = ([UInt64](repeating: 0, count: 128 * blocks), [Unicode.Scalar: [UInt64]]())
        for (place, scalar) in text.enumerated() {
            let bit = UInt64(1) << UInt64(place % 64)
            if scalar.isASCII {
                ascii[Int(scalar.value) * blocks + place / 64] |= bit
            } else {
                others[scalar, default: nowhere][place / 64] |= bit
            }
        }
        (places, otherPlaces) = (ascii, others)
    }

    /// - Parameter limit: the most that is of interest.
    /// - Returns: nil when there are more than `limit`.
    func to(_ text: [Unicode.Scalar], atMost limit: Int = .max) -> Int? {
        guard abs(text.count - count) <= limit else { return nil }
        if count == 0 { return text.count }
        var columns = [Column](repeating: Column(), count: blocks)
        let last = UInt64(1) << UInt64((count - 1) % 64)
        // Of the whole prepared text and as much of the other as was read.
        var distance = count
        for (read, scalar) in text.enumerated() {
            // The first row of the table grows by one with each scalar.
            var step = 1
            for block in 0..<blocks {
                step = columns[block].advance(places(of: scalar, block), step, bottom: block == blocks - 1 ? last : 1 << 63)
            }
            distance += step
            // What is left can take away one each at the most.
            if distance - (text.count - read - 1) > limit { return nil }
        }
        return distance <= limit ? distance : nil
    }

    private func places(of scalar: Unicode.Scalar, _ block: Int) -> UInt64 {
        scalar.isASCII ? places[Int(scalar.value) * blocks + block] : otherPlaces[scalar, default: nowhere][block]
    }

    /// 64 rows of one column: where a cell is one more, and where one less, than the cell above it.
    private struct Column {
        var more = UInt64.max
        var less: UInt64 = 0

        /// Goes on to the next column.
        /// - Parameters:
        ///   - matches: the rows whose scalar is that of the column.
        ///   - above: by how much the cell above these rows grows, -1 to 1.
        ///   - bottom: the last row.
        /// - Returns: by how much the cell of the last row grows.
        @inline(__always) mutating func advance(_ matches: UInt64, _ above: Int, bottom: UInt64) -> Int {
            let vertical = matches | less
            let found = matches | (above < 0 ? 1 : 0)
            let horizontal = (((found & more) &+ more) ^ more) | found
            var (grows, shrinks) = (less | ~(horizontal | more), more & horizontal)
            let step = grows & bottom != 0 ? 1 : shrinks & bottom != 0 ? -1 : 0
            grows = grows << 1 | (above > 0 ? 1 : 0)
            shrinks = shrinks << 1 | (above < 0 ? 1 : 0)
            more = shrinks | ~(vertical | grows)
            less = grows & vertical
            return step
        }
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
