import GRDB

/// Why a fragment is hidden automatically until a moderator decides. Its texts are below `stories.desk.grounds`.
enum HoldReason: String, Codable, CaseIterable, Sendable, DatabaseValueConvertible {
    /// One of a newcomer's first fragments, or one with a link to another place.
    case first, link
    /// A watched word; a photo like one that moderators hid.
    case word, photo
    /// Reports of trusted readers, together or for a severe rule.
    case reports, severe
}
