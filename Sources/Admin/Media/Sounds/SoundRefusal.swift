/// Why a file did not become a recording, as a text key, so that everybody reads it in his own language.
public struct SoundRefusal: Error, Sendable, Equatable {
    public let textKey: String
    /// What the text names: always `name`, the name the file came with.
    public let values: [String: String]

    init(_ reason: Reason, _ name: String) {
        textKey = "media.sound.\(reason.rawValue)"
        values = ["name": name, "megabytes": "\(SoundProcessor.bytes >> 20)", "seconds": "\(SoundProcessor.seconds)"]
    }

    enum Reason: String, CaseIterable, Error {
        /// Not one of the kinds taken, whatever its name says.
        case notASound
        /// More bytes than `SoundProcessor.bytes`.
        case tooLarge
        /// More than `SoundProcessor.seconds`.
        case tooLong
        /// Truncated, damaged, or nothing to be heard in it.
        case broken
        /// Took too long or too much memory to decode.
        case tooHeavy
        /// Too many others wait.
        case busy
        /// The tools are missing or the folder cannot be written; the log says which.
        case unavailable
    }
}
