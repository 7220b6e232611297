import TestSupport
import Testing

@testable import Questionnaires

@Suite struct CrossTableTests {
    @Test func smallGroupsAreJoinedToTheirNeighbours() {
        func groups(_ counts: [Int64: Int]) -> [CrossTable.Group] { CrossTable.groups([1, 2, 3, 4], counts, threshold: 5) }
        #expect(groups([1: 5, 2: 6, 3: 7, 4: 8]) == [[1], [2], [3], [4]])
        #expect(groups([1: 2, 2: 3, 3: 7, 4: 8]) == [[1, 2], [3], [4]])
        // The last ones, and those who gave no answer, go with the ones before them.
        #expect(groups([1: 5, 2: 6, 3: 7, 4: 1, 0: 1]) == [[1], [2], [3, 4, 0]])
        #expect(groups([1: 5, 3: 7, 4: 8, 0: 5]) == [[1], [2], [3], [4], [0]])
        #expect(groups([1: 1, 2: 1]) == [[3], [4], [1, 2]])
    }

    private static let (row, column) = (Question.choice(1, .single, 2), Question.choice(2, .single, 2))

    /// Pairs in activities `a1`, `a2` …; each lists how many chose 11 with 21, 11 with 22, 12 with 21 and 12 with 22.
    private func pairs(_ counts: [[Int]]) -> [CrossTable.Pair] {
        let answers: [(Int64, Int64)] = [(11, 21), (11, 22), (12, 21), (12, 22)]
        return counts.enumerated().flatMap { index, counts in
            zip(answers, counts).filter { $1 > 0 }.map { answers, count in
                CrossTable.Pair(place: ["all", "y1", "d1", "a\(index + 1)"], row: answers.0, column: answers.1, count: count)
            }
        }
    }

    private func table(_ counts: [[Int]], in path: [String] = ["all"]) throws -> CrossTable? {
        try Faculty(students: 0).database.write { db in
            _ = try Faculty.publish(db)
            for (index, counts) in counts.enumerated() {
                let sum = counts.reduce(0, +)
                try db.execute(sql: "INSERT INTO resultGroup VALUES (1, ?, '', ?)", arguments: ["y1.d1.a\(index + 1)", sum])
            }
            let reading = try ResultReading(1, threshold: 5, db)
            return CrossTable(pairs(counts), rows: Self.row, columns: Self.column, in: path, of: reading)
        }
    }

    @Test func theWholeIsShownWithItsCounts() throws {
        let found = try #require(try table([[5, 4, 3, 6], [5, 5, 5, 5]]))
        #expect(found.rows == [[11], [12]])
        #expect(found.columns == [[21], [22]])
        #expect(found.counts == [[10, 9], [8, 11]])
    }

    @Test func aPartIsShownWhereEachOfItsGroupsIsLargeEnough() throws {
        let first = ["all", "y1", "d1", "a1"]
        #expect(try table([[5, 4, 3, 6], [5, 5, 5, 5]], in: first)?.counts == [[5, 4], [3, 6]])
        // Three chose the second answer.
        #expect(try table([[9, 9, 1, 2], [5, 5, 5, 5]], in: first) == nil)
        // The other course has three of them: the difference to the whole would tell.
        #expect(try table([[5, 4, 3, 6], [9, 9, 1, 2]], in: first) == nil)
        // No student of the other course has answered, so nothing can be told.
        #expect(try table([[5, 4, 3, 6], [9, 9, 0, 0]], in: first)?.counts == [[5, 4], [3, 6]])
    }

    @Test func oneGroupIsNoTable() throws {
        #expect(try table([[9, 9, 1, 1]]) == nil)
    }

    @Test func equalTextsAreOne() {
        let said = CountedText.grouped(["Più esempi", "piu  esempi", "Niente"])
        #expect(said == [CountedText(text: "Più esempi", count: 2), CountedText(text: "Niente", count: 1)])
    }

    // MARK: Pages

    private func site() async throws -> TestSite {
        let site = try await FacultySite(students: 12).site
        try await site.database.write { db in
            for student in 1...12 {
                let answer = student <= 6 ? "3" : "4"
                _ = try Faculty.send(
                    ["q1": "1", "q2": answer, "q3": answer, "q4": student == 1 ? "Unico" : "Più  esempi"], of: Int64(student), db)
            }
            try #require(try QuestionnaireVersion.active(of: 1, db)).close(now: .now, db)
        }
        return site
    }

    private static let results = "/admin/questionnaires/questionnaires/1/results"

