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

    @Test func everyIconIsDrawn() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let folder = root.appendingPathComponent("Templates")
        let icons = try String(contentsOf: root.appendingPathComponent("Public/images/icons.svg"), encoding: .utf8)
        let drawn = Set(icons.matches(of: /<symbol id="([^"]+)"/).map { String($0.1) })
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".mustache") }
        let named = try paths.flatMap { path in
            try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8).matches(of: /\[\[icon ([a-z0-9-]+)\]\]/).map {
                String($0.1)
            }
        }
        #expect(!named.isEmpty)
        #expect(Set(named).subtracting(drawn) == [])
    }
}
