import Admin

/// A time such as `08:30`, in a form that sorts as text.
public enum ClockTime {
    /// Minutes since midnight; nil outside `00:00` to `23:59`.
    public static func minutes(_ text: String) -> Int? {
        let bytes = Array(text.utf8)
        guard bytes.count == 5, bytes[2] == UInt8(ascii: ":") else { return nil }
        let digits = [bytes[0], bytes[1], bytes[3], bytes[4]].map { Int($0) - 0x30 }
        guard digits.allSatisfy((0...9).contains) else { return nil }
        let (hour, minute) = (digits[0] * 10 + digits[1], digits[2] * 10 + digits[3])
        return hour < 24 && minute < 60 ? hour * 60 + minute : nil
    }

    /// Refuses invalid times and an end that is not after the beginning. `entry` is a part of a record, whose name prefixes the fields.
    public static func check(_ begins: String, _ ends: String, _ entry: Entry, errors: inout FieldErrors) {
        let words = entry.context.words
        guard let from = minutes(begins) else { return errors.add(entry.name + "begins", words("registry.refused.time")) }
        guard let to = minutes(ends) else { return errors.add(entry.name + "ends", words("registry.refused.time")) }
        if to <= from { errors.add(entry.name + "ends", words("registry.refused.order")) }
    }
}
