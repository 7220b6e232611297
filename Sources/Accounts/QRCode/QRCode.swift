/// A QR code (ISO/IEC 18004) with correction level M, which tolerates a dirty or curved screen.
struct QRCode {
    let size: Int
    let squares: [[Bool]]

    /// nil for more than about 660 bytes.
    init?(_ text: String) {
        guard let codewords = QRCodewords(Array(text.utf8)) else { return nil }
        let drawings = (0..<8).map { QRDrawing(codewords, mask: $0) }
        guard let best = drawings.min(by: { $0.penalty < $1.penalty }) else { return nil }
        (size, squares) = (best.size, best.squares)
    }

    /// The dark squares as an SVG path, one unit each, with the required margin of four.
    var path: String {
        var path = ""
        for (y, row) in squares.enumerated() {
            var x = 0
            while x < size {
                guard row[x] else {
                    x += 1
                    continue
                }
                let start = x
                while x < size, row[x] { x += 1 }
                path += "M\(start + 4) \(y + 4)h\(x - start)v1h-\(x - start)z"
            }
        }
        return path
    }

    var width: Int { size + 8 }
}
