import Testing

@testable import House

/// Steps as single actions with their times.
@Suite struct StepTextTests {
    @Test(arguments: [
        (
            "Lavate le zucchine, spuntatele e tagliatele a rondelle (1). In una padella scaldate un filo d'olio e unite le zucchine (2); salate e lasciate cuocere per 10 minuti a fuoco medio (3).",
            [
                "Lavate le zucchine.", "Spuntatele.", "Tagliatele a rondelle.", "In una padella scaldate un filo d'olio.",
                "Unite le zucchine.", "Salate e lasciate cuocere per 10 minuti a fuoco medio.",
            ]
        ),
        ("Unite le mandorle pelate e tostate.", ["Unite le mandorle pelate e tostate."]),
        ("Peel the carrots, chop them and add the onion.", ["Peel the carrots.", "Chop them.", "Add the onion."]),
        ("Cuoci a 180 °C. Servi.", ["Cuoci a 180 °C.", "Servi."]), ("Aggiungi 1.5 l d'acqua.", ["Aggiungi 1.5 l d'acqua."]),
        ("Lava le mele, sbucciale e tagliale a fette.", ["Lava le mele.", "Sbucciale.", "Tagliale a fette."]),
        ("Metti l'acqua nella pentola e accendi il fuoco.", ["Metti l'acqua nella pentola.", "Accendi il fuoco."]),
        ("Prendi il pane, il latte e il sale grosso.", ["Prendi il pane, il latte e il sale grosso."]),
        ("Lavare le mele, sbucciare le mele e tagliarle a fette.", ["Lavare le mele.", "Sbucciare le mele.", "Tagliarle a fette."]),
    ])
    func dividesActions(_ text: String, _ actions: [String]) { #expect(StepText.actions(text) == actions) }

    @Test(arguments: [
        ("Cuoci per 10 minuti.", 600), ("Simmer for 1 hour and 30 minutes.", 5400), ("Riposa mezz’ora.", 1800),
        ("Backen 25 Minuten.", 1500),
        ("Cuoci 10-12 minuti.", 600), ("Mescola ogni 5 minuti.", 0), ("Cuoci 5 minuti, poi gira e cuoci 3 minuti.", 0),
        ("Taglia le mele.", 0),
        ("Togli 10 minuti prima.", 0), ("1 ora e 30 minuti in forno", 5400),
    ])
    func findsTheTime(_ text: String, _ seconds: Int) { #expect(StepText.timer(in: text) == seconds) }

    @Test(
        arguments: [
            ("PT1H30M", 90), ("P0DT45M", 45), ("1 h 30 min", 90), ("90", 90), ("un'ora e mezza", 90), ("PT0M", nil), ("", nil), ("x", nil),
        ] as [(String, Int?)])
    func readsTimes(_ text: String, _ minutes: Int?) { #expect(RecipeTime.minutes(text) == minutes) }
}
