import CXML
import Glibc

/// What `XMLStream` reports. Names are without their prefixes, which files choose freely.
protocol XMLEvents: AnyObject {
    func start(_ name: XMLName, _ attributes: XMLAttributes)
    func text(_ bytes: UnsafeBufferPointer<UInt8>)
    func end(_ name: XMLName)
}

/// Parses external XML piece by piece with libxml2, so that a long document is never in memory. It fetches nothing, and a document type ends it.
final class XMLStream {
    enum Failure: Error { case damaged }

    private let events: any XMLEvents
    private var parser: xmlParserCtxtPtr?
    private var hasDocumentType = false

    init(_ events: any XMLEvents) {
        self.events = events
        var handler = xmlSAXHandler()
        handler.initialized = UInt32(XML_SAX2_MAGIC)
        handler.startElementNs = { context, name, _, _, _, _, count, _, attributes in
            XMLStream.of(context)?.events.start(XMLName(name), XMLAttributes(count: Int(count), pointers: attributes))
        }
        handler.endElementNs = { context, name, _, _ in XMLStream.of(context)?.events.end(XMLName(name)) }
        handler.characters = { context, bytes, count in
            XMLStream.of(context)?.events.text(UnsafeBufferPointer(start: bytes, count: Int(count)))
        }
        handler.cdataBlock = handler.characters
        handler.ignorableWhitespace = handler.characters
        handler.internalSubset = { context, _, _, _ in XMLStream.of(context)?.stop() }
        parser = xmlCreatePushParserCtxt(&handler, Unmanaged.passUnretained(self).toOpaque(), nil, 0, nil)
        let options = XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
        if let parser { xmlCtxtUseOptions(parser, CInt(options)) }
    }

    deinit { xmlFreeParserCtxt(parser) }

    private static func of(_ context: UnsafeMutableRawPointer?) -> XMLStream? {
        context.map { Unmanaged<XMLStream>.fromOpaque($0).takeUnretainedValue() }
    }

    private func stop() {
        hasDocumentType = true
        xmlStopParser(parser)
    }

    func add(_ bytes: [UInt8]) throws(Failure) { try parse(bytes, isEnd: false) }

    func end() throws(Failure) { try parse([], isEnd: true) }

    private func parse(_ bytes: [UInt8], isEnd: Bool) throws(Failure) {
        let result = bytes.withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: CChar.self) { xmlParseChunk(parser, $0.baseAddress, CInt(clamping: $0.count), isEnd ? 1 : 0) }
        }
        // Programs write prefixes without a namespace, and addresses of namespaces that are none.
        let isHarmless = result == 0 || parser?.pointee.wellFormed == 1
        guard isHarmless, !hasDocumentType else { throw .damaged }
    }
}

/// The name of an element, valid while its event is handled.
struct XMLName {
    private let pointer: UnsafePointer<UInt8>?

    init(_ pointer: UnsafePointer<UInt8>?) { self.pointer = pointer }

    static func == (name: XMLName, text: StaticString) -> Bool { equal(name.pointer, text) }
    static func ~= (text: StaticString, name: XMLName) -> Bool { equal(name.pointer, text) }

    fileprivate static func equal(_ pointer: UnsafePointer<UInt8>?, _ text: StaticString) -> Bool {
        guard let pointer else { return false }
        return strcmp(
            UnsafeRawPointer(pointer).assumingMemoryBound(to: CChar.self),
            UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)) == 0
    }
}

/// The attributes of an element, valid while its event is handled.
struct XMLAttributes {
    fileprivate let count: Int
    /// Five pointers for each: name, prefix, namespace, start and end of the value.
    fileprivate let pointers: UnsafeMutablePointer<UnsafePointer<UInt8>?>?

    subscript(_ name: StaticString) -> String? { bytes(name).map { String(decoding: $0, as: UTF8.self) } }

    func bytes(_ name: StaticString) -> UnsafeBufferPointer<UInt8>? {
        guard let pointers else { return nil }
        for index in 0..<count where XMLName.equal(pointers[index * 5], name) {
            guard let start = pointers[index * 5 + 3], let end = pointers[index * 5 + 4], end >= start else { return nil }
            return UnsafeBufferPointer(start: start, count: end - start)
        }
        return nil
    }
}
