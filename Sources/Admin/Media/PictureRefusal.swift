import Foundation

/// Why a file did not become a picture, as a text key, so that everybody reads it in his own language.
public struct PictureRefusal: Error, Sendable, Equatable {
    public let textKey: String
    /// What the text names: always `name`, the name the file came with.
    public let values: [String: String]

    init(_ reason: Reason, _ name: String, _ more: [String: String] = [:]) {
        textKey = "admin.media.refused.\(reason.rawValue)"
        values = more.merging(["name": name]) { $1 }
    }

    enum Reason: String, CaseIterable {
        /// Nothing in the file.
        case empty
        /// Not one of the kinds taken, whatever its name says.
        case notAPicture
        /// More bytes than `PictureLimits.bytes`.
        case tooLarge
        /// More pixels than `PictureLimits.pixels`, by its own header.
        case tooManyPixels
        /// Truncated or damaged.
        case broken
        /// Took too long or too much memory to decode.
        case tooHeavy
        case diskFull
        /// Too many others wait.
        case busy
        /// The tools are missing or the folder cannot be written; the log says which.
        case unavailable
    }
}

/// What is taken and how much work a picture may cost.
public struct PictureLimits: Sendable {
    /// Bytes of an upload.
    public var bytes = 20 * 1024 * 1024
    /// Pixels, width times height, judged from the header before anything is decoded.
    public var pixels = 50_000_000
    /// Address space of a decoding process in bytes; 50 million pixels of 16-bit interlaced PNG need about half.
    var memory = 1_536 * 1024 * 1024
    /// Processor seconds of a decoding process, for one picture.
    var processorSeconds = 25
    /// Seconds by the clock until a decoding process is killed, for one picture.
    var seconds = 40
    /// Bytes a decoding process may write into one file.
    var output = 64 * 1024 * 1024
    /// Decoding processes at once.
    var atOnce = 2
    /// Uploads that may wait for their turn.
    var waiting = 24

    public init() {}
}

extension PictureRefusal {
    func named(_ name: String) -> PictureRefusal { PictureRefusal(textKey: textKey, values: values.merging(["name": name]) { $1 }) }

    private init(textKey: String, values: [String: String]) {
        self.textKey = textKey
        self.values = values
    }
}
