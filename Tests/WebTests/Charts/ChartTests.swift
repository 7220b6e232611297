import Testing

@testable import Web

/// The chart kit: every drawing is well-formed, named, escaped and has its numbers as a table.
struct ChartTests {
    private static let hostile = "<b>\"Reti\" & 'Calcoli'</b>"

    private static let heading = Chart.Heading(id: "drawn", title: hostile, summary: "Più sì che no & «così».")

    private static let charts: [(name: String, chart: Chart)] = [
        (
            "lines",
            .lines(
                heading, points: ["lun", hostile, "mer"], corner: "Giorno", [.init("A", [1, nil, 3]), .init(hostile, [2, 2.5, 0])]
            ) { "\($0)" }
        ),
        ("no values", .lines(heading, points: [], corner: "Giorno", []) { "\($0)" }),
        ("bars", .bars(heading, [(hostile, 3), ("B", 0)], head: ("Corso", "Risposte")) { "\($0)" }),
        (
            "diverging",
            .diverging(
                heading, [.init(hostile, [1, 2, 3, 4], note: "7,5"), .init("B", [0, 0, 0, 0], note: "–")],
                scale: ["no", "più no", "più sì", "sì"], corner: "Domanda", note: "Media"
            ) { "\($0)" }
        ),
        ("heat map", .heatMap(heading, columns: ["8", "9"], corner: "Aula", [(hostile, [1, nil]), ("B", [0, 4])]) { "\($0)" }),
        ("wide map", .heatMap(heading, columns: ["no", "sì"], corner: "Domanda", isWide: true, [(hostile, [0.25, 0.75])]) { "\($0)" }),
        ("means", .means(heading, parts: ["Corso", hostile], corner: "Domanda", [.init(hostile, 1...4, [2.5, nil])]) { "\($0)" }),
        ("strip", .strip(heading, [.init("1", .good, note: hostile), .init("2", .none, note: "–")], head: ("Giorno", "Copia"))),
        (
            "tree",
            .tree(
                heading,
                [
                    .init(1, after: nil, weight: 9, .good, label: hostile, cells: ["1", "–", "9"]),
                    .init(2, after: 1, weight: 4, label: "B", cells: ["2", "1", "4"]),
                    .init(3, after: 1, weight: 0, .bad, label: "C", cells: ["3", "1", "0"]),
                ], head: ["Frammento", "Dopo", "Voti"], names: [.good: hostile, .bad: "nascosto"])
        ),
        (
            "spans",
            .spans(
                heading, columns: ["1", "2", "3"],
                [.init(hostile, from: nil, until: 1.5, note: "fino al 2"), .init("B", from: 3, until: nil, note: "dal 3")],
                head: ("Che cosa", "Visibile"))
        ),
        (
            "week",
            .weekGrid(
                heading, days: ["lun", "mar"],
                [
                    .init(day: 0, from: 540, until: 660, label: hostile, note: "Aula 2"),
                    .init(day: 0, from: 600, until: 700, label: "B", note: ""),
                    .init(day: 7, from: 0, until: 10, label: "fuori", note: ""),
                ], head: ("Giorno", "Ora", "Che cosa")
            ) { "\($0 / 60)" }
        ),
    ]

    /// The names of elements that are open at the end or closed in the wrong place; of well-formed XML none.
    private static func unbalanced(_ xml: String) -> [String] {
        var open: [String] = []
        for tag in xml.matches(of: #/<(\/?)([a-z]+)(?:\s[^<>]*?)?(\/?)>/#) {
            let name = String(tag.2)
            if !tag.3.isEmpty { continue }
            if tag.1.isEmpty { open.append(name) } else if open.popLast() != name { return [name] }
        }
        return open
    }

    @Test(arguments: charts.map(\.name)) func isWellFormedNamedAndEscaped(name: String) throws {
        let chart = try #require(Self.charts.first { $0.name == name }?.chart)
        let file = chart.file
        #expect(Self.unbalanced(file) == [])
        #expect(file.matches(of: #/&(?!amp;|lt;|gt;|quot;|#\d+;)/#).isEmpty)
        #expect(!file.contains("<b>"))
        #expect(file.contains("<title id=\"drawn-name\">&lt;b&gt;"))
        #expect(file.contains("<desc id=\"drawn-summary\">Più sì che no &amp; «così».</desc>"))
        #expect(!file.contains("nan"))
        #expect(!file.contains("inf"))
    }

