import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// Connections to a few hosts for one run, each checked and opened once. The next run looks names up again. Must be closed.
actor OutgoingLines {
    private typealias Line = Task<(client: HTTPClient?, error: String?), Never>

    private let outgoing: Outgoing
    private var lines: [String: Line] = [:]

    init(_ outgoing: Outgoing) { self.outgoing = outgoing }

    nonisolated func post(_ body: ByteBuffer, _ headers: HTTPHeaders, to address: String) async -> Outgoing.Answer {
        guard let url = Outgoing.url(address), let host = url.host else { return Outgoing.Answer(error: "name") }
        let line = await line(to: host, address).value
        guard let client = line.client else { return Outgoing.Answer(error: line.error) }
        return await Outgoing.send(Outgoing.request(body, headers, to: url), client)
    }

    func close() async {
        for line in lines.values { try? await line.value.client?.shutdown() }
        lines = [:]
    }

    private func line(to host: String, _ address: String) -> Line {
        if let known = lines[host] { return known }
        let opened = Line { [outgoing] in await outgoing.client(for: address, many: true) }
        lines[host] = opened
        return opened
    }
}
