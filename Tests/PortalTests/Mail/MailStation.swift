import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// A mail server on this machine that behaves as a test wants.
final class MailStation: Sendable {
    struct Manner: Sendable {
        /// The certificate for TLS; nil without TLS.
        var certificate: TestCertificate?
        /// Whether TLS begins with the first byte instead of after STARTTLS.
        var isImplicit = false
        /// Base64 of what AUTH PLAIN must send; nil where no one need sign in.
        var credentials: String?
        /// What is answered instead of the usual, by command: `RCPT` or `.` for the end of a message.
        var replies: [String: String] = [:]
        /// The command at which it hangs up.
        var hangsUpAt: String?
    }

    struct Letter: Sendable, Equatable {
        var from = ""
        var to = ""
        var text = ""
        var credentials = ""
        var greeting = ""
        var isEncrypted = false
    }

    private let manner: Mutex<Manner>
    private let received = Mutex<[Letter]>([])

    init(_ manner: Manner = Manner()) { self.manner = Mutex(manner) }

    var letters: [Letter] { received.withLock { $0 } }
    var way: Manner { manner.withLock { $0 } }

    func change(_ manner: Manner) { self.manner.withLock { $0 = manner } }
    fileprivate func take(_ letter: Letter) { received.withLock { $0.append(letter) } }

    /// Listens while the test runs, which gets its port.
    func listen(_ test: (Int) async throws -> Void) async throws {
        let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton).childChannelInitializer { [self] channel in
            channel.eventLoop.makeCompletedFuture {
                if way.isImplicit { try channel.pipeline.syncOperations.addHandler(Self.tls(way)) }
                try channel.pipeline.syncOperations.addHandler(Conversation(self))
            }
        }
        let channel = try await bootstrap.bind(host: "127.0.0.1", port: 0).get()
        do {
            try await test(channel.localAddress?.port ?? 0)
        } catch {
            try await channel.close()
            throw error
        }
        try await channel.close()
    }

    fileprivate static func tls(_ manner: Manner) throws -> NIOSSLServerHandler {
        NIOSSLServerHandler(context: try NIOSSLContext(configuration: (manner.certificate ?? .good).server))
    }
}

/// One client's conversation (RFC 5321), a line at a time.
private final class Conversation: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let station: MailStation
    private let manner: MailStation.Manner
    private var bytes = Data()
    private var letter = MailStation.Letter()
    private var isReading = false
    private var isSigningIn = false

    init(_ station: MailStation) {
        self.station = station
        manner = station.way
        letter.isEncrypted = manner.isImplicit
    }

    func channelActive(context: ChannelHandlerContext) { answer("220 station", context) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var buffer = unwrapInboundIn(data)
        bytes.append(contentsOf: buffer.readBytes(length: buffer.readableBytes) ?? [])
        while let end = bytes.range(of: Data("\r\n".utf8)) {
            let line = String(decoding: bytes[bytes.startIndex..<end.lowerBound], as: UTF8.self)
            bytes.removeSubrange(bytes.startIndex..<end.upperBound)
            take(line, context)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func take(_ line: String, _ context: ChannelHandlerContext) {
        if isReading { return read(line, context) }
        if isSigningIn { return signIn(line, context) }
        let command = String(line.prefix { $0 != " " }).uppercased()
        if manner.hangsUpAt == command { return context.close(promise: nil) }
        if let reply = manner.replies[command] { return answer(reply, context) }
        switch command {
        case "EHLO":
            letter.greeting = String(line.dropFirst(5))
            let offers = [
                manner.certificate != nil && !letter.isEncrypted ? "STARTTLS" : nil, manner.credentials == nil ? nil : "AUTH PLAIN",
            ]
            answer((offers.compactMap(\.self).map { "250-\($0)" } + ["250 station"]).joined(separator: "\r\n"), context)
        case "STARTTLS":
            answer("220 go on", context)
            letter.isEncrypted = true
            if let handler = try? MailStation.tls(manner) {
                try? context.pipeline.syncOperations.addHandler(handler, position: .first)
            }
        case "AUTH":
            isSigningIn = true
            answer("334 ", context)
        case "MAIL":
            letter.from = address(line)
            answer("250 good", context)
        case "RCPT":
            letter.to = address(line)
            answer("250 good", context)
        case "DATA":
            isReading = true
            answer("354 go on", context)
        default: answer("221 bye", context)
        }
    }

    private func read(_ line: String, _ context: ChannelHandlerContext) {
        guard line == "." else {
            letter.text += (line.hasPrefix(".") ? String(line.dropFirst()) : line) + "\r\n"
            return
        }
        isReading = false
        if let reply = manner.replies["."] { return answer(reply, context) }
        station.take(letter)
        answer("250 taken", context)
    }

    private func signIn(_ line: String, _ context: ChannelHandlerContext) {
        isSigningIn = false
        letter.credentials = line
        answer(line == manner.credentials ? "235 good" : "535 5.7.8 wrong name or password", context)
    }

    private func address(_ line: String) -> String { String(line.split(separator: "<").last?.prefix { $0 != ">" } ?? "") }

    private func answer(_ text: String, _ context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text + "\r\n")), promise: nil)
    }
}
