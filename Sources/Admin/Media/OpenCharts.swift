/// The charts that visitors took as PNG: drawn one at a time, apart from the queue of pictures, and the last ones kept in memory.
actor OpenCharts {
    static let most = 32

    private let semaphore = BoundedSemaphore(places: 1, seats: 4)
    private var kept: [(drawing: String, bytes: [UInt8])] = []

    /// Nil where `draw` fails or too many others wait.
    func png(of drawing: String, draw: @escaping @Sendable () async -> [UInt8]?) async -> [UInt8]? {
        if let bytes = find(drawing) { return bytes }
        let drawn = await semaphore.pass { () async -> [UInt8]? in
            // Drawn for another visitor while this one waited.
            if let bytes = await self.find(drawing) { return bytes }
            guard let bytes = await draw() else { return nil }
            await self.keep(drawing, bytes)
            return bytes
        }
        return drawn ?? nil
    }

    private func find(_ drawing: String) -> [UInt8]? { kept.first { $0.drawing == drawing }?.bytes }

    private func keep(_ drawing: String, _ bytes: [UInt8]) {
        kept.append((drawing, bytes))
        if kept.count > Self.most { kept.removeFirst() }
    }
}
