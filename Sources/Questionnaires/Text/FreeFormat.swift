import Web

/// The format of a written answer with its limits: `text(2000)`, `number(0..80; 1)`, `day(2026-01-31..)`, `time(08:00..)`.
struct FreeFormat {
    let format: AnswerFormat
    var limits = Limits()

    static func leading(_ line: String) -> (format: FreeFormat, rest: String)? {
        guard let open = line.firstIndex(of: "("), let close = line[open...].firstIndex(of: ")"),
            let format = FreeFormat(String(line[...close]))
        else { return nil }
        let rest = line[line.index(after: close)...]
        return rest.isEmpty || rest.first == " " ? (format, rest.trimmingSpaces()) : nil
    }

    init?(_ text: String) {
        let parts = text.split(separator: "(", maxSplits: 1).map(String.init)
        guard let name = parts.first, let format = AnswerFormat(rawValue: name), format != .fixed else { return nil }
        self.format = format
        guard parts.count == 2 else {
            if text.contains("(") { return nil }
            return
        }
        guard parts[1].hasSuffix(")"), format != .email, format != .file else { return nil }
        let inner = parts[1].dropLast()
        if format == .text {
            let length = inner.trimmingSpaces()
            guard length.utf8.count <= 19, length.utf8.allSatisfy({ (0x30...0x39).contains($0) }), length.contains(where: { $0 != "0" })
            else {
                return nil
            }
            // Older versions accepted any length; one out of range means no limit.
            limits.length = Int(length, in: .whole) ?? .max
            return
        }
        let halves = inner.split(separator: ";", maxSplits: 1).map { $0.trimmingSpaces() }
        guard let range = halves.first, let dots = range.firstRange(of: "..") else { return nil }
        let (least, greatest) = (range[..<dots.lowerBound].trimmingSpaces(), range[dots.upperBound...].trimmingSpaces())
        limits.least = least.isEmpty ? nil : least
        limits.greatest = greatest.isEmpty ? nil : greatest
        if halves.count == 2 {
            guard format == .number, let decimals = Int(halves[1], in: .whole), decimals >= 0 else { return nil }
            limits.decimals = decimals
        }
    }
}
