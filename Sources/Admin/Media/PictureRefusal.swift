import Foundation

/// Why a file was refused, as a text key for the reader's language.
public struct PictureRefusal: Error, Sendable, Equatable {
    public let textKey: String
    /// The values of the text, always with `name`, the original file name.
    public let values: [String: String]

    init(_ reason: Reason, _ name: String, _ more: [String: String] = [:]) {
        textKey = "admin.media.refused.\(reason.rawValue)"
        values = more.merging(["name": name]) { $1 }
    }

    enum Reason: String, CaseIterable {
        case empty
        case notAPicture
        case tooLarge
        /// More pixels than `PictureLimits.pixels`, by its header.
        case tooManyPixels
        case broken
        case tooHeavy
        case diskFull
        case busy
        case unavailable
    }
}

public struct PictureLimits: Sendable {
    /// Bytes of an upload.
    public var bytes = 20 * 1024 * 1024
    /// Width times height, checked in the header before decoding.
    public var pixels = 50_000_000
    /// Address space of a decoding process in bytes; 16-bit interlaced PNG of 50 million pixels needs about half.
    var memory = 1_536 * 1024 * 1024
    var processorSeconds = 25
    /// Wall-clock seconds per picture, after which the process is killed.
    var seconds = 40
    /// Bytes that a decoding process may write to one file.
    var output = 64 * 1024 * 1024
    var atOnce = 2
    var waiting = 24

    public init() {}
}

extension PictureRefusal {
    func naming(_ name: String) -> PictureRefusal { PictureRefusal(textKey: textKey, values: values.merging(["name": name]) { $1 }) }

    private init(textKey: String, values: [String: String]) {
        self.textKey = textKey
        self.values = values
    }
}
