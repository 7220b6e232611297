import Foundation
import Testing
import Web

@testable import Admin
@testable import Portal

/// Reads a folder of public files with the readers of the workbench, and writes what they give, for bench/imports.py to judge. `make corpus`
/// runs it.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["PORTICO_IMPORTS"] != nil)) struct ImportCorpusTests {
    private struct Line: Encodable {
        let file: String
        /// Why nothing is read; nil otherwise.
        var refusal: String?
        var items = 0
        /// Items with content, and those with a title or name.
        var read = 0
        var titled = 0
        /// Ingredients of the first recipe, with the headings of their groups.
        var ingredients = 0
        /// What is said about items.
        var said = 0
    }

    private static let formats = [
        "bib": "citations.documents", "ris": "citations.documents", "isi": "citations.documents", "nbib": "citations.documents",
        "enw": "citations.documents", "ics": "campus.calendarFiles", "xls": "questionnaires.forms", "xlsx": "questionnaires.forms",
        "testhtml": "house.recipeFiles", "ldif": "",
    ]

    @Test func everyFileIsRead() throws {
        let environment = ProcessInfo.processInfo.environment
        let folder = try #require(environment["PORTICO_IMPORTS"])
        let out = environment["PORTICO_IMPORTS_REPORT"] ?? folder + "/report.jsonl"
        var text = Data()
        for file in try FileManager.default.subpathsOfDirectory(atPath: folder).sorted() {
            guard let format = Self.formats[(file as NSString).pathExtension.lowercased()] else { continue }
            var line = Line(file: file)
            let source = ImportSource(
                (file as NSString).lastPathComponent, [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder + "/" + file))))
            do { try Self.read(source, format, into: &line) } catch { line.refusal = "\(error)" }
            text += try JSONEncoder().encode(line) + [0x0A]
        }
        try text.write(to: URL(fileURLWithPath: out))
        #expect(!text.isEmpty)
    }

    private static func read(_ source: ImportSource, _ name: String, into line: inout Line) throws {
        if name.isEmpty {
            var reader = try SourceReader(source)
            while let item = try reader.next() {
                line.items += 1
                if item.content != nil { line.read += 1 }
                line.said += item.remarks.count
            }
            return
        }
        guard let format = Portal.modules.flatMap({ $0.importFormats }).first(where: { $0.name == name }) else { return }
        // What a recipe lacks otherwise, such as the number of people, is no lost line.
        let about = name == "house.recipeFiles" ? ["noIngredients", "emptySection", "pageText", "more.", "cut."] : [""]
        var reader = try format.init(source)
        while let item = try reader.next() {
            line.items += 1
            line.said += item.remarks.count { about.contains(where: $0.key.hasPrefix) }
            guard let content = item.content else { continue }
            line.read += 1
            let title = content["cells"]?.list?.first?["text"]?.text ?? content["name"]?.text ?? content["title"]?.text ?? ""
            if !title.isEmpty { line.titled += 1 }
            guard line.read == 1, let ingredients = content["ingredients"]?.list else { continue }
            // Lines of the same product are one row; headings of groups are in the readings.
            let lines = ingredients.flatMap { ($0["line"]?.text ?? "").split(separator: "\n") }
            let readings = ingredients.flatMap { $0["reading"]?.list ?? [] }
            let sections = Set(readings.compactMap { $0["name"]?.text == "section" ? $0["text"]?.text : nil })
            line.ingredients = lines.count + sections.count
        }
    }
}
