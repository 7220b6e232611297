import Accounts
import Admin
import Foundation
import GRDB
import Testing
import Web

@testable import Stories

@Suite struct BatchTests {
    private func answer(_ json: String, by writer: Int64? = 1, _ shelf: Bookshelf, at now: Date) async throws -> JSON {
        let batch = try #require(Batch(try JSON(parsing: Array(json.utf8))))
        let who = writer.map { BatchAnswering.Credentials.writer($0) } ?? .nobody
        return try await BatchAnswering.run(batch, who, in: shelf.database, at: now).json
    }

    @Test func aBatchAnswersEachActionByItsName() async throws {
        let shelf = try Bookshelf()
        let story = #"{"action":"nuovo_post_di_testo","data":{"title":"C'era","text_content":"una volta"}}"#
        let made = try await answer(#"{"actions":[\#(story),{"action":"piu_votate","data":{}}]}"#, shelf, at: shelf.now)
        #expect(made["success"] == .flag(true))
        #expect(made["message"] == .text(""))
        #expect(made["errors"] == .list([]))
        #expect(made["response"]?["nuovo_post_di_testo"]?["id"] == .number(1))
        let listed = try #require(made["response"]?["piu_votate"]?.list?.first)
        #expect(listed["ID"] == .number(1))
        #expect(listed["IDRootPost"] == .number(0))
        #expect(listed["mine"] == .flag(true))
        #expect(listed["author"]?["nickname"] == .text("writer1"))
        #expect(listed["author"]?["email"] == nil)
    }

    @Test func theSameBatchSentTwiceMakesOnePost() async throws {
        let shelf = try Bookshelf()
        let first = try shelf.start()
        let json = #"{"actions":[{"action":"risposta_testo","data":{"id_parent":\#(first),"text_content":"E poi"}}]}"#
        let once = try await answer(json, by: 2, shelf, at: shelf.now)
        let again = try await answer(json, by: 2, shelf, at: shelf.now)
        #expect(once == again)
        #expect(once["response"]?["risposta_testo"]?["id"] == .number(2))
        let count: Int? = try shelf.value("SELECT count(*) FROM fragment")
        #expect(count == 2)
    }

    @Test func otherWordsUnderTheSameKeyMakeAnotherPost() async throws {
        let shelf = try Bookshelf()
        let first = try shelf.start()
        func send(_ text: String) async throws -> JSON? {
            let data = #"{"id_parent":\#(first),"text_content":"\#(text)","key":"k"}"#
            let json = #"{"actions":[{"action":"risposta_testo","data":\#(data)}]}"#
            return try await answer(json, by: 2, shelf, at: shelf.now)["response"]?["risposta_testo"]?["id"]
        }
        let (one, two, again) = (try await send("E poi"), try await send("E invece"), try await send("E poi"))
        #expect(one == .number(2))
        #expect(two == .number(3))
        #expect(again == one)
    }

    @Test func aNoteThatIsTooLongIsRefusedAndNotCut() async throws {
        let shelf = try Bookshelf()
        let first = try shelf.start()
        let note = String(repeating: "a", count: Report.longestNote + 1)
        let json = #"{"actions":[{"action":"segnala","data":{"id_post":\#(first),"reason":"spam","note":"\#(note)"}}]}"#
        let refused = try await answer(json, by: 2, shelf, at: shelf.now)
        #expect(refused["errors"]?.list?.first?["field"] == .text("note"))
        let count: Int? = try shelf.value("SELECT count(*) FROM fragmentReport")
        #expect(count == 0)
    }

    @Test func whatNeedsSomebodyIsRefusedAloneWithoutCredentials() async throws {
        let shelf = try Bookshelf()
        try shelf.start()
        let json = #"{"actions":[{"action":"post_bacheca"},{"action":"post_consigliati"},{"action":"vola"}]}"#
        let nobody = try await answer(json, by: nil, shelf, at: shelf.now)
        #expect(nobody["success"] == .flag(true))
        #expect(nobody["response"]?["post_consigliati"]?["posts"]?.list?.count == 1)
        #expect(nobody["response"]?["post_bacheca"] == nil)
        let codes = nobody["errors"]?.list?.compactMap { $0["code"]?.number }
        #expect(codes == [3, 2])
        let batch = try #require(Batch(try JSON(parsing: Array(json.utf8))))
        let wrong = try await BatchAnswering.run(batch, .wrong, in: shelf.database, at: shelf.now).json
        #expect(wrong["errors"]?.list?.first?["code"] == .number(4))
        let early = try await BatchAnswering.run(batch, .wait(seconds: 30), in: shelf.database, at: shelf.now).json
        let refused = try #require(early["errors"]?.list?.first)
        #expect(refused["code"] == .number(7))
        #expect(refused["seconds"] == .number(30))
    }

    @Test func peopleCountTheirFollowersAndContinuationsTheirBestBranch() async throws {
        let shelf = try Bookshelf()
        let first = try shelf.start()
        let (second, third) = (try shelf.add(after: first), try shelf.add(after: first, by: 3))
        try shelf.vote(try shelf.add(after: second), by: 3)
        let segui = #"{"actions":[{"action":"segui","data":{"id_user":1}}]}"#
        _ = try await answer(segui, by: 2, shelf, at: shelf.now)
        let json = #"{"actions":[{"action":"utente","data":{"id_user":1}},{"action":"risposte","data":{"id_post":\#(first)}}]}"#
        let asked = try await answer(json, by: 2, shelf, at: shelf.now)["response"]
        let person = asked?["utente"]
        #expect(person?["followers"] == .number(1))
        #expect(person?["followed"] == .number(0))
        #expect(person?["followed_by_me"] == .flag(true))
        let weights = asked?["risposte"]?.list?.map { [$0["ID"], $0["best_weight"]] }
        #expect(weights == [[.number(Int(second)), .number(1)], [.number(Int(third)), .number(0)]])
    }

    @Test func whoIsSuspendedHearsUntilWhen() async throws {
        let shelf = try Bookshelf()
        try shelf.start()
        let end = shelf.now + 86_400
        _ = try shelf.write {
            try CaseDecision.impose(Sanctions(suspension: .until(end), reason: .insult), on: 2, by: shelf.moderator, at: shelf.now, $0)
        }
        let vote = try await answer(#"{"actions":[{"action":"vota","data":{"id_post":1}}]}"#, by: 2, shelf, at: shelf.now)
        let refused = try #require(vote["errors"]?.list?.first)
        #expect(refused["code"] == .number(6))
        #expect(refused["until"] == .text(PostElement.stamp(end)))
    }

    @Test func refusalsCarryTheirNumbersAndWhatHelps() async throws {
        let shelf = try Bookshelf()
        let first = try shelf.start()
        let second = try shelf.add(after: first)
        let vote = try await answer(#"{"actions":[{"action":"vota","data":{"id_post":\#(first)}}]}"#, by: 3, shelf, at: shelf.now)
        let refused = try #require(vote["errors"]?.list?.first)
        #expect(refused["code"] == .number(24))
        #expect(refused["error"] == .text("not_a_branch_end"))
        #expect(refused["children"] == .list([.number(Int(second))]))
        let long = String(repeating: "a", count: 301)
        let text = try await answer(
            #"{"actions":[{"action":"risposta_testo","data":{"id_parent":\#(first),"text_content":"\#(long)"}}]}"#, by: 3, shelf,
            at: shelf.now)
        #expect(text["errors"]?.list?.first?["code"] == .number(12))
        #expect(text["errors"]?.list?.first?["error"] == .text("too_long"))
        #expect(text["errors"]?.list?.first?["field"] == .text("text_content"))
        #expect(text["errors"]?.list?.first?["max"] == .number(300))
        let missing = try await answer(#"{"actions":[{"action":"vota","data":{}}]}"#, by: 3, shelf, at: shelf.now)
        #expect(missing["errors"]?.list?.first?["code"] == .number(10))
    }

    /// As `field_missing` and `bad_credentials`, in lower case with underscores.
    @Test(arguments: [
        StoryRefusal.notFound, .hidden, .wrongKind, .loginNeeded, .emailNotVerified, .suspended(until: nil), .tooFast(seconds: 1),
        .notAccepted,
        .content(.missing), .content(.titleMissing), .content(.titleTooLong), .content(.unreadable), .content(.noteTooLong), .alreadyVoted,
        .ownFragment, .alreadyReported, .selfFollow, .notABranchEnd([]),
    ])
    func errorsAreNamedAlike(_ refusal: StoryRefusal) {
        #expect(refusal.error.allSatisfy { $0 == "_" || $0.isASCII && $0.isLowercase })
        #expect(refusal.error != "content")
    }

    @Test func aTokenThatASuspensionEndedSaysSoUntilItIsOver() async throws {
        let shelf = try Bookshelf()
        let moment = shelf.now
        let (program, browser) = try shelf.write { db in
            (
                try WriterSession.begin(for: 2, .program, device: "", access: "iOS", at: moment, db),
                try WriterSession.begin(for: 2, .browser, device: "", access: "Web", at: moment, db)
            )
        }
        let end = moment + 86_400
        _ = try shelf.write {
            try CaseDecision.impose(Sanctions(suspension: .until(end), reason: .insult), on: 2, by: shelf.moderator, at: moment, $0)
        }
        func suspension(_ token: Token, at now: Date) throws -> Suspension? {
            try shelf.read { try WriterSession.suspension(thatEnded: token, at: now, $0) }
        }
        #expect(try shelf.read { try WriterSession.find(program, at: moment, $0) } == nil)
        #expect(try suspension(program, at: moment)?.until == end)
        #expect(try suspension(browser, at: moment) == nil)
        #expect(try suspension(Token(), at: moment) == nil)
        #expect(try suspension(program, at: end + 1) == nil)
        let batch = try #require(Batch(try JSON(parsing: Array(#"{"actions":[{"action":"post_bacheca"}]}"#.utf8))))
        let answer = try await BatchAnswering.run(batch, .suspended(until: end), in: shelf.database, at: moment).json
        #expect(answer["errors"]?.list?.first?["code"] == .number(6))
        #expect(answer["errors"]?.list?.first?["until"] == .text(PostElement.stamp(end)))
        _ = try shelf.write { try Stories.sweep($0, at: moment + 40 * 86_400) }
        let left: Int? = try shelf.value("SELECT count(*) FROM suspendedSession")
        #expect(left == 0)
    }

    @Test func aPasswordThatWasRightIsKnownForAWhile() {
        let (proven, now) = (VerifiedPasswordCache(), Date.now)
        proven.remember("una frase lunga", of: "hash", at: now)
        #expect(proven.isKnown("una frase lunga", of: "hash", at: now + 599))
        #expect(!proven.isKnown("una frase lunga", of: "hash", at: now + 601))
        #expect(!proven.isKnown("una frase lung", of: "hash", at: now))
        #expect(!proven.isKnown("una frase lunga", of: "new hash", at: now))
    }

    @Test func whatIsNoBatchIsNotRead() throws {
        for json in [#"{"actions":{}}"#, #"{}"#, #"{"actions":[{"data":{}}]}"#, "[]"] {
            let batch = Batch(try JSON(parsing: Array(json.utf8)))
            #expect(batch == nil, "\(json)")
        }
        #expect(BatchAnswer.unreadable("no")["success"] == .flag(false))
        #expect(BatchAnswer.unreadable("no")["message"] == .text("no"))
    }

    @Test func theTimeIsWrittenInUTC() {
        #expect(PostElement.stamp(Date(timeIntervalSince1970: 1_800_000_005)) == "2027-01-15T08:00:05Z")
    }
}

@Suite struct MeasuresFormTests {
    private let zone = TimeZone(identifier: "Europe/Rome")!
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    private func measures(_ values: [String: String]) -> Sanctions? {
        SanctionsForm(Form(values.mapValues { [$0] }), zone: zone).measures(at: now)
    }

    @Test func eachButtonIsOneWay() {
        #expect(measures(["way": "keep", "reason": "spam", "hides": "yes"]) == .keep)
        #expect(measures(["way": "hide", "reason": "spam"]) == Sanctions(hides: true, reason: .spam))
        #expect(measures(["way": "hideAndWarn", "reason": "hate"]) == Sanctions(hides: true, warns: true, reason: .hate))
        #expect(measures(["way": "message", "message": "Ciao"]) == Sanctions(message: "Ciao"))
        #expect(measures(["way": "message"]) == nil)
        #expect(measures([:]) == nil)
        #expect(measures(["way": "ban"]) == nil)
    }

    @Test func aTermIsDaysOrADateOrForGood() {
        let week = measures(["way": "suspend", "term": "7", "reason": "threat"])
        #expect(week?.suspension == .until(now + 7 * 86400))
        #expect(measures(["way": "suspend", "term": "good", "unlists": "yes"])?.suspension == .forGood)
        // The end of 1 February 2027 in Rome.
        let dated = measures(["way": "suspend", "term": "7", "until": "2027-02-01"])
        #expect(dated?.suspension == .until(Date(timeIntervalSince1970: 1_801_522_740)))
        #expect(measures(["way": "suspend"]) == nil)
        #expect(measures(["way": "suspend", "until": "presto"]) == nil)
        for day in ["2027-02-31", "2027-13-01", "12027-02-01", "2027-02-0"] {
            #expect(measures(["way": "suspend", "until": day]) == nil, "\(day)")
        }
    }

    @Test func severalNeedsAtLeastOne() {
        #expect(measures(["way": "several", "reason": "spam"]) == nil)
        #expect(measures(["way": "several", "hides": "yes", "until": "presto", "reason": "spam"]) == nil)
        let both = measures(["way": "several", "hides": "yes", "warns": "yes", "term": "3", "reason": "spam"])
        #expect(both == Sanctions(hides: true, warns: true, suspension: .until(now + 3 * 86400), reason: .spam))
    }
}
