/// The edit distance (Levenshtein, 1965) of a prepared text to others, over Unicode scalars. Bit vectors compute a table column in a few
/// 64-bit operations: Myers, «A fast bit-vector algorithm for approximate string matching based on dynamic programming», 1999, as modified
/// by Hyyrö, 2003.
struct EditDistance: Sendable {
    private let count: Int
    private let blocks: Int
    /// Positions of ASCII scalars, `blocks` words for each of the 128; most titles have no others.
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

    func to(_ text: [Unicode.Scalar], atMost limit: Int = .max) -> Int? {
        guard abs(text.count - count) <= limit else { return nil }
        if count == 0 { return text.count <= limit ? text.count : nil }
        var (distance, isTooFar) = (count, false)
        advance(over: text, text.indices, top: 1) { place, step in
            distance += step
            // Each remaining scalar can lower the distance by at most one.
            isTooFar = distance - (text.count - place - 1) > limit
            return !isTooFar
        }
        return isTooFar || distance > limit ? nil : distance
    }

    /// The smallest distance to a part of `text` within `range`, with its first end (Sellers 1980); anchored parts begin at the start.
    /// A search with a limit ends where no part within it can follow.
    func nearest(
        in text: [Unicode.Scalar], _ range: Range<Int>, atMost limit: Int = .max, isAnchored: Bool = false
    ) -> (distance: Int, end: Int) {
        var best = (distance: count, end: range.lowerBound)
        var distance = count
        if count == 0 { return best }
        advance(over: text, range, top: isAnchored ? 1 : 0) { place, step in
            distance += step
            if distance < best.distance { best = (distance, place + 1) }
            return distance - (range.upperBound - place - 1) <= limit
        }
        return best
    }

    /// Computes a column for each scalar; `goesOn` is given the growth of the last row. One block, the most frequent case, stays in registers.
    @inline(__always) private func advance(
        over text: [Unicode.Scalar], _ range: Range<Int>, top: Int, _ goesOn: (_ place: Int, _ step: Int) -> Bool
    ) {
        let last = UInt64(1) << UInt64((count - 1) % 64)
        text.withUnsafeBufferPointer { text in
            places.withUnsafeBufferPointer { places in
                if blocks == 1 {
                    var column = Column()
                    for place in range {
                        let matches = text[place].isASCII ? places[Int(text[place].value)] : others(text[place], 0)
                        if !goesOn(place, column.advance(matches, top, bottom: last)) { return }
                    }
                    return
                }
                withUnsafeTemporaryAllocation(of: Column.self, capacity: blocks) { columns in
                    columns.initialize(repeating: Column())
                    for place in range {
                        let (scalar, first) = (text[place], Int(text[place].value) * blocks)
                        var step = top
                        for block in 0..<blocks {
                            let matches = scalar.isASCII ? places[first + block] : others(scalar, block)
                            step = columns[block].advance(matches, step, bottom: block == blocks - 1 ? last : 1 << 63)
                        }
                        if !goesOn(place, step) { return }
                    }
                }
            }
        }
    }

    private func others(_ scalar: Unicode.Scalar, _ block: Int) -> UInt64 { otherPlaces[scalar, default: nowhere][block] }

    private struct Column {
        var more = UInt64.max
        var less: UInt64 = 0

        /// Advances to the next column. `matches` has the rows equal to the column's scalar, `above` the growth of the cell above (-1 to
        /// 1), `bottom` the last row. Returns the growth of the last row.
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

struct EditMatrix {
    let a: [Unicode.Scalar]
    let b: [Unicode.Scalar]
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

    struct Column {
        let act: Act
        let a: Unicode.Scalar?
        let b: Unicode.Scalar?
    }

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
