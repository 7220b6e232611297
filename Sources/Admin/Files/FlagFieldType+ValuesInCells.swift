import Foundation
import Web

extension FlagFieldType: InCells {
    func cell(_ packed: JSON, _ spelling: CellSpelling) -> String {
        if case .flag(true) = packed { spelling.words("admin.yes") } else { spelling.words("admin.no") }
    }

    func fill(_ form: inout Form, _ name: String, cell: String, _ spelling: CellSpelling, errors: inout FieldErrors) {
        let typed = cell.trimmingSpaces().folded
        if Self.on.contains(typed) || spelling.languages.contains(where: { $0("admin.yes").folded == typed }) {
            form[name] = "yes"
        } else if !Self.off.contains(typed), !spelling.languages.contains(where: { $0("admin.no").folded == typed }) {
            errors.add(name, spelling.words("files.wrong.flag"))
        }
    }

    private static let on: Set<String> = ["1", "x", "true", "vero", "on", "y", "s"]
    private static let off: Set<String> = ["", "0", "-", "false", "falso", "off", "n"]
}

extension ChoiceFieldType: InCells {
    func cell(_ packed: JSON, _ spelling: CellSpelling) -> String {
        packed.text.flatMap(C.init(rawValue:)).map { label($0, spelling.words) } ?? ""
    }

    func fill(_ form: inout Form, _ name: String, cell: String, _ spelling: CellSpelling, errors: inout FieldErrors) {
        let typed = cell.trimmingSpaces().folded
        let choice = C.allCases.first { choice in
            choice.rawValue == typed || spelling.languages.contains { label(choice, $0).folded == typed }
        }
        form[name] = choice?.rawValue ?? spelling.answer(name, cell) ?? cell
    }
}

extension ChoicesFieldType: InCells {
    func cell(_ packed: JSON, _ spelling: CellSpelling) -> String {
        TitleList.text((unpack(packed) ?? []).map { label($0, spelling.words) })
    }

    /// An unknown name stays as it is, so that `read` refuses it.
    func fill(_ form: inout Form, _ name: String, cell: String, _ spelling: CellSpelling, errors: inout FieldErrors) {
        let typed = TitleList.titles(cell).map { title -> String in
            let choice = C.allCases.first { choice in
                choice.rawValue == title.folded || spelling.languages.contains { label(choice, $0).folded == title.folded }
            }
            return choice?.rawValue ?? spelling.answer(name, title) ?? title
        }
        form.set(name, to: typed)
    }
}

extension CellSpelling {
    fileprivate func answer(_ field: String, _ name: String) -> String? {
        guard !name.trimmingSpaces().isEmpty, case .map(let choice)? = names.unknown?.answer(field, name) else { return nil }
        return choice
    }
}

extension NumberFieldType: InCells {
    func cell(_ packed: JSON, _ spelling: CellSpelling) -> String { packed.number.map(String.init) ?? "" }

    func fill(_ form: inout Form, _ name: String, cell: String, _ spelling: CellSpelling, errors: inout FieldErrors) {
        form[name] = spelling.number(TypedText.clean(Array(cell.utf8)))
    }
}

extension MoneyFieldType: InCells {
    func cell(_ packed: JSON, _ spelling: CellSpelling) -> String {
        packed.number.map { (spelling.hasPoint ? Language.english : spelling.words.language).amount(cents: $0) } ?? ""
    }

    func fill(_ form: inout Form, _ name: String, cell: String, _ spelling: CellSpelling, errors: inout FieldErrors) {
        form[name] = spelling.number(TypedText.clean(Array(cell.utf8)))
    }
}

extension DurationFieldType: InCells {
    func cell(_ packed: JSON, _ spelling: CellSpelling) -> String { packed.number.map(Self.clock) ?? "" }

    func fill(_ form: inout Form, _ name: String, cell: String, _ spelling: CellSpelling, errors: inout FieldErrors) {
        let parts = cell.trimmingSpaces().split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        form[name + ".minutes"] = parts.first ?? ""
        form[name + ".seconds"] = parts.count > 1 ? parts[1] : ""
    }
}

extension MomentFieldType: InCells {
    /// Seconds only where needed, or in the repeated hour of a clock change.
    func cell(_ packed: JSON, _ spelling: CellSpelling) -> String {
        guard let date = packed.text.flatMap(Self.moment) else { return "" }
        let civil = CivilTime(date, in: spelling.zone).inputValue
        return Self.date(civil, in: spelling.zone) == date ? civil.replacing("T", with: " ") : Self.iso(date)
    }

