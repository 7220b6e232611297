import Foundation

/// Whether an address is that of a sound or of a film, by its type or its ending.
public enum FeedMedia: String, Sendable {
    case sound, film

    private static let sounds: Set = ["mp3", "m4a", "m4b", "aac", "ogg", "oga", "opus", "wav", "flac", "wma"]
    private static let films: Set = ["mp4", "m4v", "mov", "webm", "ogv", "avi", "mpg", "mpeg", "mkv", "m3u8"]

    /// `type` is a media type or the word of Media RSS; nil for pictures and documents.
    public init?(address: String, type: String = "") {
        let type = type.lowercased()
        let ending = URL(string: address)?.pathExtension.lowercased() ?? ""
        if type.hasPrefix("audio") || Self.sounds.contains(ending) {
            self = .sound
        } else if type.hasPrefix("video") || type == "application/x-shockwave-flash" || Self.films.contains(ending) {
            self = .film
        } else {
            return nil
        }
    }
}
