import { defineEndpoint, inr, legacy } from '@parakh/core'
import { BirthDay, Mobile } from '@parakh/core/formats'
import * as z from 'zod'
import { ApplicationNumber, DlProvider, StateCode } from '../contract.ts'
import { examAfter, FOLLOWED, isKnown, REQUESTED, resultStateOf } from '../exam-progress.ts'
import { Exams, ExamUpdated } from '../exams.ts'
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

/** A request that is taken in, and the results of it, which name it by its reference alone. */
const taken = (request: Applicant, result: readonly GivenExam[]) => ({
  request,
  records: { requestExam: { ll_application_no: request.ll_application_no, ...PENDING } },
  asyncResults: result.map((exam) => ({ ll_application_no: null, ...exam })),
})

/**
 * `GET /ll-exam`, legacy and asynchronous (interface.md, Vehicle and Transport; decisions.md sections 8 and 9). It asks the
 * transport office for a slot and nothing more: nobody takes a test for anybody.
 */
export const llExam = defineEndpoint({
  id: 'll-exam',
  method: 'GET',
  path: '/ll-exam',
  group: 'Vehicle and Transport',
  summary: "Request a slot for the learner's licence exam",
  envelope: legacy({ message: 'The slot is requested: ll-exam-status tells when it is given' }),
  price: inr('10'),
  priceSource: 'default',
  request: z.object({
    ll_application_no: ApplicationNumber,
    dob: BirthDay.describe('Date of birth of the applicant, YYYY-MM-DD'),
    mobile: Mobile.optional().describe('Mobile number of the applicant, for messages of the transport office'),
    state_code: StateCode.optional(),
  }),
  data: z.object({
    ll_application_no: z.string(),
    ref_id: z.string().describe('Names the request in ll-exam-status, in events and at /api/v1/requests/{ref_id}'),
    exam_status: z.literal('PENDING'),
  }),
  errors: { SLOT_REQUEST_REFUSED: { message: 'no slot can be requested for this application' } },
  uses: DlProvider.pick('requestExam'),
  needs: { exams: Exams },
  subjects: ({ ll_application_no, mobile }) => [ll_application_no, ...(mobile === undefined ? [] : [mobile])],
  async handle({ request, provider, exams, call, answer, fail }) {
    const exam = await provider.requestExam(request)
    // A source may take a request in and turn it down in one reply: nothing was got, so nothing is charged.
    if (!exam || resultStateOf(REQUESTED, exam) === 'failed') return fail('SLOT_REQUEST_REFUSED')
    const { ll_application_no, dob } = request
    exams.add({ ll_application_no, dob, exam, told: false }, call.reference)
    return answer({ ll_application_no, ref_id: call.reference, exam_status: 'PENDING' })
  },
  asyncResult: {
    event: ExamUpdated,
    poll: FOLLOWED,
    async update({ record, exams, call, now }) {
      const { ll_application_no: _, ...result } = record
      const kept = await exams.get(call.reference)
      const before = kept?.exam ?? REQUESTED
      const exam = examAfter(before, result)
      // That it is pending, the answer has said; what came with the acceptance beyond that, nothing has yet.
      const isTold = kept?.told || exam.exam_status === 'PENDING'
      if (isTold && isKnown(before, exam)) return null
      if (kept) exams.change(kept, { exam, told: true })
      const { exam_status, exam_date, ll_number } = exam
      return now(resultStateOf(before, exam), {
        ref_id: call.reference,
        exam_status,
        exam_date,
        ll_issued: ll_number !== null,
      })
    },
  },
  fixtures: [
    { scenario: 'success', ...taken(APPLICANTS.licensed, [PENDING, SCHEDULED, PASSED, LICENSED]) },
    { scenario: 'exam-failed', ...taken(APPLICANTS.failed, [SCHEDULED, FAILED]) },
    { scenario: 'exam-missed', ...taken(APPLICANTS.missed, [SCHEDULED, MISSED]) },
    { scenario: 'lapsed', ...taken(APPLICANTS.lapsed, [PENDING, LAPSED]) },
    { scenario: 'cancelled', ...taken(APPLICANTS.cancelled, [SCHEDULED, CANCELLED]) },
    {
      scenario: 'refused-at-once',
      request: APPLICANTS.refused,
      records: { requestExam: { ll_application_no: APPLICANTS.refused.ll_application_no, ...CANCELLED } },
    },
    { scenario: 'not-found', request: APPLICANTS.notFound, records: { requestExam: null } },
    { scenario: 'upstream-failure', request: APPLICANTS.failure },
    { scenario: 'throttled', request: APPLICANTS.throttled },
  ],
})
