import Admin
import Foundation
import GRDB

/// Nightly: removes stale drafts, seals the rest with a new key, and rewrites answer tables that are too large to rewrite by day.
enum FillingJob {
    static let kind = JobKind(
        name: "questionnaire-drafts", every: .daily(hour: 3, minute: 50), isOn: { $0.site.systems.contains(Questionnaires.name) },
        run: { work in
            try await work.admin.database.write { db in
                try FillingDraft.sweep(now: .now, db)
                try AnswerFile.sweep(now: .now, db)
                try SealedDraft.renewKey(db)
            }
            try await TraceJob.mix(work.admin.database, isNight: true)
            return [:]
        })
}
