import { inr } from '@parakh/core'
import { createTestHost } from '@parakh/testkit'
import dl from '../src/index.ts'
import { fakeExamSource } from './fake-exam-source.ts'

/** An application that a caller in production may name. */
export const ASHA = { ll_application_no: '2718281828', dob: '2007-05-12' }

/** A host whose production asks a fake source in this process, and an account with 100 rupees. */
export async function examHost() {
  const source = fakeExamSource()
  const made = await createTestHost({ plugins: [dl({ live: source.provider })], funds: inr('100') })
  const { host, keys, store, account } = made
  let asked = 0
  const request = (input: object = ASHA) => {
    asked += 1
    return host.call('ll-exam', input, keys.production, { requestId: `exam-${asked}` })
  }
  return {
    ...made,
    source,
    /** Asks for a slot. */
    request,
    /** Asks for a slot, and gives its reference. */
    async reference(input: object = ASHA): Promise<string> {
      const reply = await request(input)
      return String(Object(reply.body).ref_id)
    },
    status: (input: object, key = keys.production) => host.call('ll-exam-status', input, key),
    /** Posts results of a request as the source does. */
    post: (...result: Parameters<typeof source.post>) => host.callback('dl', 'fake', source.post(...result)),
    balance: async () => (await store.wallet.balance(account.id, 'production')).balance,
    events: async () => (await store.outbox.read(100)).filter(({ type }) => type === 'll_exam.updated'),
  }
}
