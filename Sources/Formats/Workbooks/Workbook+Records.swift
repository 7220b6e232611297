import Foundation

extension Workbook {
    /// Reads an `.xls` file (MS-XLS). No library in Debian bounds its memory: libfreexl reserves the declared size of a sheet.
    init(records bytes: Data) throws(Refusal) {
        guard let container = CompoundFile(bytes) else { throw .damaged }
        let names = container.names
        if names.contains("EncryptedPackage") { throw .locked }
        guard let name = ["Workbook", "WORKBOOK", "Book", "BOOK"].first(where: names.contains) else { throw .notAWorkbook }
        guard let stream = container.stream(name) else { throw .damaged }
        var reader = SpreadsheetRecords(stream)
        try reader.readGlobals()
        var left = Self.size / 2
        for sheet in reader.sheets { sheets.append(try reader.sheet(sheet, left: &left)) }
    }
}

/// The records (BIFF5 and BIFF8) of an `.xls` file.
struct SpreadsheetRecords {
    struct SheetPlace {
        let name: String
        let place: Int
    }

    private struct Record {
        let type: UInt16
        let content: ArraySlice<UInt8>
        let next: Int
    }

    private let bytes: [UInt8]
    /// BIFF8 has Unicode texts; earlier versions have one byte for each character.
    private var isUnicode = true
    private var shared: [String] = []
    private(set) var sheets: [SheetPlace] = []

    private enum Types {
        static let (eof, formula, filePass, codeContinue, sheet) = (UInt16(0x0A), UInt16(0x06), UInt16(0x2F), UInt16(0x3C), UInt16(0x85))
        static let (manyNumbers, richText, shared, sharedCell) = (UInt16(0xBD), UInt16(0xD6), UInt16(0xFC), UInt16(0xFD))
        static let (number, label, flag, string, packed, start) = (
            UInt16(0x203), UInt16(0x204), UInt16(0x205), UInt16(0x207), UInt16(0x27E), UInt16(0x809)
        )
    }

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    private func record(at place: Int) -> Record? {
        guard let type = bytes.little16(place), let length = bytes.little16(place + 2), place + 4 + Int(length) <= bytes.count else {
            return nil
        }
        return Record(type: type, content: bytes[place + 4..<place + 4 + Int(length)], next: place + 4 + Int(length))
    }

    mutating func readGlobals() throws(Workbook.Refusal) {
        guard let start = record(at: 0), start.type == Types.start else { throw .notAWorkbook }
        isUnicode = Array(start.content).little16(0) == 0x600
        var place = start.next
        while let record = record(at: place), record.type != Types.eof {
            place = record.next
            switch record.type {
            case Types.filePass: throw .locked
            case Types.sheet: addSheet(Array(record.content))
            case Types.shared:
                var parts = [record.content]
                while let more = self.record(at: place), more.type == Types.codeContinue {
                    parts.append(more.content)
                    place = more.next
                }
                shared = SharedTexts(parts).all
            default: break
            }
        }
    }

    private mutating func addSheet(_ content: [UInt8]) {
        // Charts and macros have no cells.
        guard let place = content.little32(0), content.count > 7, content[5] == 0 else { return }
        let name =
            isUnicode
            ? SharedTexts([content[6...]]).text(countBytes: 1) : Self.narrow(content[7...].prefix(Int(content[6])))
        sheets.append(SheetPlace(name: name ?? "", place: Int(place)))
    }

    private static func narrow(_ bytes: some Collection<UInt8>) -> String {
        String(decoding: (try? TextDecoding.utf8(Array(bytes))) ?? [], as: UTF8.self)
    }

    func sheet(_ sheet: SheetPlace, left: inout Int) throws(Workbook.Refusal) -> Workbook.Sheet {
        var builder = WorkbookSheetBuilder(name: sheet.name)
        guard let start = record(at: sheet.place), start.type == Types.start else { throw .damaged }
        var (place, depth) = (start.next, 1)
        // The text of a formula's result follows in a record of its own.
        var formula: (row: Int, column: Int)?
        while depth > 0, let record = record(at: place) {
            place = record.next
            let content = Array(record.content)
            switch record.type {
            case Types.start: depth += 1
            case Types.eof: depth -= 1
            case Types.string:
                guard let cell = formula else { break }
                var parts = [record.content]
                while let more = self.record(at: place), more.type == Types.codeContinue {
                    parts.append(more.content)
                    place = more.next
                }
                let text = isUnicode ? SharedTexts(parts).text(countBytes: 2) : Self.narrow(content.dropFirst(2))
                try builder.set(text ?? "", row: cell.row, column: cell.column, left: &left)
                formula = nil
            default:
                // A drawing within a sheet has records of its own.
                guard depth == 1, let row = content.little16(0).map(Int.init), let column = content.little16(2).map(Int.init) else { break }
                if record.type == Types.formula, Self.awaitsText(content) { formula = (row, column) }
                for (offset, text) in texts(record.type, content).enumerated() {
                    try builder.set(text, row: row, column: column + offset, left: &left)
                }
            }
        }
        return builder.sheet
    }

