import CQRCode

/// A QR code (ISO/IEC 18004), made by libqrencode with correction level M, which tolerates a dirty or curved screen.
public struct QRCode {
    public let size: Int
    public let squares: [[Bool]]

    /// Bytes; longer texts give squares too small for a telephone.
    private static let longest = 660

    /// nil for an empty text and above the limit.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard (1...Self.longest).contains(bytes.count), let code = QRcode_encodeData(CInt(bytes.count), bytes, 0, QR_ECLEVEL_M) else {
            return nil
        }
        defer { QRcode_free(code) }
        guard let data = code.pointee.data else { return nil }
        let size = Int(code.pointee.width)
        // The lowest bit of a square tells whether it is dark; the others are libqrencode's own.
        squares = (0..<size).map { y in (0..<size).map { x in data[y * size + x] & 1 == 1 } }
        self.size = size
    }

    /// The dark squares as an SVG path, one unit each, with the required margin of four.
    public var path: String {
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

    public var width: Int { size + 8 }
}
