import HTTPTypes
import Hummingbird
import NIOCore

/// A picture of numbers: a drawing with a title, a sentence for those who do not see it, and the same numbers as a table.
public struct Chart: Sendable {
    /// A line of values; nil where there is none.
    public struct Series: Sendable {
        let name: String
        let values: [Double?]

        public init(_ name: String, _ values: [Double?]) { (self.name, self.values) = (name, values) }
    }

    /// The numbers of a picture; the first column names the rows.
    public struct Table: Sendable {
        let head: [String]
        let rows: [[String]]

        public init(head: [String], rows: [[String]]) { (self.head, self.rows) = (head, rows) }
    }

    public struct Heading: Sendable {
        let id: String
        let title: String
        let summary: String

        /// `id` is unlike all others of the page, in letters that an address takes; `summary` is a sentence that says what is to be seen.
        public init(id: String, title: String, summary: String) { (self.id, self.title, self.summary) = (id, title, summary) }
    }

    /// The width of most drawings, in which text has its usual size.
    static let width = 640.0

    let heading: Heading
    let width: Double
    let height: Double
    let canvas: ChartCanvas
    let table: Table
    /// The colours with their names; empty where one colour is enough.
    let legend: [(kind: String, name: String)]

    init(
        _ heading: Heading, width: Double = Self.width, height: Double, _ canvas: ChartCanvas, _ table: Table,
        legend: [(kind: String, name: String)] = []
    ) {
        (self.heading, self.width, self.height, self.canvas) = (heading, width, height, canvas)
        (self.table, self.legend) = (table, legend)
    }

    public var values: Values { values(withTable: true) }

    /// - Parameter withTable: false where the page itself has the numbers as a table.
    public func values(withTable: Bool) -> Values {
        [
            "id": heading.id, "title": heading.title, "svgHTML": svg(isFile: false), Self.key: self,
            "legend": legend.map { ["kind": $0.kind, "name": $0.name] as Values },
            "head": Array(table.head.dropFirst()), "corner": table.head.first ?? "",
            "rows": table.rows.map { ["label": $0.first ?? "", "cells": Array($0.dropFirst())] as Values },
            "hasTable": withTable && !table.rows.isEmpty,
        ]
    }

    /// The name of its files, without the ending.
    public var name: String { heading.id }

    /// For a page that draws the same numbers in another way: only the chart's files.
    public var fileValues: Values { ["id": heading.id, "title": heading.title, Self.key: self] }

    public var file: String { "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + svg(isFile: true) + "\n" }

    public var response: Response {
        let headers: HTTPFields = [
            .contentType: "image/svg+xml; charset=utf-8", .cacheControl: "no-store",
            .contentDisposition: "attachment; filename=\"\(heading.id).svg\"",
        ]
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(string: file)))
    }

    private static let key = "chartFile"

    public static func find(_ id: String, in values: Values) -> Chart? {
        if let chart = values[key] as? Chart, chart.heading.id == id { return chart }
        for value in values.values {
            let parts = (value as? Values).map { [$0] } ?? value as? [Values] ?? []
            for part in parts { if let chart = find(id, in: part) { return chart } }
        }
        return nil
    }

    private func svg(isFile: Bool) -> String {
        let (wide, high) = (ChartCanvas.formatted(width), ChartCanvas.formatted(height))
        let size = isFile ? " xmlns=\"http://www.w3.org/2000/svg\" width=\"\(wide)\" height=\"\(high)\"" : ""
        let names = "aria-labelledby=\"\(heading.id)-name \(heading.id)-summary\""
        let words = """
            <title id="\(heading.id)-name">\(ChartCanvas.sanitized(heading.title))</title>\
            <desc id="\(heading.id)-summary">\(ChartCanvas.sanitized(heading.summary))</desc>
            """
        let style = isFile ? "<style>\(ChartStyle.light)</style>" : ""
        return
            "<svg\(size) class=\"chart-drawing\" viewBox=\"0 0 \(wide) \(high)\" role=\"img\" \(names)>\(words)\(style)\(canvas.marks)</svg>"
    }
}
