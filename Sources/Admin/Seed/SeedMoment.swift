import Foundation
import Web

/// A moment in the seed file: with a zone (`2026-12-05T10:00:00Z`, `…+01:00`), without one as local time of the site (`2026-12-05 10:00`),
/// or a day alone, which begins at midnight.
enum SeedMoment {
    static let schema = SeedSchema("string", ["pattern": pattern, "examples": ["2026-12-05 10:00"]])

    static let pattern = "^\(day)(T\(minute)\(second)(Z|[+-][0-9]{2}:?[0-9]{2})|[T ]\(minute)(\(second))?)?$"
    private static let day = "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
    private static let minute = "([01][0-9]|2[0-3]):[0-5][0-9]"
    private static let second = ":[0-5][0-9](\\.[0-9]{1,9})?"

    static func date(_ text: String, in zone: TimeZone) -> Date? {
        if let moment = MomentFieldType.moment(text) { return moment }
        guard text.utf8.count > 10 else { return MomentFieldType.date(text + " 00:00", in: zone) }
        let (minute, rest) = (String(text.prefix(16)), text.dropFirst(16))
        guard let date = MomentFieldType.date(minute, in: zone) else { return nil }
        if rest.isEmpty { return date }
        guard rest.first == ":", rest.utf8.count >= 3, let seconds = Double(finite: rest.dropFirst()), (0..<60).contains(seconds) else {
            return nil
        }
        return date + seconds
    }
}

extension SeedNode {
    /// Returns a moment; notes the forms that are taken if it is none.
    public func moment(or refusal: String = "moment") -> Date? {
        guard let text = scalar() else { return nil }
        guard let date = SeedMoment.date(text, in: reader.zone) else {
            refuse(refusal)
            return nil
        }
        return date
    }
}

extension SeedSchema {
    public static let moment = SeedMoment.schema
    public static let momentPattern = SeedMoment.pattern
}
