import Foundation
import TestSupport
import Testing
import Web

@testable import Portal

/// Every finding has its sentence in both languages, and whatever is not well has something to do about it.
@Suite struct DoctorTextTests {
    /// Every result that the sources name.
    private func results() throws -> [DoctorResult] {
        let folder = TestSite.root + "/Sources/Portal/Doctor"
        let files = try FileManager.default.contentsOfDirectory(atPath: folder)
        let found = try files.flatMap { file in
            try String(contentsOfFile: folder + "/" + file, encoding: .utf8)
                .matches(of: /\.(ok|warning|fault|unknown)\("([A-Za-z]+)"(?:, "([A-Za-z]+)"|(?=\)))/)
                .map {
                    DoctorResult(
                        check: String($0.2), state: .init(rawValue: String($0.1)) ?? .ok, sentence: String($0.3 ?? "ok"), values: [:])
                }
        }
        let chosen =
            ["full", "little", "ok", "unknown"].flatMap { [("disk", $0), ("backupRoom", $0)] }
            + ["pictures", "recordings", "speech", "backups"].map { ("programs", $0) }
            + ["address", "host", "forwarded", "clock", "upload", "stream"].map { ($0, "noToken") }
        return found + chosen.map { DoctorResult(check: $0, state: .unknown, sentence: $1, values: [:]) }
    }

    @Test(arguments: Language.allCases) func everyFindingHasItsTexts(_ language: Language) throws {
        let words = try TestSite.texts.words(in: language)
        let results = try results()
        #expect(results.count > 90)
        for result in results {
            #expect(!result.text(words).hasPrefix("doctor."), "\(result.check).\(result.sentence)")
            #expect(result.state != .fault || result.remedy(words) != nil, "\(result.check).\(result.sentence)")
            #expect(result.state != .ok || result.remedy(words) == nil, "\(result.check).\(result.sentence)")
        }
    }

    @Test func aLineSaysWhatAndWhatToDo() throws {
        let found: [DoctorResult] = [
            .ok("compression"), .fault("forwarded", "missing", ["peer": "127.0.0.1"]), .warning("compression", "none"),
            .unknown("host", "noAnswer"),
        ]
        let italian = DoctorReport(found).text(try TestSite.texts.words(in: .italian))
        #expect(
            italian.hasPrefix("bene: Le pagine arrivano compresse.\nguasto: Il proxy non dice chi visita: tutti contano come 127.0.0.1"))
        #expect(italian.contains("\n    → nginx, in location /: proxy_set_header X-Forwarded-For $remote_addr;\n"))
        #expect(italian.hasSuffix("\n\n1 guasto, 1 avviso, 1 controllo che non si è potuto fare."))
        let json = try DoctorReport(found).json(try TestSite.texts.words(in: .english))
        struct Line: Decodable {
            let check: String
            let state: String
            let finding: String
            let text: String
            let remedy: String?
        }
        let lines = try JSONDecoder().decode([Line].self, from: Data(json.utf8))
        #expect(lines.map(\.state) == ["ok", "fault", "warning", "unknown"])
        #expect(lines.map { "\($0.check).\($0.finding)" } == ["compression.ok", "forwarded.missing", "compression.none", "host.noAnswer"])
        #expect(lines.map { $0.remedy != nil } == [false, true, true, false])
    }

    @Test func theExitCodeTellsTheWorst() throws {
        let (well, warned, faulty) = (DoctorResult.ok("name"), DoctorResult.warning("mail", "none"), DoctorResult.fault("name", "none"))
        #expect(DoctorReport([well]).exitCode == 0)
        #expect(DoctorReport([well, warned]).exitCode == 2)
        #expect(DoctorReport([well, .unknown("clock", "unknown")]).exitCode == 2)
        #expect(DoctorReport([warned, faulty, well]).exitCode == 1)
        let refused = DoctorReport(StartProblems(["PORTICO_PORT: …"]), in: try TestSite.texts.words(in: .english))
        #expect(refused.exitCode == 1)
    }
}