    /// Spreadsheets rewrite dates as `3/5/2026 17:05`.
    func fill(_ form: inout Form, _ name: String, cell: String, _ spelling: CellSpelling, errors: inout FieldErrors) {
        let typed = cell.trimmingSpaces()
        if spelling.isWorkbook, let serial = Double(finite: typed), let moment = Self.civil(ofSerial: serial) {
            form[name] = moment
            return
        }
        // A day without a time begins at midnight.
        if spelling.isWorkbook, typed.utf8.count == 10, typed.wholeMatch(of: /\d{4}-\d\d-\d\d/) != nil {
            form[name] = typed + "T00:00"
            return
        }
        let parts = typed.split(whereSeparator: { "/ :".contains($0) }).map(String.init)
        guard typed.utf8.contains(UInt8(ascii: "/")), parts.count >= 5, parts[2].utf8.count == 4 else {
            form[name] = typed
            return
        }
        func two(_ text: String) -> String { text.utf8.count == 1 ? "0" + text : text }
        form[name] = "\(parts[2])-\(two(parts[1]))-\(two(parts[0]))T\(two(parts[3])):\(two(parts[4]))"
    }
}

extension MomentFieldType {
    /// A day of a workbook, counted from 30 December 1899, as a local time; nil outside the years that workbooks know.
    static func civil(ofSerial serial: Double) -> String? {
        guard (1..<2_958_466).contains(serial) else { return nil }
        let seconds = Int(nearest: (serial - 25_569) * 86_400)
        let civil = Date(timeIntervalSince1970: TimeInterval(seconds))
        return CivilTime(civil, in: .gmt).inputValue
    }
}

extension DayFieldType: InCells {
    func cell(_ packed: JSON, _ spelling: CellSpelling) -> String { packed.text ?? "" }

    /// Workbooks count days, and some programs write midnight behind them.
    func fill(_ form: inout Form, _ name: String, cell: String, _ spelling: CellSpelling, errors: inout FieldErrors) {
        let typed = cell.trimmingSpaces()
        let serial = spelling.isWorkbook ? Double(finite: typed) : nil
        let moment = serial.flatMap { MomentFieldType.civil(ofSerial: $0) } ?? typed
        let midnight = ["T00:00", " 00:00", "T00:00:00", " 00:00:00"].first { moment.hasSuffix($0) }
        form[name] = String(moment.dropLast(midnight?.utf8.count ?? 0))
    }
}

extension ReferenceFieldType: InCells {
    func cell(_ packed: JSON, _ spelling: CellSpelling) throws -> String {
        try packed.number.flatMap { try spelling.names.title(of: Int64($0), in: target) } ?? ""
    }

    func fill(_ form: inout Form, _ name: String, cell: String, _ spelling: CellSpelling, errors: inout FieldErrors) throws {
        guard !cell.trimmingSpaces().isEmpty else { return }
        switch try spelling.names.find(cell, in: target, for: name) {
        case .record(let id): form[name] = String(id)
        case .skipped: break
        case .unknown: form[name + ".find"] = cell
        }
    }
}

extension ReferencesFieldType: InCells {
    func cell(_ packed: JSON, _ spelling: CellSpelling) throws -> String {
        let ids = packed.list?.compactMap(\.number) ?? []
        return TitleList.text(try ids.compactMap { try spelling.names.title(of: Int64($0), in: target) })
    }

    func fill(_ form: inout Form, _ name: String, cell: String, _ spelling: CellSpelling, errors: inout FieldErrors) throws {
        var ids: [String] = []
        for title in TitleList.titles(cell) {
            switch try spelling.names.find(title, in: target, for: name) {
            case .record(let id): ids.append(String(id))
            case .skipped: break
            case .unknown: form[name + ".find"] = title
            }
        }
        form.set(name, to: ids)
    }
}

extension PictureFieldType: InCells {
    func cell(_ packed: JSON, _ spelling: CellSpelling) throws -> String { try named(packed, spelling.names).text ?? "" }

    func fill(_ form: inout Form, _ name: String, cell: String, _ spelling: CellSpelling, errors: inout FieldErrors) throws {
        let packed = try numbered(.text(cell.trimmingSpaces()), spelling.names, name, errors: &errors)
        form[name] = packed.number.map(String.init) ?? ""
    }
}

extension ChildrenFieldType: InCells {
    func cell(_ packed: JSON, _ spelling: CellSpelling) throws -> String {
        let parts = try named(packed, spelling.names)
        return parts.isBlank ? "" : parts.compact
    }

    func fill(_ form: inout Form, _ name: String, cell: String, _ spelling: CellSpelling, errors: inout FieldErrors) throws {
        guard !cell.trimmingSpaces().isEmpty else { return }
        guard let parts = try? JSONReader.read(Array(cell.utf8)) else { return errors.add(name, spelling.words("files.wrong.parts")) }
        fill(&form, name, with: try numbered(parts, spelling.names, name, errors: &errors), spelling.words.language)
    }
}

extension TranslationsFieldType: InCells {
    func cell(_ packed: JSON, _ spelling: CellSpelling) -> String {
        if case .object(let pairs) = packed, !pairs.isEmpty { packed.compact } else { "" }
    }

    func fill(_ form: inout Form, _ name: String, cell: String, _ spelling: CellSpelling, errors: inout FieldErrors) {
        let typed = cell.trimmingSpaces().isEmpty ? "{}" : cell
        guard let packed = try? JSONReader.read(Array(typed.utf8)), unpack(packed) != nil else {
            return errors.add(name, spelling.words("files.wrong.translations"))
        }
        fill(&form, name, with: packed, spelling.words.language)
    }
}
