import Foundation
import GRDB
import TestSupport
import Testing
import Web

@testable import Questionnaires

/// Questionnaires as sheets that other programs read, and theirs as questionnaires.
@Suite struct XLSFormTests {
    /// Every format, every limit, both kinds of rule on all three levels, words that spreadsheets and XML stumble over.
    static var file: ConfigurationFile {
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
        copy.rules = StructureOutline(structure).places.flatMap { place in structure.rules.filter { $0.target == place.id } }
        return copy
    }

    private func text(_ file: ConfigurationFile) -> String { file.json.compact }

    @Test func outAndInAgainItIsTheSame() throws {
        #expect(Self.file.structure.questions.count == 8)
        #expect(Self.file.structure.conditions.count == 5)
        let bytes = Data(XLSFormWriter(Self.file, original: .italian).workbook.bytes)
        let reader = XLSFormReader(try #require(Workbook(bytes)), original: .italian)
        #expect(Self.notes(reader) == [])
        #expect(text(reader.file) == text(Self.file))
    }

    @Test(arguments: 0..<40)
    func whateverIsWrittenComesBack(_ seed: Int) throws {
        var file = ConfigurationFile()
        (file.code, file.title) = ("R", "Random")
        var numbers = SeededRandomGenerator(seed: UInt64(seed) &+ 900)
        file.structure = Self.inOrder(RandomStructure(&numbers).structure.coded)
        let reader = XLSFormReader(try #require(Workbook(Data(XLSFormWriter(file, original: .italian).workbook.bytes))), original: .italian)
        #expect(Self.notes(reader) == [])
        #expect(text(reader.file) == text(file))
    }

    /// Each note in a line: sheet, rows, column and reason.
    private static func notes(_ reader: XLSFormReader) -> [String] {
        reader.report.notes.map { note in
            [note.sheet, note.rowText, note.column, note.reason].filter { !$0.isEmpty }.joined(separator: " ")
                + (note.about.isEmpty ? "" : ": " + note.about) + (note.effect == .leftOut ? "" : " (changed)")
        }
    }

    private func read(_ survey: [[String]], choices: [[String]] = []) -> XLSFormReader {
        let head = ["type", "name", "label::Italiano (it)", "relevant", "constraint", "appearance", "choice_filter", "required"]
        return XLSFormReader(
            Workbook(sheets: [
                .init(name: "Survey", rows: [head] + survey), .init(name: "choices", rows: [["list name", "name", "label"]] + choices),
            ]), original: .italian)
    }

    private static let yesNo = [["yn", "y", "Sì"], ["yn", "n", "No"]]

    @Test func aFormOfAnotherProgramIsRead() throws {
        let reader = read(
            [
                ["start", "start"], ["select_one yn or_other", "came", "Sei venuto?"], ["begin group", "g", "Dopo"],
                ["note", "n", "Leggi bene"], ["integer", "hours", "Quante ore?", "${came} = 'y'", ". >= 0 and . <= 80"],
                ["select_multiple yn", "m", "Quali?", "not(selected(${came}, \"n\"))", "", "likert w2"], ["end group"],
            ], choices: Self.yesNo)
        #expect(Self.notes(reader) == ["Survey 2 metadata: start", "Survey 7 appearance appearance: w2"])
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

    /// The language of the site is the original, whichever column stands first; a language that is not kept here is named.
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
        #expect(Self.notes(reader) == ["survey 2, 4 label::Français (fr) language"])
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

    /// Each cannot be asked here and is gone, but is said with its row.
    @Test(arguments: [
        (["geopoint", "g", "Dove?"], "Survey 2 place: geopoint"), (["calculate", "c", "", "", "", ""], "Survey 2 calculate: calculate"),
        (["video item", "i", "?"], "Survey 2 mediaItem: video item"), (["hidden", "h"], "Survey 2 hidden: hidden"),
        (["deviceid", "d"], "Survey 2 metadata: deviceid"), (["get start time", "s"], "Survey 2 metadata: get start time"),
        (["csv-external", "d"], "Survey 2 external: csv-external"), (["nothing", "d"], "Survey 2 unknown: nothing"),
        (["", "d", "Un commento"], "Survey 2 noType"), (["note", "n"], "Survey 2 emptyNote"), (["end repeat"], "Survey 2 endAlone"),
    ])
    func whatCannotBeAskedHereIsSaidWithItsRow(_ row: [String], _ note: String) {
        let reader = read([row, ["text", "t", "Come?"]])
        #expect(reader.refusal == nil)
        #expect(Self.notes(reader) == [note])
        #expect(reader.file.structure.questions.map(\.text) == ["Come?"])
        #expect(reader.report.leftOut == 1)
        #expect(reader.report.taken == 1)
    }

    /// Each question stays, and what it loses is said with its row.
    @Test(arguments: [
        (["select_one nothing", "s", "?"], "Survey 2 type noList: nothing (changed)"),
        (["select_one_from_file a.csv", "s", "?"], "Survey 2 type fileChoices: select_one_from_file a.csv (changed)"),
        (["wonder", "t", "?"], "Survey 2 type unknownAsText: wonder (changed)"),
        (["barcode", "t", "?"], "Survey 2 type barcodeAsText: barcode (changed)"),
        (["text", "t", "?", "", "regex(., 'a')"], "Survey 2 constraint constraint: regex(., 'a')"),
        (["text", "t", "?", "pulldata('a', 'b')"], "Survey 2 relevant condition: pulldata('a', 'b')"),
        (["text", "t", "?", "", "", "multiline"], "Survey 2 appearance appearance: multiline"),
        (["text", "t", "?", "", "", "", "a = ${b}"], "Survey 2 choice_filter filterLeft: a = ${b}"),
        (["text", "t", "?", "", "", "", "", "${age} > 17"], "Survey 2 required requiredWhen: ${age} > 17"),
        (["text", "", "?"], "Survey 2 name noName (changed)"), (["text", "t"], "Survey 2 label noLabel (changed)"),
        (["text", "t", "Ciao ${x}"], "Survey 2 label::Italiano (it) piping (changed)"),
        (["acknowledge", "t", "?"], "Survey 2 type acknowledge (changed)"),
        (["add image prompt", "i", "?"], "Survey 2 type asksFile: add image prompt (changed)"),
    ])
    func whatAQuestionLosesIsSaidWithItsRow(_ row: [String], _ note: String) {
        let reader = read([row])
        #expect(Self.notes(reader) == [note])
        #expect(reader.file.structure.questions.count == 1)
        #expect(reader.report.changed == 1)
        // Answers with a file are never anonymous.
        let heading = Heading(code: "X", context: "service", isAnonymous: false)
        #expect(CheckReport(StructureOutline(reader.file.structure), heading).errors.isEmpty)
    }

    /// The columns of messages, defaults, pictures and the like, which were lost without a word.
    @Test(arguments: [
        ("default", "5", "default: 5"), ("constraint_message", "No!", "message: No!"), ("bind::jr:requiredMsg", "No!", "message: No!"),
        ("media::image::English", "a.png", "media"), ("parameters", "randomize=true", "parameters: randomize=true"),
        ("calculation", "1", "calculation: 1"),
        ("trigger", "${q}", "calculation: ${q}"), ("$kuid", "abc", "column"), ("label::Français", "Combien ?", "language"),
        ("guidance_hint", "Chiedi", "guidance (changed)"), ("label", "", ""), ("read_only", "no", ""),
    ])
    func noColumnIsLostInSilence(_ header: String, _ cell: String, _ note: String) {
        let rows = [["Type", "NAME", "label::it", header], ["integer", "q", "Quanti?", cell]]
        let reader = XLSFormReader(Workbook(sheets: [.init(name: "survey ", rows: rows)]), original: .italian)
        #expect(Self.notes(reader) == (note.isEmpty ? [] : ["survey  2 \(header) \(note)"]))
        #expect(reader.file.structure.questions.map(\.text) == ["Quanti?"])
    }

    /// The spellings of all ages, of sheets, headers and types.
    @Test(arguments: [
        ["select one from yn", "select_one yn", "add select one prompt using yn", "select1 yn", "Select_One  yn", "select-one yn"],
        ["select all that apply from yn", "select_multiple yn", "select multiple yn", "add select multiple prompt using yn"],
        ["text", "string", "add text prompt", "q string", "TEXT "], ["integer", "int", "add integer prompt", "q int"],
        ["date", "add date prompt", "q date"],
    ])
    func oldSpellingsAreTheSame(_ types: [String]) {
        let structures = types.map { type in
            let survey = [["Command", "Tag", "Caption"], [type, "q", "Quale?"]]
            let reader = XLSFormReader(
                Workbook(sheets: [
                    .init(name: " SURVEY", rows: [[], ["", ""]] + survey),
                    .init(name: "columns", rows: [["List Name", "Value", "label:Italian"], ["yn", "y", "Sì"], ["yn", "n", "No"]]),
                ]), original: .italian)
            #expect(Self.notes(reader).allSatisfy { $0.contains("unusedList") })
            return reader.file.structure
        }
        #expect(structures[0].questions.count == 1)
        #expect(structures.allSatisfy { $0 == structures[0] })
    }

    @Test(arguments: ["select_one yn or_other", "select one from yn or specify other", "select_one yn or other", "select_one yn Or_Other"])
    func anAnswerOfOnesOwnIsTheLastChoice(_ type: String) {
        let reader = read([[type, "q", "?"]], choices: Self.yesNo)
        #expect(Self.notes(reader) == [])
        #expect(reader.file.structure.questions[0].answers.map(\.format) == [.fixed, .fixed, .text])
    }

    /// A scale of few numbers is chosen, with points; a long one is written.
    @Test func rangesAreScales() {
        let rows = [
            ["type", "name", "label", "parameters"], ["range", "a", "Quanto?", "start=0 end=10 step=1"],
            ["range", "b", "Quanto?", "start=1;end=2;step=0.25"], ["range", "c", "Quanto?", "start=0, end=100, step=1"],
            ["range", "d", "Quanto?"],
        ]
        let reader = XLSFormReader(Workbook(sheets: [.init(name: "survey", rows: rows)]), original: .italian)
        let questions = reader.file.structure.questions
        #expect(questions[0].answers.map(\.text) == (0...10).map { String($0) })
        #expect(questions[0].answers.map(\.score) == (0...10).map { Double($0) })
        #expect(questions[1].answers.map(\.text) == ["1", "1.25", "1.5", "1.75", "2"])
        #expect(questions[2].answers.map(\.limits) == [Limits(least: "0", greatest: "100", decimals: 0)])
        #expect(questions[3].answers.count == 10)
        #expect(questions.map(\.look) == [.scale, .plain, .slider, .scale])
        #expect(reader.report.notes.map(\.reason) == ["range"])
    }

    /// As KoboToolbox and ODK ask whether a question was answered at all, and how much it was.
    @Test(arguments: [
        ("${came} != ''", Condition.Action.show, 3), ("${came} = \"\"", .hide, 3), ("not(${came} = '')", .show, 3),
        ("not(${came} != '')", .hide, 3), ("string-length(${came}) > 0", .show, 3), ("string-length( ${came} ) = 0", .hide, 3),
        ("count-selected(${came}) >= 1", .show, 3), ("(count-selected(${came}) < 1)", .hide, 3), ("${came} = 1 or ${came} = '2'", .show, 2),
        ("'1' = ${came}", .show, 1), ("selected(../came, ‘1’)", .show, 1), ("${came} > 1", .show, 2),
        ("${came} >= 2 and ${came} < 3", .show, 1),
        ("3 <= ${came}", .show, 1), ("not(selected(${came}, '1') or selected(${came}, '2'))", .hide, 2),
        ("${came} != '1' AND ${came} != '3'", .hide, 2),
        ("selected(${came}, '1') = true()", .show, 1), ("/data/came = '1'", .show, 1),
    ])
    func whatIsChosenIsARule(_ relevant: String, _ action: Condition.Action, _ count: Int) {
        let choices = [["much", "1", "Poco"], ["much", "2", "Abbastanza"], ["much", "3", "Tanto"]]
        let reader = read([["select_one much", "came", "Quanto?"], ["text", "t", "Come?", relevant]], choices: choices)
        #expect(Self.notes(reader) == [])
        let (questions, conditions) = (reader.file.structure.questions, reader.file.structure.conditions)
        #expect(conditions.count == count)
        #expect(Set(conditions.map(\.trigger)).isSubset(of: questions[0].answers.map(\.id)))
        #expect(conditions.allSatisfy { $0.action == action })
        #expect(conditions.allSatisfy { $0.target == questions[1].id })
    }

    /// Rules hang on what is chosen before. What they cannot say is named; the question and the other parts stay.
    @Test(arguments: [
        ("select_one yn or_other", "${q} = ''", "conditionWritten: ${q} = ''", 0),
        ("text", "${t} = 'a'", "conditionWritten: ${t} = 'a'", 0),
        ("text", "${nowhere} != ''", "condition: ${nowhere} != ''", 0),
        ("text", "string-length(${q}) > 3", "condition: string-length(${q}) > 3", 0),
        ("select_one yn", "count-selected(${q}) > 1", "condition: count-selected(${q}) > 1", 0),
        ("select_one yn", "${q} = 'y' and ${q} = 'n'", "conditionNever: ${q} = 'n'", 1),
        ("select_one yn", "${q} = 'y' and today() > date('2026-01-01')", "condition: today() > date('2026-01-01')", 1),
        ("select_one yn", "${q} = 'y' or ${x} > 3", "condition: ${q} = 'y' or ${x} > 3", 0),
        ("select_one yn", "false()", "conditionNever: false()", 0),
        ("calculate", "${q} = 1", "conditionUnknown: ${q} = 1", 0),
        ("select_one yn", "${q} = 'maybe'", "conditionUnknown: ${q} = 'maybe'", 0),
    ])
    func whatIsNoRuleHereIsNamed(_ type: String, _ relevant: String, _ note: String, _ rules: Int) {
        let reader = read([[type, "q", "Che cosa?"], ["text", "t", "Come?", relevant]], choices: Self.yesNo)
        let lost = Self.notes(reader).filter { $0.hasPrefix("Survey 3") }
        #expect(lost == ["Survey 3 relevant \(note)"])
        #expect(reader.file.structure.questions.last?.text == "Come?")
        #expect(reader.file.structure.conditions.count == rules)
    }

    /// What single answers cannot say becomes a rule of several.
    @Test(arguments: [
        ("text", "${q} != ''", "q answered"), ("text", "string-length(${q}) > 0", "q answered"), ("integer", "${q} > 17", "q > 17"),
        ("integer", "${q} >= 18 and ${q} < 65", "q >= 18 and q < 65"),
        ("decimal", "not(${q} = 1.5) or ${q} = ''", "not q = 1.5 or not q answered"),
        ("integer", "${q} != 3", "not q = 3"), ("date", "${q} < date('2026-03-01')", "q < 2026-03-01"),
        ("integer", "18 <= ${q}", "q >= 18"),
        ("select_multiple yn", "count-selected(${q}) >= 2", "at least 2 of (q.y, q.n)"),
    ])
    func whatSeveralAnswersSayIsARule(_ type: String, _ relevant: String, _ rule: String) {
        let choices = type.hasPrefix("select") ? Self.yesNo : []
        let reader = read([[type, "q", "Che cosa?"], ["text", "t", "Come?", relevant]], choices: choices)
        let structure = reader.file.structure
        let outline = StructureOutline(structure)
        #expect(Self.notes(reader) == [])
        #expect(structure.rules.map { RuleText.text($0.test, outline.reference) } == [rule])
        #expect(structure.rules.map(\.target) == [structure.questions[1].id])
    }

    /// Two sets cannot be demanded at once, but where one question is only asked after the other answer, that goes without saying.
    @Test func whatFollowsFromAnotherRuleIsNotNeeded() {
        let survey = [
            ["select_one yn", "a", "A?"], ["select_one yn", "b", "B?", "${a} = 'y'"], ["select_one yn", "c", "C?"],
            ["text", "t", "T?", "${a} = 'y' and ${b} = 'n'"], ["text", "u", "U?", "${a} = 'y' and ${c} = 'n'"],
        ]
        let reader = read(survey, choices: Self.yesNo)
        #expect(Self.notes(reader) == [])
        let questions = reader.file.structure.questions
        let triggers = reader.file.structure.conditions.map(\.trigger)
        #expect(triggers == [questions[0].answers[0].id, questions[1].answers[1].id])
        #expect(
            reader.file.structure.rules.map(\.test)
                == [.all([.chosen(questions[0].answers[0].id), .chosen(questions[2].answers[1].id)])])
    }

    @Test func aConditionOnSomethingLaterIsNamed() {
        let reader = read([["text", "t", "T?", "${a} = 'y'"], ["select_one yn", "a", "A?"]], choices: Self.yesNo)
        #expect(Self.notes(reader) == ["Survey 2 relevant conditionLater: ${a} = 'y'"])
        #expect(reader.file.structure.conditions.isEmpty)
    }

    /// What is not strict here allows the limit itself, which is said; whole numbers have a next one.
    @Test(arguments: [
        ("integer", ". > 0 and . < 100", Limits(least: "1", greatest: "99", decimals: 0), [String]()),
        ("integer", "(.>=1) and (.<=5)", Limits(least: "1", greatest: "5", decimals: 0), []),
        ("decimal", ". > 0", Limits(least: "0"), ["Survey 2 constraint constraintLoose: . > 0 (changed)"]),
        ("text", "string-length(.)<51", Limits(length: 50), []),
        ("text", "string-length(.) <= 50 and regex(., 'x')", Limits(length: 50), ["Survey 2 constraint constraint: regex(., 'x')"]),
        ("date", ". >= date('2020-01-31')", Limits(least: "2020-01-31"), []),
        ("date", ". <= today()", Limits(), ["Survey 2 constraint constraint: . <= today()"]),
        ("integer", ". > 5 or . = 0", Limits(decimals: 0), ["Survey 2 constraint constraint: . > 5 or . = 0"]),
        ("integer", "-3 <= .", Limits(least: "-3", decimals: 0), []),
    ])
    func constraintsAreLimits(_ type: String, _ constraint: String, _ limits: Limits, _ notes: [String]) {
        let reader = read([[type, "q", "?", "", constraint]])
        #expect(reader.file.structure.questions[0].answers.map(\.limits) == [limits])
        #expect(Self.notes(reader) == notes)
    }

    /// Groups of all spellings; what is deeper than a paragraph becomes one, with the conditions of all around it.
    @Test func groupsArePagesAndParagraphs() {
        let survey = [
            ["begin_group", "g", "Pagina"], ["begin  group", "h", "Blocco", "${q} = 'y'"], ["select_one yn", "q", "Q?"],
            ["begin repeat", "r", "Persone"],
            ["select_one yn", "p", "P?"], ["END_REPEAT"], ["begin lgroup", "s"], ["text", "s1", "S?"], ["end lgroup"], ["text", "z", "Z?"],
            ["end group"],
            ["end group"], ["begin group", "x", "Vuoto"], ["geopoint", "y", "Dove?"], ["end group"],
        ]
        let reader = read(survey, choices: Self.yesNo)
        let pages = reader.file.structure.pages
        #expect(pages.map(\.text) == ["Pagina"])
        #expect(pages[0].paragraphs.map(\.text) == ["Blocco", "Persone", ""])
        #expect(pages[0].paragraphs.map(\.questions.count) == [1, 1, 2])
        #expect(pages[0].note == "Vuoto")
        #expect(
            Self.notes(reader) == [
                "Survey 5, 8 loop (changed)", "Survey 5 groupDeep (changed)", "Survey 15 place: geopoint",
                "Survey 3 relevant conditionLater: ${q} = 'y'", "Survey 14 emptyGroupMoved (changed)",
            ])
    }

    /// A note behind a question stays behind it; one at the end, and one on its own, go to their neighbours.
    @Test func notesStayWhereTheyAre() {
        let reader = read([
            ["note", "a", "Prima"], ["text", "q", "Q?"], ["note", "b", "In mezzo", "${q} = 1"], ["text", "r", "R?"],
            ["note", "c", "Alla fine"],
        ])
        let page = reader.file.structure.pages[0]
        #expect(page.note == "Prima")
        #expect(page.paragraphs.map(\.note) == ["", "In mezzo\nAlla fine"])
        #expect(Self.notes(reader) == ["Survey 4 relevant noteCondition: ${q} = 1", "Survey 6 label::Italiano (it) noteMoved (changed)"])
    }

    @Test func aQuestionThatOnlyShowsSomethingIsANote() {
        let rows = [["type", "name", "label", "read only"], ["text", "q", "Grazie", "yes"], ["text", "r", "R?", "no"]]
        let reader = XLSFormReader(Workbook(sheets: [.init(name: "survey", rows: rows)]), original: .italian)
        #expect(reader.file.structure.questions.map(\.text) == ["R?"])
        #expect(reader.file.structure.pages[0].note == "Grazie")
        #expect(Self.notes(reader) == ["survey 2 read only readOnly (changed)"])
    }

    @Test func choicesThatDependOnOthersAreAllOffered() {
        let reader = read([["select_one yn", "a", "?", "", "", "", "of = ${b}"]], choices: Self.yesNo)
        #expect(Self.notes(reader) == ["Survey 2 choice_filter filter: of = ${b}"])
        #expect(reader.file.structure.questions[0].answers.count == 2)
    }

    @Test func moreChoicesThanAFormHasLinesForAreWritten() {
        let reader = read([["select_one many", "a", "?"]], choices: (0...50).map { ["many", "c\($0)", "x"] })
        #expect(Self.notes(reader) == ["Survey 2 type manyChoices: many (changed)", "choices 2–52 unusedList: many"])
        #expect(reader.file.structure.questions[0].format == .free)
    }

    /// The rows of a table, as KoboToolbox and ODK write them.
    @Test func tablesAreRowsOfOneScale() {
        let rows = [
            ["type", "name", "label", "appearance", "kobo--score-choices"], ["begin_score", "s", "Scala", "", "yn"],
            ["score__row", "a", "A?"],
            ["score__row", "b", "B?"], ["end_score"], ["begin group", "g", "Griglia", "table-list"], ["select_one yn", "c", "C?"],
            ["select_one yn", "h", "Testata", "label"], ["select_one yn", "d", "D?", "list-nolabel"], ["end group"],
        ]
        let reader = XLSFormReader(
            Workbook(sheets: [
                .init(name: "survey", rows: rows), .init(name: "choices", rows: [["list_name", "name", "label"]] + Self.yesNo),
            ]),
            original: .italian)
        #expect(reader.file.structure.questions.map(\.format) == Array(repeating: .singleAcross, count: 4))
        #expect(Self.notes(reader) == ["survey 8 appearance tableHead (changed)"])
    }

    /// Other sheets, rows above the headers, columns without or with the same header.
    @Test func whatIsAroundTheQuestionsIsNamed() {
        let survey = [
            ["Il nostro modulo"], [], ["type", "name", "label", "label", ""], ["text", "q", "Q?", "Un’altra", "a margine"], [],
            ["text", "q", "R?"],
        ]
        let reader = XLSFormReader(
            Workbook(sheets: [
                .init(name: "Leggimi", rows: [["Ciao"], [], ["Fine"]]), .init(name: "survey", rows: survey),
                .init(name: "settings", rows: [["form_id", "version", "style"], ["F", "7", "pages"], ["G"]]),
            ]), original: .italian)
        #expect(reader.refusal == nil)
        #expect(
            Self.notes(reader) == [
                "survey 1 aboveHead", "survey 4 label columnTwice", "survey 4 E cellNoHead: a margine", "Leggimi 1, 3 sheet",
                "settings 3 settingsRow",
                "settings 2 version setting: 7", "settings 2 style setting: pages", "survey 6 name nameTwice: q (changed)",
            ])
        #expect(reader.file.structure.questions.map(\.code) == ["q", "q-2"])
        #expect(reader.report.rows == 2)
    }