    @Test func twoQuestionsAreCrossedOnAPage() async throws {
        let site = try await site()
        let ids = try await site.database.read { db in
            Dictionary(uniqueKeysWithValues: try StructureStore.read(1, db).questions.map { ($0.code, $0.id) })
        }
        let (row, column, attendance) = (try #require(ids["q2"]), try #require(ids["q3"]), try #require(ids["q1"]))
        try await site.browse(as: "admin", "educator") { browsers in
            let cross = try await browsers[0].get("\(Self.results)/cross?rows=\(row)&columns=\(column)")
            #expect(cross.status == 200)
            #expect(cross.contains("6 (100"))
            let drawing = try await browsers[0].get("\(Self.results)/cross?rows=\(row)&columns=\(column)&chart=cross")
            #expect(drawing.headers[.contentType] == "image/svg+xml; charset=utf-8")
            // The first page was asked of all, the second one only of those who came: here all came, so they are alike.
            let first = try await browsers[0].get("\(Self.results)/cross?rows=\(attendance)")
            #expect(first.status == 200)
            let student = try await browsers[1].get("\(Self.results)/cross")
            #expect(student.status == 404)
        }
    }

    @Test func manyTablesAreReadAsOneByOne() async throws {
        let site = try await site()
        try await site.database.read { db in
            let questions = try StructureStore.read(1, db).questions.filter { $0.format.isSingle }
            let (one, others) = (try #require(questions.first), Array(questions.dropFirst()))
            func described(_ pairs: [CrossTable.Pair]?) -> [String] {
                (pairs ?? []).map { "\($0.place) \($0.row) \($0.column) \($0.count)" }.sorted()
            }
            let together = try AnsweredResults.pairs(one, others, of: 1, db)
            try #require(!others.isEmpty)
            for other in others {
                let alone = try CrossTable.pairs(one, other, of: 1, db)
                #expect(described(together[other.id]) == described(alone), "\(other.code)")
            }
        }
    }

    @Test func thePageIsFilteredByAnAnswer() async throws {
        let site = try await site()
        let questions = try await site.database.read { try StructureStore.read(1, $0).questions }
        let (q2, q3) = (try #require(questions.first { $0.code == "q2" }), try #require(questions.first { $0.code == "q3" }))
        try await site.browse(as: "admin", "educator") { browsers in
            let asking = try await browsers[0].get("\(Self.results)/answered")
            #expect(asking.status == 200)
            #expect(asking.contains("value=\"\(q2.id)\""))
            // Six gave the third answer to both questions, six the fourth.
            let answer = q2.answers[2]
            let filtered = try await browsers[0].get("\(Self.results)/answered?question=\(q2.id)&answer=\(answer.id)")
            #expect(filtered.contains("\(answer.text): 6 compilazioni"))
            #expect(filtered.contains("id=\"r-\(q3.id)\""))
            #expect(filtered.contains("6 (100"))
            #expect(filtered.contains("6 (50"))
            let student = try await browsers[1].get("\(Self.results)/answered")
            #expect(student.status == 404)
        }
    }

    @Test func anAnswerOfFewIsShownWithTheOneBesideIt() async throws {
        let site = try await FacultySite(students: 12).site
        try await site.database.write { db in
            for student in 1...12 {
                let answer = student <= 3 ? "3" : "4"
                _ = try Faculty.send(["q1": "1", "q2": answer, "q3": student <= 6 ? "3" : "4"], of: Int64(student), db)
            }
            try #require(try QuestionnaireVersion.active(of: 1, db)).close(now: .now, db)
        }
        let q2 = try #require(try await site.database.read { try StructureStore.read(1, $0).questions }.first { $0.code == "q2" })
        try await site.browse(as: "admin") { browsers in
            let filtered = try await browsers[0].get("\(Self.results)/answered?question=\(q2.id)&answer=\(q2.answers[2].id)")
            #expect(filtered.status == 200)
            #expect(filtered.contains("\(q2.answers[2].text) / \(q2.answers[3].text): 12 compilazioni"))
            #expect(!filtered.contains(": 3 compilazioni"))
        }
    }

    @Test func writtenAnswersAreGroupedAndFound() async throws {
        let site = try await site()
        let id = try await site.value("SELECT id FROM element WHERE kind = 'question' AND code = 'q4'", as: Int64.self)
        let address = "\(Self.results)/voices?question=\(try #require(id))"
        try await site.browse(as: "admin") { browsers in
            let all = try await browsers[0].get(address)
            #expect(all.contains("11 volte"))
            #expect(all.contains("12 testi"))
            let found = try await browsers[0].get(address + "&q=unico")
            #expect(found.contains("1 testo"))
            #expect(!found.contains("11 volte"))
            let page = try await browsers[0].get(Self.results)
            #expect(page.contains("/voices?version=1&amp;part=&amp;question=\(id ?? 0)"))
            #expect(page.contains("chart=question-"))
            let none = try await browsers[0].get("\(Self.results)/voices?question=99999")
            #expect(none.status == 404)
        }
    }
}
