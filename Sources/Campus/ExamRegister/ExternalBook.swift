import Admin
import Foundation
import Web

/// What another system says of a student's exams and marks, as it was read; what cannot be read is counted.
struct ExternalBook: Sendable {
    struct Exam: Sendable {
        let id: String
        let title: String
        let place: String
        let kind: ExamKind?
        let starts: Date
        let opens: Date?
        let closes: Date
        let seats: Int?
        let taken: Int
        let isEntered: Bool
        let isCancelled: Bool

        func isOpen(at now: Date) -> Bool { !isCancelled && closes > now && opens.map { $0 <= now } ?? true }
        var isFull: Bool { seats.map { taken >= $0 } ?? false }
    }

    struct Mark: Sendable {
        let title: String
        let mark: String
        let credits: Int?
        let at: Date?
    }

    let exams: [Exam]
    let marks: [Mark]
    let leftOut: Int

    private static let (most, longest) = (500, 300)
    /// From 1950 to 2100.
    private static let years = Date(timeIntervalSince1970: -631_152_000)...Date(timeIntervalSince1970: 4_102_444_800)

    /// nil where there are no lists.
    init?(exams: JSON, marks: JSON) {
        guard let allExams = exams["exams"]?.list, let allMarks = marks["marks"]?.list else { return nil }
        self.exams = allExams.prefix(Self.most).compactMap(Self.exam).sorted { ($0.starts, $0.id) < ($1.starts, $1.id) }
        self.marks = allMarks.prefix(Self.most).compactMap(Self.mark)
            .sorted { ($0.at ?? .distantPast, $1.title) > ($1.at ?? .distantPast, $0.title) }
        leftOut = allExams.count + allMarks.count - self.exams.count - self.marks.count
    }

    /// The number of an exam becomes a part of addresses.
    static func isID(_ text: String) -> Bool {
        (1...80).contains(text.utf8.count) && text != "." && text != ".."
            && text.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || "-._~".utf8.contains($0)
            }
    }

    private static func exam(_ json: JSON) -> Exam? {
        let id = json["id"]?.text ?? json["id"]?.number.map(String.init) ?? ""
        guard isID(id), let title = text(json["course"]), let starts = moment(json["starts"]) else { return nil }
        return Exam(
            id: id, title: title, place: text(json["place"]) ?? "", kind: json["kind"]?.text.flatMap(ExamKind.init(rawValue:)),
            starts: starts, opens: moment(json["opens"]), closes: moment(json["closes"]) ?? starts, seats: count(json["seats"]),
            taken: count(json["taken"]) ?? 0, isEntered: json["entered"]?.flag ?? false,
            isCancelled: json["cancelled"]?.flag ?? false)
    }

    private static func mark(_ json: JSON) -> Mark? {
        guard let title = text(json["course"]), let mark = text(json["mark"]) ?? json["mark"]?.number.map(String.init) else { return nil }
        return Mark(title: title, mark: mark, credits: count(json["credits"]), at: moment(json["date"]))
    }

    private static func text(_ json: JSON?) -> String? {
        let text = json?.cleaned.text?.trimmingSpaces() ?? ""
        return text.isEmpty ? nil : String(text.prefix(longest))
    }

    private static func count(_ json: JSON?) -> Int? { json?.number.flatMap { ClosedRange.positions.contains($0) ? $0 : nil } }

    private static func moment(_ json: JSON?) -> Date? {
        guard let text = json?.text else { return nil }
        // A day alone is noon, which is the same day in every zone of Europe.
        let date = try? Date.ISO8601FormatStyle().parse(text.utf8.count == 10 ? text + "T12:00:00Z" : text)
        return date.flatMap { years.contains($0) ? $0 : nil }
    }
}
