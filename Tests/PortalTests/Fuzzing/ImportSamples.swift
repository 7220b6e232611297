import Formats
import Foundation

/// Sources as other programs write them, by the formats that read them.
enum ImportSamples {
    static let all: [String: [[UInt8]]] = [
        "house.recipeFiles": recipes, "campus.calendarFiles": calendars, "questionnaires.forms": forms, "citations.documents": works,
        "campus.buildingMaps": maps, "campus.timetableFiles": timetables,
    ]

    private static func bytes(_ texts: [String]) -> [[UInt8]] { texts.map { Array($0.utf8) } }

    private static func archive(_ files: [(String, [UInt8])]) -> [UInt8] {
        var archive = StoredZip()
        for (name, bytes) in files { archive.add(name, bytes) }
        return archive.bytes
    }

    private static func workbook(_ sheets: [(String, [[String]])]) -> [UInt8] {
        Workbook(sheets: sheets.map { .init(name: $0.0, rows: $0.1) }).bytes
    }

    // MARK: - Recipes

    private static let recipe = """
        {"@context": "https://schema.org", "@type": "Recipe", "name": "Torta di mele", "recipeYield": "6 porzioni", "totalTime": "PT1H30M",
         "recipeIngredient": ["Per la crema:", "3 mele", "200 g di farina (00)"], "recipeInstructions": [{"@type": "HowToStep",
         "text": "Taglia le mele."}, "Cuoci 40 minuti."]}
        """
    private static let recipePage = """
        <html><head><script type="application/ld+json">\(recipe)</script></head><body><h2>Torta di mele</h2><h3>Crema</h3>
        <ul><li>3 mele</li><li>200 g di farina</li></ul></body></html>
        """
    private static let listedPage = """
        <html><body><div itemscope itemtype="https://schema.org/Recipe"><h1 itemprop="name">Torta</h1><h2>Ingredienti</h2><h3>Crema</h3>
        <ul><li>3 mele</li><li>200 g di farina</li></ul><h2>Preparazione</h2><p>Taglia le mele.</p></div></body></html>
        """
    private static let cooklang = "Taglia @mele{3} e cuoci in una #pentola{} per ~{10%minuti}.\n"
    private static let plainRecipe = "Torta\n\nIngredienti:\n3 mele\n200 g di farina\n\nPreparazione:\nTaglia le mele.\nCuoci 40 minuti.\n"
    private static let recipes =
        bytes([recipe, recipePage, listedPage, plainRecipe])
        + [archive([("torta.json", Array(recipe.utf8)), ("torta.cook", Array(cooklang.utf8)), ("torta.jpg", [0xFF, 0xD8, 0xFF, 0xD9])])]

    // MARK: - Calendars

    private static let calendars = bytes([
        """
        BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Prova//IT\r\nX-WR-CALNAME:Corsi\r\nBEGIN:VEVENT\r\nUID:1@prova\r\nSUMMARY:Lezione\\, aula\r
        DTSTART;TZID=Europe/Rome:\(day)T090000\r\nDURATION:PT2H\r\nRRULE:FREQ=WEEKLY;COUNT=4;BYDAY=MO,TH\r\nEXDATE:\(day)T080000Z\r
        LOCATION:Aula 3\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nUID:2@prova\r\nDTSTART;VALUE=DATE:\(day)\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n
        """,
        """
        BEGIN:VCALENDAR\r\nVERSION:1.0\r\nBEGIN:VEVENT\r\nSUMMARY;ENCODING=QUOTED-PRINTABLE:Caff=C3=A8\r\nDTSTART:\(day)T090000Z\r
        DTEND:\(day)T100000Z\r\nRRULE:D2 #3\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n
        """,
    ])

    /// A day within the time that is read.
    private static var day: String {
        let parts = Calendar(identifier: .gregorian).dateComponents(in: .gmt, from: .now)
        return String(format: "%04d%02d15", parts.year ?? 2026, parts.month ?? 1)
    }

    private static let maps = bytes([
        """
        {"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {"name": "Edificio", "ref": "ED09", "building": "Sedi"},
        "geometry": {"type": "Polygon", "coordinates": [[[12.29, 45.41], [12.31, 45.41], [12.31, 45.43], [12.29, 45.41]]]}},
        {"type": "Feature", "properties": {"name": "Pontile"}, "geometry": {"type": "Point", "coordinates": [12.3, 45.4]}}]}
        """
    ])
    private static let timetables = bytes([
        """
        <timetable version="2.4" year="2026" slotsPerDay="288"><rooms><room id="7" name="Aula Remo"/></rooms><classes>
        <class id="c1" name="EC01-2026"><room id="7" solution="true"/>
        <time days="1010000" start="108" length="18" datePattern="Full Term" solution="true"/></class></classes></timetable>
        """
    ])

    // MARK: - Questionnaires

