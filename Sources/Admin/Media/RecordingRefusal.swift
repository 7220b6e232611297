/// Why a video or a sound was refused, as a text key for the reader's language.
public struct RecordingRefusal: Error, Sendable, Equatable {
    public let textKey: String
    /// The values of the text, always with `name`, the original file name.
    public let values: [String: String]

    enum Kind: String { case clip, sound }
    enum Reason: String { case wrongKind, tooLarge, tooLong, broken, tooHeavy, busy, unavailable }

    init(_ reason: Reason, _ name: String, of kind: Kind) {
        let (bytes, seconds) =
            kind == .clip ? (ClipProcessor.bytes, ClipProcessor.seconds) : (SoundProcessor.bytes, SoundProcessor.seconds)
        textKey = "media.\(kind.rawValue).\(reason.rawValue)"
        values = ["name": name, "megabytes": "\(bytes >> 20)", "seconds": "\(seconds)"]
    }
}

extension RecordingRefusal.Reason {
    init(_ failure: FFmpeg.Failure) {
        switch failure {
        case .broken: self = .broken
        case .tooHeavy: self = .tooHeavy
        case .busy: self = .busy
        case .unavailable: self = .unavailable
        }
    }
}
