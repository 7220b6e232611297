struct Fault: Sendable, Equatable {
    let kind: FaultKind
    let element: Int64?
    var values: [String: String] = [:]
}

/// Everything the check can report. Message key: `questionnaires.check.<rawValue>`.
enum FaultKind: String, Sendable, CaseIterable {
    // Errors: these block publication.
    case noPage, emptyPage, emptyParagraph, emptyQuestion
    case freeNeedsOneAnswer, fixedUnderFree, tooFewAnswers, writtenAcross, severalOthers, otherNotLast
    case badScale, badRanking, sliderWithoutEnds, emailOfAnonymous, fileOfAnonymous, pipeLater
    case blankQuestion, blankAnswer, sameAnswerTwice, sameCodeTwice, badLimits
    case triggerIsNotFixed, triggerAfterTarget, triggerInsideTarget, targetIsAnswer, firstPageConditional, conditionWithoutEnds
    case ruleTooLarge, comparisonUnreadable
    case codeTwice, noCode, noContext, namesTheAnonymous, badTagValue
    // Warnings.
    case loneRow, longTable, longPage, sameQuestionTwice, nothingMandatory, outOfReach, conditionWithoutEffect, sameConditionTwice
    case notEverythingTried, untranslated, unknownTag, pipeUnknown

    var isError: Bool {
        switch self {
        case .loneRow, .longTable, .longPage, .sameQuestionTwice, .nothingMandatory, .outOfReach, .conditionWithoutEffect,
            .sameConditionTwice, .notEverythingTried, .untranslated, .unknownTag, .pipeUnknown:
            false
        default: true
        }
    }
}
