import Foundation
import GRDB
import TestSupport
import Testing

@testable import Admin
@testable import Citations

/// The answers of which the evidence is sure: a dry run that names each work, one act, one undo.
@Suite struct SureAnswerTests {
    private static let known = ["one", "two", "three", "four"].map { "Rivers of valley \($0) and their stones" }
    /// With the author's ORCID iD.
    private static let missing = ["Bread in old towns and markets", "The price of salt near the sea"]

    private static let orcid = "0000-0001-5109-3700"

    private static func work(_ title: String, _ number: String, orcid: String = "null") -> String {
        """
        {"display_name": "\(title)", "publication_year": 2005, "cited_by_count": 9, "authorships": [{"author": {"display_name": "Mario Rossi",
        "id": "https://openalex.org/\(number)", "orcid": \(orcid)}, "institutions": [{"display_name": "University of \(number)"}]}]}
        """
    }

    private static func site() async throws -> (site: TestSite, run: Int64) {
        let own = missing.map { work($0, "A1", orcid: "\"https://orcid.org/\(orcid)\"") }
        let works = known.map { work($0, "A1") } + own + [work("Renal outcomes in a rural cohort", "A2")]
        return try await RunSite.make(list: "{\"results\": [" + works.joined(separator: ",") + "]}", page: known.joined(separator: "\n")) {
            $1.orcid = "https://orcid.org/\(orcid)"
        }
    }

    @Test func theyAreNamedBeforeTheyAreTakenAndUndoneAsOne() async throws {
        let (site, run) = try await Self.site()
        try await site.browse(as: "admin") { browsers in
            let (browser, base) = (browsers[0], "/admin/citations/runs/\(run)")
            expect(try await browser.get(base + "/results").contains("href=\"\(base)/answers\""))
            let shown = try await browser.get(base + "/answers")
            for title in Self.missing { #expect(shown.contains(title)) }
            #expect(!shown.contains("Renal"))
            #expect(shown.contains("h: <strong>5</strong>"))
            #expect(shown.contains("h: 6, tra 6 e 6"))
            expect(try await site.value("SELECT count(*) FROM citationAct", as: Int.self) == 0)
            let state = String(try #require(shown.text.firstMatch(of: #/name="state" value="([^"]*)"/#)?.1)).replacing("&#34;", with: "\"")
            expect(try await browser.post(base + "/answers", [("state", state)]).status == 303)
            let decided = try await site.database.read { try WorkDecision.all(of: run, $0) }
            #expect(decided.count == 2)
            #expect(decided.values.allSatisfy { $0.isIn == true })
            expect(try await site.value("SELECT h FROM citationOutcome", as: Int.self) == 6)
            expect(
                try await site.value("SELECT count(*) FROM audit WHERE action = 'citations.runs.decide'", as: Int.self) == 1)
            expect(try await browser.get(base + "/answers").contains("Di nessuna risposta aperta"))
            let batch = try await site.value("SELECT max(batch) FROM citationAct", as: Int64.self) ?? 0
            expect(try await browser.post(base + "/batches/\(batch)/undoing").status == 303)
            expect(try await site.value("SELECT count(*) FROM citationDecision", as: Int.self) == 0)
        }
    }

    @Test func aResultThatHasChangedIsShownAgain() async throws {
        let (site, run) = try await Self.site()
        try await site.browse(as: "admin") { browsers in
            let answer = try await browsers[0].post("/admin/citations/runs/\(run)/answers", [("state", "\"1-1-1\"")])
            #expect(answer.status == 409)
            #expect(answer.contains("Nel frattempo"))
        }
        expect(try await site.value("SELECT count(*) FROM citationDecision", as: Int.self) == 0)
    }

    @Test func programsReadAndTakeTheSame() async throws {
        let (site, run) = try await Self.site()
        try await site.browse(as: "admin") { browsers in
            let address = "/api/v1/citations/runs/\(run)"
            let listed = try await browsers[0].ask(.get, address + "/answers").json
            #expect(listed["items"]?.list?.compactMap { $0["title"]?.text } == Self.missing)
            #expect(listed["items"]?.list?.allSatisfy { $0["answer"] == .flag(true) && $0["enabled"] == .flag(false) } == true)
            #expect(listed["before"]?["selected"] == .number(4))
            #expect(listed["after"]?["selected"] == .number(6))
            let taken = try await browsers[0].change(.post, address, "/works/bulk", #"{"rule":"evidence"}"#)
            #expect(taken.json["acts"]?.list?.count == 2)
            #expect(taken.json["h"]?["selected"] == .number(6))
        }
    }

    /// Another initial speaks against works that count without a page.
    @Test func worksOfOthersDoNotCount() async throws {
        let list = "9\tDry rivers\tM Rossi\n8\tWet stones\tG Rossi\n7\tHot sands\tMario Rossi\n6\tCold winds\t\n"
        let (site, run) = try await RunSite.make(list: list, page: nil)
        let (answers, findings) = try await site.database.read { db in
            let findings = try Findings(try #require(try Outcome.of(run, db)), year: 2026, db)
            return (SureAnswers(findings), findings)
        }
        #expect(answers.all.map { findings.works[$0.index].title } == ["Wet stones"])
        #expect(answers.all.first?.isIn == false)
        #expect(findings.own.h == 4)
        #expect(answers.all.last?.certainty.exact == 3)
    }
}
