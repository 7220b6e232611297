import CProcess
import CXML
import Glibc

/// The child process: evaluates expressions that others have written, and ends when it takes too long or its parent ends.
public enum XPathServer {
    /// What it may use besides the program itself; a page and its nodes take a part of it.
    private static let memory: UInt = 512 << 20
    /// Of its whole life; the parent takes a new one before.
    static let processorSeconds: UInt32 = 120
    /// An idle child ends.
    private static let idleSeconds = 60
    private static let parsing = 20_000_000

    public static func run() -> Never {
        guard cxml_end_without_memory() == 0, confine(memory, processorSeconds) == 0 else { exit(70) }
        limit_waiting(STDIN_FILENO, idleSeconds)
        var page: EvaluatedPage?
        while let (request, bytes) = next() {
            if request.kind == .page {
                limit_processor(parsing)
                page = EvaluatedPage(bytes)
                limit_processor(0)
            } else {
                answer(request, bytes, page)
            }
        }
        exit(0)
    }

    private static func next() -> (XPathRequest, [UInt8])? {
        var words = [UInt32](repeating: 0, count: XPathRequest.size / 4)
        guard receive_whole(STDIN_FILENO, &words, XPathRequest.size), let request = XPathRequest(words) else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(request.length))
        guard receive_whole(STDIN_FILENO, &bytes, bytes.count) else { return nil }
        return (request, bytes)
    }

    private static func answer(_ request: XPathRequest, _ expression: [UInt8], _ page: EvaluatedPage?) {
        limit_processor(Int(request.microseconds))
        let (status, bytes) = page?.evaluate(request, expression) ?? (.invalid, [])
        let used = Int(request.microseconds) - limit_processor(0)
        let reply = XPathReply(status, microseconds: used, length: bytes.count).words
        guard send_whole(STDIN_FILENO, reply, XPathReply.size), send_whole(STDIN_FILENO, bytes, bytes.count) else { exit(0) }
    }
}

private final class EvaluatedPage {
    private let pointer: htmlDocPtr
    private let nodes: [xmlNodePtr]

    init?(_ bytes: [UInt8]) {
        guard let parsed = bytes.withUnsafeBufferPointer(HTMLNodes.parse) else { return nil }
        (pointer, nodes) = (parsed, HTMLNodes.number(parsed))
    }

    deinit { xmlFreeDoc(pointer) }

    func evaluate(_ request: XPathRequest, _ expression: [UInt8]) -> (XPathReply.Status, [UInt8]) {
        guard let context = xmlXPathNewContext(pointer) else { return (.tooMuch, []) }
        defer { xmlXPathFreeContext(context) }
        context.pointee.error = { _, _ in }
        if request.place > 0 {
            guard request.place <= nodes.count else { return (.invalid, []) }
            context.pointee.node = nodes[Int(request.place) - 1]
        }
        guard let result = xmlXPathEvalExpression(expression + [0], context) else { return (Self.failure(context), []) }
        defer { xmlXPathFreeObject(result) }
        return request.kind == .value ? text(result) : places(result)
    }

    private static func failure(_ context: xmlXPathContextPtr) -> XPathReply.Status {
        let tooManyNodes = CInt(XML_XPATH_EXPRESSION_OK.rawValue) + CInt(XPATH_MEMORY_ERROR.rawValue)
        return context.pointee.lastError.code == tooManyNodes ? .tooMuch : .invalid
    }

    private static func reply(_ bytes: [UInt8]) -> (XPathReply.Status, [UInt8]) {
        bytes.count <= XPathReply.longest ? (.done, bytes) : (.tooMuch, [])
    }

    private func text(_ result: xmlXPathObjectPtr) -> (XPathReply.Status, [UInt8]) {
        guard let text = xmlXPathCastToString(result) else { return (.tooMuch, []) }
        defer { cxml_free(text) }
        return Self.reply(Array(UnsafeBufferPointer(start: text, count: Int(xmlStrlen(text)))))
    }

    /// The numbers of elements and texts; other nodes have no place on a page.
    private func places(_ result: xmlXPathObjectPtr) -> (XPathReply.Status, [UInt8]) {
        guard result.pointee.type == XPATH_NODESET else { return (.invalid, []) }
        guard let set = result.pointee.nodesetval else { return (.done, []) }
        let places = (0..<Int(set.pointee.nodeNr)).compactMap { set.pointee.nodeTab[$0] }
            .filter { [XML_ELEMENT_NODE, XML_TEXT_NODE].contains($0.pointee.type) }
            .map { UInt32(clamping: HTMLNodes.place($0)) }
        return Self.reply(places.sorted().withUnsafeBytes { Array($0) })
    }
}
