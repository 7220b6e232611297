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

    /// French and German are complete in the pages of visitors, guests, students and readers; those of the back office have another layout.
    @Test func whatVisitorsReadIsInFrenchAndGerman() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let folder = root.appendingPathComponent("Templates")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".mustache") }
        let texts = try Dictionary(
            uniqueKeysWithValues: paths.map { path in
                (String(path.dropLast(".mustache".count)), try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8))
            })
        var left = texts.filter { $0.value.contains(/\{\{<(campus|guests|page|story|setup)\}\}/) }.map(\.key)
        // Reports of the office, without a frame for their printing.
        left.removeAll { $0.hasPrefix("questionnaires/campaigns/") }
        var seen: Set<String> = []
        var keys: Set<String> = []
        while let path = left.popLast() {
            guard let text = texts[path], seen.insert(path).inserted else { continue }
            let parts = text.matches(of: /\{\{[><]([a-z0-9\/-]+)\}\}/).map { String($0.1) }
            left += parts.flatMap { [$0, "components/" + $0, "layouts/" + $0] }
            keys.formUnion(text.matches(of: /\[\[([^\] ]+)\]\]/).map { String($0.1) })
        }
        #expect(keys.count > 900)
        let reports = try TextsReport.all(in: TextFolders(package: folder.path + "/texts"))
        #expect(Set(reports.map(\.language.rawValue)).isSuperset(of: ["fr", "de"]))
        for report in reports {
            let missing = report.findings.filter { $0.kind == .missing && keys.contains($0.key) }.map(\.key)
            #expect(missing == [], "\(report.language.rawValue)")
        }
    }
}