    private static let xlsForm: [(String, [[String]])] = [
        (
            "survey",
            [
                ["type", "name", "label", "relevant", "required"], ["begin group", "g", "Parte", "", ""],
                ["select_one sino", "a", "Ti piace?", "", "yes"], ["integer", "b", "Quanti?", "${a} = 'si'", ""],
                ["end group", "", "", "", ""],
            ]
        ), ("choices", [["list_name", "name", "label"], ["sino", "si", "Sì"], ["sino", "no", "No"]]),
        ("settings", [["form_title", "form_id"], ["Prova", "prova"]]),
    ]
    private static let surveyJS = """
        {"title": "Prova", "pages": [{"name": "p", "elements": [{"type": "radiogroup", "name": "a", "title": "Ti piace?", "choices": ["si",
        {"value": "no", "text": "No"}]}, {"type": "matrix", "name": "m", "columns": [1, 2], "rows": ["x"]}, {"type": "comment", "name": "c"}]}]}
        """
    private static let qualtrics = """
        {"SurveyEntry": {"SurveyName": "Prova"}, "SurveyElements": [{"Element": "BL", "Payload": [{"Type": "Default", "BlockElements":
        [{"Type": "Question", "QuestionID": "QID1"}]}]}, {"Element": "SQ", "PrimaryAttribute": "QID1", "Payload": {"QuestionText": "Come?",
        "QuestionType": "MC", "Selector": "SAVR", "Choices": {"1": {"Display": "a"}, "2": {"Display": "b"}}, "QuestionID": "QID1"}}]}
        """
    private static let own = """
        {"QUESTIONARIO": {"QUESTIONARIO_COD": "X", "DES": "Prova"}, "QUESITI": [{"QUESITO_ID": 1, "TIPO_ELEM_COD": "PAGINA", "ORD_VIS": 1}]}
        """
    private static let limeSurvey = """
        <?xml version="1.0"?><document><LimeSurveyDocType>Survey</LimeSurveyDocType><languages><language>it</language></languages>
        <groups><rows><row><gid>1</gid><group_name>Parte</group_name><group_order>1</group_order><language>it</language></row></rows></groups>
        <questions><rows><row><qid>1</qid><parent_qid>0</parent_qid><gid>1</gid><type>L</type><title>a</title><question>Come?</question>
        <question_order>1</question_order><language>it</language></row></rows></questions><answers><rows><row><qid>1</qid><code>1</code>
        <answer>Bene</answer><sortorder>1</sortorder><language>it</language></row></rows></answers><surveys><rows><row><sid>1</sid>
        <language>it</language></row></rows></surveys><surveys_languagesettings><rows><row><surveyls_title>Prova</surveyls_title>
        <surveyls_language>it</surveyls_language></row></rows></surveys_languagesettings></document>
        """
    private static let forms =
        [workbook(xlsForm)]
        + bytes([
            surveyJS, qualtrics, own, limeSurvey, "::Uno:: Quale? {=a ~%50%c -> d}\n\n::Due:: Quanti {#4..5}\n",
            "1. Come ti trovi?*\n- bene\n- male\n\nChe cosa usi?\n[ ] la sala\n[ ] i libri\n\nPerché?\n____\n",
        ])

    // MARK: - Works

    private static let table = "Title,Authors,Year,Cites\n\"Dry rivers, again\",M Rossi,2001,3\n,L Verdi,2002,4\nWet stones,M Rossi,x,9\n"
    private static let bibTeX =
        "@string{a = {x}}\n@article{k1, title = {Dry rivers \\'e}, author = {Rossi, M and Verdi, L}, year = 2020, note={Cited by 12}}\n"
    private static let works =
        bytes([
            table, bibTeX, "TY  - JOUR\nTI  - Dry rivers\nAU  - Rossi, M\nPY  - 2020/03/02\nN1  - Cited by 12\nER  - \n",
            "FN Clarivate\nVR 1.0\nPT J\nAU Rossi, M\nTI Dry rivers\nPY 2020\nTC 12\nER\n\nEF\n",
            "PMID- 1\nTI  - Dry rivers and\n      wet stones\nAU  - Rossi M\nDP  - 2020 Mar\n\n",
            "%0 Journal Article\n%T Dry rivers\n%A Rossi, M\n%D 2020\n\n",
            #"{"results": [{"display_name": "Dry rivers", "publication_year": 2020, "cited_by_count": 12}]}"#,
            "<?xml version=\"1.0\"?><dblp><article key=\"a\"><author>M Rossi</author><title>Dry rivers.</title><year>2020</year></article></dblp>",
            """
            <html><body><table><tr class="gsc_a_tr"><td><a class="gsc_a_at" href="/x">Dry rivers</a><div class="gs_gray">M Rossi</div></td>
            <td><a class="gsc_a_ac">12</a></td><td class="gsc_a_y">2020</td></tr></table></body></html>
            """, "12\tDry rivers\tM Rossi\t2020\n3\tWet stones\n",
        ]) + [
            workbook([("Foglio", [["Titolo", "Citazioni"], ["Dry rivers", "3"]])]),
            archive([("a.bib", Array(bibTeX.utf8)), ("b.csv", Array(table.utf8))]),
        ]

    // MARK: - Tables

    static let tables =
        bytes([
            "Nome;Prezzo\r\n\"Pane \"\"nero\"\"\nlungo\";1,50\r\nLatte;2\r\n", "Nome\tPrezzo\nPane\t1.50\nLatte\t2\n",
            #"[{"name": "Pane", "price": 1.5, "parts": [{"a": 1}]}, {"name": "Latte"}]"#,
            "version: 1\n\ndn: uid=rossi,dc=prova\ncn: Maria\n  Rossi\nmail:: bUBwcm92YQ==\n\ndn: uid=verdi,dc=prova\ncn: Luca\n",
        ]) + [
            workbook([("Foglio", [["Nome", "Prezzo"], ["Pane", "1.5"], ["Latte", "2"]]), ("Altro", [["x"]])]),
            archive([("a.csv", Array("Nome\nPane\n".utf8)), ("b.json", Array(#"[{"name": "Latte"}]"#.utf8)), ("c.bin", [0, 1, 2])]),
        ]
}
