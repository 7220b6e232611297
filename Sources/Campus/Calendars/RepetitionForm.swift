import Admin
import Foundation
import Registry
import Web

/// The fields of a repetition, for events of editors and for those of visitors.
struct RepetitionForm {
    let form: Form
    let words: Words
    let zone: TimeZone
    /// How many times there may be, with the first.
    let most: Int

    static let names = ["repeats", "every", "weekday", "monthly", "until", "count"]

    /// nil for none, and after an error.
    func read(first: Date, latest: Date, _ errors: inout FieldErrors) -> (rule: RepetitionRule, until: Date)? {
        guard let unit = Self.unit(form) else { return nil }
        let (day, before) = (CivilDay(first, in: zone), errors.all.count)
        var rule = RepetitionRule(unit: unit)
        if !form["every"].isEmpty { rule.interval = Int(form["every"].trimmingSpaces(), in: RepetitionRule.intervals) ?? 0 }
        if rule.interval == 0 { errors.add("every", words("campus.repetition.refused.every")) }
        if unit == .week { rule.weekdays = Set(Self.weekdays(form)).union([day.civil.weekday]).sorted() }
        if unit == .month {
            rule.monthly = RepetitionRule.Monthly(rawValue: form["monthly"]) ?? .date
            if rule.monthly == .last, !RepetitionRule.isLast(day) { errors.add("monthly", words("campus.repetition.refused.last")) }
        }
        let until = form["count"].isEmpty ? self.until(day, latest, &errors) : counted(first, latest, &rule, &errors)
        guard errors.all.count == before, let until else { return nil }
        let times = rule.offsets(from: day, to: CivilDay(until, in: zone).ordinal - day.ordinal).count
        guard times <= most else {
            errors.add("until", words("campus.repetition.refused.many", ["limit": String(most)]))
            return nil
        }
        return (rule, until)
    }

    private func until(_ first: CivilDay, _ latest: Date, _ errors: inout FieldErrors) -> Date? {
        guard let day = TypedMoment.day(form["until"], in: zone), CivilDay(day, in: zone).ordinal >= first.ordinal, day <= latest else {
            errors.add("until", words("campus.repetition.refused.until", ["latest": words.language.date(latest, in: zone)]))
            return nil
        }
        return Self.end(of: day, zone)
    }

    /// The day of the last time.
    private func counted(_ first: Date, _ latest: Date, _ rule: inout RepetitionRule, _ errors: inout FieldErrors) -> Date? {
        guard let count = Int(form["count"].trimmingSpaces(), in: 2...most) else {
            errors.add("count", words("campus.repetition.refused.count", ["limit": String(most)]))
            return nil
        }
        rule.count = count
        guard rule.interval > 0 else { return nil }
        let day = CivilDay(first, in: zone)
        let offsets = rule.offsets(from: day, to: CivilDay(latest, in: zone).ordinal - day.ordinal)
        guard offsets.count == count, let last = offsets.last,
            let date = AgendaSpan.calendar(zone).date(byAdding: .day, value: last, to: first)
        else {
            errors.add("count", words("campus.repetition.refused.far", ["latest": words.language.date(latest, in: zone)]))
            return nil
        }
        return Self.end(of: date, zone)
    }

    private static func end(of day: Date, _ zone: TimeZone) -> Date {
        AgendaSpan.calendar(zone).date(bySettingHour: 23, minute: 59, second: 59, of: day) ?? day + 86_399
    }

    /// `weekly=yes` is what programs sent before there were other rhythms.
    private static func unit(_ form: Form) -> RepetitionRule.Unit? {
        RepetitionRule.Unit(rawValue: form["repeats"]) ?? (form["weekly"] == "yes" ? .week : nil)
    }

    private static func weekdays(_ form: Form) -> [Int] {
        form.all("weekday").flatMap { $0.split(separator: ",") }.compactMap { Weekday(rawValue: String($0))?.number }
    }

    /// Of what was typed, or of the known rule.
    func values(_ isTyped: Bool, _ known: RepetitionRule?, until: Date?, _ errors: FieldErrors, mayBeNone: Bool) -> Values {
        let unit = isTyped ? Self.unit(form) : known?.unit ?? (mayBeNone ? nil : .week)
        let (chosen, monthly) = (
            isTyped ? Self.weekdays(form) : known?.weekdays ?? [], isTyped ? form["monthly"] : known?.monthly.rawValue ?? ""
        )
        let day = known?.count == nil ? until.map { words.language.typed(AgendaSpan.text($0, zone)) } ?? "" : ""
        let isWrong = ["every", "monthly", "count"].contains { errors[$0] != nil }
        let isOpen = isWrong || known != nil || (isTyped && unit != nil)
        let units = RepetitionRule.Unit.allCases.map { one -> Values in
            .option(one.rawValue, words("campus.repetition.units.\(one.rawValue)"), selected: one == unit)
        }
        return [
            "mayBeNone": mayBeNone, "units": units,
            "isOpen": isOpen,
            "every": isTyped ? form["every"] : String(known?.interval ?? 1),
            "weekdays": Weekday.allCases.map { one -> Values in
                ["value": one.rawValue, "label": words("registry.weekday.\(one.rawValue)"), "checked": chosen.contains(one.number)]
            },
            "monthlies": RepetitionRule.Monthly.allCases.map { one -> Values in
                .option(one.rawValue, words("campus.repetition.monthlies.\(one.rawValue)"), selected: one.rawValue == monthly)
            },
            "until": isTyped ? form["until"] : day, "count": isTyped ? form["count"] : known?.count.map(String.init) ?? "",
            "everyError": errors["every"] ?? false, "monthlyError": errors["monthly"] ?? false, "untilError": errors["until"] ?? false,
            "countError": errors["count"] ?? false,
        ]
    }
}
