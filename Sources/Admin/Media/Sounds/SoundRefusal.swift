/// Why a recording was refused, as a text key for the reader's language.
public struct SoundRefusal: Error, Sendable, Equatable {
    public let textKey: String
    /// The values of the text, always with `name`, the original file name.
    public let values: [String: String]

    init(_ reason: Reason, _ name: String) {
        textKey = "media.sound.\(reason.rawValue)"
        values = ["name": name, "megabytes": "\(SoundProcessor.bytes >> 20)", "seconds": "\(SoundProcessor.seconds)"]
    }

    enum Reason: String, CaseIterable {
        case notASound
        case tooLarge
        case tooLong
        case broken
        case tooHeavy
        case busy
        case unavailable

        init(_ failure: FFmpeg.Failure) {
            switch failure {
            case .broken: self = .broken
            case .tooHeavy: self = .tooHeavy
            case .busy: self = .busy
            case .unavailable: self = .unavailable
            }
        }
    }
}
