import { defineEvent, defineRecords } from '@parakh/core'
import * as z from 'zod'
import { Exam, ExamStatus } from './contract.ts'

/** A learner's licence is valid for six months; after that the exam that it came from tells nobody anything. */
const KEPT_DAYS = 180

/**
 * The exams for which an account asked a slot, each under the reference of its call (`ref_id`), as the last result left them.
 * `ll-exam` adds them, its results change them, `ll-exam-status` reads them.
 */
export const Exams = defineRecords('dl.exams', {
  record: z.object({
    ll_application_no: z.string(),
    dob: z.string(),
    exam: Exam,
    told: z.boolean().default(false).describe('Whether anything was told of it after the answer'),
  }),
  keys: ['ll_application_no', 'dob'],
  keepDays: KEPT_DAYS,
})

/** What the account is told when an exam moves on (decisions.md section 9): no application number, no licence number. */
export const ExamUpdated = defineEvent(
  'll_exam.updated',
  z.object({
    ref_id: z.string(),
    exam_status: ExamStatus,
    exam_date: z.string().nullable(),
    ll_issued: z.boolean().describe("Whether the learner's licence has its number: then ll-exam-status gives it"),
  }),
)
