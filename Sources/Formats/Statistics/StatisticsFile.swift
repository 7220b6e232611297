import Foundation

/// Writes a data file of SPSS (`.sav`), which PSPP, R and pandas read too: uncompressed, little-endian, in UTF-8.
public struct StatisticsFile: Sendable {
    public enum Kind: Sendable, Equatable {
        case number(decimals: Int)
        case day
        case text
    }

    public enum Level: Int32, Sendable { case nominal = 1, ordinal, scale }

    public struct Variable: Sendable {
        let name: String
        let label: String
        let kind: Kind
        let level: Level
        let meanings: [(value: Double, text: String)]

        /// - Parameters:
        ///   - name: unique without regard to case, at most 64 bytes: letters, digits and `_`, a letter first.
        ///   - meanings: the words of numbers.
        public init(_ name: String, label: String, _ kind: Kind, _ level: Level, meanings: [(value: Double, text: String)] = []) {
            (self.name, self.label, self.kind, self.level, self.meanings) = (name, label, kind, level, meanings)
        }
    }

    public enum Value: Sendable, Equatable {
        case missing
        case number(Double)
        case text(String)
    }

    /// What the format allows, in bytes: the label of a variable, of a value, and a text.
    public static let (longestLabel, longestMeaning, longestText) = (252, 120, 32_767)

    public static let mediaType = "application/x-spss-sav"

    private let variables: [Variable]
    private let rows: [[Value]]
    private let made: Date
    /// The bytes of each variable's longest text; 0 for numbers.
    private let widths: [Int]

    /// Each row has a value for each variable. Days are texts such as `2026-01-31`.
    public init(_ variables: [Variable], rows: [[Value]], made: Date) {
        (self.variables, self.rows, self.made) = (variables, rows, made)
        widths = variables.indices.map { index in
            guard variables[index].kind == .text else { return 0 }
            let lengths = rows.map { row in if case .text(let text) = row[index] { text.utf8.count } else { 0 } }
            return min(Self.longestText, max(1, lengths.max() ?? 1))
        }
    }

    public var bytes: [UInt8] {
        var file = StatisticsBytes()
        let segments = variables.indices.map { StatisticsSegments(width: widths[$0]) }
        writeHead(&file, size: segments.reduce(0) { $0 + $1.cells })
        // The number of each variable among the cells of eight bytes, and of its first segment.
        var (cell, part): (Int32, Int) = (1, 1)
        var (cells, names): ([Int32], [String]) = ([], [])
        for (index, variable) in variables.enumerated() {
            cells.append(cell)
            names.append("V\(part)")
            for (place, width) in segments[index].widths.enumerated() {
                write(variable, width: width, name: "V\(part)", label: place == 0 ? variable.label : "", &file)
                cell += Int32(max(1, (width + 7) / 8))
                part += 1
            }
        }
        for (index, variable) in variables.enumerated() where !variable.meanings.isEmpty {
            writeMeanings(variable.meanings, of: cells[index], &file)
        }
        writeExtensions(&file, segments, names)
        file.add(whole: 999, 0)
        for row in rows {
            for (index, value) in row.enumerated() { write(value, segments[index], variables[index].kind, &file) }
        }
        return file.bytes
    }

    private func writeHead(_ file: inout StatisticsBytes, size: Int) {
        file.add("$FL2")
        file.add("@(#) SPSS DATA FILE Portico", padded: 60)
        file.add(whole: 2, Int32(size), 0, 0, Int32(rows.count))
        file.add(100.0)
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = .gmt
        format.dateFormat = "dd MMM yyHH:mm:ss"
        file.add(format.string(from: made), padded: 17)
        file.add("", padded: 64)
        file.bytes += [0, 0, 0]
    }

    private func write(_ variable: Variable, width: Int, name: String, label: String, _ file: inout StatisticsBytes) {
        let text = label.cut(toUTF8: Self.longestLabel)
        let format: Int32 =
            switch variable.kind {
            case .number(let decimals): 5 << 16 | (decimals == 0 ? 8 : 12) << 8 | Int32(decimals)
            case .day: 39 << 16 | 10 << 8
            case .text: 1 << 16 | Int32(width) << 8
            }
        file.add(whole: 2, Int32(width), text.isEmpty ? 0 : 1, 0, format, format)
        file.add(name, padded: 8)
        if !text.isEmpty {
            file.add(whole: Int32(text.utf8.count))
            file.add(text, padded: (text.utf8.count + 3) / 4 * 4)
        }
        // A text goes on in cells without a name.
        for _ in 0..<max(0, (width + 7) / 8 - 1) {
            file.add(whole: 2, -1, 0, 0, 0, 0)
            file.add("", padded: 8)
        }
    }

    private func writeMeanings(_ meanings: [(value: Double, text: String)], of cell: Int32, _ file: inout StatisticsBytes) {
        file.add(whole: 3, Int32(meanings.count))
        for (value, text) in meanings {
            let text = text.cut(toUTF8: Self.longestMeaning)
            file.add(value)
            file.bytes.append(UInt8(text.utf8.count))
            file.add(text, padded: (text.utf8.count + 8) / 8 * 8 - 1)
        }
        file.add(whole: 4, 1, cell)
    }

    private func writeExtensions(_ file: inout StatisticsBytes, _ segments: [StatisticsSegments], _ names: [String]) {
        file.begin(3, of: 4, count: 8)
        file.add(whole: 1, 0, 0, -1, 1, 1, 2, 65_001)
        file.begin(4, of: 8, count: 3)
        for number in [StatisticsBytes.missing, .greatestFiniteMagnitude, StatisticsBytes.missing.nextUp] { file.add(number) }
        let parts = variables.indices.flatMap { index in segments[index].widths.map { (variables[index], $0) } }
        file.begin(11, of: 4, count: parts.count * 3)
        for (variable, width) in parts {
            file.add(whole: variable.level.rawValue, Int32(width == 0 ? 10 : min(40, width)), width == 0 ? 1 : 0)
        }
        file.add(13, zip(names, variables).map { "\($0)=\($1.name)" }.joined(separator: "\t"))
        let long = variables.indices.filter { segments[$0].widths.count > 1 }
        let sizes = long.map { index in
            let width = String(widths[index])
            return "\(names[index])=\(String(repeating: "0", count: 5 - width.count))\(width)\0\t"
        }
        if !sizes.isEmpty { file.add(14, sizes.joined()) }
        file.add(20, "UTF-8")
    }

    private func write(_ value: Value, _ segments: StatisticsSegments, _ kind: Kind, _ file: inout StatisticsBytes) {
        switch (value, kind) {
        case (.text(let text), .text): file.bytes += segments.filled(with: text.cut(toUTF8: Self.longestText))
        case (_, .text): file.bytes += segments.filled(with: "")
        case (.text(let day), .day): file.add(Self.seconds(of: day) ?? StatisticsBytes.missing)
        case (.number(let number), .number): file.add(number)
        default: file.add(StatisticsBytes.missing)
        }
    }

    /// Seconds since 14 October 1582; nil for what is no day.
    static func seconds(of day: String) -> Double? {
        let parts = day.split(separator: "-").map(String.init)
        guard parts.count == 3, let year = Int(parts[0], in: 1582...9999), let month = Int(parts[1], in: 1...12),
            let date = Int(parts[2], in: 1...31)
        else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let moment = calendar.date(from: DateComponents(year: year, month: month, day: date))
        return moment.map { ($0.timeIntervalSince1970 + 141_428 * 86_400).rounded() }
    }
}
