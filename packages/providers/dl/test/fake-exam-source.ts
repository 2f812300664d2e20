import { createHmac } from 'node:crypto'
import { UpstreamError } from '@parakh/core'
import * as z from 'zod'
import { DlProvider, ExamRequest } from '../src/contract.ts'

type PostedExam = z.input<typeof ExamRequest>
type Behaviour = 'accepts' | 'refuses' | 'loses-the-reply' | 'is-down' | 'takes-another-application'

const SECRET = 'counter-3'
/** An application that nobody asks about. */
export const OTHER_APPLICATION = '3141592653'
const Posted = z.object({ reference: z.string(), record: ExamRequest })

/** A fake source in this process that behaves as it is told and remembers what it was asked. */
export function fakeExamSource() {
  const state = {
    behaviour: 'accepts' as Behaviour,
    /** What it says of every request: at once, and when its status is asked. */
    request: { ll_application_no: null, exam_status: 'PENDING' } as PostedExam,
    /** The references of the requests it took in. */
    sent: [] as string[],
    statusAsked: 0,
    /** The application numbers about which it was asked. */
    asked: [] as string[],
    /** What it says of any application. */
    exam: null as { ll_application_no?: string; exam_status: PostedExam['exam_status'] } | null,
  }
  const isOther = () => state.behaviour === 'takes-another-application'
  const provider = DlProvider.implement({
    id: 'fake',
    options: z.object({}),
    make: () => ({
      requestExam: {
        async send({ ll_application_no }, { call }) {
          if (state.behaviour === 'is-down') throw new UpstreamError('unavailable', 'down', { sent: false })
          if (state.behaviour === 'refuses') return null
          state.sent.push(call.reference)
          if (state.behaviour === 'loses-the-reply') throw new UpstreamError('unavailable', 'reset')
          return { ...state.request, ll_application_no: isOther() ? OTHER_APPLICATION : ll_application_no }
        },
        async status(reference) {
          state.statusAsked += 1
          if (state.behaviour === 'is-down') throw new UpstreamError('unavailable', 'down')
          if (!state.sent.includes(reference)) return null
          return isOther() ? { ...state.request, ll_application_no: OTHER_APPLICATION } : state.request
        },
      },
      async exam(applicant) {
        state.asked.push(applicant.ll_application_no)
        if (state.behaviour === 'is-down') throw new UpstreamError('unavailable', 'down')
        return state.exam && { ...applicant, ...state.exam }
      },
    }),
    callback(request) {
      const signature = request.hmac('sha256', SECRET, request.body)
      if (!request.equal(request.headers['x-signature'] ?? '', signature)) return null
      const { reference, record } = Posted.parse(JSON.parse(new TextDecoder().decode(request.body)))
      return { operation: 'requestExam', reference, record }
    },
  })
  /** What it posts when an exam moves on. */
  const post = (reference: string, record: PostedExam) => {
    const body = new TextEncoder().encode(JSON.stringify({ reference, record }))
    return { body, headers: { 'x-signature': createHmac('sha256', SECRET).update(body).digest('hex') } }
  }
  return { state, provider: provider({}), post }
}
