import Foundation
import Testing
import Web

@testable import Admin

/// A folder for one test that goes away with it, and pictures made on the spot.
final class Samples: Sendable {
    let folder: String

    init() throws {
        folder = NSTemporaryDirectory() + "portico-media-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func path(_ name: String) -> String { folder + "/" + name }

    func store(limits: PictureLimits = PictureLimits(), tools: PictureTools = PictureTools()) throws -> PictureStore {
        try PictureStore(folder: path("pictures"), limits: limits, tools: tools)
    }

    /// An upload of these bytes under a name as a browser might send it.
    func upload(_ bytes: some Sequence<UInt8>, _ name: String) throws -> UploadedFile {
        let data = Data(bytes)
        let path = path(UUID().uuidString)
        try data.write(to: URL(fileURLWithPath: path))
        return UploadedFile(name: name, path: path, size: data.count)
    }

    /// A picture in any format that vips writes: its left half red, its right half blue.
    func picture(_ name: String, options: String = "", width: Int = 60, height: Int = 40, bands: Int = 3) throws -> Data {
        let raw = path(UUID().uuidString + ".raw")
        var bytes: [UInt8] = []
        for _ in 0..<height {
            for x in 0..<width { bytes += (x < width / 2 ? [220, 20, 20, 255] : [20, 20, 220, 0]).prefix(bands) }
        }
        try Data(bytes).write(to: URL(fileURLWithPath: raw))
        let (plain, result) = (path(UUID().uuidString + ".v"), path(UUID().uuidString + name))
        try vips("rawload", raw, plain, "\(width)", "\(height)", "\(bands)")
        try vips("copy", plain, result + options, "--interpretation", "srgb")
        return try Data(contentsOf: URL(fileURLWithPath: result))
    }

    /// A WebP of nothing but its picture, as an export writes it.
    func plainWebP(width: Int = 60, height: Int = 40) throws -> Data {
        let written = try picture(".webp", options: "[lossless]", width: width, height: height)
        return try #require(WebPContainer(written)?.cleaned())
    }

    @discardableResult func vips(_ arguments: String...) throws -> String {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/vips")
        process.arguments = arguments
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let said = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "vips \(arguments)")
        return String(decoding: said, as: UTF8.self)
    }

    /// Red, green, blue and, where there is one, alpha of a pixel.
    func pixel(_ path: String, _ x: Int, _ y: Int) throws -> [Int] {
        try vips("getpoint", path, "\(x)", "\(y)").split(separator: " ").compactMap { Double($0).map { Int($0) } }
    }

    /// An executable script, to stand in for a tool.
    func script(_ text: String) throws -> String {
        let path = path("tool-" + UUID().uuidString)
        try Data(("#!/bin/sh\n" + text + "\n").utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        return path
    }

    /// What lies in the store's folder, hidden parts too.
    func stored() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path("pictures")).filter { $0.first != "." } }
    func benches() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path("pictures/.benches")) }
}

/// Why a store refused, the last part of its text's key; nil when it did not.
func refusal(_ store: PictureStore, _ upload: UploadedFile) async -> String? {
    do {
        _ = try await store.take(upload)
        return nil
    } catch {
        return error.textKey.split(separator: ".").last.map(String.init)
    }
}

extension Data {
    /// A JPEG with the orientation, description and position of a photo from a telephone put in.
    func withEXIF(orientation: UInt8, description: String) -> Data {
        func entry(_ tag: UInt16, _ type: UInt8, _ count: Int, _ value: [UInt8]) -> [UInt8] {
            [UInt8(tag & 0xFF), UInt8(tag >> 8), type, 0] + little(count) + value
        }
        func little(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        let text = Array(description.utf8) + [0]
        let gpsAt = 8 + 2 + 3 * 12 + 4
        let textAt = gpsAt + 2 + 2 * 12 + 4
        let latitudeAt = textAt + text.count
        var tiff: [UInt8] = Array("II*".utf8) + [0] + little(8) + [3, 0]
        tiff += entry(0x010E, 2, text.count, little(textAt)) + entry(0x0112, 3, 1, [orientation, 0, 0, 0])
        tiff += entry(0x8825, 4, 1, little(gpsAt)) + little(0)
        tiff += [2, 0] + entry(1, 2, 2, [UInt8(ascii: "N"), 0, 0, 0]) + entry(2, 5, 3, little(latitudeAt)) + little(0)
        tiff += text + [(42, 1), (21, 1), (4, 1)].flatMap { little($0.0) + little($0.1) }
        let body = Array("Exif".utf8) + [0, 0] + tiff
        let length = body.count + 2
        return prefix(2) + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + body + dropFirst(2)
    }

    func holds(_ text: String) -> Bool { range(of: Data(text.utf8)) != nil }
}
