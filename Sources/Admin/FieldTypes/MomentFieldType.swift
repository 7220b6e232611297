import Foundation
import GRDB
import Web

/// A date and time, entered in the time zone of the house or institution and stored in UTC.
public struct MomentFieldType: FieldType {
    public var isRequired: Bool { true }
    public var template: String { "fields/moment" }

    public func read(_ entry: Entry, errors: inout FieldErrors) -> Date? {
        // Programs send the time zone.
        guard let date = Self.date(TypedTime.iso(entry.typed), in: entry.context.zone) ?? Self.moment(entry.typed) else {
            errors.add(entry.name, entry.refusal(entry.typed.isEmpty ? "blank" : "moment"))
            return nil
        }
        return date
    }

    /// The moment of a `datetime-local` value; in the hour skipped by daylight saving, one hour later.
    static func date(_ typed: String, in zone: TimeZone) -> Date? {
        guard let match = typed.wholeMatch(of: localMoment) else { return nil }
        let numbers = [match.1, match.2, match.3, match.4, match.5].compactMap { Int($0, in: .whole) }
        guard numbers.count == 5, (1...12).contains(numbers[1]), numbers[3] < 24, numbers[4] < 60 else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let parts = DateComponents(year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3], minute: numbers[4])
        guard let date = calendar.date(from: parts), calendar.component(.day, from: date) == numbers[2] else { return nil }
        return date
    }

    /// Static, because a regex literal is compiled at each evaluation. Read-only.
    private nonisolated(unsafe) static let localMoment = #/(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::\d{2}(?:\.\d+)?)?/#
    private nonisolated(unsafe) static let utcMoment = #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(?:Z|[+\-]\d\d:?\d\d)/#

    public func view(_ value: Date, _ entry: Entry) -> Values {
        let zone = entry.context.zone
        // A draft holds the moment itself, and what a person typed stays as it is.
        let known = entry.form == nil ? value : Self.moment(entry.typed)
        let text = known.map { entry.words.language.typed(CivilTime($0, in: zone).inputValue) } ?? entry.typed
        return ["value": text, "zone": zone.identifier]
    }
    public func text(_ value: Date, _ words: Words, _ zone: TimeZone) -> String { words.language.moment(value, in: zone) }
    public func store(_ value: Date) -> DatabaseValue { value.databaseValue }
    public func load(_ stored: DatabaseValue) -> Date? { Date.fromDatabaseValue(stored) }
    public func pack(_ value: Date) -> JSON { .text(Self.iso(value)) }
    public func unpack(_ packed: JSON) -> Date? { packed.text.flatMap(Self.moment) }
    public func parse(_ node: SeedNode) -> Date? { node.moment() }
    public func write(_ value: Date, _ export: SeedExport) -> SeedValue? { .text(Self.iso(value)) }

    /// `2026-05-03T10:00:00Z` with any offset, with or without fractions; nil for an invalid day.
    static func moment(_ text: String) -> Date? {
        guard let match = text.wholeMatch(of: utcMoment) else { return nil }
        let day = text.prefix(10).split(separator: "-").compactMap { Int($0, in: .whole) }
        // Foundation reads 31 February as 3 March.
        guard DateComponents(calendar: gregorian, year: day[0], month: day[1], day: day[2]).isValidDate else { return nil }
        return try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: match.1 != nil))
    }

    private static let gregorian = Calendar(identifier: .gregorian)

    /// Returns the stored form, with milliseconds.
    public static func iso(_ date: Date) -> String {
        let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
        let isWhole = milliseconds.truncatingRemainder(dividingBy: 1000) == 0
        // The style cuts what is below a millisecond, and a binary fraction may be just below its own.
        let rounded = Date(timeIntervalSince1970: (milliseconds + (isWhole ? 0 : 0.25)) / 1000)
        return rounded.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: !isWhole))
    }
    public var schema: SeedSchema { .moment }
    public var packedSchema: SeedSchema { SeedSchema("string", ["format": "date-time"]) }
}

extension Field {
    /// Whether a new record's default comes from the clock: a required moment, which files and programs must send.
    var isOfTheClock: Bool { kind is MomentFieldType }
}

/// A duration in whole seconds, entered as minutes and seconds.
public struct DurationFieldType: FieldType {
    let limit: Int
    public var template: String { "fields/duration" }

    public func read(_ entry: Entry, errors: inout FieldErrors) -> Int? {
        let (minutes, seconds) = (part("minutes", entry), part("seconds", entry))
        guard let total = Self.total(minutes, seconds), total <= limit else {
            errors.add(entry.name, entry.refusal("duration", ["limit": String(limit / 60)]))
            return nil
        }
        return total
    }

    private func part(_ part: String, _ entry: Entry) -> String { entry.form?["\(entry.name).\(part)"] ?? "" }

    private static func total(_ minutes: String, _ seconds: String) -> Int? {
        guard let whole = minutes.isEmpty ? 0 : UInt16(minutes), let rest = seconds.isEmpty ? 0 : UInt16(seconds) else { return nil }
        return Int(whole) * 60 + Int(rest)
    }

    public func view(_ value: Int, _ entry: Entry) -> Values {
        guard entry.form == nil else { return ["minutes": part("minutes", entry), "seconds": part("seconds", entry)] }
        return ["minutes": value >= 60 ? String(value / 60) : "", "seconds": value % 60 == 0 ? "" : String(value % 60)]
    }
    public func text(_ value: Int, _ words: Words, _ zone: TimeZone) -> String { value == 0 ? "" : Self.clock(value) }
    public func store(_ value: Int) -> DatabaseValue { value.databaseValue }
    public func load(_ stored: DatabaseValue) -> Int? { Int.fromDatabaseValue(stored) }

    static func clock(_ seconds: Int) -> String { "\(seconds / 60):" + (seconds % 60 < 10 ? "0" : "") + String(seconds % 60) }

    public func parse(_ node: SeedNode) -> Int? {
        guard let text = node.scalar() else { return nil }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, parts[1].count == 2, let total = Self.total(parts[0], parts[1]), total <= limit else {
            node.refuse("clock")
            return nil
        }
        return total
    }
    public func write(_ value: Int, _ export: SeedExport) -> SeedValue? { value == 0 ? nil : .text(Self.clock(value)) }
    public var schema: SeedSchema { SeedSchema("string", ["pattern": "^[0-9]{1,4}:[0-5][0-9]$"]) }
    public var packedSchema: SeedSchema { SeedSchema("integer", ["minimum": 0, "maximum": limit], note: "seconds") }
    public func fill(_ form: inout Form, _ name: String, with packed: JSON, _ language: Language) {
        guard let seconds = packed.number else { return }
        form[name + ".minutes"] = String(seconds / 60)
        form[name + ".seconds"] = String(seconds % 60)
    }
}

extension Field {
    public static func moment(_ name: String, _ property: WritableKeyPath<Record, Date> & Sendable) -> Field {
        Field(name, property, MomentFieldType())
    }

    public static func moment(_ name: String, _ property: WritableKeyPath<Record, Date?> & Sendable) -> Field {
        Field(name, property, OptionalFieldType(inner: MomentFieldType(), blank: Date(timeIntervalSince1970: 0)))
    }

    /// A duration in seconds, entered as minutes and seconds.
    public static func duration(_ name: String, _ property: WritableKeyPath<Record, Int> & Sendable, limit: Int = 24 * 3600) -> Field {
        Field(name, property, DurationFieldType(limit: limit))
    }
}
