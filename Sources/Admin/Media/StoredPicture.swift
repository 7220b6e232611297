import Foundation

/// A picture in a store, with the size of its master.
public struct StoredPicture: Sendable, Equatable {
    /// The name in the store; see `Picture.file`.
    public let file: String
    public let width: Int
    public let height: Int
    public let bytes: Int
    /// The original name, sanitized, for display only.
    public let original: String
}

enum PictureFile: String, CaseIterable {
    case master = "master.webp"
    case thumb = "96.webp"
    case medium = "480.webp"
    case large = "1200.webp"
    /// For programs without WebP; transparency becomes white.
    case largeJPEG = "1200.jpg"

    /// The longest side in pixels.
    var side: Int {
        switch self {
        case .master: 2400
        case .thumb: 96
        case .medium: 480
        case .large, .largeJPEG: 1200
        }
    }

    var output: String {
        switch self {
        case .master: rawValue + "[Q=86,smart-subsample,strip,profile=none]"
        case .largeJPEG: rawValue + "[Q=82,optimize-coding,strip,profile=none,background=255]"
        default: rawValue + "[Q=80,effort=3,strip,profile=none]"
        }
    }

    var mediaType: String { self == .largeJPEG ? "image/jpeg" : "image/webp" }
}

extension String {
    /// Removes folders, control characters and bidirectional controls (`‮gnp.exe`); at most 120 characters with the extension.
    public var harmlessFileName: String {
        let last = split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? ""
        var clean = ""
        for scalar in last.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: continue
            default: clean.unicodeScalars.append(scalar)
            }
        }
        clean = clean.trimmingCharacters(in: .whitespaces)
        guard clean.unicodeScalars.count > 120 else { return clean }
        let ending = clean.unicodeScalars.suffix(10)
        let dot = ending.lastIndex(of: ".").map { String(ending[$0...]) } ?? ""
        return String(String.UnicodeScalarView(clean.unicodeScalars.prefix(119 - dot.unicodeScalars.count))) + "…" + dot
    }
}

extension StoredPicture {
    func naming(_ name: String) -> StoredPicture {
        StoredPicture(file: file, width: width, height: height, bytes: bytes, original: name)
    }
}