    @Test func thePageHasNoStyleOfItsOwnAndTheFileHas() throws {
        let chart = try #require(Self.charts.first?.chart)
        let drawn = try #require(chart.values["svgHTML"] as? String)
        #expect(!drawn.contains("style"))
        #expect(chart.file.contains("<style>"))
        #expect(chart.file.contains("xmlns=\"http://www.w3.org/2000/svg\""))
    }

    @Test func theTableHasAllNumbers() throws {
        let chart = Chart.lines(
            Self.heading, points: ["lun", "mar"], corner: "Giorno", [.init("A", [1, nil]), .init("B", [2])]
        ) { String(Int($0)) }
        let rows = try #require(chart.values["rows"] as? [Values])
        #expect(rows.map { $0["label"] as? String } == ["lun", "mar"])
        #expect(rows.map { $0["cells"] as? [String] } == [["1", "2"], ["–", "–"]])
        #expect(chart.values["hasTable"] as? Bool == true)
        #expect(chart.values(withTable: false)["hasTable"] as? Bool == false)
    }

    @Test func aLongNameTakesTwoLinesAndIsCutOnlyThere() {
        #expect(ChartCanvas.lines("Chiarezza", letters: 12) == ["Chiarezza"])
        #expect(ChartCanvas.lines("Chiarezza delle lezioni", letters: 12) == ["Chiarezza", "delle lezioni"])
        #expect(ChartCanvas.lines("Precipitevolissimevolmente", letters: 12) == ["Precipitevolissimevolmente"])
        var canvas = ChartCanvas()
        canvas.label("Chiarezza delle lezioni frontali", letters: 12, x: 0, y: 0)
        #expect(canvas.marks.contains(">Chiarezza</text>"))
        #expect(canvas.marks.contains(">delle lezio…</text>"))
    }

    @Test func aGapInterruptsTheLine() {
        var canvas = ChartCanvas()
        canvas.path("line", [(0, 1), (2, 3), nil, (4.25, 5)])
        #expect(canvas.marks == "<path class=\"line\" d=\"M0 1L2 3M4.3 5\"/>")
    }

    @Test(arguments: [(7.0, true, 8.0), (0, true, 1), (1, true, 1), (0.3, false, 0.3), (1_000, true, 1_000), (9_999, true, 10_000)])
    func theAxisEndsAtARoundNumber(greatest: Double, isWhole: Bool, top: Double) {
        let scale = ChartScale([greatest], isWhole: isWhole)
        #expect(abs(scale.top - top) < 0.000_1, "\(scale.steps)")
        #expect(scale.steps.count <= 5)
        #expect(scale.share(greatest) <= 1)
    }

    @Test func refusingAnswersAreLeftOfTheMiddleAndAgreeingOnesRight() {
        #expect((0..<4).map { Chart.tone($0, of: 4) } == [1, 2, 4, 5])
        #expect((0..<5).map { Chart.tone($0, of: 5) } == [1, 2, 3, 4, 5])
        #expect((0..<2).map { Chart.tone($0, of: 2) } == [1, 5])
        #expect(Chart.tone(0, of: 1) == 3)
    }

    @Test func onlyNothingHasTheLightestShade() {
        #expect([0, 0.1, 1, 2, 3.9, 4].map { Chart.shade($0, of: 4) } == [0, 1, 1, 2, 4, 4])
        #expect(Chart.shade(3, of: 0) == 0)
    }

    @Test func whatIsAtTheSameTimeIsSideBySide() {
        func slot(_ from: Int, _ until: Int) -> Chart.Slot { Chart.Slot(day: 0, from: from, until: until, label: "\(from)", note: "") }
        let lanes = Chart.sideBySide([slot(540, 600), slot(570, 630), slot(600, 660), slot(700, 760)])
        #expect(lanes.map(\.lane) == [0, 1, 0, 0])
        #expect(lanes.map(\.lanes) == [2, 2, 2, 1])
    }

    @Test func isFoundAnywhereInAPage() throws {
        let chart = try #require(Self.charts.first?.chart)
        let page: Values = ["title": "Pagina", "groups": [["chart": chart.values] as Values]]
        #expect(Chart.find("drawn", in: page) != nil)
        #expect(Chart.find("other", in: page) == nil)
    }
}
