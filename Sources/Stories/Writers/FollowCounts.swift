import GRDB

struct FollowCounts: Sendable {
    let followers: Int
    let followed: Int
    let isFollowed: Bool

    init(of writer: Int64, for reader: Int64?, _ db: Database) throws {
        let sql = """
            SELECT (SELECT count(*) FROM follow WHERE followed = :id) AS followers,
              (SELECT count(*) FROM follow WHERE follower = :id) AS followed,
              EXISTS (SELECT 1 FROM follow WHERE follower = :me AND followed = :id) AS isFollowed
            """
        let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: ["id": writer, "me": reader])!
        (followers, followed, isFollowed) = (row["followers"], row["followed"], row["isFollowed"])
    }
}
