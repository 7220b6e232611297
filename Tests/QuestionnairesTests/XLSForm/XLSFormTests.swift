import Foundation
import GRDB
import TestSupport
import Testing
import Web

@testable import Questionnaires

/// Questionnaires as sheets that other programs read, and theirs as questionnaires.
@Suite struct XLSFormTests {
    /// Every format, every limit, both kinds of rule on all three levels, words that spreadsheets and XML stumble over.
    private static var file: ConfigurationFile {
        let text = """
            # Frequenza & "orari"
            > Nota della pagina
            @en Attendance & "hours"
            @en> Note of the page
            ## <script>alert(1)</script>
            ? q1 single! =SUM(A1) 😀 l’uno
            > Un aiuto
            @en =SUM(A1) the one
            @en> Some help
            category Contenuti
            tag attendance
            - a1 Sì = 1.5
            - a2 No = -2
            + a3 Altro
            @en Other
            ? 2x multiple Quali?
            - a1 Uno
            - a2 Due
            # Lezioni
            hide if q1.a2
            ##
            show if q1.a1
            show if 2x.a2
            hide if 2x.a1
            ? q3 singleAcross! Riga
            - a1 Poco = 1
            - a2 Tanto = 2
            ? q4 multipleAcross Altra riga
            - a1 Poco
            - a2 Tanto
            ? q5 text(2000) Parole
            show if q1.a1
            ? q6 number(0..80; 1) Ore
            ? q7 number(-3..) Intero
            ? q8 day(2026-01-01..2026-12-31) Giorno
            """
        var file = ConfigurationFile()
        (file.code, file.title, file.context, file.note) = ("VAL", "Valutazione “prova”", .teaching, "Nota\nsu due righe")
        (file.isAnonymous, file.isMandatory, file.repetition, file.opening, file.threshold) = (true, true, .activity, .closing, 7)
        file.structure = inOrder(StructureReader(text).structure.coded)
        return file
    }

    /// With the rules in the order in which a file says them: below their targets, those that show first.
    private static func inOrder(_ structure: Structure) -> Structure {
        var copy = structure
        copy.conditions = StructureOutline(structure).places.flatMap { place in
            let own = structure.conditions.filter { $0.target == place.id }
            return own.filter { $0.action == .show } + own.filter { $0.action == .hide }
        }
        return copy
    }

    private func text(_ file: ConfigurationFile) -> String { file.json.compact }

