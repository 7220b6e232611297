import Accounts
import Foundation
import GRDB
import HTTPTypes
import TestSupport
import Testing
import Web

@testable import Admin
@testable import Citations

/// What researchers' programs do with a run, through the front door.
@Suite struct RunServiceTests {
    private static func address(_ run: Int64) -> String { "/api/v1/citations/runs/\(run)" }

    @Test func aRunSaysHowFarItIsAndWhatItFound() async throws {
        let (site, run) = try await RunSite.make()
        try await site.browse(as: "admin") { browsers in
            let answer = try await browsers[0].ask(.get, Self.address(run) + "/result")
            let found = answer.json
            #expect(answer.status == 200)
            #expect(answer.headers[.eTag] != nil)
            #expect(found["status"] == .text("done"))
            #expect(found["code"] == .text("ok"))
            #expect(found["step"] == .null)
            #expect(found["h"]?["all"] == .number(7))
            #expect(found["h"]?["filtered"] == .number(4))
            #expect(found["h"]?["selected"] == .number(4))
            #expect(found["counts"]?["works"] == .number(10))
            #expect(found["counts"]?["counted"] == .number(5))
            #expect(found["settings"]?["normalisation"] == .text("folded"))
            #expect(found["settings"]?["titleThreshold"] == .number(80))
            #expect(found["documents"]?.list?.compactMap { $0["role"]?.text } == ["list", "page"])
            for format in ExportedRun.Format.allCases {
                let file = try await browsers[0].ask(.get, found["exports"]?[format.rawValue]?.text ?? "")
                let page = try await browsers[0].get("/admin/citations/runs/\(run)/exports/\(format.file)")
                #expect(file.status == 200)
                #expect(file.text == page.text)
                #expect(!file.text.isEmpty)
                #expect(file.headers[.contentDisposition] == page.headers[.contentDisposition])
            }
        }
    }

