import GRDB
import Testing
import Web

@testable import Questionnaires

/// Rules of several answers: what they say, how they are written, and what follows from them.
@Suite struct RuleTextTests {
    private static let structure = StructureReader(
        """
        # A
        ##
        ? q1 single! Uno?
        - a1 Sì
        - a2 No
        ? q2 multiple Due?
        - a1 A
        - a2 B
        - a3 C
        ? q3 number Età?
        ? q4 day Quando?
        # B
        ##
        ? q5 text Perché?
        """
    ).structure

    private static let outline = StructureOutline(structure)

    @Test(arguments: [
        "q1.a1 and not q2.a1", "q1.a1 or q2.a1 and q3 >= 18", "(q1.a1 or q2.a1) and q3 >= 18", "at least 2 of (q2.a1, q2.a2, not q2.a3)",
        "q4 < 2026-03-01 and q3 answered", "not (q1.a1 and q2.a1)", "not not q1.a1", "q3 = -1.5 or q3 != 2", "q1.a1 and (q2.a1 and q2.a2)",
    ])
    func aRuleIsWrittenAsItIsRead(_ text: String) throws {
        let test = try Self.outline.test(text)
        #expect(RuleText.text(test, Self.outline.reference) == text)
        #expect(RuleText.stored(from: RuleText.stored(test.mapping { $0 + 1000 } ?? test)) == test.mapping { $0 + 1000 })
        #expect(RuleRows.test(RuleRows.json(test)) == test)
        // The same in the words of another language.
        let said = RuleText.text(test, in: .italian, Self.outline.reference)
        #expect(try Self.outline.test(said) == test)
    }

    private func mistake(_ text: String) -> RuleParser.Mistake? {
        do {
            _ = try Self.outline.test(text)
            return nil
        } catch {
            return error as? RuleParser.Mistake
        }
    }

    @Test(arguments: [
        ("q1.a1 and", ""), ("and q1.a1", "and"), ("q1.a1 q2.a1", "q2.a1"), ("q9.a1 or q1.a1", "q9.a1"), ("q1.a9", "q1.a9"), ("q1", "q1"),
        ("q3 >= many", "many"), ("q4 < 5", "5"), ("(q1.a1", ""), ("q1.a1)", ")"), ("at least 4 of (q2.a1, q2.a2)", "4"),
        ("at least 2 (q2.a1)", "("), ("q1.a1 >= 2", ">="), ("q5 = x", "x"), ("", ""),
    ])
    func theFirstWordThatIsNotUnderstoodIsNamed(_ text: String, _ word: String) {
        #expect(mistake(text)?.word == word)
    }

    @Test func aRuleHasLimits() {
        let long = Array(repeating: "q1.a1", count: 61).joined(separator: " or ")
        #expect(mistake(long)?.isTooLarge == true)
        let deep = String(repeating: "(", count: 5_000) + "q1.a1"
        #expect(mistake(deep)?.isTooLarge == true)
    }

    @Test func whatDecidesComesBefore() throws {
        let target = Self.structure.questions[0].id
        let rule = CompoundRule(id: 1, target: target, test: try Self.outline.test("q2.a1 and q3 > 3"))
        #expect(ConditionCheck.kinds(rule, Self.outline) == [.triggerAfterTarget])
        let foreign = CompoundRule(id: 1, target: 5, test: .not(.chosen(77)))
        #expect(ConditionCheck.kinds(foreign, Self.outline) == [.conditionWithoutEnds])
        let text = AnswerComparison(answer: Self.structure.questions[4].answers[0].id, sign: .less, value: "3")
        #expect(!text.isReadable(.text))
    }

    /// A comparison decides over pages, results and files like a chosen answer.
    @Test func storedAnswersAreThoseOfThePathAndCountedTheSame() throws {
        let faculty = try Faculty(students: 12)
        try faculty.database.write { db in
            var structure = Faculty.structure
            let test = try StructureOutline(structure).test("q5 >= 10 and not q1.a3 or q1.a2")
            // What is asked last decides over a page behind it.
            let last = Question(id: 6, text: "Sixth?", format: .free, code: "q6", answers: [Answer(id: 61, format: .text, code: "a1")])
            structure.pages.append(Page(id: 40, text: "Page 40", paragraphs: [Paragraph(id: 41, questions: [last])]))
            structure.rules = [CompoundRule(id: 1, target: 40, test: test)]
            _ = try Faculty.publish(db, structure)
            for student in 1...12 {
                _ = try Faculty.send(
                    ["q1": String(1 + student % 3), "q2": "1", "q5": String(student), "q6": "text \(student)"], of: Int64(student), db)
            }
            let outline = StructureOutline(try StructureStore.read(1, db))
            let written = try String.fetchSet(db, sql: "SELECT value FROM compilationAnswer WHERE value LIKE 'text %'")
            let expected = (1...12).filter { $0 % 3 == 1 || ($0 >= 10 && $0 % 3 != 2) }.map { "text \($0)" }
            #expect(written == Set(expected))
            let question = try #require(outline.structure.questions.last)
            #expect(outline.conditional.contains(question.id))
            let counted = try countedRows(db)
            try ResultSchema.recount(db)
            #expect(try countedRows(db) == counted)
            var sets = ShownSets(outline)
            for one in try ResultReading.answers(of: 1, db) {
                let shown = sets.visible(to: Compilation(id: one.key, answers: one.value)).contains(question.id)
                #expect(shown == one.value.contains { $0.question == question.id })
            }
        }
    }

    @Test func aPublishedVersionKeepsItsRules() throws {
        let faculty = try Faculty(students: 0)
        try faculty.database.write { db in
            var structure = Faculty.structure
            structure.rules = [CompoundRule(id: 1, target: 30, test: try StructureOutline(structure).test("q1.a1 and q2.a1"))]
            let version = try Faculty.publish(db, structure)
            #expect(try StructureStore.read(version.id, db).rules.count == 1)
            #expect(throws: DatabaseError.self) { try db.execute(sql: "DELETE FROM elementRule") }
            #expect(throws: DatabaseError.self) { try db.execute(sql: "UPDATE elementRule SET action = 'hide'") }
        }
    }

    @Test func programsThatKnowSingleAnswersSeeMoreNeverLess() throws {
        var structure = Self.structure
        let target = structure.pages[1].id
        structure.conditions = [Condition(id: 1, trigger: structure.questions[0].answers[0].id, target: target)]
        #expect(ElementRows(structure: structure, questionnaire: 1).plainConditions.count == 1)
        structure.rules = [CompoundRule(id: 1, target: target, test: try Self.outline.test("q1.a2 and q3 > 3"))]
        let rows = ElementRows(structure: structure, questionnaire: 1)
        #expect(rows.plainConditions == [])
        #expect(rows.conditions.count == 1)
        #expect(rows.rules.first?["REGOLA"]?["E"]?.list?.count == 2)
        let read = ElementReading(elements: rows.elements, conditions: rows.conditions, rules: rows.rules)
        #expect(read.mistakes == [])
        #expect(read.structure.rules == structure.rules)
    }
}
