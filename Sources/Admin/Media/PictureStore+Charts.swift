import Foundation
import Web

extension PictureStore {
    /// The drawing of a chart as a PNG of twice its size, drawn by vips with librsvg; nil where the program is missing or fails.
    func png(of chart: Chart) async -> [UInt8]? { await semaphore.pass { await self.draw(chart.file) } ?? nil }

    /// The same for visitors, who never keep people's pictures waiting.
    func openPNG(of chart: Chart) async -> [UInt8]? {
        let drawing = chart.file
        return await openCharts.png(of: drawing) { await self.draw(drawing) }
    }

    private func draw(_ drawing: String) async -> [UInt8]? {
        let workFolder = "\(folder)/.benches/\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: workFolder) }
        do {
            try FileManager.default.createDirectory(
                atPath: workFolder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            try AtomicFile.write(Data(drawing.utf8), to: workFolder + "/chart.svg")
        } catch { return nil }
        // vips counts drawings among the unsafe pictures; this one is our own.
        let process = LimitedProcess(tools: tools, limits: limits)
        let arguments = ["svgload", workFolder + "/chart.svg", workFolder + "/chart.png", "--scale", "2", "--vips-concurrency=1"]
        let outcome = await process.run(process.tools.vips, arguments, in: workFolder, readsDrawings: true)
        guard case .done = outcome, let drawn = AtomicFile.contents(workFolder + "/chart.png"), !drawn.isEmpty else { return nil }
        return Array(drawn)
    }
}
