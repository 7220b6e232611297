import GRDB
import Testing

@testable import Stories

@Suite struct BranchingPointTests {
    @Test func placesWithOneWayArePassed() throws {
        let shelf = try Bookshelf()
        let root = try shelf.start()
        let (first, other) = (try shelf.add(after: root, "Di qua"), try shelf.add(after: root, "Di là"))
        let second = try shelf.add(after: first)
        let third = try shelf.add(after: second)
        let ways = [try shelf.add(after: third), try shelf.add(after: third)]
        let begin = try #require(try shelf.read { try BranchingPoint(after: root, of: root, $0) })
        #expect(begin.passed.map(\.id) == [root])
        #expect(Set(begin.continuations.map(\.fragment.id)) == [first, other])
        #expect(begin.before == nil)
        let next = try #require(try shelf.read { try BranchingPoint(after: first, of: root, $0) })
        #expect(next.passed.map(\.id) == [first, second, third])
        #expect(Set(next.continuations.map(\.fragment.id)) == Set(ways))
        #expect(next.before == root)
        let end = try #require(try shelf.read { try BranchingPoint(after: ways[0], of: root, $0) })
        #expect(end.continuations.isEmpty)
        #expect(end.before == third)
        let elsewhere = try shelf.read { try BranchingPoint(after: ways[0], of: other, $0) }
        #expect(elsewhere == nil)
    }
}
