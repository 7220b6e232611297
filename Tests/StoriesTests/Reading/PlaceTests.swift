import Foundation
import GRDB
import Testing
import Web

@testable import Stories

@Suite struct PlaceTests {
    @Test func aPlaceIsKeptWithWhatWasReadAndWhatIsNew() throws {
        let shelf = try Bookshelf()
        let first = try shelf.start()
        let second = try shelf.add(after: first)
        let other = try shelf.start("Altra", by: 2)
        let moment = shelf.now
        try shelf.write { try ReadingPlace.keep(second, in: first, read: [first, second, other], by: 3, at: moment, $0) }
        var place = try #require(try shelf.read { try ReadingPlace.of(3, in: first, $0) })
        #expect(place.fragment == second)
        #expect(place.newSince == nil)
        let read = try shelf.read { try ReadingPlace.read(by: 3, in: first, $0) }
        #expect(read == [first, second])
        let elsewhere: Int? = try shelf.value("SELECT count(*) FROM fragmentRead WHERE fragment = \(other)")
        #expect(elsewhere == 0)
        let third = try shelf.add(after: second, by: 2)
        #expect(try shelf.read { try place.added(for: 3, $0) } == 1)
        #expect(try shelf.read { try place.added(for: 2, $0) } == 0)
        // The next visit begins after an hour; what came since the last one is new on the map.
        try shelf.write { try ReadingPlace.keep(third, in: first, read: [], by: 3, at: moment + 2 * ReadingPlace.visit, $0) }
        place = try #require(try shelf.read { try ReadingPlace.of(3, in: first, $0) })
        #expect(place.newSince == moment)
        let map = try #require(try shelf.read { try StoryMap(of: first, for: 3, at: nil, $0) })
        #expect(map.stretches.map(\.new) == [1])
        #expect(map.stretches.map(\.read) == [2])
        #expect(map.stretches.map(\.isHere) == [true])
    }

    @Test func aPlaceOfAnotherStoryIsNotTaken() throws {
        let shelf = try Bookshelf()
        let (first, other) = (try shelf.start(), try shelf.start("Altra", by: 2))
        let refusal = Bookshelf.refusal {
            try shelf.write { try ReadingPlace.keep(other, in: first, read: [], by: 3, at: shelf.now, $0) }
        }
        #expect(refusal == .notFound)
    }

    @Test func whoDoesNotWantPlacesHasNone() throws {
        let shelf = try Bookshelf()
        let first = try shelf.start()
        try shelf.write { db in
            try ReadingPlace.keep(first, in: first, read: [first], by: 3, at: shelf.now, db)
            try ReadingPlace.setKept(false, by: 3, db)
            try ReadingPlace.keep(first, in: first, read: [first], by: 3, at: shelf.now, db)
        }
        let kept: Int? = try shelf.value("SELECT (SELECT count(*) FROM readingPlace) + (SELECT count(*) FROM fragmentRead)")
        #expect(kept == 0)
    }

    @Test func aFollowerHearsOnceOfWhatComesAfterTheirPlace() throws {
        let shelf = try Bookshelf(writers: 4)
        let first = try shelf.start(by: 1)
        let (left, right) = (try shelf.add(after: first, by: 2), try shelf.add(after: first, by: 2))
        try shelf.write { db in
            for writer in [Int64(3), 4] { try StoryFollow.follow(first, by: writer, at: shelf.now, db) }
            try ReadingPlace.keep(left, in: first, read: [], by: 3, at: shelf.now, db)
        }
        func told(_ writer: Int64) throws -> [Int64?] {
            try shelf.read { try StoryNotice.list(for: writer, at: shelf.sameMoment, $0) }.filter { $0.kind == .storyGrown }.map(\.fragment)
        }
        let elsewhere = try shelf.add(after: right, by: 1)
        #expect(try told(3) == [])
        #expect(try told(4) == [elsewhere])
        let below = try shelf.add(after: left, by: 1)
        try shelf.add(after: below, by: 2)
        #expect(try told(3) == [below])
        #expect(try told(4) == [elsewhere])
        try shelf.write { db in try StoryFollow.unfollow(first, by: 3, db) }
        #expect(try told(3) == [])
    }

