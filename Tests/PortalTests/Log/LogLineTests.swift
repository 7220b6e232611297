import Foundation
import Logging
import Testing

@testable import Portal

struct LogLineTests {
    private let moment = timespec(tv_sec: 1_777_777_777, tv_nsec: 4_000_000)

    private func text(
        _ format: LogFormat, _ message: String, _ level: Logger.Level = .warning, _ metadata: [(name: String, value: String)] = []
    ) -> String {
        LogLine(level: level, label: "portico", message: message, source: "Web", metadata: metadata).text(format, at: moment)
    }

    @Test(arguments: [
        (Logger.Level.trace, "<7>"), (.debug, "<7>"), (.info, "<6>"), (.notice, "<5>"), (.warning, "<4>"), (.error, "<3>"),
        (.critical, "<2>"),
    ])
    func theJournalGetsAPriorityAndNoTime(_ level: Logger.Level, _ priority: String) {
        #expect(text(.journal, "disk full", level, [("job", "7")]) == priority + "disk full job=7")
    }

    @Test func thePlainLineBeginsWithItsTime() {
        let line = text(.plain, "disk full", .error, [("job", "7")])
        #expect(line.wholeMatch(of: /2026-05-0[23]T[0-9:]{8}[+-][0-9]{4} error portico: job=7 \[Web\] disk full/) != nil)
    }

    @Test func aLineOfJSONIsOneObject() throws {
        let message = "«è» \"quoted\" back\\slash \u{1B}[2J\r\nnext"
        let line = text(.json, message, .notice, [("vips", "a\nb"), ("message", "other")])
        #expect(!line.contains("\n"))
        let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        #expect(object["message"] as? String == message)
        #expect(object["level"] as? String == "notice")
        #expect(object["metadata"] as? [String: String] == ["vips": "a\nb", "message": "other"])
        let time = try #require(object["time"] as? String)
        #expect(time.wholeMatch(of: /2026-05-0[23]T[0-9:]{8}\.004[+-][0-9]{4}/) != nil)
    }

    @Test(arguments: LogFormat.allCases) func nothingSentBeginsALineOfItsOwn(_ format: LogFormat) {
        let forged = "x\n<5>failed sign-in kind=account from=192.0.2.1\r\u{85}\u{0}"
        for line in [text(format, forged), text(format, "y", .info, [(forged, forged)])] {
            #expect(line.unicodeScalars.allSatisfy { $0.value >= 0x20 })
            #expect(line.unicodeScalars.allSatisfy { !(0x7F...0x9F).contains($0.value) })
        }
    }

    @Test(
        arguments: [
            ("debug", Logger.Level.debug, nil), ("json", .info, LogFormat.json), ("journal, error", .error, .journal),
            ("notice,plain", .notice, .plain),
        ] as [(String, Logger.Level, LogFormat?)])
    func aLevelAndAFormMayBeGiven(_ text: String, _ level: Logger.Level, _ format: LogFormat?) throws {
        let settings = try #require(LogSettings(text))
        #expect(settings.level == level)
        #expect(settings.format == format)
        #expect(LogSettings(settings.text) == settings)
    }

    @Test(arguments: ["", "loud", "json,plain", "info,debug", "info,", "JSON", "critical"]) func anythingElseIsRefused(_ text: String) {
        #expect(LogSettings(text) == nil)
    }
}
