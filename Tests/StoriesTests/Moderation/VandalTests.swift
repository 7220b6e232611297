import Foundation
import GRDB
import Testing
import Web

@testable import Admin
@testable import Stories

/// Forty accounts of an hour against the values for an open site, beside honest writers who came long ago.
@Suite struct VandalTests {
    private static let honest = Int64(1)...5
    private static let vandals = Int64(6)...45

    private func shelf() throws -> Bookshelf {
        let shelf = try Bookshelf(writers: 45)
        for writer in Self.honest { for _ in 1...3 { try shelf.start("Una storia vera", by: writer) } }
        try shelf.write { db in
            let past = shelf.sameMoment - 60 * 86_400
            try db.execute(sql: "UPDATE writer SET createdAt = ? WHERE id <= 5", arguments: [past])
            try db.execute(sql: "UPDATE fragment SET createdAt = ?", arguments: [past])
            try db.execute(sql: "UPDATE writer SET createdAt = ? WHERE id > 5", arguments: [shelf.sameMoment])
            _ = try StorySettings.current(db).forOpenSite.save(by: shelf.moderator, db)
        }
        return shelf
    }

    /// What readers of any page can see of the vandals.
    private func seen(_ shelf: Bookshelf) throws -> [Int64] {
        try shelf.read { db in
            let lists = try StoryCard.mostVoted(limit: 500, at: shelf.sameMoment, db).map(\.writer)
            let visible = try Int64.fetchAll(db, sql: "SELECT writer FROM fragment WHERE cover = 0")
            return (lists + visible).filter { Self.vandals.contains($0) }
        }
    }

    @Test func twelvePostsOfFortyAccountsReachNoReader() throws {
        let shelf = try shelf()
        let before = try shelf.state().filter { !$0.contains("changedAt") }
        let moment = shelf.now
        var (sent, refused) = (0, 0)
        for vandal in Self.vandals {
            for post in 0..<12 {
                let text = post.isMultiple(of: 2) ? "Compra su www.esempio.com numero \(post)" : "Disturbo numero \(post)"
                let content = try Bookshelf.content(text, title: post.isMultiple(of: 3) ? "Disturbo" : "")
                // Within the pause of the settings, and over two hours.
                let now = moment + Double(post) * 600
                let refusal = Bookshelf.refusal {
                    try shelf.write { db in
                        _ =
                            try content.title.isEmpty
                            ? Fragment.add(content, after: 1, by: vandal, at: now, db) : Fragment.start(content, by: vandal, at: now, db)
                    }
                }
                if refusal == nil { sent += 1 } else { refused += 1 }
            }
        }
        #expect(sent > 0)
        #expect(refused > 0)
        #expect(try seen(shelf) == [])
        #expect(try shelf.findings() == [])
        // Nothing of the honest writers has changed but the moment of the last fragment.
        let after = Set(try shelf.state())
        #expect(before.allSatisfy { after.contains($0) })
        // Every hold is a case, is told to its author, and is undone.
        let holds: Int? = try shelf.value("SELECT count(*) FROM decision WHERE automatic IS NOT NULL")
        let cases: Int? = try shelf.value("SELECT count(*) FROM moderationCase WHERE state = 'open'")
        let told: Int? = try shelf.value("SELECT count(*) FROM storyNotice WHERE kind = 'measureTaken'")
        #expect(holds == sent)
        #expect(cases == sent)
        #expect(told == sent)
    }

    @Test func theirVotesMakeNothingTheMostVoted() throws {
        let shelf = try shelf()
        for voter in Int64(2)...4 { try shelf.vote(1, by: voter) }
        // A friend of sixty days ago votes for each new end of an own branch of another.
        var end = try shelf.start("Da solo", by: 4)
        for _ in 1...10 {
            try shelf.vote(end, by: 5)
            end = try shelf.add(after: end, by: 4)
        }
        let first = try shelf.read { try StoryCard.mostVoted(limit: 2, at: shelf.sameMoment, $0) }
        #expect(first.map(\.id).first == 1)
        #expect(first.map(\.voters) == [3, 1])
        // A newcomer votes thirty times an hour at most.
        let moment = shelf.now
        var given = 0
        for number in 0..<40 {
            let story = try shelf.write { db in
                try db.execute(sql: "UPDATE storySettings SET pause = 0, anHour = 1000")
                return try Fragment.start(Bookshelf.content("Inizio", title: "T"), by: 1, at: moment + Double(number), db).id
            }
            let refusal = Bookshelf.refusal { _ = try shelf.write { try Fragment.vote(for: story, by: 6, at: moment + 60, $0) } }
            given += refusal == nil ? 1 : 0
        }
        #expect(given == 30)
    }

    @Test func theirReportsHideNothing() throws {
        let shelf = try shelf()
        for vandal in Self.vandals { _ = try shelf.write { try Report.file(1, .minors, by: vandal, at: shelf.now, $0) } }
        #expect(try shelf.fragment(1).isVisible)
        // One honest reader is enough under a severe rule, until somebody has looked.
        _ = try shelf.write { try Report.file(2, .minors, by: 3, at: shelf.now, $0) }
        #expect(try !shelf.fragment(2).isVisible)
    }

    @Test func whatWasHiddenIsKnownAgainAsPhotoAndAsFace() throws {
        let shelf = try shelf()
        func photo(_ file: String, _ hash: Int64, by writer: Int64) throws -> Int64 {
            try shelf.write { db in
                try HiddenPhotos.keep(PictureHash(bits: hash), of: file, at: shelf.now, db)
                let content = try FragmentContent(title: "Foto", body: .photo(file: file, caption: ""), isFirst: true)
                return try Fragment.start(content, by: writer, at: shelf.now, db).id
            }
        }
        let old = try photo("a", 0x0F0F_0F0F_3333_5555, by: 5)
        _ = try shelf.write {
            try CaseDecision.impose(Sanctions(hides: true, reason: .sexual), on: 5, fragment: old, by: shelf.moderator, at: shelf.now, $0)
        }
        // Even one who is no newcomer does not show it again.
        let again = try photo("b", 0x0F0F_0F0F_3333_5557, by: 4)
        #expect(try shelf.fragment(again).isHidden)
        #expect(try shelf.read { try HiddenPhotos.refuses("b", $0) })
    }

    @Test func marksOverOthersLinesAreNotTaken() {
        let marks = "a" + String(repeating: "\u{301}", count: 31)
        #expect(throws: StoryRefusal.self) { try Bookshelf.content(marks) }
    }
}
