import AdminTestSupport
import Foundation
import TestSupport
import Testing
import Web

@testable import Admin
@testable import Portal

/// Every reader of the workbench gets files that were cut, spliced with others and changed byte by byte: it refuses them or reads what is
/// left, within its limits. A format that is added needs samples in `ImportSamples`.
@Suite struct HostileImportTests {
    /// Each document with changes, and the halves of each two joined.
    private func each(_ name: String, _ documents: [[UInt8]], _ usual: Int, _ read: ([UInt8]) throws -> Void) rethrows {
        try Fuzzing.mutate(name, documents, usual, read)
        let trace = Trace(name + "-spliced")
        for first in documents {
            for second in documents {
                let bytes = Array(first.prefix(first.count / 2) + second.suffix(second.count / 2))
                trace.begin(bytes)
                try read(bytes)
            }
        }
    }

    @Test func everyFormatHasSamplesThatItReads() throws {
        for format in Portal.modules.flatMap({ $0.importFormats }) {
            let samples = ImportSamples.all[format.name] ?? []
            #expect(!samples.isEmpty, "\(format.name)")
            for (index, bytes) in samples.enumerated() {
                var reader = try format.init(ImportSource("prova", bytes))
                #expect(try reader.next()?.content != nil, "\(format.name), sample \(index)")
            }
        }
    }

    @Test(arguments: ImportSamples.all.keys.sorted()) func brokenSourcesEndNoFormat(_ name: String) throws {
        let format = try #require(Portal.modules.flatMap { $0.importFormats }.first { $0.name == name })
        each(name, ImportSamples.all[name] ?? [], 40) { bytes in
            let source = ImportSource("prova", bytes)
            _ = format.fits(source)
            guard let count = Self.count(format, source) else { return }
            #expect(count <= ImportLimits.items)
            guard let whole = format as? any WholeImportFormat.Type else { return }
            var answers = WholeAnswers()
            answers.left = [2, 3]
            answers.texts = [1: [0: "x", 4: "non un numero", 99: ""], 500: [0: "y"]]
            // What a person answers makes no item more or less.
            guard var reader = try? whole.init(source, answers) else { return }
            var corrected = 0
            while (try? reader.next()) != nil { corrected += 1 }
            #expect(corrected == count)
        }
    }

    /// nil if the source is refused as a whole.
    private static func count(_ format: any ImportFormat.Type, _ source: ImportSource) -> Int? {
        guard var reader = try? format.init(source) else { return nil }
        var count = 0
        while count <= ImportLimits.items, (try? reader.next()) != nil { count += 1 }
        return count
    }

    @Test func brokenTablesEndNothing() throws {
        var read = 0
        each("import-tables", ImportSamples.tables, 60) { bytes in
            guard var reader = try? SourceReader(ImportSource("prova", bytes)) else { return }
            var count = 0
            while count <= ImportLimits.items, (try? reader.next()) != nil { count += 1 }
            #expect(count <= ImportLimits.items)
            #expect(reader.columns.count <= CSVReader.columns)
            read += count
        }
        #expect(read > 100)
    }
}
