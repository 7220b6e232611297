import Admin
import Formats
import GRDB
import TestSupport
import Testing

@testable import Questionnaires

/// Files of results, as other programs read them.
@Suite struct ExportTests {
    private static let results = "/admin/questionnaires/questionnaires/1/results"

    /// Every format, a rule, points, and whatever could break a file.
    private static let asked = """
        # Frequenza
        ## 
        ? q1 single! Quante "lezioni"; hai, seguito?
        tag attendance
        - a1 L'intero corso = 2
        - a2 Nessuna = -1.5
        + a3 Altro
        ? q2 multiple Che cosa usi?
        - a1 Libri
        - a2 Appunti
        + a3 Altro
        # Lezioni
        hide if q1.a2
        ## 
        ? q3 singleAcross! Chiare?
        - a1 No = 1
        - a2 Sì = 2
        ? if-then number(-50..50; 2) Temperatura
        ? 9day day Quando?
        # Fine
        ## 
        ? q3_score text(200) Altro da dire?
        """

    private static func publish(_ db: Database) throws -> (version: QuestionnaireVersion, structure: Structure) {
        let draft = try QuestionnaireVersion.beginDraft(of: 1, now: Faculty.now, db)
        let reader = StructureReader(asked)
        #expect(reader.mistakes.isEmpty)
        try draft.save(reader.structure.renumbered, db)
        try #require(try QuestionnaireVersion.find(draft.id, db)).activate(Faculty.heading, now: Faculty.now, db)
        let version = try #require(try QuestionnaireVersion.active(of: 1, db))
        return (version, try StructureStore.read(version.id, db))
    }

    /// Sends what is said to questions by their codes: the codes of answers, or a text for what is written.
    private static func send(_ said: [String: [String]], typed: [String: String] = [:], of student: Int64, _ db: Database) throws {
        let version = try #require(try QuestionnaireVersion.active(of: 1, db))
        var replies = Replies()
        for question in try StructureStore.read(version.id, db).questions {
            let chosen = question.answers.filter { said[question.code]?.contains($0.code) ?? false }.map(\.id)
            let written = question.free.first.flatMap { answer in typed[question.code].map { [answer.id: $0] } } ?? [:]
            replies[question.id] = Reply(chosen: chosen, typed: written)
        }
        let offer = try Faculty.offer(of: student, db)
        _ = try Sending(offer: offer, replies: replies, version: version.id, nonce: "n", now: Faculty.now, zone: Faculty.zone).send(db)
        try mix(db)
    }

    /// - Parameter none: how many of the students never came.
    private static func site(attending: Int = 5, none: Int = 5) async throws -> TestSite {
        let made = try await TestSite("house", "registry", "questionnaires")
        try await made.database.write { db in
            try Faculty.fill(db, students: attending + none, anonymous: true, mandatory: false)
            _ = try publish(db)
            for student in 1...Int64(attending) {
                try send(
                    ["q1": ["a1"], "q2": ["a1", "a3"], "q3": [student == 1 ? "a1" : "a2"]],
                    typed: ["q2": "=1+1", "if-then": "-12,5", "9day": "31/1/2026", "q3_score": "Sì; \"bene\"\n<script>😀'"], of: student, db)
            }
            for student in Int64(attending)..<Int64(attending + none) { try send(["q1": ["a2"]], of: student + 1, db) }
            try #require(try QuestionnaireVersion.active(of: 1, db)).close(now: .now, db)
        }
        return made
    }

    /// The records of a file, read by the reader that imports use.
    private static func records(_ answer: TestSupport.Answer) throws -> [[String: String]] {
        var reader = CSVReader(finding: Array(answer.text.utf8.drop { $0 > 0x7F }))
        let head = try #require(try reader.next())
        var records: [[String: String]] = []
        while let cells = try reader.next() {
            #expect(cells.count == head.count)
            records.append(Dictionary(zip(head, cells)) { first, _ in first })
        }
        return records
    }

