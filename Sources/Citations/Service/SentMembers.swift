import Admin
import Foundation
import Hummingbird
import Web

/// The members of an object that a program sent; what is wrong with them is gathered, names that mean nothing included. A member that may
/// be missing may as well be null.
struct SentMembers {
    private let json: JSON
    private let words: Words
    private var known: Set<String> = []
    private var mistakes = ValueMistakes()

    init(_ request: Request, _ words: Words) async throws {
        json = .object(try await APIBody.object(request))
        self.words = words
    }

    private mutating func value(_ name: String) -> JSON? {
        known.insert(name)
        return json[name].flatMap { $0.isNull ? nil : $0 }
    }

    /// Whether it was sent and says something.
    mutating func has(_ name: String) -> Bool { value(name) != nil }

    /// Whether it was sent, be it as null.
    func isSent(_ name: String) -> Bool { json[name] != nil }

    /// - Parameter isNeeded: without it, what is missing is empty.
    mutating func text(_ name: String, _ range: ClosedRange<Int>, isNeeded: Bool = true) -> String {
        guard let value = value(name) else {
            if isNeeded { refuse(name, "missing") }
            return ""
        }
        guard let text = value.text, range.contains(text.unicodeScalars.count) else {
            refuse(name, "text", ["from": String(range.lowerBound), "to": String(range.upperBound)])
            return ""
        }
        return text
    }

    mutating func texts(_ name: String, _ count: ClosedRange<Int>, each range: ClosedRange<Int>) -> [String] {
        let list = value(name)?.list ?? []
        let texts = list.compactMap(\.text).filter { range.contains($0.unicodeScalars.count) }
        if !count.contains(list.count) || texts.count < list.count {
            refuse(name, "texts", ["from": String(count.lowerBound), "to": String(count.upperBound), "longest": String(range.upperBound)])
        }
        return texts
    }

    mutating func number(_ name: String, _ range: ClosedRange<Int>, or usual: Int? = nil) -> Int {
        guard let value = value(name) else {
            if usual == nil { refuse(name, "missing") }
            return usual ?? range.lowerBound
        }
        guard let number = value.number, range.contains(number) else {
            refuse(name, "number", ["from": String(range.lowerBound), "to": String(range.upperBound)])
            return range.lowerBound
        }
        return number
    }

    mutating func numbers(_ name: String, _ count: ClosedRange<Int>, each range: ClosedRange<Int>) -> [Int] {
        let list = value(name)?.list
        let numbers = (list ?? []).compactMap(\.number).filter(range.contains)
        guard let list, count.contains(list.count), numbers.count == list.count else {
            refuse(
                name, "numbers",
                [
                    "least": String(count.lowerBound), "most": String(count.upperBound), "from": String(range.lowerBound),
                    "to": String(range.upperBound),
                ])
            return []
        }
        return numbers
    }

    /// As many yes and no as something else has.
    mutating func flags(_ name: String, count: Int) -> [Bool]? {
        guard let value = value(name) else { return nil }
        let flags = (value.list ?? []).compactMap(\.flag)
        guard let list = value.list, list.count == count, flags.count == count else {
            refuse(name, "flags", ["count": String(count)])
            return nil
        }
        return flags
    }

    /// Yes, no, or null for neither; it must be there.
    mutating func flagOrNull(_ name: String) -> Bool? {
        let flag = value(name)?.flag
        if flag == nil, json[name].map({ !$0.isNull }) ?? true { refuse(name, "flagOrNull") }
        return flag
    }

    mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(_ name: String, or usual: Choice? = nil) -> Choice? {
        guard let value = value(name) else {
            if usual == nil { refuse(name, "missing") }
            return usual
        }
        guard let choice = value.text.flatMap(Choice.init(rawValue:)) else {
            refuse(name, "choice", ["choices": Choice.allCases.map(\.rawValue).joined(separator: ", ")])
            return nil
        }
        return choice
    }

    /// - Parameter key: of a sentence below `citations.service.values`.
    mutating func refuse(_ name: String, _ key: String, _ values: [String: String] = [:]) {
        mistakes.add(ValueMistakes.pointer("", name), words("citations.service.values.\(key)", values))
    }

    /// - Throws: `Problem` (422) with all that was wrong.
    mutating func finish() throws {
        if case .object(let pairs) = json {
            for (name, _) in pairs where !known.contains(name) {
                mistakes.add(ValueMistakes.pointer("", name), words("api.values.unknown"))
            }
        }
        if !mistakes.isEmpty { throw mistakes.problem }
    }
}