    /// Names of sheets are guessed by their headers; without any, the file is no form, and says what it has.
    @Test func aSheetIsKnownByItsHeaders() {
        let survey = [["type", "name", "label"], ["select_one yn", "q", "Q?"]]
        let reader = XLSFormReader(
            Workbook(sheets: [
                .init(name: "Domande", rows: survey), .init(name: "chioces", rows: [["list_name", "name", "label"]] + Self.yesNo),
            ]),
            original: .italian)
        #expect(Self.notes(reader) == [])
        #expect(reader.file.structure.questions.map(\.answers.count) == [2])
        let other = XLSFormReader(Workbook(sheets: [.init(name: "Bilancio", rows: [["Anno"], ["2026"]])]), original: .italian)
        #expect(other.refusal == ElementReading.Mistake(key: "xlsNoSurvey", about: "Bilancio"))
        let empty = XLSFormReader(Workbook(sheets: [.init(name: "survey", rows: [["type", "name"]])]), original: .italian)
        #expect(empty.refusal?.key == "xlsEmpty")
    }

    @Test func wordsOfAnotherLanguageAreTheOriginal() {
        let rows = [["type", "name", "label::Français", "label::Deutsch"], ["text", "q", "Combien ?", "Wie viel?"]]
        let reader = XLSFormReader(Workbook(sheets: [.init(name: "survey", rows: rows)]), original: .italian)
        #expect(reader.file.structure.questions.map(\.text) == ["Combien ?"])
        #expect(Self.notes(reader) == ["survey 2 label::Deutsch language", "survey label::Français source: Français (changed)"])
    }

