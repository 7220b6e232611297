import Admin
import Foundation
import Web

/// The way to a value in a document: names and numbers, such as `data.level`, `series[-1].value` or `[station=Faro].value`. The name of a column
/// in a list without a number means its last entry.
struct NumberPath: Sendable, Equatable {
    enum Step: Sendable, Equatable {
        case name(String)
        /// From the end where it is negative.
        case index(Int)
        case entry(name: String, value: String)
    }

    let steps: [Step]

    private static let most = 12
    /// Texts have nine digits; a longer number is none that a person reads.
    private static let greatest = 1e9

    init?(_ text: String) {
        var (steps, rest) = ([Step](), text.trimmingSpaces()[...])
        while let sign = rest.first {
            if sign == "[" {
                guard let end = rest.firstIndex(of: "]"), let step = Self.step(rest[rest.index(after: rest.startIndex)..<end]) else {
                    return nil
                }
                steps.append(step)
                rest = rest[rest.index(after: end)...]
            } else {
                if sign == ".", !steps.isEmpty { rest = rest.dropFirst() }
                let name = rest.prefix { $0 != "." && $0 != "[" }
                guard !name.isEmpty else { return nil }
                steps.append(.name(String(name)))
                rest = rest[name.endIndex...]
            }
        }
        guard (1...Self.most).contains(steps.count), !text.hasSuffix(".") else { return nil }
        self.steps = steps
    }

    private static func step(_ text: Substring) -> Step? {
        if let number = Int(text, in: -10_000...10_000) { return .index(number) }
        let parts = text.split(separator: "=", maxSplits: 1).map { String($0).trimmingSpaces() }
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty } ? .entry(name: parts[0], value: parts[1]) : nil
    }

    /// nil where there is nothing.
    func value(in document: JSON) -> JSON? {
        steps.reduce(Optional(document)) { found, step in found.flatMap { Self.take(step, in: $0) } }
    }

    private static func take(_ step: Step, in json: JSON) -> JSON? {
        switch step {
        case .name(let name): return json.list.map { $0.last?[name] } ?? json[name]
        case .index(let index):
            guard let list = json.list else { return nil }
            let place = index < 0 ? list.count + index : index
            return list.indices.contains(place) ? list[place] : nil
        case .entry(let name, let value): return json.list?.last { spelled($0[name]) == value }
        }
    }

    private static func spelled(_ json: JSON?) -> String? { json?.text?.trimmingSpaces() ?? json?.number.map(String.init) }

    /// The number of `52`, `"0,52 m"` or `0.52`; nil for anything that is no number, never 0 instead.
    static func number(_ json: JSON?) -> Double? { read(json).flatMap { $0.magnitude < greatest ? $0 : nil } }

    private static func read(_ json: JSON?) -> Double? {
        switch json {
        case .number(let whole)?: return Double(whole)
        case .decimal(let number)?: return number.isFinite ? number : nil
        case .text(let text)?:
            guard
                let found = String(text.trimmingSpaces().prefix(NumberDocument.longestText)).replacing("−", with: "-").firstMatch(
                    of: #/^[+\-]?[0-9]{1,9}(?:[.,][0-9]{1,9})?(?![0-9.,:\/\-])/#)
            else { return nil }
            return Double(finite: found.output.replacing(",", with: "."))
        default: return nil
        }
    }
}