    @Test func theMapListsRunsAndTheHeavierWayFirst() throws {
        let shelf = try Bookshelf()
        let first = try shelf.start()
        let second = try shelf.add(after: first)
        let (light, heavy) = (try shelf.add(after: second), try shelf.add(after: second))
        let end = try shelf.add(after: heavy)
        try shelf.vote(end, by: 3)
        let map = try #require(try shelf.read { try StoryMap(of: first, for: nil, at: light, $0) })
        #expect(map.stretches.map(\.fragments) == [[first, second], [heavy, end], [light]])
        #expect(map.stretches.map(\.turns) == [0, 0, 1])
        #expect(map.stretches.map(\.position) == [1, 3, 3])
        #expect(map.stretches.map(\.isHere) == [false, false, true])
        #expect(!map.isCut)
    }

    @Test func waysAreNumberedInTheOrderOfWriting() throws {
        let shelf = try Bookshelf()
        let first = try shelf.start()
        let ways = try (1...3).map { _ in try shelf.add(after: first) }
        try shelf.vote(ways[1], by: 3)
        let choices = try shelf.read { db in
            let branch = try #require(try Branch.best(of: first, db))
            return try BranchChoices(in: branch.parts.map(\.fragment), db)
        }
        let choice = try #require(choices.choice(after: first, taken: ways[1]))
        #expect(choice.number == 2)
        #expect(choice.count == 3)
        #expect(choice.previous == ways[0])
        #expect(choice.next == ways[2])
        #expect(choices.choice(after: first, taken: ways[2])?.next == ways[0])
        #expect(choices.choice(after: ways[1], taken: nil) == nil)
    }

    @Test func listsShowTheLanguagesThatOneReads() throws {
        let shelf = try Bookshelf()
        try shelf.write { try $0.execute(sql: "UPDATE writer SET language = 'en' WHERE id = 2") }
        let (italian, english) = (try shelf.start("Una", by: 1), try shelf.start("One", by: 2))
        let now = shelf.sameMoment
        func listed(_ languages: [String]) throws -> Set<Int64> {
            Set(try shelf.read { try StoryCard.mostVoted(in: languages, at: now, $0) }.map(\.id))
        }
        func recommended(_ languages: [String]) throws -> Set<Int64> {
            var chance = SeededRandomGenerator(seed: 1)
            return Set(try shelf.read { try Recommended().draw(at: now, in: languages, with: &chance, $0) })
        }
        #expect(try listed([]) == [italian, english])
        #expect(try listed(["en"]) == [english])
        #expect(try listed(["it", "en"]) == [italian, english])
        #expect(try recommended(["it"]) == [italian])
        #expect(try shelf.read { try StoryCard.languages($0) } == ["en", "it"])
    }

    @Test func sizesAreReadFromTheHeadOfAPhoto() {
        func head(_ chunk: String, _ rest: [UInt8]) -> [UInt8] {
            let bytes = Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBP".utf8) + Array(chunk.utf8) + [0, 0, 0, 0] + rest
            return bytes + Array(repeating: 0, count: 30 - bytes.count)
        }
        let lossy = PhotoSizes.size(ofWebP: head("VP8 ", [0, 0, 0, 0x9D, 0x01, 0x2A, 0x40, 0x01, 0xF0, 0x00]))
        #expect(lossy == PhotoSizes.Size(width: 320, height: 240))
        let extended = PhotoSizes.size(ofWebP: head("VP8X", [0, 0, 0, 0, 0x3F, 0x01, 0, 0xEF, 0, 0]))
        #expect(extended == PhotoSizes.Size(width: 320, height: 240))
        let lossless = PhotoSizes.size(ofWebP: head("VP8L", [0x2F, 0x3F, 0xC1, 0x3B, 0]))
        #expect(lossless == PhotoSizes.Size(width: 320, height: 240))
        #expect(PhotoSizes.size(ofWebP: head("ABCD", [])) == nil)
        #expect(PhotoSizes.size(ofWebP: [1, 2]) == nil)
    }
}