    /// The code is the form's, or else of the file's name.
    @Test func aFormWithoutSettingsHasTheNameOfItsFile() {
        let rows = [["type", "name", "label"], ["text", "q", "Q?"]]
        let file = XLSFormReader(Workbook(sheets: [.init(name: "survey", rows: rows)]), original: .italian, name: "Clima interno.xlsx").file
        #expect(file.title == "Clima interno")
        #expect(file.code == "CLIMA_INTERNO")
    }

    /// Each a character longer than its form takes it: it is cut, and its row and column are named.
    @Test func whatIsLongerThanItsFormTakesItIsCutAndNamed() {
        func long(_ limit: Int) -> String { String(repeating: "x", count: limit + 1) }
        let survey: [[String]] = [
            ["type", "name", "label", "label::English (en)", "hint", "portico_code", "portico_category"], ["begin_group", "g", long(300)],
            ["note", "n", long(2000)], ["select_one yn", "a", long(500), long(2000), long(500), "a", long(80)],
            ["select_one yn", long(40), "Kurz"], ["end_group"],
        ]
        let reader = XLSFormReader(
            Workbook(sheets: [
                .init(name: "survey", rows: survey),
                .init(name: "choices", rows: [["list_name", "name", "label"], ["yn", "y", long(300)], ["yn", "n", "No"]]),
                .init(name: "settings", rows: [["form_title", "form_id"], [long(160), long(40)]]),
            ]), original: .italian)
        let cuts = reader.report.notes.map { "\($0.sheet) \($0.rowText) \($0.column) \($0.reason) \($0.limit ?? 0)" }
        #expect(
            cuts == [
                "survey 2 label cut 300", "survey 3 label cut 2000", "survey 4 label cut 500", "survey 4 label::English (en) cut 2000",
                "survey 4 hint cut 500", "survey 4 portico_category cut 80", "choices 2 label cut 300", "settings 2 form_id cut 40",
                "settings 2 form_title cut 160",
            ])
        #expect(reader.file.structure.excesses.isEmpty)
        #expect(reader.file.excesses("") { field, _ in field }.isEmpty)
        // What another program calls a question is cut, as in the form.
        #expect(reader.file.structure.questions[1].code == String(repeating: "x", count: 40))
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
        #expect(Self.notes(reader) == ["Survey 5 label::Italiano (it) otherText (changed)"])
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

