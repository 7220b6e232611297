import Foundation
import Testing

@testable import Admin

/// The format and size of a picture by its first bytes, whatever its name says.
@Suite struct PictureHeaderTests {
    private let png =
        Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]) + Data("IHDR".utf8) + Data([0, 0, 1, 0x2C, 0, 0, 0, 0xC8])
    private let gif = Data("GIF89a".utf8) + Data([0x2C, 0x01, 0xC8, 0x00])
    private let jpeg = Data([0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xFF, 0xC0, 0, 17, 8, 0, 0xC8, 0x01, 0x2C])

    private func lossless(width: Int, height: Int, extra: [UInt8] = []) -> Data {
        let bits = (width - 1) | (height - 1) << 14
        let body: [UInt8] = [0x2F] + (0..<4).map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) } + [0]
        let chunk: [UInt8] = Array("VP8L".utf8) + [UInt8(body.count), 0, 0, 0] + body
        let inside: [UInt8] = Array("WEBP".utf8) + chunk + extra
        return Data(Array("RIFF".utf8) + [UInt8(inside.count), 0, 0, 0] + inside)
    }

    @Test func theSizeIsInTheHeader() {
        let size = PictureHeader(width: 300, height: 200)
        #expect(PictureHeader(.png, png) == size)
        #expect(PictureHeader(.gif, gif) == size)
        #expect(PictureHeader(.jpeg, jpeg) == size)
        #expect(PictureHeader(.webp, lossless(width: 300, height: 200)) == size)
        #expect(PictureHeader(.heif, png) == nil)
    }

    @Test func aHeaderThatIsCutOffIsNone() {
        for (format, data) in [(PictureFormat.png, png), (.gif, gif), (.jpeg, jpeg)] {
            for count in 0..<data.count { #expect(PictureHeader(format, data.prefix(count)) == nil, "\(format) \(count)") }
        }
    }

    @Test func aPictureHasWidthAndHeight() {
        var flat = gif
        flat[6] = 0
        flat[7] = 0
        #expect(PictureHeader(.gif, flat) == nil)
        #expect(PictureHeader(.jpeg, Data([0xFF, 0xD8, 0xFF, 0xD9])) == nil)
        #expect(PictureHeader(.jpeg, Data([0xFF, 0xD8, 0xFF, 0xE0, 0, 1, 0, 0])) == nil)
        #expect(PictureHeader(.jpeg, Data([0xFF, 0xD8, 0x00, 0xC0])) == nil)
    }

    @Test func theFormatIsThatOfTheBytes() {
        #expect(PictureFormat(head: png) == .png)
        #expect(PictureFormat(head: gif) == .gif)
        #expect(PictureFormat(head: jpeg) == .jpeg)
        #expect(PictureFormat(head: lossless(width: 1, height: 1)) == .webp)
        #expect(PictureFormat(head: [0, 0, 0, 24] + Array("ftypavif".utf8)) == .heif)
        #expect(PictureFormat(head: [0, 0, 0, 24] + Array("ftypheic".utf8)) == .heif)
        for text in ["", "<svg xmlns=\"x\"/>", "%PDF-1.7", "RIFF0000WAVE", "GIF88a", "\u{0}\u{0}\u{0}\u{18}ftypmp42"] {
            #expect(PictureFormat(head: Array(text.utf8)) == nil, "\(text)")
        }
    }

    @Test func theFormatOfARecordingIsThatOfItsBytes() {
        func format(_ head: [UInt8]) -> SoundFormat? { SoundFormat(head: Data(head + [UInt8](repeating: 0, count: 12))) }
        #expect(SoundFormat(head: Data("RIFF0000WAVE".utf8)) == .wav)
        #expect(format(Array("OggS".utf8)) == .ogg)
        #expect(format(Array("fLaC".utf8)) == .flac)
        #expect(format(Array("ID3\u{4}".utf8)) == .mp3)
        #expect(format([0xFF, 0xFB, 0x90, 0x00]) == .mp3)
        #expect(format([0xFF, 0xF1, 0x50, 0x80]) == .aac)
        #expect(format([0x1A, 0x45, 0xDF, 0xA3]) == .matroska)
        #expect(format([0, 0, 0, 0x18] + Array("ftypM4A ".utf8)) == .mov)
        #expect(format(Array("<html>".utf8)) == nil)
        #expect(SoundFormat(head: Data("OggS".utf8)) == nil)
    }

    @Test func onlyAPlainPictureIsKeptByteForByte() throws {
        let plain = lossless(width: 300, height: 200)
        #expect(WebPContainer(plain)?.isPlain == true)
        let notes: [UInt8] = Array("EXIF".utf8) + [4, 0, 0, 0] + Array("note".utf8)
        let noted = try #require(WebPContainer(lossless(width: 300, height: 200, extra: notes)))
        #expect(!noted.isPlain)
        #expect(noted.cleaned() == plain)
        #expect(WebPContainer(plain + Data([0]))?.isPlain == false)
        #expect(WebPContainer(Data("RIFF".utf8)) == nil)
        #expect(WebPContainer(png) == nil)
    }
}
