import Foundation
import Testing
import Web

/// The product's own templates, which are parsed only when a page first needs them.
struct TemplatesTests {
    @Test(arguments: Language.allCases)
    func everyTemplateCanBeDrawn(language: Language) throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let folder = root.appendingPathComponent("Templates").path
        let templates = try Templates(folder: folder)
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".mustache") }
        #expect(!paths.isEmpty)
        for path in paths { _ = try templates.render(String(path.dropLast(".mustache".count)), [:], in: language) }
    }

    /// What a table is about is said to whoever hears it, too.
    @Test func everyTableHasACaption() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let folder = root.appendingPathComponent("Templates")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".mustache") }
        for path in paths {
            let text = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
            let (tables, captions) = (text.ranges(of: "<table").count, text.ranges(of: "<caption").count)
            #expect(tables == captions, "\(path)")
        }
    }
}
