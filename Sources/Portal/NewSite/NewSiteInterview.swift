import Admin
import Foundation
import House
import Web

/// The five questions of `portico new`, of which flags may answer some.
public struct NewSiteInterview {
    public enum Question: String, CaseIterable, Sendable {
        case language, name, systems, place, administrator
    }

    /// The texts of the terminal's language, and after the first answer those of the site's.
    public private(set) var words: Words

    private let texts: Texts
    private let given: [Question: String]
    private let read: () -> String?
    private let say: (String) -> Void

    /// - Parameter read: returns the next line that is typed, and nil after the last one.
    public init(
        _ texts: Texts, in language: Language, given: [Question: String] = [:], read: @escaping () -> String?,
        say: @escaping (String) -> Void
    ) {
        (self.texts, self.given, self.read, self.say) = (texts, given, read, say)
        words = texts.words(in: language)
    }

    /// Asks again until an answer can be taken. Throws `CommandRefusal` for a wrong flag, and when the answers end too early.
    public mutating func run(zone: TimeZone = .current, day: Date = .now) throws -> StarterAnswers {
        if Question.allCases.contains(where: { given[$0] == nil }) { say(words("commands.new.intro")) }
        let usual = words.language
        let languages = Language.allCases.map { "\($0.rawValue) (\($0.ownName))" }.joined(separator: ", ")
        let language = try ask(.language, ["usual": usual.rawValue, "languages": languages]) { typed throws(Flaw) in
            if typed.isEmpty { return usual }
            guard let language = Language.allCases.first(where: { $0.rawValue.lowercased() == typed.lowercased() }) else {
                throw Flaw("language", ["languages": languages])
            }
            return language
        }
        words = texts.words(in: language)
        let name = try ask(.name, take: Self.name)
        let systems = try ask(.systems, before: offered) { [words] typed throws(Flaw) in try Self.systems(typed, words) }
        let hasHouse = systems.contains(House.name)
        let place = try ask(.place, text: hasHouse ? "house" : "institution", take: Self.name)
        let administrator = try ask(.administrator, take: Self.name)
        return StarterAnswers(
            language: language, name: name, systems: systems, house: place, institution: hasHouse ? name : place,
            administrator: administrator, zone: NewSiteRules.zone(zone, language), day: day)
    }

    private struct Flaw: Error {
        let message: LocalizedMessage

        init(_ key: String, _ values: [String: String] = [:]) { message = NewSiteRules.refusal(key, values) }

        init(_ message: LocalizedMessage) { self.message = message }
    }

    private func ask<Answer>(
        _ question: Question, _ values: [String: String] = [:], text: String? = nil, before lines: [String] = [],
        take: (String) throws(Flaw) -> Answer
    ) throws -> Answer {
        if let typed = given[question] {
            do throws(Flaw) { return try take(typed.trimmingSpaces()) } catch {
                throw CommandRefusal("new.flag", ["flag": "--\(question.rawValue)", "reason": error.message.localized(in: words)])
            }
        }
        say(words("commands.new.ask.\(text ?? question.rawValue)", values))
        for line in lines { say(line) }
        while let typed = read() {
            do throws(Flaw) { return try take(typed.trimmingSpaces()) } catch { say(error.message.localized(in: words)) }
        }
        let number = Question.allCases.firstIndex(of: question).map { $0 + 1 } ?? 0
        throw CommandRefusal("new.ended", ["number": String(number), "flag": "--\(question.rawValue)"])
    }

    private static func name(_ typed: String) throws(Flaw) -> String {
        if let flaw = NewSiteRules.flaw(ofName: typed) { throw Flaw(flaw) }
        return typed
    }

    private var offered: [String] {
        NewSiteRules.systems.enumerated().map { index, name in
            words(
                "commands.new.offered",
                ["number": String(index + 1), "name": words("\(name).name"), "purpose": words("\(name).purpose")])
        }
    }

    /// Takes numbers and names in any language, in any order.
    private static func systems(_ typed: String, _ words: Words) throws(Flaw) -> [String] {
        let systems = NewSiteRules.systems
        var chosen: Set<String> = []
        for part in typed.split(whereSeparator: { $0 == "," || $0 == ";" || $0.isWhitespace }).map(String.init) {
            if part.folded == words("commands.new.all").folded || part.folded == "all" {
                chosen.formUnion(systems)
            } else if let number = Int(part, in: 1...systems.count) {
                chosen.insert(systems[number - 1])
            } else if let name = systems.first(where: { [$0, words("\($0).name").folded].contains(part.folded) }) {
                chosen.insert(name)
            } else {
                throw unknown(part, words)
            }
        }
        guard !chosen.isEmpty else { throw Flaw("none") }
        return NewSiteRules.complete(chosen)
    }

    private static func unknown(_ part: String, _ words: Words) -> Flaw {
        let systems = NewSiteRules.systems
        let names = systems + systems.map { words("\($0).name") }
        guard let near = nearest(to: part, among: names) else {
            return Flaw("system", ["name": part, "count": String(systems.count)])
        }
        return Flaw("systemNear", ["name": part, "near": near])
    }
}
