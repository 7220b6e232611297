import Accounts
import Testing

@Suite struct RowConditionTests {
    private let condition = RowCondition("book", scopeColumn: "shelfID", ["deletedAt IS NULL"])

    @Test func namesTheTableOrItsAlias() {
        #expect("\(condition)" == "book.deletedAt IS NULL")
        #expect(condition("b") == "b.deletedAt IS NULL")
    }

    @Test func readsInARow() {
        #expect(condition.and("published").in(":shelf")("b") == "b.deletedAt IS NULL AND b.published AND b.shelfID = :shelf")
    }
}