    @Test func theWideFileHasARowForEachCompilationAndAgreesWithThePage() async throws {
        let made = try await Self.site()
        try await made.browse(as: "admin") { browsers in
            let file = try await browsers[0].get(Self.results + "/answers-wide.csv")
            #expect(file.text.hasPrefix("\u{FEFF}"))
            #expect(file.contains("-12,5;"))
            let rows = try Self.records(file)
            #expect(rows.count == 10)
            #expect(Set(rows.compactMap { $0["compilation"] }) == Set((1...10).map(String.init)))
            let came = rows.filter { $0["q1"] == "a1" }
            #expect(came.count == 5)
            #expect(came.allSatisfy { $0["q2_a1"] == "1" })
            #expect(came.allSatisfy { $0["q2_a2"] == "0" })
            #expect(came.allSatisfy { $0["q2_a3"] == "1" })
            #expect(came.allSatisfy { $0["q2_a3_text"] == "=1+1" })
            #expect(came.allSatisfy { $0["if_then"] == "-12,5" })
            #expect(came.allSatisfy { $0["q_9day"] == "2026-01-31" })
            // A name that two things want is given once.
            #expect(came.allSatisfy { $0["q3_shown"] == "1" })
            #expect(came.allSatisfy { $0["q3_score_2"] == "Sì; \"bene\" <script>😀'" })
            #expect(came.count { $0["q3"] == "a2" && $0["q3_score"] == "2" } == 4)
            #expect(came.count { $0["q3_score"] == "1" } == 1)
            // Whoever was not asked is told apart from whoever said nothing.
            let never = rows.filter { $0["q1"] == "a2" }
            #expect(never.count == 5)
            #expect(never.allSatisfy { $0["q3_shown"] == "0" })
            #expect(never.allSatisfy { $0["q3"] == "" })
            #expect(never.allSatisfy { $0["q3_score"] == "" })
            #expect(never.allSatisfy { $0["q2_a1"] == "0" })
            #expect(never.allSatisfy { $0["q1_score"] == "-1,5" })
            let page = try await browsers[0].get(Self.results)
            #expect(page.contains("10 compilazioni"))
            #expect(page.contains("Vista da 5, risposte 5."))
            let other = try await browsers[0].get(Self.results + "/answers-wide.csv?separator=comma")
            #expect(other.contains(",-12.5,"))
        }
        let downloads = try await made.value(
            "SELECT count(*) FROM audit WHERE action = 'questionnaires.questionnaires.download'", as: Int.self)
        #expect(downloads == 2)
    }

    @Test func workbooksHoldWhatTheFilesHold() async throws {
        let made = try await Self.site()
        try await made.browse(as: "admin") { browsers in
            for (book, file) in [("answers.xlsx", "answers-wide.csv"), ("figures.xlsx", "figures.csv")] {
                var reader = CSVReader(
                    finding: try TextDecoding.utf8(Array(try await browsers[0].get("\(Self.results)/\(file)?separator=comma").text.utf8)))
                let bytes = [UInt8](try await browsers[0].get("\(Self.results)/\(book)").bytes)
                var rows = try #require(try SheetRows(bytes))
                while let cells = try reader.next() {
                    let row = try #require(try rows.next())
                    for (index, cell) in cells.enumerated() {
                        let read = index < row.cells.count ? row.cells[index] : ""
                        // Workbooks show fifteen digits.
                        let isNear = Double(read).flatMap { number in Double(cell).map { abs($0 - number) < 1e-9 } } ?? false
                        #expect(read == cell || isNear, "\(book)")
                    }
                }
                #expect(try rows.next() == nil)
            }
        }
    }

    @Test func answersHaveTheirWordsInsteadOfTheirCodesWhereOneWants() async throws {
        let made = try await Self.site()
        try await made.browse(as: "admin") { browsers in
            let rows = try Self.records(try await browsers[0].get(Self.results + "/answers-labelled.csv"))
            #expect(rows.count == 10)
            #expect(rows.count { $0["q1"] == "L'intero corso" } == 5)
            #expect(rows.count { $0["q3"] == "Sì" } == 4)
        }
    }

    @Test func aFileForSPSSHoldsNumbersWithWordsAndDates() async throws {
        let made = try await Self.site()
        try await made.browse(as: "admin") { browsers in
            let file = [UInt8](try await browsers[0].get(Self.results + "/answers.sav").bytes)
            #expect(String(decoding: file.prefix(4), as: UTF8.self) == "$FL2")
            // Ten rows.
            #expect(Array(file[80..<84]) == [10, 0, 0, 0])
            let text = String(decoding: file, as: UTF8.self)
            for said in ["L'intero corso", "Quante \"lezioni\"; hai, seguito?", "=q3_score_2", "Sì; \"bene\" <script>😀'"] {
                #expect(text.contains(said), "\(said)")
            }
        }
    }

    @Test func theNumberOfAnAnswerIsThatInItsCodeOrElseItsPlace() {
        func numbers(_ codes: [String]) -> [String: Double] {
            var question = Question.choice(1, .single, Int64(codes.count))
            for (index, code) in codes.enumerated() { question.answers[index].code = code }
            return Column(name: "q1", kind: .choice, question: question).answerNumbers
        }
        #expect(numbers(["a3", "a1"]) == ["a3": 3, "a1": 1])
        #expect(numbers(["yes", "no"]) == ["yes": 1, "no": 2])
        #expect(numbers(["a1", "b1"]) == ["a1": 1, "b1": 2])
    }

