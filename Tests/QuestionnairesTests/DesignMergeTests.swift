import Admin
import GRDB
import TestSupport
import Testing
import Web

@testable import Questionnaires

/// Two designers at one draft: what one did not type into stays as the other saved it, and only the same field is asked about.
@Suite struct DesignMergeTests {
    private static let structure = "/admin/questionnaires/questionnaires/1/structure"

    /// A draft, two people who may change it, and its first question.
    private func designed() async throws -> (site: TestSite, question: Question) {
        let site = try await TestSite("house", "registry", "questionnaires")
        let question = try await site.database.write { db -> Question in
            try db.execute(sql: "UPDATE roleAssignment SET role = 'admin', scopeID = NULL WHERE accountID = 3")
            try Faculty.fill(db, students: 1, anonymous: true, mandatory: false)
            var settings = try SiteSettings.load(db)
            settings.languages = [.english]
            try settings.save(db)
            let draft = try QuestionnaireVersion.beginDraft(of: 1, now: Faculty.now, db)
            try draft.save(Faculty.structure.renumbered, db)
            return try #require(try StructureStore.read(draft.id, db).questions.first { $0.format == .single })
        }
        return (site, question)
    }

    private func stored(_ site: TestSite) async throws -> Structure {
        try await site.database.read { db in try StructureStore.read(try #require(try QuestionnaireVersion.draft(of: 1, db)).id, db) }
    }

    // MARK: Elements

    @Test func differentFieldsOfOneQuestionAreBothKept() async throws {
        let (site, question) = try await designed()
        let address = "\(Self.structure)/elements/\(question.id)"
        try await site.browse(as: "admin", "educator-blu") { [self] browsers in
            let base = try #require(try await browsers[0].get(address).form(to: address))
            let first = try await browsers[0].post(address, base.filled(["text": ["Quante ne hai seguite?"], "tag": ["attendance"]]))
            let second = try await browsers[1].post(address, base.filled(["note": ["Anche a distanza."], "category": ["Presenza"]]))
            #expect(first.status == 303)
            #expect(second.status == 303)
            let now = try #require(try await stored(site).question(question.id))
            #expect(now.text == "Quante ne hai seguite?")
            #expect(now.note == "Anche a distanza.")
            #expect(now.category == "Presenza")
            #expect(now.tags.contains(.attendance))
            #expect(now.fixed.map(\.id) == question.fixed.map(\.id))
            let told = try await browsers[1].get(Self.structure)
            #expect(told.contains("Nel frattempo Amministratrice ha cambiato, e resta così:"))
        }
    }

    @Test func theSameFieldOfAQuestionIsAskedAbout() async throws {
        let (site, question) = try await designed()
        let address = "\(Self.structure)/elements/\(question.id)"
        try await site.browse(as: "admin", "educator-blu") { [self] browsers in
            let base = try #require(try await browsers[0].get(address).form(to: address))
            try await browsers[0].post(address, base.filled(["text": ["Di Anna"]]))
            let both = try await browsers[1].post(address, base.filled(["text": ["Di Bruno"], "note": ["Sua"]]))
            #expect(both.status == 409)
            #expect(both.contains("Anche Amministratrice ha cambiato questo campo"))
            #expect(both.contains(#"<q class="words">Di Anna</q>"#))
            #expect(both.contains(#"<q class="words">Di Bruno</q>"#))
            let asked = try #require(both.form(to: address))
            let silent = try await browsers[1].post(address, asked.filled())
            #expect(silent.status == 409)
            #expect(silent.contains(#"value="Di Bruno""#))
            #expect(silent.contains(#"value="Sua""#))
            // Left alone, the question and what was typed wait for whoever comes back.
            let again = try await browsers[1].get(address)
            #expect(again.contains(#"name="text.asked""#))
            #expect(again.contains(#"value="Sua""#))
            try await browsers[1].post(address, asked.filled(["text.answer": ["theirs"]]))
            let theirs = try #require(try await stored(site).question(question.id))
            #expect(theirs.text == "Di Anna")
            #expect(theirs.note == "Sua")
        }
    }

    /// What kind of answers there are and the answers themselves belong together.
    @Test func anotherKindOfQuestionDoesNotDropAnswersThatWereAddedSince() async throws {
        let (site, question) = try await designed()
        let address = "\(Self.structure)/elements/\(question.id)"
        try await site.browse(as: "admin", "educator-blu") { [self] browsers in
            let base = try #require(try await browsers[0].get(address).form(to: address))
            let lines = try #require(base.fields.first { $0.name == "answers" }).value
            try await browsers[0].post(address, base.filled(["answers": [lines + "\nNon so"]]))
            let both = try await browsers[1].post(address, base.filled(["format": ["free"]]))
            #expect(both.status == 409)
            #expect(both.contains(#"name="format.asked""#))
            #expect(both.contains("Non so"))
            let kept = try #require(try await stored(site).question(question.id))
            #expect(kept.format == .single)
            #expect(kept.fixed.last?.text == "Non so")
            let asked = try #require(both.form(to: address))
            try await browsers[1].post(address, asked.filled(["format.answer": ["mine"]]))
            let changed = try #require(try await stored(site).question(question.id))
            #expect(changed.format == .free)
        }
    }

    @Test func titlesOfPagesMergeAsWell() async throws {
        let (site, _) = try await designed()
        let page = try #require(try await stored(site).pages.first)
        let address = "\(Self.structure)/elements/\(page.id)"
        try await site.browse(as: "admin", "educator-blu") { [self] browsers in
            let base = try #require(try await browsers[0].get(address).form(to: address))
            try await browsers[0].post(address, base.filled(["text": ["Titolo nuovo"]]))
            try await browsers[1].post(address, base.filled(["note": ["Nota nuova"]]))
            let now = try #require(try await stored(site).pages.first)
            #expect(now.text == "Titolo nuovo")
            #expect(now.note == "Nota nuova")
        }
    }

    @Test func whatWasTypedIntoAnElementThatIsGoneIsShown() async throws {
        let (site, question) = try await designed()
        let address = "\(Self.structure)/elements/\(question.id)"
        try await site.browse(as: "admin", "educator-blu") { browsers in
            let base = try #require(try await browsers[0].get(address).form(to: address))
            let edition = try #require(base.fields.first { $0.name == "edition" }).value
            try await browsers[0].post(Self.structure, [("act", "delete.\(question.id)"), ("edition", edition)])
            let late = try await browsers[1].post(address, base.filled(["text": ["Una mattina di lavoro"]]))
            #expect(late.status == 409)
            #expect(late.contains("Una mattina di lavoro"))
            #expect(late.contains("Amministratrice l’ha tolto"))
        }
    }

    // MARK: Tags

    @Test func tagsOnDifferentQuestionsAreBothKept() async throws {
        let (site, _) = try await designed()
        try await site.database.write { db in
            var tag = Tag()
            (tag.name, tag.code, tag.kind) = ("Peso", "peso", .number)
            try tag.insert(db, by: .init(accountID: nil, name: "test", address: "", requestID: ""))
        }
        let questions = try await stored(site).questions
        let (one, two) = ("l.\(questions[0].id)", "l.\(questions[1].id)")
        let address = Self.structure + "/tags?tag=peso"
        try await site.browse(as: "admin", "educator-blu") { [self] browsers in
            let base = try #require(try await browsers[0].get(address).form(to: address))
            try await browsers[0].post(address, base.filled([one: ["3"]]))
            let second = try await browsers[1].post(address, base.filled([two: ["4"]]))
            #expect(second.status == 303)
            let labels = try await stored(site).questions.prefix(2).map { $0.labels.filter { $0.tag == "peso" }.map(\.value) }
            #expect(labels == [["3"], ["4"]])
            let both = try await browsers[1].post(address, base.filled([one: ["5"]]))
            #expect(both.status == 409)
            #expect(both.contains(#"value="5""#))
            #expect(both.contains(#"<q class="words">3</q>"#))
            let asked = try #require(both.form(to: address))
            try await browsers[1].post(address, asked.filled(["\(one).answer": ["mine"]]))
            let after = try await stored(site).questions.prefix(2).map { $0.labels.filter { $0.tag == "peso" }.map(\.value) }
            #expect(after == [["5"], ["4"]])
        }
    }

    // MARK: Tree, rules, text

    @Test func whatIsAddedToATreeThatAnotherPersonChangedIsAdded() async throws {
        let (site, question) = try await designed()
        try await site.browse(as: "admin", "educator-blu") { [self] browsers in
            let pages = try await stored(site).pages.count
            for browser in browsers { try await browser.post(Self.structure, [("act", "add.page"), ("edition", "2")]) }
            let added = try await stored(site).pages.count
            #expect(added == pages + 2)
            // What was not seen is not taken away.
            try await browsers[1].post(Self.structure, [("act", "delete.\(question.id)"), ("edition", "2")])
            let refused = try await browsers[1].get(Self.structure)
            #expect(refused.contains("Educatore Blu l’ha cambiato nel frattempo"))
            let stands = try await stored(site).question(question.id)
            #expect(stands != nil)
        }
    }

    @Test func rulesOfTwoPeopleAreBothKept() async throws {
        let (site, question) = try await designed()
        let address = Self.structure + "/rules"
        let before = try await stored(site)
        let target = try #require(before.pages.last).id
        try await site.browse(as: "admin", "educator-blu") { [self] browsers in
            let page = "\(address)?answer=\(question.fixed[0].id)"
            let base = try #require(try await browsers[0].get(page).form(to: address, with: "target"))
            try await browsers[0].post(Self.structure, [("act", "add.page"), ("edition", "2")])
            let added = try await browsers[1].post(address, base.filled(["target": [String(target)], "action": ["show"]]))
            #expect(added.location == address)
            let rules = try await stored(site).conditions.count
            #expect(rules == before.conditions.count + 1)
            // The rule's own question says something else now: it is looked at again, with all that was chosen.
            let element = "\(Self.structure)/elements/\(question.id)"
            let form = try #require(try await browsers[0].get(element).form(to: element))
            try await browsers[0].post(element, form.filled(["text": ["Tutt’altro?"]]))
            let late = try await browsers[1].post(address, base.filled(["target": [String(target)], "action": ["hide"]]))
            #expect(late.location?.contains("target=\(target)") == true)
            #expect(late.location?.contains("action=hide") == true)
            let told = try await browsers[1].get(try #require(late.location))
            #expect(told.contains("Amministratrice l’ha cambiato nel frattempo"))
            #expect(told.contains(#"value="hide" checked"#))
            let left = try await stored(site).conditions.count
            #expect(left == rules)
        }
    }

    @Test func aTextThatAnotherPersonChangedIsKeptBesideTheirs() async throws {
        let (site, question) = try await designed()
        let (address, element) = (Self.structure + "/text", "\(Self.structure)/elements/\(question.id)")
        try await site.browse(as: "admin", "educator-blu") { [self] browsers in
            let base = try #require(try await browsers[1].get(address).form(to: address))
            let text = try #require(base.fields.first { $0.name == "text" }).value
            let form = try #require(try await browsers[0].get(element).form(to: element))
            try await browsers[0].post(element, form.filled(["text": ["Di Anna?"]]))
            // Nothing typed takes nothing back.
            let same = try await browsers[1].post(address, base.filled())
            #expect(same.status == 303)
            let stands = try await stored(site).question(question.id)
            #expect(stands?.text == "Di Anna?")
            let late = try await browsers[1].post(address, base.filled(["text": [text + "\n# Di Bruno\n"]]))
            #expect(late.status == 422)
            #expect(late.contains("# Di Bruno"))
            #expect(late.contains("Di Anna?"))
            #expect(late.contains("Amministratrice ha cambiato il questionario nel frattempo"))
        }
    }

    // MARK: Translations

    @Test func translationsOfTwoPeopleMerge() async throws {
        let (site, _) = try await designed()
        let address = Self.structure + "/translations/en"
        try await site.browse(as: "admin", "educator-blu") { [self] browsers in
            let base = try #require(try await browsers[0].get(address).form(to: address))
            let names = base.fields.filter { $0.name.hasPrefix("text.") }.map(\.name)
            try #require(names.count > 2)
            try await browsers[0].post(address, base.filled([names[0]: ["By Anna"]]))
            let second = try await browsers[1].post(address, base.filled([names[1]: ["By Bruno"]]))
            #expect(second.status == 303)
            let told = try await browsers[1].get(Self.structure)
            #expect(told.contains("Nel frattempo Amministratrice ha cambiato, e resta così:"))
            let both = try await browsers[1].post(address, base.filled([names[0]: ["Another"], names[2]: ["Third"]]))
            #expect(both.status == 409)
            #expect(both.contains(#"value="Another""#))
            #expect(both.contains(#"value="Third""#))
            #expect(both.contains(#"<q class="words">By Anna</q>"#))
            #expect(both.contains("\(names[0]).answer"))
            let asked = try #require(both.form(to: address))
            expect(try await browsers[1].post(address, asked.filled()).status == 409)
            expect(try await browsers[1].post(address, asked.filled(["\(names[0]).answer": ["mine"]])).status == 303)
            let sheet = TranslationSheet(try await stored(site), in: .english)
            let said = Dictionary(sheet.rows.map { ($0.name, $0.translation?.text ?? "") }) { $1 }
            #expect(names[0...2].map { said[$0] } == ["Another", "By Bruno", "Third"])
        }
    }

    private func expect(_ condition: Bool, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(condition, sourceLocation: sourceLocation)
    }
}
