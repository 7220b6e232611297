import Formats
import Foundation
import Web

extension ImportIntake {
    private static let longestName = 200

    /// What a form brings: uploaded files, an address or a pasted text. Several files are kept as one archive. Throws `ImportRefusal`.
    func source(in form: Form) async throws -> ImportSource {
        let uploads = (form.files["file"] ?? []).filter { $0.size > 0 }
        if !uploads.isEmpty { return try await source(in: uploads) }
        let address = form["address"].trimmingSpaces()
        if !address.isEmpty { return try await page(at: address) }
        let pasted = form.exact("text")
        guard !pasted.trimmingSpaces().isEmpty else {
            throw ImportRefusal(form.files["file"]?.isEmpty == false ? "empty" : "none")
        }
        // An address in the wrong field is meant all the same.
        let text = pasted.trimmingSpaces()
        if text.hasPrefix("http://") || text.hasPrefix("https://"), !text.contains(where: \.isWhitespace) {
            return try await page(at: text)
        }
        return ImportSource("", Array(pasted.utf8))
    }

    private func source(in uploads: [UploadedFile]) async throws -> ImportSource {
        guard uploads.reduce(0, { $0 + $1.size }) <= ImportLimits.bytes else {
            throw ImportRefusal("bytes", ["limit": String(ImportLimits.bytes >> 20)])
        }
        let paths = uploads.map { ($0.name, $0.path) }
        let files = try await offThread {
            Result {
                try paths.map { ImportSource($0.0, [UInt8](try Data(contentsOf: URL(fileURLWithPath: $0.1), options: .alwaysMapped))) }
            }
        }.get()
        // The temporary files are deleted with the last reference.
        return withExtendedLifetime(uploads) { files.count == 1 ? files[0] : Self.archive(files) }
    }

    static func archive(_ files: [ImportSource]) -> ImportSource {
        var (archive, taken) = (StoredZip(size: files.reduce(0) { $0 + $1.bytes.count }), Set<String>())
        for file in files {
            let plain = String(file.name.unicodeScalars.map { $0 == "/" || $0 == "\\" || $0.value < 0x20 ? "-" : Character($0) })
            let name = plain.isEmpty || plain == "." || plain == ".." ? "file" : String(plain.suffix(longestName))
            var (own, number) = (name, 1)
            while !taken.insert(own).inserted {
                number += 1
                own = "\(number)-\(name)"
            }
            archive.add(own, file.bytes)
        }
        return ImportSource(files.map(\.name).joined(separator: ", "), archive.finished())
    }

    /// Downloads one page that a person asks for, never from the private network.
    private func page(at typed: String) async throws -> ImportSource {
        let address = String((typed.contains("://") ? typed : "https://" + typed).prefix { $0 != "#" })
        let headers = [
            ("User-Agent", "Portico-Imports"),
            ("Accept", "text/html, application/ld+json, application/json, text/csv, text/plain, */*;q=0.5"),
            ("Accept-Language", "it, en;q=0.8, *;q=0.5"),
        ]
        let document = await Outgoing(allowsPrivate: false, neighbours: admin.neighbours).read(
            address, asking: headers, limit: Self.pageBytes)
        if let error = document.error {
            let values = ["address": typed, "status": document.status.map(String.init) ?? "–", "limit": String(Self.pageBytes >> 20)]
            throw ImportRefusal("address.\(error)", values)
        }
        let place = URL(string: document.address).map { ($0.host ?? "") + ($0.path == "/" ? "" : $0.path) } ?? typed
        return ImportSource(String(place.prefix(Self.longestName)), document.bytes, address: document.address)
    }

    private static var pageBytes: Int { 20 << 20 }
}
