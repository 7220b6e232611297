import Admin
import Formats
import Web

/// A work that a source holds, or a part of it that is no work, on its way in.
struct DocumentItem: Sendable {
    enum Content: Sendable {
        case work(ListedWork)
        /// What is left out; the work has what could be read of it, nil if there is nothing to correct.
        case leftOut(ListReading.Remark.Kind, ListedWork?)
        /// A page or a curriculum, in which titles are looked for during a calculation.
        case page
        case unread(String)
    }

    /// The document in the source, from zero.
    let document: Int
    let place: ImportPlace
    var content: Content
    var remarks: [ListReading.Remark]
    /// As it is in the source.
    let line: String

    static let cells = ["work", "authors", "venue", "year", "citations", "url"]

    var work: ListedWork? {
        switch content {
        case .work(let work): work
        case .leftOut(_, let work): work
        case .page, .unread: nil
        }
    }

    var isTaken: Bool {
        switch content {
        case .work, .page: true
        case .leftOut, .unread: false
        }
    }

    var isUnread: Bool { if case .unread = content { true } else { false } }

    /// The parts of the work as cells; nil where nothing can be corrected.
    var values: [String: JSON]? {
        guard let work else { return nil }
        let texts = [
            work.title, work.authors, work.venue, work.year.map(String.init) ?? "", work.citations.map(String.init) ?? "", work.url,
        ]
        let all = zip(Self.cells, texts).enumerated().map { index, cell -> JSON in
            .object([
                ("name", .text(cell.0)), ("text", .text(String(cell.1.prefix(ListReading.longestTitle)))),
                ("line", .text(index == 0 ? summary(work) : "")),
            ])
        }
        return ["cells": .list(all)]
    }

    private func summary(_ work: ListedWork) -> String {
        guard line.isEmpty else { return line }
        let numbers = [work.year, work.citations].compactMap { $0.map(String.init) }
        return ([work.title, work.authors, work.venue] + numbers + [work.url]).filter { !$0.isEmpty }.joined(separator: " · ")
    }

    /// The same with what a person typed, by the places of the cells.
    func corrected(_ texts: [Int: String]) -> DocumentItem {
        guard var work else { return self }
        var item = self
        for (place, text) in texts {
            let text = text.trimmingSpaces()
            switch place {
            case 0: work.title = ListText.title(text)
            case 1: work.authors = text
            case 2: work.venue = text
            case 3: work.year = item.number(text, .badYear, ListText.year(text))
            case 4: work.citations = item.number(text, .badCount, text.hasPrefix("-") ? nil : ListText.count(text))
            case 5: work.url = text
            default: continue
            }
        }
        if work.title.isEmpty {
            item.content = .leftOut(.noTitle, work)
        } else if work.title.utf8.count > ListReading.longestTitle {
            item.content = .leftOut(.longTitle, work)
        } else {
            item.content = .work(work)
            item.remarks.removeAll { [.notTitle, .noTitle, .longTitle].contains($0.kind) }
        }
        return item
    }

    private mutating func number(_ text: String, _ kind: ListReading.Remark.Kind, _ number: Int?) -> Int? {
        remarks.removeAll { $0.kind == kind || (kind == .badCount && $0.kind == .noCount) }
        if number == nil, !text.isEmpty {
            remarks.append(ListReading.Remark(row: place.number, kind: kind, said: String(text.prefix(40))))
        }
        if text.isEmpty, kind == .badCount { remarks.append(ListReading.Remark(row: place.number, kind: .noCount)) }
        return number
    }
}