    @Test func onlyWhoMaySeeRunsIsAnswered() async throws {
        let (site, run) = try await RunSite.make()
        let known = CitationService.groups.flatMap(\.routes).filter { !$0.path.hasPrefix("tools/") }
        try await site.browse(as: "", "educator", "admin") { browsers in
            for route in known {
                func path(_ id: Int64) -> String {
                    "/api/v1/citations/"
                        + route.path.replacing("{id}", with: String(id)).replacing(#/{[a-z]+}/#, with: "1")
                }
                let sent = route.sent == nil ? nil : "{}"
                let nobody = try await browsers[0].call(route.method, path(run), sent)
                let educator = try await browsers[1].ask(route.method, path(run), sent)
                #expect(nobody.status == 401, "\(route.path)")
                #expect(educator.status == 403, "\(route.path)")
                guard sent == nil, route.path.contains("{id}") else { continue }
                let missing = try await browsers[2].ask(route.method, path(99))
                #expect(missing.status == 404, "\(route.path)")
            }
        }
        expect(try await site.value("SELECT count(*) FROM citationAct", as: Int.self) == 0)
    }

    @Test func aRunWithoutResultSaysSo() async throws {
        let (site, _) = try await RunSite.make()
        let id = try await site.database.write { db in
            var run = Run()
            (run.name, run.author) = ("Vuoto", try Int64.fetchOne(db, sql: "SELECT id FROM citationAuthor"))
            try run.insert(db, by: RunSite.actor)
            return run.id ?? 0
        }
        try await site.browse(as: "admin") { browsers in
            let found = try await browsers[0].ask(.get, Self.address(id) + "/result").json
            #expect(found["status"] == .text("new"))
            #expect(found["h"] == .null)
            #expect(found["exports"] == .null)
            #expect(found["code"] == .null)
            for path in ["works", "indexes", "exports/works.csv"] {
                let refused = try await browsers[0].ask(.get, Self.address(id) + "/" + path)
                #expect(refused.status == 409, "\(path)")
                #expect(refused.json["type"] == .text("/api#problem-noResult"), "\(path)")
            }
        }
    }

    @Test func worksAreReadPieceByPieceInAnyOrder() async throws {
        let (site, run) = try await RunSite.make()
        try await site.browse(as: "admin") { browsers in
            for (sort, column) in [
                ("-citations", "citations"), ("citations", "citations"), ("-year", "year"), ("-similarity", "id"), ("title", "title"),
            ] {
                var (address, found): (String?, [JSON]) = (Self.address(run) + "/works?limit=3&sort=\(sort)", [])
                while let next = address {
                    let answer = try await browsers[0].ask(.get, next)
                    #expect(answer.status == 200)
                    #expect(answer.headers[.init("Link")!] == answer.json["next"]?.text.map { "<\($0)>; rel=\"next\"" })
                    found += answer.json["items"]?.list ?? []
                    address = answer.json["next"]?.text
                }
                #expect(Set(found.compactMap { $0["id"]?.number }).count == 10, "\(sort)")
                #expect(found.count == 10, "\(sort)")
                let numbers = found.compactMap { $0[column]?.number }
                if sort == "-citations" { #expect(numbers == [40, 31, 25, 19, 12, 9, 8, 7, 3, 0]) }
                if sort == "citations" { #expect(numbers == [0, 3, 7, 8, 9, 12, 19, 25, 31, 40]) }
                if sort == "-year" {
                    #expect(numbers == numbers.sorted(by: >))
                    #expect(found.last?["year"] == .null)
                }
                if sort == "title" { #expect(found.first?["title"] == .text("A survey of olive pests")) }
            }
            let out = try await browsers[0].ask(.get, Self.address(run) + "/works?state=excluded").json["items"]?.list
            #expect(out?.count == 5)
            #expect(out?.allSatisfy { $0["excludedBy"] == .text("filter") && $0["enabled"] == .flag(false) } == true)
            for query in ["state=lost", "sort=venue", "sort=--year", "limit=0", "cursor=x", "other=1", "limit=2&limit=3"] {
                let wrong = try await browsers[0].ask(.get, Self.address(run) + "/works?" + query)
                #expect(wrong.status == 400, "\(query)")
            }
        }
    }

    /// What a site holds after a work was let in by a page or by a program.
    private struct Traces: Equatable {
        let decisions, acts, audit: [String]
        let h: Int

        init(_ site: TestSite, _ run: Int64) async throws {
            (decisions, acts, audit, h) = try await site.database.read { db -> ([String], [String], [String], Int) in
                let outcome = try #require(try Outcome.of(run, db))
                return (
                    try String.fetchAll(db, sql: "SELECT identity || value FROM citationDecision"),
                    try String.fetchAll(
                        db, sql: "SELECT identity || title || coalesce(before, '-') || coalesce(after, '-') || actor FROM citationAct"),
                    try String.fetchAll(db, sql: "SELECT action || actor FROM audit WHERE action LIKE 'citations.runs.%'"),
                    try Findings(outcome, year: 2020, db).own.h
                )
            }
        }
    }

    @Test func aToggleByAProgramIsThatOfThePage() async throws {
        var traces: [Traces] = []
        for byProgram in [false, true] {
            let (site, run) = try await RunSite.make()
            let work = try await RunSite.find(site, "Grape yields and rainfall in Tuscany")
            try await site.browse(as: "admin") { browsers in
                if byProgram {
                    let answer = try await browsers[0].change(.patch, Self.address(run), "/works/\(work)", #"{"enabled":true}"#)
                    let state = answer.json["states"]?.list?.first { $0["id"]?.number.map(Int64.init) == work }
                    #expect(answer.status == 200)
                    #expect(answer.json["indexes"]?["h"] == .number(5))
                    #expect(answer.json["h"]?["selected"] == .number(5))
                    #expect(state?["state"] == .text("core"))
                    #expect(state?["rank"] == .number(1))
                    #expect(answer.json["states"]?.list?.count == 10)
                } else {
                    try await browsers[0].post("/admin/citations/runs/\(run)/works/\(work)/decision", [("act", "in")])
                }
            }
            traces.append(try await Traces(site, run))
        }
        #expect(traces[0] == traces[1])
        #expect(traces[0].h == 5)
        #expect(traces[0].acts.count == 1)
    }

    @Test func aChangeNamesTheStateThatWasReadAndCanBeUndone() async throws {
        let (site, run) = try await RunSite.make()
        let work = try await RunSite.find(site, "Grape yields and rainfall in Tuscany")
        try await site.browse(as: "admin") { browsers in
            let (browser, path) = (browsers[0], Self.address(run) + "/works/\(work)")
            let tag = try await browser.ask(.get, Self.address(run) + "/works").headers[.eTag]
            let without = try await browser.ask(.patch, path, #"{"enabled":true}"#)
            #expect(without.status == 428)
            let done = try await browser.ask(.patch, path, #"{"enabled":true}"#, match: tag)
            let act = try #require(done.json["acts"]?.list?.first?.number)
            let old = try await browser.ask(.patch, path, #"{"enabled":false}"#, match: tag)
            #expect(done.status == 200)
            #expect(old.status == 412)
            #expect(old.headers[.eTag] == done.headers[.eTag])
            let same = try await browser.ask(.patch, path, #"{"enabled":true}"#, match: done.headers[.eTag])
            #expect(same.status == 200)
            #expect(same.json["acts"] == .list([]))
            for wrong in [#"{}"#, #"{"enabled":1}"#, #"{"enabled":true,"venue":"x"}"#] {
                let refused = try await browser.ask(.patch, path, wrong, match: "*")
                #expect(refused.status == 422, "\(wrong)")
            }
            let missing = try await browser.ask(.patch, Self.address(run) + "/works/999", #"{"enabled":true}"#, match: "*")
            #expect(missing.status == 404)
            let left = try await browser.ask(.patch, path, #"{"enabled":null}"#, match: "*")
            let later = try await browser.ask(.post, Self.address(run) + "/decisions/\(act)/undoing")
            #expect(left.json["h"]?["selected"] == .number(4))
            #expect(later.status == 409)
            #expect(later.json["type"] == .text("/api#problem-decidedLater"))
            let last = try #require(left.json["acts"]?.list?.first?.number)
            let undone = try await browser.ask(.post, Self.address(run) + "/decisions/\(last)/undoing")
            #expect(undone.status == 200)
            #expect(undone.json["h"]?["selected"] == .number(5))
        }
    }

    @Test func manyWorksAreDecidedAtOnceOrNone() async throws {
        let (site, run) = try await RunSite.make()
        let grape = try await RunSite.find(site, "Grape yields and rainfall in Tuscany")
        let soil = try await RunSite.find(site, "Soil acidity in alpine meadows")
        try await site.browse(as: "admin") { browsers in
            func bulk(_ json: String) async throws -> Answer { try await browsers[0].change(.post, Self.address(run), "/works/bulk", json) }
            let both = try await bulk(#"{"ids":[\#(grape),\#(soil)],"enabled":true}"#)
            #expect(both.json["acts"]?.list?.count == 2)
            #expect(both.json["indexes"]?["works"] == .number(7))
            #expect(both.json["batch"] != .null)
            #expect(both.json["batch"] == both.json["acts"]?.list?.first)
            let batch = Self.address(run) + "/batches/\(both.json["batch"]?.number ?? 0)/undoing"
            let undone = try await browsers[0].ask(.post, batch)
            #expect(undone.status == 200)
            #expect(undone.json["indexes"]?["works"] == .number(5))
            let twice = try await browsers[0].ask(.post, batch)
            #expect(twice.status == 409)
            _ = try await bulk(#"{"ids":[\#(grape),\#(soil)],"enabled":true}"#)
            let missing = try await bulk(#"{"ids":[\#(grape),999],"enabled":false}"#)
            #expect(missing.status == 404)
            let (all, none) = (try await bulk(#"{"rule":"all"}"#), try await bulk(#"{"rule":"none"}"#))
            #expect(all.json["h"]?["selected"] == .number(7))
            #expect(all.json["acts"]?.list?.count == 3)
            #expect(none.json["h"]?["selected"] == .number(0))
            #expect(none.json["h"]?["filtered"] == .number(4))
            let filter = try await bulk(#"{"rule":"filter"}"#)
            #expect(filter.json["h"]?["selected"] == .number(4))
            for wrong in [
                #"{"ids":[],"enabled":true}"#, #"{"ids":[\#(grape),\#(grape)],"enabled":true}"#, #"{"ids":[\#(grape)]}"#,
                #"{"rule":"some"}"#,
                #"{"rule":"all","ids":[\#(grape)],"enabled":true}"#, "{}",
            ] {
                let refused = try await bulk(wrong)
                #expect(refused.status == 422, "\(wrong)")
            }
        }
        expect(try await site.value("SELECT count(*) FROM citationDecision", as: Int.self) == 0)
    }

    @Test func aWorkIsCorrectedAndJoined() async throws {
        let (site, run) = try await RunSite.make(page: nil)
        let notes = try await RunSite.find(site, "Notes on edge detection")
        let fast = try await RunSite.find(site, "Fast edge detection with integral filters")
        let soil = try await RunSite.find(site, "Soil acidity in alpine meadows")
        try await site.browse(as: "admin") { browsers in
            func change(_ work: Int64, _ json: String) async throws -> Answer {
                try await browsers[0].change(.patch, Self.address(run), "/works/\(work)", json)
            }
            let corrected = try await change(notes, #"{"citations":50,"title":" Notes on edges ","year":null}"#)
            #expect(corrected.status == 200)
            let kept = "SELECT json_extract(value, '$.title') || json_extract(value, '$.citations') FROM citationDecision"
            expect(try await site.value(kept, as: String.self) == "Notes on edges50")
            let joined = try await change(notes, #"{"title":null,"citations":null,"sameAs":\#(fast)}"#)
            #expect(joined.json["indexes"]?["works"] == .number(9))
            for (work, wrong) in [
                (soil, #"{"sameAs":\#(soil)}"#), (soil, #"{"sameAs":\#(notes)}"#), (fast, #"{"sameAs":\#(notes)}"#),
                (notes, #"{"sameAs":999}"#), (notes, #"{"year":12}"#),
                (notes, #"{"title":" "}"#),
            ] {
                let refused = try await change(work, wrong)
                #expect(refused.status == 422, "\(wrong)")
            }
            let apart = try await change(notes, #"{"sameAs":null}"#)
            #expect(apart.json["indexes"]?["works"] == .number(10))
        }
        expect(try await site.value("SELECT count(*) FROM citationDecision", as: Int.self) == 0)
    }

    @Test func titlesOfThePageAreCorrectedAddedAndTakenAway() async throws {
        let (site, run) = try await RunSite.make()
        try await site.browse(as: "admin") { browsers in
            func rows() async throws -> [JSON] {
                try await RunSite.work(site)
                return try await browsers[0].ask(.get, Self.address(run) + "/page-works").json["items"]?.list ?? []
            }
            func h() async throws -> JSON? { try await browsers[0].ask(.get, Self.address(run) + "/result").json["h"]?["selected"] }
            let before = try await rows()
            try #require(before.count == 6)
            #expect(before[0]["present"] == .flag(true))
            #expect(before[0]["corrected"] == .flag(false))
            let path = Self.address(run) + "/page-works"
            let first = try await browsers[0].ask(.get, path + "?limit=4").json
            let others = try await browsers[0].ask(.get, first["next"]?.text ?? "").json
            #expect(first["items"]?.list?.count == 4)
            #expect(others["items"]?.list?.compactMap { $0["id"]?.number } == [5, 6])
            #expect(others["next"] == .null)
            let added = try await browsers[0].change(
                .post, Self.address(run), "/page-works", #"{"title":"Soil acidity in alpine meadows"}"#)
            let after = try await rows()
            #expect(added.status == 202)
            try #require(after.count == 7)
            #expect(after[6]["present"] == .flag(true))
            expect(try await h() == .number(5))
            _ = try await browsers[0].change(.patch, Self.address(run), "/page-works/6", #"{"title":"A survey of olive pests"}"#)
            let corrected = try await rows()
            #expect(corrected[5]["title"] == .text("A survey of olive pests"))
            #expect(corrected[5]["present"] == .flag(true))
            let act = try await browsers[0].ask(.delete, path + "/1", match: "*").json["acts"]?.list?.first?.number
            let removed = try await rows()
            #expect(removed.count == 6)
            #expect(!removed.contains { $0["title"] == before[0]["title"] })
            _ = try await browsers[0].ask(.post, Self.address(run) + "/decisions/\(act ?? 0)/undoing")
            let back = try await rows()
            #expect(back.first?["title"] == before[0]["title"])
            let (empty, unmatched, missing) = (
                try await browsers[0].change(.post, Self.address(run), "/page-works", #"{"title":" – "}"#),
                try await browsers[0].ask(.delete, path + "/1"), try await browsers[0].ask(.delete, path + "/99", match: "*")
            )
            #expect(empty.status == 422)
            #expect(unmatched.status == 428)
            #expect(missing.status == 404)
        }
    }

    @Test func aMatchIsAcceptedOrRejectedAsOnThePage() async throws {
        let (site, run) = try await RunSite.make()
        let sparse = try await RunSite.find(site, "Sparse graph matching for image retrieval")
        let lone = try await site.value("SELECT id FROM citationWork WHERE pageTitle IS NULL", as: Int64.self) ?? 0
        try await site.browse(as: "admin") { browsers in
            func match(_ work: Int64, _ decision: String) async throws -> Answer {
                try await browsers[0].change(.put, Self.address(run), "/matches", #"{"work":\#(work),"decision":"\#(decision)"}"#)
            }
            let accepted = try await match(sparse, "accept")
            #expect(accepted.status == 200)
            expect(try await site.value("SELECT value FROM citationDecision", as: String.self) == #"{"isIn":true}"#)
            let rejected = try await match(sparse, "reject")
            #expect(rejected.json["indexes"]?["works"] == .number(4))
            let kept = try await site.value("SELECT value FROM citationDecision", as: String.self)
            #expect(kept == #"{"isNot":["sparse graph matching for image retrieval"]}"#)
            let waiting = try await browsers[0].ask(.get, Self.address(run) + "/result").json
            #expect(waiting["status"] == .text("waiting"))
            #expect(waiting["step"]?.text?.isEmpty == false)
            let (unmatched, wrong) = (try await match(lone, "accept"), try await match(sparse, "maybe"))
            #expect(unmatched.status == 422)
            #expect(wrong.status == 422)
            let undecided = try await match(sparse, "undecided")
            #expect(undecided.json["h"]?["selected"] == .number(4))
        }
        expect(try await site.value("SELECT count(*) FROM citationDecision", as: Int.self) == 0)
    }

    @Test func aRunIsStoppedAndBegunAgainAndKeepsItsHistory() async throws {
        let (site, run) = try await RunSite.make()
        try await site.browse(as: "admin") { browsers in
            func act(_ path: String) async throws -> Answer { try await browsers[0].ask(.post, Self.address(run) + path) }
            let idle = try await act("/stop")
            #expect(idle.status == 200)
            #expect(idle.json["status"] == .text("done"))
            let begun = try await act("/restart")
            #expect(begun.status == 202)
            #expect(begun.json["status"] == .text("waiting"))
            let stopped = try await act("/stop")
            #expect(stopped.json["status"] == .text("stopped"))
            #expect(stopped.json["code"] == .text("cancelled"))
            _ = try await act("/restart")
            try await RunSite.work(site)
            let history = try await browsers[0].ask(.get, Self.address(run) + "/history").json["items"]?.list
            #expect(history?.compactMap { $0["h"]?.number } == [4, 4])
            #expect(history?.first?["hAll"] == .number(7))
            for (scope, h) in [("", 4), ("?scope=all", 7), ("?scope=filtered", 4)] {
                let indexes = try await browsers[0].ask(.get, Self.address(run) + "/indexes" + scope).json
                #expect(indexes["indexes"]?["h"] == .number(h), "\(scope)")
            }
            let wrong = try await browsers[0].ask(.get, Self.address(run) + "/indexes?scope=mine")
            #expect(wrong.status == 400)
        }
    }

    @Test func anExpressionIsTriedAndUsed() async throws {
        let (site, run) = try await RunSite.make()
        try await site.browse(as: "admin") { browsers in
            let path = Self.address(run) + "/expression"
            let found = try await browsers[0].ask(.get, path).json
            #expect(found["own"] == .text(""))
            #expect(found["found"]?.text?.hasPrefix("//ul[@id='pubs']") == true)
            #expect(found["anchors"]?.list?.count == 5)
            #expect(found["pairs"]?.list?.isEmpty == false)
            let tried = try await browsers[0].ask(.post, path + "/preview", #"{"expression":"//li/b"}"#).json["pages"]?.list?.first
            #expect(tried?["count"] == .number(8))
            #expect(tried?["titles"]?.list?.count { $0["isPresent"] == .flag(true) } == 5)
            expect(try await site.value("SELECT expression FROM citationRun", as: String.self) == "")
            for (wrong, status) in [(#"{"expression":"//b["}"#, 422), (#"{"expression":""}"#, 422), ("{}", 422)] {
                let refused = try await browsers[0].ask(.post, path + "/preview", wrong)
                #expect(refused.status == status, "\(wrong)")
            }
            let bad = try await browsers[0].change(.put, Self.address(run), "/expression", #"{"expression":"//b["}"#)
            let unmatched = try await browsers[0].ask(.put, path, #"{"expression":"//li/i"}"#)
            #expect(bad.status == 422)
            #expect(unmatched.status == 428)
            let used = try await browsers[0].change(.put, Self.address(run), "/expression", #"{"expression":"//li/i"}"#)
            #expect(used.status == 202)
            #expect(used.json["own"] == .text("//li/i"))
            try await RunSite.work(site)
            let after = try await browsers[0].ask(.get, Self.address(run) + "/result").json
            #expect(after["h"]?["selected"] == .null)
            #expect(after["h"]?["least"] == .number(0))
            #expect(after["h"]?["most"] == .number(4))
            #expect(after["isStale"] == .flag(false))
        }
    }
}

extension Browser {
    /// As a page of the portal itself calls, with its session.
    func ask(_ method: HTTPRequest.Method, _ path: String, _ json: String? = nil, match: String? = nil) async throws -> Answer {
        var headers: HTTPFields = [.init("Sec-Fetch-Site")!: "same-origin"]
        headers[.ifMatch] = match
        return try await call(method, path, json, headers: headers, cookies: true)
    }

    /// The same with the state of the run as it is now.
    func change(_ method: HTTPRequest.Method, _ run: String, _ path: String, _ json: String) async throws -> Answer {
        try await ask(method, run + path, json, match: try await ask(.get, run + "/result").headers[.eTag])
    }
}
