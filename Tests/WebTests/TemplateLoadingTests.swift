import TestSupport
import Testing

@testable import Web

/// Mistakes in templates and texts keep the program from starting, all named at once.
struct TemplateLoadingTests {
    private func problems(_ files: [String: String]) -> [String] {
        do {
            let folder = try TemporaryFolder(files)
            _ = try Templates(folder: folder.path)
            return []
        } catch let error as StartProblems {
            return error.problems
        } catch {
            return ["another error: \(error)"]
        }
    }

    private let texts = ["texts/it.yaml": "a: {b: Ciao}", "texts/en.yaml": "a: {b: Hello}"]

    private func problems(in template: String) -> [String] {
        problems(texts.merging(["home.mustache": template, "shared/part.mustache": "x"]) { $1 })
    }

    @Test func acceptsWhatIsRight() {
        #expect(problems(in: "[[a.b]] {{>shared/part}} {{>*partial}}").isEmpty)
        #expect(problems(in: "<p>\n  {{#rows}}\n  {{name}}\n  {{/rows}}\n</p>\n{{>shared/part}}\n").isEmpty)
    }

    @Test func refusesAMissingPartialAndParent() {
        #expect(problems(in: "\n{{>shared/none}}") == ["home.mustache:2: there is no template shared/none"])
        #expect(problems(in: "{{<desk}}{{/desk}}").contains("home.mustache:1: there is no template desk"))
    }

    @Test func refusesAnUnknownText() {
        #expect(problems(in: "[[a.c]]") == ["home.mustache:1: there is no text a.c"])
    }

    @Test func refusesATextThatOneLanguageLacks() throws {
        let found = problems(["texts/it.yaml": "a: {b: Ciao, c: Altro}", "texts/en.yaml": "a: {b: Hello}", "home.mustache": "x"])
        try #require(found.count == 1)
        #expect(found[0].contains("en.yaml: a.c is missing"))
    }

    @Test func refusesIndentedBlocksAndPartials() {
        #expect(problems(in: "<p>\n  {{>shared/part}}\n</p>").first?.hasPrefix("home.mustache:2: a block or partial") == true)
        #expect(problems(in: "<p>\n\t{{$content}}\n{{/content}}").first?.hasPrefix("home.mustache:2: a block or partial") == true)
    }

    @Test func refusesBrokenSyntaxAndAnEmptyFolder() {
        #expect(problems(in: "{{#open}}") == ["home.mustache: {{#open}} is not closed"])
        #expect(problems(in: "{{#a}}\n{{/b}}") == ["home.mustache:2: {{/b}} closes {{#a}}"])
        #expect(problems(in: "x\n{{/a}}") == ["home.mustache:2: {{/a}} closes nothing"])
        #expect(problems(in: "{{name") == ["home.mustache:1: a tag is not closed"])
        #expect(problems(in: "{{=<% %>=}}") == ["home.mustache:1: the marks of tags cannot be changed here"])
        #expect(problems(texts).first?.hasSuffix("holds no templates") == true)
    }

    @Test func putsTextsInEscapedAndTheirPlacesAsVariables() throws {
        let folder = try TemporaryFolder([
            "texts/it.yaml": "a: {b: 'Ciao <{name}>'}", "texts/en.yaml": "a: {b: 'Hello <{name}>'}", "home.mustache": "[[a.b]]",
        ])
        let templates = try Templates(folder: folder.path)
        #expect(try templates.render("home", ["name": "\"A\""], in: .italian) == "Ciao &lt;&#34;A&#34;&gt;")
        #expect(throws: (any Error).self) { try templates.render("absent", [:], in: .italian) }
    }

    @Test func putsInWhatIsTheSameOnEveryPage() throws {
        let folder = try TemporaryFolder([
            "texts/it.yaml": "a: x", "texts/en.yaml": "a: x", "home.mustache": "{{#list}}{{assets}}/{{name}}{{{html}}} {{/list}}",
        ])
        let pages = Pages(templates: try Templates(folder: folder.path), assets: "/assets/1<2")
        let list = [["name": "a", "html": "<b>"], ["name": "b", "html": "</b>", "assets": "other"]]
        #expect(try pages.templates.render("home", ["list": list], in: .english) == "/assets/1&lt;2/a<b> /assets/1&lt;2/b</b> ")
    }

    @Test func knowsComponentsWithoutTheirFolder() throws {
        let folder = try TemporaryFolder([
            "texts/it.yaml": "a: Ciao", "texts/en.yaml": "a: Hello", "home.mustache": "{{<field}}{{$label}}[[a]]{{/label}}{{/field}}",
            "components/field.mustache": "<p>{{$label}}{{/label}}</p>",
        ])
        let templates = try Templates(folder: folder.path)
        #expect(try templates.render("home", [:], in: .english) == "<p>Hello</p>")
        let found = problems(texts.merging(["components/field.mustache": "[[a.c]]"]) { $1 })
        #expect(found == ["components/field.mustache:1: there is no text a.c"])
    }

    @Test func knowsLayoutsWithoutTheirFolder() throws {
        let folder = try TemporaryFolder([
            "texts/it.yaml": "a: Ciao", "texts/en.yaml": "a: Hello", "home.mustache": "{{<page}}{{$content}}[[a]]{{/content}}{{/page}}",
            "layouts/page.mustache": "<main>{{$content}}{{/content}}{{>fields/text}}</main>", "components/fields/text.mustache": "!",
        ])
        let templates = try Templates(folder: folder.path)
        #expect(try templates.render("home", [:], in: .english) == "<main>Hello!</main>")
    }

    @Test func refusesTwoTemplatesWithTheSameName() {
        let components = ["components/field.mustache": "x", "field.mustache": "x"]
        #expect(problems(texts.merging(components) { $1 }) == ["components/field and field have the same name"])
        let layouts = ["components/page.mustache": "x", "layouts/page.mustache": "x"]
        #expect(problems(texts.merging(layouts) { $1 }) == ["components/page and layouts/page have the same name"])
    }

    @Test func drawsIcons() throws {
        let folder = try TemporaryFolder([
            "texts/it.yaml": "a: x", "texts/en.yaml": "a: x", "home.mustache": "[[icon plus]] [[icon {{#done}}good{{/done}}]] [[a]]",
        ])
        let pages = Pages(templates: try Templates(folder: folder.path), assets: "/assets/1")
        let icon = { (name: String) in ##"<svg class="icon" aria-hidden="true"><use href="/assets/1/images/icons.svg#\##(name)"/></svg>"## }
        #expect(try pages.templates.render("home", ["done": true], in: .english) == "\(icon("plus")) \(icon("good")) x")
    }
}
