import { defineEndpoint, legacy, zero } from '@parakh/core'
import { BirthDay } from '@parakh/core/formats'
import * as z from 'zod'
import { ApplicationNumber, DlProvider, Exam } from '../contract.ts'
import { mayHaveGoneOn } from '../exam-progress.ts'
import { Exams } from '../exams.ts'
import {
  APPLICANTS,
  type Applicant,
  CANCELLED,
  FAILED,
  type GivenExam,
  LAPSED,
  LICENSED,
  MISSED,
  PASSED,
  PENDING,
  SCHEDULED,
} from '../fixtures/exams.ts'

/** An exam as the source knows it. */
const known = (request: Applicant, exam: GivenExam) => ({
  request,
  records: { exam: { ...request, ...exam } },
})

/** An exam for which every account of the sandbox asked a slot. */
const GIVEN = { id: 'EXAMOFTHESANDBOX0000000001', ...APPLICANTS.followed, exam: Exam.parse(SCHEDULED), told: true }

const Request = z.object({
  ref_id: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(64, 'is longer than 64 characters')
    .optional()
    .describe('What ll-exam answered. Give it alone, or ll_application_no with dob'),
  ll_application_no: ApplicationNumber.optional(),
  dob: BirthDay.optional().describe('Date of birth of the applicant, YYYY-MM-DD; with ll_application_no'),
})

/** One way to ask and no other: a caller who gives both would not learn which of them was answered. */
function checkOneWay(request: z.output<typeof Request>, context: z.RefinementCtx): void {
  const say = (field: keyof typeof request, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message })
  const { ref_id, ll_application_no, dob } = request
  if (ref_id !== undefined) {
    if (ll_application_no !== undefined || dob !== undefined)
      say('ref_id', 'must stand alone: give ref_id, or ll_application_no with dob')
    return
  }
  if (ll_application_no === undefined && dob === undefined)
    say('ref_id', 'is missing: give ref_id, or ll_application_no with dob')
  else if (ll_application_no === undefined) say('ll_application_no', 'is needed with dob')
  else if (dob === undefined) say('dob', 'is needed with ll_application_no')
}

/**
 * `GET /ll-exam-status`, legacy and free (interface.md, Vehicle and Transport; decisions.md section 8). By `ref_id` it tells of a
 * request of this account, as the last result left it; one of another account is not found. By application number it tells
 * of the application: from the account's own request while that is followed, and permanently where it ended with a licence; else
 * from the source, where an applicant may have gone on without us, and from the own request where the source knows nothing.
 */
export const llExamStatus = defineEndpoint({
  id: 'll-exam-status',
  method: 'GET',
  path: '/ll-exam-status',
  group: 'Vehicle and Transport',
  summary: "Get where a learner's licence exam stands",
  envelope: legacy({ message: 'Record found', money: false }),
  price: zero,
  priceSource: 'default',
  request: Request.superRefine(checkOneWay),
  data: z.object({
    ref_id: z
      .string()
      .nullable()
      .describe("This account's latest request for the application; null where it made none"),
    ll_application_no: z.string(),
    ...Exam.shape,
  }),
  errors: { RECORD_NOT_FOUND: { message: 'record not found' } },
  uses: DlProvider.pick('exam'),
  needs: { exams: Exams },
  subjects: ({ ll_application_no }) => (ll_application_no === undefined ? [] : [ll_application_no]),
  async handle({ request, provider, exams, call, answer, fail }) {
    const { ref_id, ll_application_no, dob } = request
    const applicant = ll_application_no !== undefined && dob !== undefined ? { ll_application_no, dob } : null
    const own = applicant ? await exams.find(applicant) : await exams.get(ref_id ?? '')
    const asksSource = applicant && (!own || mayHaveGoneOn(own, call.at))
    const found = asksSource ? await provider.exam(applicant) : null
    if (found) return answer({ ...found, ref_id: own?.id ?? null })
    if (!own) return fail('RECORD_NOT_FOUND')
    return answer({ ...own.exam, ref_id: own.id, ll_application_no: own.ll_application_no })
  },
  fixtures: [
    { scenario: 'success', ...known(APPLICANTS.licensed, LICENSED) },
    { scenario: 'success', ...known(APPLICANTS.scheduled, SCHEDULED) },
    { scenario: 'pending', ...known(APPLICANTS.pending, PENDING) },
    { scenario: 'passed', ...known(APPLICANTS.passed, PASSED) },
    { scenario: 'exam-failed', ...known(APPLICANTS.failed, FAILED) },
    { scenario: 'exam-missed', ...known(APPLICANTS.missed, MISSED) },
    { scenario: 'lapsed', ...known(APPLICANTS.lapsed, LAPSED) },
    { scenario: 'cancelled', ...known(APPLICANTS.cancelled, CANCELLED) },
    { scenario: 'by-reference', request: { ref_id: GIVEN.id }, given: { exams: [GIVEN] } },
    // A record that stands for every account is older than any that is followed: the source is asked, and knows more.
    { scenario: 'by-application', ...known(APPLICANTS.followed, PASSED) },
    { scenario: 'unknown-reference', request: { ref_id: 'EXAMOFTHESANDBOX0000000002' } },
    { scenario: 'not-found', request: APPLICANTS.notFound, records: { exam: null } },
    { scenario: 'upstream-failure', request: APPLICANTS.failure },
    { scenario: 'throttled', request: APPLICANTS.throttled },
  ],
})
