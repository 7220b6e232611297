/// Why a recording was refused, as a text key for the reader's language.
public struct SoundRefusal: Error, Sendable, Equatable {
    public let textKey: String
    /// The values of the text, always with `name`, the original file name.
    public let values: [String: String]

    init(_ reason: Reason, _ name: String) {
        textKey = "media.sound.\(reason.rawValue)"
        values = ["name": name, "megabytes": "\(SoundProcessor.bytes >> 20)", "seconds": "\(SoundProcessor.seconds)"]
    }

    enum Reason: String, CaseIterable, Error {
        /// Not a supported format, whatever its name says.
        case notASound
        case tooLarge
        case tooLong
        case broken
        case tooHeavy
        case busy
        /// Tools are missing or the folder is not writable; see the log.
        case unavailable
    }
}