    @Test func aChoiceThatIsTwiceInItsListStays() {
        let choices = [["yn", "y", "Sì"], ["yn", "y", "No"], ["unused", "y", "Sì"], ["unused", "y", "No"]]
        let reader = read([["select_one yn", "a", "?"], ["select_multiple yn", "b", "?"]], choices: choices)
        #expect(Self.notes(reader) == ["choices 3 name choiceTwice (changed)", "choices 4–5 unusedList: unused"])
        #expect(reader.file.structure.questions[1].answers.map(\.code) == ["y", "y-2"])
    }

    /// Each question has its own copy of the choices, and a file of a few kilobytes can name millions.
    @Test func whatIsTooLargeIsTakenAsFarAsItFits() {
        let rows = (0..<2_000).map { ["select_one many", "q\($0)", "?"] }
        let reader = read(rows, choices: (0..<40).map { ["many", "c\($0)", "x"] })
        #expect(!reader.file.structure.isTooLarge)
        #expect(reader.file.structure.questions.count == 48)
        #expect(Self.notes(reader) == ["Survey 50–2001 tooLarge"])
        #expect(reader.report.leftOut == 1_952)
    }

    @Test(arguments: [("yes", true), ("TRUE()", true), ("1", true), ("", false), ("No", false), ("false()", false)])
    func whetherAnAnswerIsNeededIsRead(_ cell: String, _ isMandatory: Bool) {
        let reader = read([["text", "t", "?", "", "", "", "", cell]])
        #expect(Self.notes(reader) == [])
        #expect(reader.file.structure.questions.map(\.isMandatory) == [isMandatory])
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
}
