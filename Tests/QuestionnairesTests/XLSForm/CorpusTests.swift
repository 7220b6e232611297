import Foundation
import Testing
import Web

@testable import Questionnaires

/// Reads a folder of XLSForms of other programs and writes what became of them, for bench/corpus.py to judge. `make corpus` runs it.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["PORTICO_CORPUS"] != nil)) struct CorpusTests {
    private struct Line: Encodable {
        let file: String
        var refusal: String?
        var report = ImportReport()
        /// The words of the draft, all in one list.
        var words: [String] = []
        var questions = 0
        var isTooLarge = false
        var errors: [String] = []
    }

    @Test func everyFileIsRead() throws {
        let environment = ProcessInfo.processInfo.environment
        let folder = try #require(environment["PORTICO_CORPUS"])
        var lines: [Data] = []
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
        for file in files where [".xlsx", ".xlsm", ".xls"].contains(where: file.lowercased().hasSuffix) {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + file))
            let read = ExchangePages.read(bytes, (file as NSString).lastPathComponent, original: .italian)
            var line = Line(file: file, refusal: read.mistakes.first?.key)
            let structure = read.file.structure
            (line.report, line.questions, line.isTooLarge) = (
                read.report ?? ImportReport(), structure.questions.count, structure.isTooLarge
            )
            for saying in structure.sayings {
                for part in ElementWords.Part.allCases {
                    line.words += [saying[part]] + Language.allCases.compactMap { saying.translation(part, $0)?.text }
                }
            }
            line.words += structure.questions.map(\.code)
            line.errors = CheckReport(StructureOutline(structure), Heading(code: "X", context: "service")).errors.map(\.kind.rawValue)
            lines.append(try JSONEncoder().encode(line))
        }
        let out = environment["PORTICO_CORPUS_REPORT"] ?? folder + "/report.jsonl"
        try Data(lines.joined(separator: [0x0A])).write(to: URL(fileURLWithPath: out))
        #expect(!lines.isEmpty)
    }
}
