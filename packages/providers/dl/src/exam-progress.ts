import type { AsyncResult } from '@parakh/core'
import { Exam, type ExamRecord } from './contract.ts'

/** Slots are given days ahead, and some only after weeks; after three months an operator looks. */
export const FOLLOWED = { everySeconds: 3_600, forSeconds: 90 * 86_400 }

/** An exam of which nothing is known but that its slot was asked for. */
export const REQUESTED: ExamRecord = Exam.parse({ exam_status: 'PENDING' })

/** An exam that was passed is not sat again: results of an earlier stage were sent before that, and came late. */
const isLate = (before: ExamRecord, { exam_status }: ExamRecord): boolean =>
  before.exam_status === 'PASSED' && (exam_status === 'PENDING' || exam_status === 'SCHEDULED')

/**
 * An exam after a result of it. Thin results, such as those of a callback, leave out what was told before: that stays known, until the
 * source waits for another slot and begins again. Late results of a passed exam change nothing.
 *
 * @param before As the results before left it.
 */
export function examAfter(before: ExamRecord, result: ExamRecord): ExamRecord {
  if (isLate(before, result)) return before
  if (result.exam_status === 'PENDING') return result
  return {
    ...result,
    exam_date: result.exam_date ?? before.exam_date,
    score: result.score ?? before.score,
    total_questions: result.total_questions ?? before.total_questions,
    attempts: Math.max(result.attempts, before.attempts),
    ll_number: result.ll_number ?? before.ll_number,
    ll_valid_from: result.ll_valid_from ?? before.ll_valid_from,
    ll_valid_upto: result.ll_valid_upto ?? before.ll_valid_upto,
  }
}

/**
 * What an exam means for the call that asked for its slot. What is sold is the slot: the request failed, and is refunded, where
 * the applicant never had one to use, which is `CANCELLED`, and `EXPIRED` before a slot was given. A slot that was used or let
 * pass is delivered, so a failed exam is a result like any other. A passed one is followed until the learner's licence has its
 * number.
 *
 * @param before As the results before left it.
 * @param exam After the results.
 */
export function resultStateOf(before: ExamRecord, exam: ExamRecord): AsyncResult['state'] {
  const sat = before.exam_status === 'PASSED'
  const slotGiven = sat || before.exam_status === 'SCHEDULED' || exam.exam_date !== null
  switch (exam.exam_status) {
    case 'PENDING':
    case 'SCHEDULED':
      return 'pending'
    case 'PASSED':
      return exam.ll_number === null ? 'pending' : 'completed'
    case 'FAILED':
      return 'completed'
    case 'EXPIRED':
      return slotGiven ? 'completed' : 'failed'
    case 'CANCELLED':
      return sat ? 'completed' : 'failed'
  }
}

/** Whether results leave an exam as it was known before. */
export const isKnown = (before: ExamRecord, exam: ExamRecord): boolean =>
  Exam.keyof().options.every((name) => before[name] === exam[name])

/**
 * Whether the source may know more of an application than the account's own request tells. After an end without a licence the
 * applicant may ask for another slot, here or elsewhere; and of a request that is no longer followed, results may never have come.
 *
 * @param at Now.
 */
export function mayHaveGoneOn({ exam, createdAt }: { exam: ExamRecord; createdAt: Date }, at: Date): boolean {
  if (exam.exam_status === 'FAILED' || exam.exam_status === 'EXPIRED' || exam.exam_status === 'CANCELLED') return true
  const isFollowed = at.getTime() - createdAt.getTime() <= FOLLOWED.forSeconds * 1_000
  return exam.ll_number === null && !isFollowed
}
