/// A program of the system that Portico calls, with the Debian package that brings it.
public struct NeededProgram: Sendable {
    public enum Use: String, Sendable { case pictures, recordings, speech, backups }

    public let path: String
    public let package: String
    public let use: Use

    public init(path: String, package: String, use: Use) { (self.path, self.package, self.use) = (path, package, use) }

    public static let all: [NeededProgram] = {
        let tools = PictureTools()
        let vips = [tools.vips, tools.thumbnail, tools.header].map { Self(path: $0, package: "libvips-tools", use: .pictures) }
        return vips + [
            Self(path: tools.prlimit, package: "util-linux", use: .pictures),
            Self(path: FFmpeg.path, package: "ffmpeg", use: .recordings),
            Self(path: SpeechSynthesizer.Programs().espeak, package: "espeak-ng", use: .speech),
            Self(path: "/usr/bin/tar", package: "tar", use: .backups),
        ]
    }()
}
