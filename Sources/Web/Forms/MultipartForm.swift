import Foundation
import Hummingbird

/// Parses `multipart/form-data` (RFC 7578) in chunks; memory holds at most one chunk and one text, files go to disk.
struct MultipartForm {
    private enum State {
        case content
        /// After a boundary: `--` ends the body; white space and a line end begin a part.
        case behindBoundary
        case headers
        case ended
    }

    private enum Part {
        case none
        case text(name: String, [UInt8])
        case file(name: String, fileName: String, TemporaryFile?)
    }

    private let limits: Form.Limits
    private let delimiter: [UInt8]
    private var state = State.content
    private var part = Part.none
    /// Unparsed bytes. They begin with a line end because the first boundary has none before it.
    private var pending: [UInt8] = [0x0D, 0x0A]
    private var form = Form()
    private var textBytes = 0
    private var fields = 0
    private var files = 0

    init(boundary: [UInt8], limits: Form.Limits) throws {
        guard (1...70).contains(boundary.count), boundary.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            throw FormRefusal.broken("the boundary is not valid")
        }
        delimiter = Array("\r\n--".utf8) + boundary
        self.limits = limits
    }

    mutating func feed(_ chunk: some Collection<UInt8>) throws {
        if case .ended = state { return }
        pending.append(contentsOf: chunk)
        var used = 0
        while let taken = try step(from: used) { used += taken }
        pending.removeFirst(used)
    }

    func finish() throws -> Form {
        guard case .ended = state else { throw FormRefusal.broken("the form is not complete") }
        return form
    }

    private mutating func step(from start: Int) throws -> Int? {
        switch state {
        case .content: try takeContent(from: start)
        case .behindBoundary: try takeBoundaryEnd(from: start)
        case .headers: try takeHeaders(from: start)
        case .ended: pending.count > start ? pending.count - start : nil
        }
    }

    private mutating func takeContent(from start: Int) throws -> Int? {
        if let found = pending.firstIndex(of: delimiter, from: start) {
            try append(pending[start..<found])
            try endPart()
            state = .behindBoundary
            return found + delimiter.count - start
        }
        let sure = pending.count - delimiter.count + 1
        guard sure > start else { return nil }
        try append(pending[start..<sure])
        return sure - start
    }

    private mutating func takeBoundaryEnd(from start: Int) throws -> Int? {
        let rest = pending[start...]
        guard rest.count >= 2 else { return nil }
        if rest.starts(with: [0x2D, 0x2D]) {
            state = .ended
            return 2
        }
        let padding = rest.prefix(64).prefix { $0 == 0x20 || $0 == 0x09 }.count
        guard rest.count >= padding + 2 else { return nil }
        guard rest.dropFirst(padding).starts(with: [0x0D, 0x0A]) else { throw FormRefusal.broken("a boundary does not end") }
        state = .headers
        // Keep the line end, so that headers always begin with one, even in an empty block.
        return padding
    }

    private mutating func takeHeaders(from start: Int) throws -> Int? {
        let most = 8 * 1024
        let block = pending[start...].prefix(most)
        guard let end = pending.firstIndex(of: [0x0D, 0x0A, 0x0D, 0x0A], from: start, before: start + block.count) else {
            guard block.count < most else { throw FormRefusal.broken("a part's headers are too long") }
            return nil
        }
        try beginPart(PartHeader(pending[start..<end]))
        state = .content
        return end + 4 - start
    }
}

extension MultipartForm {
    private mutating func beginPart(_ header: PartHeader) throws {
        guard let name = header.name else { throw FormRefusal.broken("a part has no name") }
        guard name.utf8.count <= limits.nameBytes else { throw FormRefusal.broken("a field's name is too long") }
        if let fileName = header.fileName {
            fields += 1
            guard fields <= limits.fields else { throw FormRefusal.tooLarge }
            part = .file(name: name, fileName: fileName, nil)
        } else {
            fields += 1
            guard fields <= limits.fields else { throw FormRefusal.tooLarge }
            part = .text(name: name, [])
        }
    }

    private mutating func append(_ bytes: ArraySlice<UInt8>) throws {
        guard !bytes.isEmpty else { return }
        switch part {
        case .none: break
        case .text(let name, var text):
            textBytes += bytes.count
            guard textBytes <= limits.textBytes else { throw FormRefusal.tooLarge }
            part = .none  // Otherwise the array has two owners and each chunk copies it.
            text.append(contentsOf: bytes)
            part = .text(name: name, text)
        case .file(let name, let fileName, let opened):
            guard (opened?.size ?? 0) + bytes.count <= limits.fileBytes else { throw FormRefusal.tooLarge }
            if opened == nil {
                files += 1
                guard files <= limits.files else { throw FormRefusal.tooLarge }
            }
            let file = try opened ?? TemporaryFile(in: limits.folder, isDiscarded: limits.discardsFiles)
            try file.append(bytes)
            part = .file(name: name, fileName: fileName, file)
        }
    }

    private mutating func endPart() throws {
        switch part {
        case .none: break
        case .text(let name, let text):
            if !name.isEmpty { form.append(TypedText.clean(text), to: name) }
        case .file(let name, let fileName, let file?) where !name.isEmpty: form.append(file.keep(named: fileName), to: name)
        case .file: break
        }
        part = .none
    }
}

struct PartHeader {
    private(set) var name: String?
    private(set) var fileName: String?

    init(_ block: ArraySlice<UInt8>) {
        for line in Array(block).split(separator: [0x0D, 0x0A]) {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
                String(decoding: line[..<colon], as: UTF8.self).lowercased() == "content-disposition"
            else { continue }
            let disposition = HeaderValue(bytes: Array(line[(colon + 1)...]))
            guard disposition.value == "form-data", let name = disposition.parameters["name"] else { return }
            self.name = TypedText.clean(Self.unescape(name))
            fileName = disposition.parameters["filename"].map { TypedText.fileName(Self.unescape($0)) }
            return
        }
    }

    /// Browsers write `"`, CR and LF in names as `%22`, `%0D` and `%0A`, and no other character so (HTML, 4.10.21.8).
    private static func unescape(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(UInt8(ascii: "%")) else { return bytes }
        var result = bytes
        for (escaped, byte) in [("%22", UInt8(ascii: "\"")), ("%0D", 0x0D), ("%0A", 0x0A)] {
            result = Array(result.split(separator: Array(escaped.utf8), omittingEmptySubsequences: false).joined(separator: [byte]))
        }
        return result
    }
}

extension [UInt8] {
    fileprivate func firstIndex(of pattern: [UInt8], from start: Int, before end: Int? = nil) -> Int? {
        let last = (end ?? count) - pattern.count
        guard start <= last else { return nil }
        return withUnsafeBufferPointer { bytes in
            pattern.withUnsafeBufferPointer { pattern in
                guard let base = bytes.baseAddress, let wanted = pattern.baseAddress else { return nil }
                var index = start
                // Both patterns begin with CR: memchr is many times faster than a loop.
                while index <= last, let found = memchr(base + index, Int32(wanted[0]), last - index + 1) {
                    index = UnsafeRawPointer(found) - UnsafeRawPointer(base)
                    if memcmp(base + index, wanted, pattern.count) == 0 { return index }
                    index += 1
                }
                return nil
            }
        }
    }
}
