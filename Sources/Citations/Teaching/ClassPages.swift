import Accounts
import Admin
import GRDB
import Hummingbird
import Web

struct ClassPages: Sendable {
    let admin: AdminContext

    func addRoutes(to router: RouterGroup<Visitor>) {
        let sheets = router.group("sheets/{id}").add(middleware: RateLimit(limit: 120, per: .seconds(60)))
        sheets.get("", use: ask)
        sheets.post("", use: answer)
    }

    func addAdminRoutes(to router: RouterGroup<SignedIn>) {
        router.get("sheets/{id}/answers", use: marks)
        router.post("sheets/{id}/answers/removal", use: remove)
    }

    @Sendable func ask(_ request: Request, _ visitor: Visitor) async throws -> Response {
        try await page(request, visitor, Form(), false, .ok)
    }

    @Sendable func answer(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let form = try await Form.read(request)
        let called = String(form["called"].unicodeScalars.prefix(40)).trimmingSpaces()
        let words = admin.pages.words(for: visitor)
        guard !called.isEmpty else {
            return try await page(request, visitor, form, words("citations.answers.noName"), .unprocessableContent)
        }
        let sheet = try await admin.database.write { db -> ClassSheet? in
            let (sheet, id) = try Self.open(visitor, db)
            guard try ClassAnswer.count(of: id, db) < ClassAnswer.most else { return nil }
            let marked = MarkedSheet(UInt64(sheet.number), form)
            try ClassAnswer.insert(marked.answers, called: called, right: marked.right, of: id, db)
            return sheet
        }
        guard let sheet else { return try await page(request, visitor, form, words("citations.answers.full"), .unprocessableContent) }
        let answers = MarkedSheet(UInt64(sheet.number), form).answers.enumerated().map { ("a\($0 + 1)", $1) }
        return .redirect(to: "/citations/exercises".appendingQuery([("sheet", String(sheet.number)), ("sent", "yes")] + answers))
    }

    private static func open(_ visitor: Visitor, _ db: Database) throws -> (sheet: ClassSheet, id: Int64) {
        guard let id = visitor.parameters.recordID("id"), let sheet = try ClassSheet.fetch(db, id: id),
            sheet.stamp.deletedAt == nil, sheet.isOpen
        else { throw HTTPError(.notFound) }
        return (sheet, id)
    }

    private func page(
        _ request: Request, _ visitor: Visitor, _ typed: Form, _ why: any Sendable, _ status: HTTPResponse.Status
    ) async throws -> Response {
        let (sheet, id) = try await admin.database.read { try Self.open(visitor, $0) }
        let words = admin.pages.words(for: visitor)
        let values: Values = [
            "title": sheet.name, "action": ClassSheet.address(id), "notes": sheet.notes.isEmpty ? false : sheet.notes,
            "called": typed["called"], "why": why,
            "questions": MarkedSheet(UInt64(sheet.number), typed).values(words, isMarked: false),
        ]
        return try admin.pages.page("citations/teaching/sheet", values, for: visitor, request: request, status: status)
    }

    @Sendable func marks(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await admin.page(person, request) { db, context in
            let (sheet, id) = try find(person, "citations.sheets.see", db)
            let (words, exercises, answers) = (context.words, Exercise.sheet(UInt64(sheet.number)), try ClassAnswer.all(of: id, db))
            let rows = answers.map { answer -> Values in
                [
                    "name": answer.name, "when": words.language.relativeMoment(answer.at, now: .now, in: context.zone),
                    "right": words("citations.answers.right", ["right": String(answer.right), "of": String(exercises.count)]),
                    "cells": zip(exercises, answer.given).enumerated().map { index, pair -> Values in
                        let (exercise, given) = pair
                        return ["number": String(index + 1), "given": given.isEmpty ? "–" : given, "isRight": exercise.isRight(given)]
                    },
                ]
            }
            let mayEdit = person.grants.may("citations.sheets.edit", in: nil)
            let values: Values = [
                "title": words("citations.answers.title", ["name": sheet.name]),
                "breadcrumbs": [
                    ["label": words("citations.sheets.many"), "href": ClassSheet.address] as Values,
                    ["label": sheet.name, "href": "\(ClassSheet.address)/\(id)"],
                ],
                "address": ClassSheet.address(id), "isOpen": sheet.isOpen, "rows": rows, "none": rows.isEmpty,
                "questions": exercises.enumerated().map { index, exercise -> Values in
                    let right = answers.count { $0.given.indices.contains(index) && exercise.isRight($0.given[index]) }
                    return [
                        "number": String(index + 1), "text": exercise.question(words), "answer": exercise.model,
                        "right": answers.isEmpty
                            ? false : words("citations.answers.right", ["right": String(right), "of": String(answers.count)]),
                    ]
                },
                "remove": mayEdit && !rows.isEmpty ? "\(ClassSheet.address)/\(id)/answers/removal" : false,
            ]
            return ("citations/teaching/answers", values)
        }
    }

    @Sendable func remove(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let words = admin.pages.words(for: person.visitor)
        let id = try await admin.database.write { db in
            let (sheet, id) = try find(person, "citations.sheets.edit", db)
            guard form["sure"] == "yes" else {
                try person.session.setFlash(db, Flash(words("citations.answers.notSure"), kind: .info))
                return id
            }
            let count = try ClassAnswer.count(of: id, db)
            try db.execute(sql: "DELETE FROM citationAnswer WHERE sheetID = ?", arguments: [id])
            try AuditEntry.write(
                db, "citations.sheets.clear", by: person.actor, on: (ClassSheet.name, id, sheet.name), detail: ["answers": String(count)])
            try person.session.setFlash(db, Flash(words("citations.answers.removed", count: count)))
            return id
        }
        return .redirect(to: "\(ClassSheet.address)/\(id)/answers")
    }

    private func find(_ person: SignedIn, _ permission: Permission, _ db: Database) throws -> (sheet: ClassSheet, id: Int64) {
        guard person.grants.may(permission, in: nil), let id = person.parameters.recordID("id"),
            let sheet = try ClassSheet.fetch(db, id: id), sheet.stamp.deletedAt == nil
        else { throw HTTPError(.notFound) }
        return (sheet, id)
    }
}