    @Test func outAndInAgainItIsTheSame() throws {
        #expect(Self.file.structure.questions.count == 8)
        #expect(Self.file.structure.conditions.count == 5)
        let bytes = Data(XLSFormWriter(Self.file, original: .italian).workbook.bytes)
        let reader = XLSFormReader(try #require(Workbook(bytes)), original: .italian)
        #expect(reader.mistakes == [])
        #expect(text(reader.file) == text(Self.file))
    }

    @Test(arguments: 0..<40)
    func whateverIsWrittenComesBack(_ seed: Int) throws {
        var file = ConfigurationFile()
        (file.code, file.title) = ("R", "Random")
        var numbers = SeededChance(seed: UInt64(seed) &+ 900)
        file.structure = Self.inOrder(RandomStructure(&numbers).structure.coded)
        let reader = XLSFormReader(try #require(Workbook(Data(XLSFormWriter(file, original: .italian).workbook.bytes))), original: .italian)
        #expect(reader.mistakes == [])
        #expect(text(reader.file) == text(file))
    }

    private func read(_ survey: [[String]], choices: [[String]] = []) -> XLSFormReader {
        let head = ["type", "name", "label::Italiano (it)", "relevant", "constraint", "appearance", "choice_filter", "required"]
        return XLSFormReader(
            Workbook(sheets: [
                .init(name: "Survey", rows: [head] + survey), .init(name: "choices", rows: [["list name", "name", "label"]] + choices),
            ]), original: .italian)
    }

    @Test func aFormOfAnotherProgramIsRead() throws {
        let reader = read(
            [
                ["start", "start"], ["select_one yn or_other", "came", "Sei venuto?"], ["begin group", "g", "Dopo"],
                ["note", "n", "Leggi bene"], ["integer", "hours", "Quante ore?", "${came} = 'y'", ". >= 0 and . <= 80"],
                ["select_multiple yn", "m", "Quali?", "not(selected(${came}, \"n\"))", "", "likert w2"], ["end group"],
            ], choices: [["yn", "y", "Sì"], ["yn", "n", "No"]])
        #expect(reader.mistakes == [])
        let pages = reader.file.structure.pages
        try #require(pages.map(\.text) == ["", "Dopo"])
        #expect(pages[1].note == "Leggi bene")
        let questions = reader.file.structure.questions
        #expect(questions.map(\.text) == ["Sei venuto?", "Quante ore?", "Quali?"])
        #expect(questions[0].answers.map(\.format) == [.fixed, .fixed, .text])
        #expect(questions[2].format == .multipleAcross)
        #expect(questions[1].answers[0].limits == Limits(least: "0", greatest: "80", decimals: 0))
        #expect(reader.file.structure.conditions.map(\.action) == [.show, .hide])
    }

    /// The language of the site is the original, whichever column stands first; a language that is not kept here is passed over.
    @Test func aFormInSeveralLanguagesKeepsThem() {
        let reader = XLSFormReader(
            Workbook(sheets: [
                .init(
                    name: "survey",
                    rows: [
                        [
                            "type", "name", "label::English (en)", "label::Italiano (it)", "label::Français (fr)", "hint::English (en)",
                            "hint::Italiano (it)",
                        ],
                        ["begin_group", "g", "Lectures", "Lezioni", "Cours"], ["note", "n", "Read well", "Leggi bene"],
                        ["select_one yn", "came", "Did you come?", "Sei venuto?", "Venu ?", "Once is enough", "Basta una volta"],
                        ["end_group"],
                    ]),
                .init(
                    name: "choices",
                    rows: [
                        ["list_name", "name", "label::English (en)", "label::Italiano (it)"], ["yn", "y", "Yes", "Sì"],
                        ["yn", "n", "No", "No"],
                    ]),
            ]), original: .italian)
        #expect(reader.mistakes == [])
        let structure = reader.file.structure
        #expect(structure.pages[0].text == "Lezioni")
        #expect(structure.pages[0].note == "Leggi bene")
        #expect(structure.questions[0].text == "Sei venuto?")
        #expect(structure.questions[0].answers.map(\.text) == ["Sì", "No"])
        let english = structure.reading(in: .english)
        #expect(english.pages[0].text == "Lectures")
        #expect(english.pages[0].note == "Read well")
        #expect(english.questions[0].text == "Did you come?")
        #expect(english.questions[0].note == "Once is enough")
        #expect(english.questions[0].answers.map(\.text) == ["Yes", "No"])
        #expect(structure.languages == [.english])
    }

    @Test(arguments: [
        (["geopoint", "g", "Dove?"], "xlsType", "2: geopoint"), (["select_one nothing", "s", "?"], "xlsList", "2: nothing"),
        (["text", "t", "?", "${x} > 3"], "xlsRelevant", "2"), (["text", "t", "?", "", "regex(., 'a')"], "xlsConstraint", "2"),
        (["begin_group", "g", "?"], "xlsGroup", "2"), (["begin_repeat", "g", "?"], "xlsType", "2: begin_repeat"),
    ])
    func whatCannotBeAskedHereIsSaidWithItsRow(_ row: [String], _ key: String, _ about: String) {
        #expect(read([row]).mistakes == [ElementReading.Mistake(key: key, about: about)])
    }

    /// As KoboToolbox and ODK ask whether a question was answered at all.
    @Test(arguments: [
        ("${came} != ''", Condition.Action.show), ("${came} = \"\"", .hide), ("not(${came} = '')", .show), ("not(${came} != '')", .hide),
        ("string-length(${came}) > 0", .show), ("string-length( ${came} ) = 0", .hide), ("count-selected(${came}) >= 1", .show),
        ("(count-selected(${came}) < 1)", .hide), ("${came} = 'y' or ${came} = 'n'", .show),
    ])
    func whetherAQuestionWasAnsweredIsARule(_ relevant: String, _ action: Condition.Action) {
        let choices = [["yn", "y", "Sì"], ["yn", "n", "No"]]
        let reader = read([["select_one yn", "came", "Sei venuto?"], ["text", "t", "Come?", relevant]], choices: choices)
        #expect(reader.mistakes == [])
        let (questions, conditions) = (reader.file.structure.questions, reader.file.structure.conditions)
        #expect(conditions.map(\.trigger) == questions[0].answers.map(\.id))
        #expect(conditions.allSatisfy { $0.action == action })
        #expect(conditions.map(\.target) == [questions[1].id, questions[1].id])
    }

    /// Rules hang on what is chosen: what is written, alone or beside a choice, has none.
    @Test(arguments: [
        ("text", "${q} != ''", "xlsWritten"), ("text", "string-length(${q}) > 0", "xlsWritten"),
        ("select_one yn or_other", "${q} = ''", "xlsWritten"),
        ("text", "${unknown} != ''", "xlsRelevant"), ("text", "string-length(${q}) > 3", "xlsRelevant"),
        ("select_one yn", "count-selected(${q}) > 1", "xlsRelevant"), ("select_one yn", "${q} != '' and ${q} = 'y'", "xlsRelevant"),
    ])
    func whetherSomethingWasWrittenIsNoRuleHere(_ type: String, _ relevant: String, _ key: String) {
        let choices = [["yn", "y", "Sì"], ["yn", "n", "No"]]
        let reader = read([[type, "q", "Che cosa?"], ["text", "t", "Come?", relevant]], choices: choices)
        #expect(reader.mistakes == [ElementReading.Mistake(key: key, about: "3")])
    }

    @Test func choicesThatDependOnOthersAreNotAllOffered() {
        let reader = read([["select_one yn", "a", "?", "", "", "", "of = ${b}"]], choices: [["yn", "y", "Sì"], ["yn", "n", "No"]])
        #expect(reader.mistakes == [ElementReading.Mistake(key: "xlsFilter", about: "2")])
    }

    /// Each a character longer than its form takes it: the rows of the sheet, and those of the two others.
    @Test func whatIsLongerThanItsFormTakesItIsRefusedAtItsRow() {
        func long(_ limit: Int) -> String { String(repeating: "x", count: limit + 1) }
        let survey: [[String]] = [
            ["type", "name", "label", "label::English (en)", "hint", "portico_code", "portico_category"], ["begin_group", "g", long(300)],
            ["note", "n", long(2000)], ["select_one yn", "a", long(500), long(2000), long(500), long(40), long(80)],
            ["select_one yn", long(40), "Kurz"], ["end_group"],
        ]
        let reader = XLSFormReader(
            Workbook(sheets: [
                .init(name: "survey", rows: survey),
                .init(name: "choices", rows: [["list_name", "name", "label"], ["yn", "y", long(300)], ["yn", "n", "No"]]),
                .init(name: "settings", rows: [["form_title", "form_id"], [long(160), long(40)]]),
            ]), original: .italian)
        typealias Mistake = ElementReading.Mistake
        #expect(
            reader.mistakes == [
                Mistake(key: "xlsLong", about: "4, portico_code", limit: 40),
                Mistake(key: "xlsLongSetting", about: "2, form_id", limit: 40),
                Mistake(key: "xlsLongSetting", about: "2, form_title", limit: 160),
                Mistake(key: "xlsLong", about: "2, label", limit: 300), Mistake(key: "xlsLong", about: "3, label", limit: 2000),
                Mistake(key: "xlsLong", about: "4, label", limit: 500),
                Mistake(key: "xlsLong", about: "4, label::English (en)", limit: 2000),
                Mistake(key: "xlsLong", about: "4, hint", limit: 500), Mistake(key: "xlsLong", about: "4, portico_category", limit: 80),
                Mistake(key: "xlsLongChoice", about: "2, label", limit: 300),
            ])
        // What another program calls a question is cut, as in the form.
        #expect(reader.file.structure.questions[1].code == String(repeating: "x", count: 40))
        for constraint in ["string-length(.) <= 5001", ". >= " + long(40)] {
            #expect(read([["text", "t", "?", "", constraint]]).mistakes.map(\.key) == ["xlsConstraint"])
        }
    }

    /// A code is shorter than what other programs call a thing, and has fewer signs.
    @Test func namesThatAreCutAlikeStayApart() throws {
        let (cut, numbered) = (String(repeating: "x", count: 40), String(repeating: "x", count: 38) + "-2")
        let (a, b, c) = (cut + "a", cut + "b", cut + "c")
        let reader = read(
            [
                ["select_one list", a, "Prima?"], ["select_one list or_other", b, "Seconda?"], ["select_one more", "più", "Terza?"],
                ["text", "più_other", "…", "selected(${più}, '\(b)')"], ["text", "pi__", "Perché?", "selected(${\(b)}, '\(c)')"],
                ["text", "t", "E poi?", "not(selected(${\(a)}, '\(b)'))"],
            ],
            choices: [
                ["list", b, "B"], ["list", "other", "Altro"], ["list", c, "C"], ["list", cut, "X"], ["more", a, "A"], ["more", b, "B"],
            ])
        #expect(reader.mistakes == [])
        let (questions, conditions) = (reader.file.structure.questions, reader.file.structure.conditions)
        #expect(questions.map(\.code) == [cut, numbered, "pi__-2", "pi__", "t"])
        // What is a code already stays one; the choice for other words is not there twice.
        let third = String(numbered.dropLast()) + "3"
        #expect(questions[0].answers.map(\.code) == [numbered, "other", third, cut])
        #expect(questions[1].answers.map(\.code) == [numbered, third, cut, "other"])
        #expect(questions[1].answers.map(\.format) == [.fixed, .fixed, .fixed, .text])
        try #require(questions[2].answers.map(\.code) == [cut, numbered])
        #expect(questions[2].answers[1].format == .text)
        #expect(conditions.map(\.target) == [questions[3].id, questions[4].id])
        #expect(conditions.map(\.trigger) == [questions[1].answers[1].id, questions[0].answers[0].id])
        let names = (2...60).map { cut + String($0) }
        let codes = ElementCode.codes(of: names)
        #expect(Set(codes.values).count == names.count)
        #expect(codes.values.allSatisfy { ElementCode.isOne($0) })
    }

    @Test func aChoiceIsInItsListOnce() {
        let choices = [["yn", "y", "Sì"], ["yn", "y", "No"], ["unused", "y", "Sì"], ["unused", "y", "No"]]
        let reader = read([["select_one yn", "a", "?"], ["select_multiple yn", "b", "?"]], choices: choices)
        #expect(reader.mistakes == [ElementReading.Mistake(key: "xlsChoice", about: "3: y")])
    }

    /// Each question has its own copy of the choices, and a file of a few kilobytes can name millions.
    @Test func whatIsTooLargeIsNotReadToItsEnd() {
        let rows = (0..<2_000).map { ["select_one many", "q\($0)", "?"] }
        let reader = read(rows, choices: (0..<1_000).map { ["many", "c\($0)", "x"] })
        #expect(reader.file.structure.isTooLarge)
        #expect(reader.file.structure.questions.count == 2)
    }

    @Test func whetherAnAnswerIsNeededIsReadOrRefused() {
        func required(_ cell: String) -> XLSFormReader { read([["text", "t", "?", "", "", "", "", cell]]) }
        for (cell, isMandatory) in [("yes", true), ("TRUE()", true), ("1", true), ("", false), ("No", false), ("false()", false)] {
            let reader = required(cell)
            #expect(reader.mistakes == [])
            #expect(reader.file.structure.questions.map(\.isMandatory) == [isMandatory])
        }
        #expect(required("${age} > 17").mistakes == [ElementReading.Mistake(key: "xlsRequired", about: "2")])
    }

    @Test(arguments: ["", "PK\u{3}\u{4}", "PK\u{3}\u{4}" + String(repeating: "x", count: 100)])
    func whatIsNoWorkbookIsRefused(_ text: String) { #expect(Workbook(Data(text.utf8)) == nil) }

    /// A small file that says much: a text of thirty thousand characters in each of a thousand rows, or a sheet named a thousand times.
    @Test(arguments: [(1_000, 1), (1, 1_000), (10, 10)]) func whatAFileSaysAgainAndAgainIsCounted(_ rows: Int, _ sheets: Int) {
        var archive = StoredZip()
        func add(_ name: String, _ xml: String) { archive.add(name, Array(xml.utf8)) }
        add("xl/workbook.xml", "<w><sheets>\(String(repeating: "<sheet name='survey' id='r1'/>", count: sheets))</sheets></w>")
        add("xl/_rels/workbook.xml.rels", "<r><Relationship Id='r1' Target='sheet1.xml'/></r>")
        add("xl/sharedStrings.xml", "<s><si><t>\(String(repeating: "a b", count: 10_000))</t></si></s>")
        let row = "<row><c t='s'><v>0</v></c></row>"
        add("xl/sheet1.xml", "<s><sheetData>\(String(repeating: row, count: rows))</sheetData></s>")
        let workbook = Workbook(Data(archive.bytes))
        #expect((workbook == nil) == (rows * sheets > 600))
    }

    @Test func aFileWithEntitiesIsNotRead() {
        let bomb = "<!DOCTYPE a [<!ENTITY x \"xxxx\">]><sst><si><t>&x;</t></si></sst>"
        #expect(XMLDocument(strict: Data(bomb.utf8)) == nil)
        #expect(XMLDocument(strict: Data("<a><b>".utf8)) == nil)
        #expect(XMLDocument(strict: Data("<a><b>1</b></a>".utf8))?.root?.first("b")?.text == "1")
    }

    @Test func aDesignerTakesAFormAndGivesItBack() async throws {
        let made = try await TestSite("house", "registry", "questionnaires")
        let bytes = Data(XLSFormWriter(Self.file, original: .italian).workbook.bytes)
        try await made.browse(as: "admin") { browsers in
            let taken = try await browsers[0].post(
                "/admin/questionnaires/imports", [], files: [(name: "file", fileName: "form.xlsx", bytes: bytes)])
            #expect(taken.status == 303)
            #expect(taken.location == "/admin/questionnaires/questionnaires/1/structure")
            let sheets = try await browsers[0].get("/admin/questionnaires/questionnaires/1/structure/xlsform")
            #expect(sheets.status == 200)
            #expect(sheets.headers[.contentType] == XLSForm.type)
            let bad = Data(Workbook(sheets: [.init(name: "survey", rows: [["type", "name"], ["geopoint", "g"]])]).bytes)
            let refused = try await browsers[0].post(
                "/admin/questionnaires/imports", [], files: [(name: "file", fileName: "form.xlsx", bytes: bad)])
            #expect(refused.status == 422)
            #expect(refused.contains("riga 2: geopoint"))
        }
        let stored = try await made.database.read { try ConfigurationFile(1, version: 1, $0) }
        #expect(stored.map(text) == text(Self.file))
    }
}
