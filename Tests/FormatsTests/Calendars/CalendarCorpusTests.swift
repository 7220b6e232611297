import Foundation
import Testing

@testable import Formats

/// Reads a folder of calendars of public test suites and writes their dates, for bench/calendars.py to judge. `make corpus` runs it.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["PORTICO_CALENDARS"] != nil)) struct CalendarCorpusTests {
    private struct Line: Encodable {
        let file: String
        /// The window: two years from the first of January of the first year that the file names.
        let from, to: String
        /// Why nothing is read; nil for calendars.
        var refusal: String?
        var starts: [String] = []
        var report = CalendarReport()
    }

    @Test func everyFileIsRead() throws {
        let environment = ProcessInfo.processInfo.environment
        let folder = try #require(environment["PORTICO_CALENDARS"])
        let rome = try #require(TimeZone(identifier: "Europe/Rome"))
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
        let out = environment["PORTICO_CALENDARS_REPORT"] ?? folder + "/report.jsonl"
        var text = Data()
        for file in files where [".ics", ".vcs", ".ical"].contains(where: file.lowercased().hasSuffix) {
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder + "/" + file)))
            let window = try Self.window(bytes)
            var line = Line(
                file: file, from: WallTime(window.start, in: .gmt).text + "Z", to: WallTime(window.end, in: .gmt).text + "Z")
            do {
                let calendar = try CalendarReader(bytes, zone: rome, in: window)
                line.starts = calendar.items.map { WallTime($0.start, in: .gmt).text + "Z" }.sorted()
                line.report = calendar.report
            } catch { line.refusal = "\(error)" }
            text += try JSONEncoder().encode(line) + [0x0A]
        }
        try text.write(to: URL(fileURLWithPath: out))
        #expect(!text.isEmpty)
    }

    private static func window(_ bytes: [UInt8]) throws -> DateInterval {
        let starts = CalendarLine.all(bytes).filter { $0.name == "DTSTART" }
        let years = starts.compactMap { Int($0.value.prefix(4), in: 1971...2198) }
        let year = years.min() ?? 2026
        let (from, to) = (try #require(WallTime(year, 1, 1)), try #require(WallTime(year + 2, 1, 1)))
        return DateInterval(start: from.date(in: .gmt), end: to.date(in: .gmt))
    }
}