    @Test func figuresInAFileAreThoseOfThePage() async throws {
        let made = try await Self.site()
        try await made.browse(as: "admin") { browsers in
            let rows = try Self.records(try await browsers[0].get(Self.results + "/figures.csv?separator=comma"))
            let chosen = try #require(rows.first { $0["question"] == "q3" && $0["answer"] == "a2" })
            #expect(chosen["shown"] == "5")
            #expect(chosen["count"] == "4")
            #expect(chosen["share"] == "0.8")
            #expect(chosen["withheld"] == "0")
            let whole = try #require(rows.first { $0["question"] == "q3" && $0["answer"] == "" })
            #expect(whole["mean"] == "1.8")
            #expect(whole["median"] == "2")
            let json = try JSON(parsing: try await browsers[0].get(Self.results + "/figures.json").text.utf8)
            #expect(json["compilations"]?.number == 10)
            #expect(json["figures"]?.list?.count == rows.count)
            let answers = try JSON(parsing: try await browsers[0].get(Self.results + "/answers.json").text.utf8)
            #expect(answers["compilations"]?.list?.contains { $0["q3_score_2"]?.text == "Sì; \"bene\" <script>😀'" } == true)
            let long = try Self.records(try await browsers[0].get(Self.results + "/answers.csv"))
            #expect(long.contains { $0["question"] == "if-then" && $0["value"] == "-12,5" })
            let codebook = try Self.records(try await browsers[0].get(Self.results + "/codebook.csv"))
            let tick = try #require(codebook.first { $0["question"] == "q2" && $0["answer"] == "a3" })
            #expect(tick["column"] == "q2_a3")
            #expect(tick["other columns"] == "q2_a3_text")
        }
    }

    @Test func programsForStatisticsAreToldWhatTheColumnsAre() async throws {
        let made = try await Self.site()
        try await made.browse(as: "admin") { browsers in
            let r = try await browsers[0].get(Self.results + "/answers.R")
            #expect(r.text.utf8.allSatisfy { $0 < 0x80 })
            #expect(r.contains(#"sep = ";", dec = ",""#))
            #expect(
                r.contains(#"data$q1 <- factor(data$q1, levels = c("a1", "a2", "a3"), labels = c("L'intero corso", "Nessuna", "Altro"))"#))
            #expect(r.contains(#"attr(data$q1, "label") <- "Quante \"lezioni\"; hai, seguito?""#))
            let spss = try await browsers[0].get(Self.results + "/answers.sps?separator=comma")
            #expect(spss.contains("SET DECIMAL=DOT."))
            #expect(spss.contains("'a1' 'L''intero corso'"))
            #expect(spss.contains("q_9day SDATE10"))
            #expect(spss.contains("MRSETS /MDGROUP NAME=$set1"))
            for file in ResultFile.allCases {
                let hidden = try await browsers[0].get("\(Self.results)/\(file.rawValue)?part=y9")
                #expect(hidden.status == 404, "\(file)")
            }
        }
    }

    /// What is not text in a label stays on its line and inside its quotes.
    @Test func labelsCannotBreakOutOfTheirQuotes() {
        #expect(RSyntax.quoted("a\"\\\n😀è") == #""a\"\\\u000a\U0001f600\u00e8""#)
        #expect(SPSSSyntax.quoted("l'è\n.\u{2028}x") == "'l''è . x'")
        #expect(SPSSSyntax.quoted("èè", 3) == "'è'")
        var names = ColumnNames()
        #expect(["if", "Q1", "q1", "1a", "x-y", ""].map { names.take($0) } == ["if_2", "Q1", "q1_2", "q_1a", "x_y", "q_"])
    }

    // MARK: - Attendance

    @Test func anActivityIsSplitByAttendanceWhereBothSidesMayBeShown() async throws {
        let made = try await Self.site()
        try await made.browse(as: "admin") { browsers in
            let activity = try await browsers[0].get(Self.results + "?part=y1.d1.a1")
            #expect(activity.contains("Per frequenza"))
            #expect(activity.contains("L&#39;intero corso (5)"))
            #expect(activity.contains("Nessuna (5)"))
            let group = try #require(activity.text.firstMatch(of: #/part=(y1\.d1\.a1\.g\d+)/#)).1
            let part = try await browsers[0].get("\(Self.results)?part=\(group)")
            #expect(part.contains("5 compilazioni"))
            // The whole is divided by what its activities are divided into.
            let whole = try await browsers[0].get(Self.results)
            #expect(whole.contains("Per frequenza"))
            #expect(whole.contains("Nessuna (5)"))
        }
    }

    @Test func nothingIsSplitWhereASideWouldBeTooSmall() async throws {
        let made = try await Self.site(attending: 3, none: 7)
        try await made.browse(as: "admin") { browsers in
            let activity = try await browsers[0].get(Self.results + "?part=y1.d1.a1")
            #expect(activity.contains("10 compilazioni"))
            #expect(!activity.contains("Per frequenza"))
            #expect(!activity.contains("a1.g"))
            // Three were asked about the lessons: who knows which three must not learn what they said.
            #expect(activity.contains("L’hanno vista meno di 5 persone"))
            #expect(!activity.contains("Vista da 3"))
            let rows = try Self.records(try await browsers[0].get(Self.results + "/answers-wide.csv"))
            #expect(rows.count == 10)
            #expect(rows.allSatisfy { $0["q3"] == "" })
            #expect(rows.allSatisfy { $0["q3_score"] == "" })
            #expect(rows.allSatisfy { $0["if_then"] == "" })
            #expect(rows.allSatisfy { $0["q3_shown"] == "" })
            let figures = try Self.records(try await browsers[0].get(Self.results + "/figures.csv"))
            #expect(figures.filter { $0["question"] == "q3" }.map { $0["withheld"] } == ["1"])
            let codes = try await browsers[0].get(Self.results + "/answers.json")
            #expect(!codes.contains("-12.5"))
        }
    }
}
