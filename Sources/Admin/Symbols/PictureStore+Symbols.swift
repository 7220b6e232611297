import Formats
import Foundation

extension PictureStore {
    /// Draws a symbol that came with the program.
    func take(symbol: Symbols.Symbol, of symbols: Symbols) async throws(PictureRefusal) -> StoredPicture {
        let file = URL(fileURLWithPath: symbols.file(symbol)).standardizedFileURL.path
        return try await take(drawing: file, name: symbol.name + ".png")
    }

    /// Stores the pictures of an archive of symbols. SVG is drawn to pixels here and nowhere else accepted; the results are in their order.
    func take(symbols pictures: [ImportPicture]) async -> [Result<StoredPicture, PictureRefusal>] {
        var answers: [Result<StoredPicture, PictureRefusal>] = []
        var heavy = 0
        for picture in pictures {
            guard picture.name.lowercased().hasSuffix(".svg") else {
                answers += await take([picture])
                continue
            }
            guard heavy < Self.mostHeavy else {
                answers.append(.failure(PictureRefusal(.tooHeavy, picture.name)))
                continue
            }
            let path = NSTemporaryDirectory() + "portico-symbol-" + UUID().uuidString + ".svg"
            defer { unlink(path) }
            do throws(PictureRefusal) {
                guard picture.bytes.count <= limits.bytes else {
                    throw PictureRefusal(.tooLarge, picture.name, ["limit": "\(limits.bytes >> 20) MB"])
                }
                guard let drawing = SymbolDrawing(picture.bytes) else { throw PictureRefusal(.notAPicture, picture.name) }
                do { try AtomicFile.write(drawing.bytes, to: path) } catch { throw PictureWorkspace.refusal(for: error, picture.name) }
                answers.append(.success(try await take(drawing: path, name: String(picture.name.dropLast(4)) + ".png")))
            } catch {
                if error == PictureRefusal(.tooHeavy, String(picture.name.dropLast(4)) + ".png") { heavy += 1 }
                answers.append(.failure(error))
            }
        }
        return answers
    }

    /// So many drawings of an archive may be stopped because they take too long; the others are refused unread.
    private static let mostHeavy = 3

    private func take(drawing file: String, name: String) async throws(PictureRefusal) -> StoredPicture {
        let workFolder = "\(folder)/.benches/\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: workFolder) }
        let (input, drawn) = (workFolder + "/input.svg", workFolder + "/drawn.png")
        do {
            try FileManager.default.createDirectory(
                atPath: workFolder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            // Alone in its folder: a drawing may name files beside it.
            try FileManager.default.copyItem(atPath: file, toPath: input)
        } catch { throw PictureWorkspace.refusal(for: error, name) }
        let outcome = await semaphore.pass { [processor, tools] in
            await processor.process.run(
                tools.vips, ["thumbnail", input, drawn, "640", "--height", "640", "--vips-concurrency=1"], in: workFolder,
                readsDrawings: true)
        }
        switch outcome {
        case nil: throw PictureRefusal(.busy, name)
        case .done: return try await take(drawn, name: name).get()
        case .killed: throw PictureRefusal(.tooHeavy, name)
        case .failed: throw PictureRefusal(.broken, name)
        case .missing: throw PictureRefusal(.unavailable, name)
        }
    }
}
