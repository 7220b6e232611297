import Admin
import Foundation
import TestSupport
import Testing
import Web

@testable import Questionnaires

/// Questionnaires as texts, sheets and files of other programs, broken in every way.
@Suite struct HostileStructureTests {
    private static let text = """
        # Frequenza
        > Nota
        @en Attendance
        ## Blocco
        ? q1 single! Perché?
        tag attendance
        - a1 Sì = 1.5
        + a2 Altro = -2
        ? q2 text(2000) Parole
        show if q1.a1
        ? q3 number(0..10, 2) Quanti?
        ? q4 date(2020-01-01..2030-12-31) Quando?
        hide if q1.a2
        """

    @Test func mutatedTextsEndNothing() {
        var read = 0
        let tried = Fuzzing.mutate("structures", [Self.text], 300) { bytes in
            let reader = StructureReader(String(decoding: bytes, as: UTF8.self))
            read += reader.structure.questions.count
            // Copies are numbered anew: ids at the edges would overflow there.
            _ = reader.structure.renumbered(from: 1, by: 1)
        }
        #expect(tried >= 300)
        #expect(read > 300)
    }

    @Test func mutatedFilesOfPorticoEndNothing() {
        var file = ConfigurationFile()
        (file.code, file.title, file.structure) = ("A", "Prova", StructureReader(Self.text).structure)
        var read = 0
        let tried = Fuzzing.mutate("configurations", [file.json.compact], 150) { bytes in
            guard let json = try? JSON(parsing: bytes) else { return }
            var mistakes: [ElementReading.Mistake] = []
            let found = ConfigurationFile(json, mistakes: &mistakes)
            read += found.structure.renumbered(from: 1, by: 1).questions.count
            _ = found.json.compact
        }
        #expect(tried >= 150)
        #expect(read > 50)
    }

    @Test func mutatedSheetsEndNothing() {
        var file = ConfigurationFile()
        (file.code, file.title, file.structure) = ("A", "Prova", StructureReader(Self.text).structure)
        let workbook = XLSFormWriter(file, original: .italian).workbook
        var read = 0
        let tried = Fuzzing.mutate("sheets", [workbook.bytes], 60) { bytes in
            if let sheets = Workbook(Data(bytes)) { read += XLSFormReader(sheets, original: .italian).file.structure.questions.count }
        }
        // The same with each cell changed, which the checksum of an archive does not keep away.
        let cells = workbook.sheets.flatMap { sheet in
            sheet.rows.indices.flatMap { row in sheet.rows[row].indices.map { (sheet.name, row, $0) } }
        }
        for (index, place) in cells.enumerated() {
            var changed = workbook
            guard let sheet = changed.sheets.firstIndex(where: { $0.name == place.0 }) else { continue }
            changed.sheets[sheet].rows[place.1][place.2] = Hostile.all[index % Hostile.all.count]
            read += XLSFormReader(changed, original: .italian).file.structure.questions.count
        }
        #expect(tried >= 60)
        #expect(read > cells.count)
    }

    @Test(arguments: Hostile.all) func noAnswerIsTooStrange(_ typed: String) {
        _ = Day(typed)
        let number = DecimalText(typed)
        #expect(number.map { $0.number.isFinite } ?? true)
        _ = FreeFormat("number(\(typed)..\(typed), \(typed))")
    }
}
