import Foundation

/// 64 bits: whether 8 × 8 places grow brighter to the right; nearly the same for copies in another size, format or quality.
public struct PictureHash: Equatable, Sendable {
    public let bits: Int64

    static let (width, height) = (9, 8)
    private static let mostDifferent = 6
    /// A plain surface or a single slope says nothing about a picture.
    private static let distinctive = 8...56

    public init(bits: Int64) { self.bits = bits }

    /// Reads a PPM or PGM file of 9 × 8 pixels.
    init?(_ file: [UInt8]) {
        let bands = file.starts(with: Array("P6".utf8)) ? 3 : file.starts(with: Array("P5".utf8)) ? 1 : 0
        let size = Self.width * Self.height * bands
        guard bands > 0, file.count > size else { return nil }
        let pixels = Array(file.suffix(size))
        func light(_ x: Int, _ y: Int) -> Int {
            let place = (y * Self.width + x) * bands
            guard bands == 3 else { return Int(pixels[place]) }
            return 299 * Int(pixels[place]) + 587 * Int(pixels[place + 1]) + 114 * Int(pixels[place + 2])
        }
        var bits: UInt64 = 0
        for y in 0..<Self.height {
            for x in 0..<(Self.width - 1) { bits = bits << 1 | (light(x, y) < light(x + 1, y) ? 1 : 0) }
        }
        self.bits = Int64(bitPattern: bits)
    }

    /// Whether two pictures show the same, as far as 64 bits can say.
    public func resembles(_ other: PictureHash) -> Bool {
        isDistinctive && other.isDistinctive && (bits ^ other.bits).nonzeroBitCount <= Self.mostDifferent
    }

    private var isDistinctive: Bool { Self.distinctive.contains(bits.nonzeroBitCount) }
}

extension PictureStore {
    /// Computes a stored picture's hash in another process; nil when that fails.
    public func hash(of file: String) async -> PictureHash? {
        guard Self.isName(file) else { return nil }
        let workFolder = "\(folder)/.benches/\(UUID().uuidString)"
        let process = LimitedProcess(tools: tools, limits: limits)
        let arguments = [
            "\(folder)/\(file)/\(PictureFile.thumb.rawValue)", "--size", "\(PictureHash.width)x\(PictureHash.height)!", "-o",
            workFolder + "/hash.ppm", "--vips-concurrency=1",
        ]
        do {
            try FileManager.default.createDirectory(
                atPath: workFolder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            return nil
        }
        defer { try? FileManager.default.removeItem(atPath: workFolder) }
        let outcome = await semaphore.pass { await process.run(process.tools.thumbnail, arguments, in: workFolder) }
        guard case .done? = outcome, let pixels = AtomicFile.contents(workFolder + "/hash.ppm") else { return nil }
        return PictureHash(Array(pixels))
    }
}
