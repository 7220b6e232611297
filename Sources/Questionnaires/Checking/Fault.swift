/// Something that the check finds wrong, or doubtful, in a questionnaire.
struct Fault: Sendable, Equatable {
    let kind: FaultKind
    /// The element it is about; nil for the whole questionnaire.
    let element: Int64?
    /// What its sentence names.
    var values: [String: String] = [:]
}

/// Everything the check can find. Its sentence lies at `questionnaires.check.<rawValue>`.
enum FaultKind: String, Sendable, CaseIterable {
    // These keep a questionnaire from being published.
    case noPage, emptyPage, emptyParagraph, emptyQuestion
    case freeNeedsOneAnswer, fixedUnderFree, tooFewAnswers, writtenAcross, severalOthers, otherNotLast
    case blankQuestion, blankAnswer, sameAnswerTwice, sameCodeTwice, badLimits
    case triggerIsNotFixed, triggerAfterTarget, triggerInsideTarget, targetIsAnswer, firstPageConditional, conditionWithoutEnds
    case codeTwice, noCode, noContext, namesTheAnonymous, badTagValue
    // These are worth a look.
    case loneRow, longTable, longPage, sameQuestionTwice, nothingMandatory, outOfReach, conditionWithoutEffect, sameConditionTwice
    case notEverythingTried, untranslated, unknownTag

    var isError: Bool {
        switch self {
        case .loneRow, .longTable, .longPage, .sameQuestionTwice, .nothingMandatory, .outOfReach, .conditionWithoutEffect,
            .sameConditionTwice, .notEverythingTried, .untranslated, .unknownTag:
            false
        default: true
        }
    }
}