    private static func awaitsText(_ content: [UInt8]) -> Bool { content.little16(12) == 0xFFFF && content[6] == 0 }

    private func texts(_ type: UInt16, _ content: [UInt8]) -> [String] {
        switch type {
        case Types.sharedCell:
            return content.little32(6).map { Int($0) }.flatMap { shared.indices.contains($0) ? [shared[$0]] : nil } ?? []
        case Types.label, Types.richText:
            guard isUnicode else { return [Self.narrow(content.dropFirst(8).prefix(Int(content.little16(6) ?? 0)))] }
            return SharedTexts([content.dropFirst(6)]).text(countBytes: 2).map { [$0] } ?? []
        case Types.number: return content.little64(6).map { [Self.text(Double(bitPattern: $0))] } ?? []
        case Types.packed: return content.little32(6).map { [Self.text(Self.unpacked($0))] } ?? []
        case Types.manyNumbers:
            return stride(from: 4, to: content.count - 7, by: 6).map { place in
                content.little32(place + 2).map { Self.text(Self.unpacked($0)) } ?? ""
            }
        case Types.flag: return content.count > 7 && content[7] == 0 ? [content[6] == 1 ? "yes" : "no"] : []
        case Types.formula:
            guard let result = content.little64(6) else { return [] }
            guard content.little16(12) == 0xFFFF else { return [Self.text(Double(bitPattern: result))] }
            return content[6] == 1 ? [content[8] == 1 ? "yes" : "no"] : []
        default: return []
        }
    }

    private static func text(_ number: Double) -> String { number.isFinite ? Workbook.text(number) : "" }

    /// A number of 30 bits: a whole one or the upper part of a decimal one, perhaps times a hundred.
    private static func unpacked(_ packed: UInt32) -> Double {
        let value =
            packed & 2 == 0
            ? Double(bitPattern: UInt64(packed & 0xFFFF_FFFC) << 32) : Double(Int32(bitPattern: packed) >> 2)
        return packed & 1 == 0 ? value : value / 100
    }
}

/// Unicode texts over one or more records. Where a text goes on in the next record, a byte there says anew how wide its characters are.
struct SharedTexts {
    private let parts: [[UInt8]]
    private var (part, at) = (0, 0)

    init(_ parts: [ArraySlice<UInt8>]) { self.parts = parts.map(Array.init) }

    var all: [String] {
        var copy = self
        guard copy.number(4) != nil, let count = copy.number(4) else { return [] }
        var texts: [String] = []
        while texts.count < count, let text = copy.next(countBytes: 2) { texts.append(text) }
        return texts
    }

    func text(countBytes: Int) -> String? {
        var copy = self
        return copy.next(countBytes: countBytes)
    }

    private mutating func next(countBytes: Int) -> String? {
        guard let count = number(countBytes), let flags = byte() else { return nil }
        guard let runs = flags & 8 == 0 ? 0 : number(2), let more = flags & 4 == 0 ? 0 : number(4) else { return nil }
        let text = characters(count, isWide: flags & 1 == 1)
        skip(runs * 4 + more)
        return text
    }

    private mutating func characters(_ count: Int, isWide: Bool) -> String? {
        var (units, isWide): ([UInt16], Bool) = ([], isWide)
        while units.count < count {
            if part < parts.count, at >= parts[part].count {
                (part, at) = (part + 1, 0)
                guard let flags = byte() else { return nil }
                isWide = flags & 1 == 1
            }
            guard let low = byte() else { return nil }
            guard let high = isWide ? byte() : 0 else { return nil }
            units.append(UInt16(low) | UInt16(high) << 8)
        }
        return String(decoding: units, as: UTF16.self)
    }

    private mutating func byte() -> UInt8? {
        while part < parts.count, at >= parts[part].count { (part, at) = (part + 1, 0) }
        guard part < parts.count else { return nil }
        at += 1
        return parts[part][at - 1]
    }

    private mutating func number(_ count: Int) -> Int? {
        var number = 0
        for index in 0..<count {
            guard let byte = byte() else { return nil }
            number |= Int(byte) << (8 * index)
        }
        return number
    }

    private mutating func skip(_ count: Int) {
        var left = count
        while left > 0, part < parts.count {
            let step = min(left, parts[part].count - at)
            (at, left) = (at + step, left - step)
            if at >= parts[part].count, left > 0 { (part, at) = (part + 1, 0) }
        }
    }
}
