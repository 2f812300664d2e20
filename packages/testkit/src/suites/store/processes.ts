import { inr, type Store, zero } from '@parakh/core'
import { describe, expect, it } from 'vitest'
import type { StoreTrial } from './store-trial.ts'

/** Two stores on one database, as two processes have. */
export function processTests(trial: () => StoreTrial, second: () => Store): void {
  describe('with a second process on the same data', () => {
    const either = (place: number): Store => (place % 2 === 0 ? trial().store : second())

    it('admits exactly 10 of 64 calls over both processes with funds for 10', async () => {
      const payer = await trial().payer(inr('10'))
      const admissions = await Promise.all(
        Array.from({ length: 64 }, (_, place) => trial().admit(payer, { price: inr('1') }, either(place))),
      )
      const admitted = admissions.filter(({ kind }) => kind === 'admitted')
      expect(admitted).toHaveLength(10)
      await Promise.all(
        admitted.map(({ reference }, place) =>
          trial().settle({ payer, reference, epoch: 1 }, { charged: inr('1') }, either(place)),
        ),
      )
      expect(await trial().balance(payer, second())).toMatchObject({ balance: zero, held: zero, available: zero })
    })

    it('lets one of 20 calls with the same id over both in', async () => {
      const payer = await trial().payer(inr('100'))
      const again = { requestId: 'order-17', price: inr('4') }
      const admissions = await Promise.all(
        Array.from({ length: 20 }, (_, place) => trial().admit(payer, again, either(place))),
      )
      expect(admissions.map(({ kind }) => kind).sort()).toEqual([
        'admitted',
        ...Array.from({ length: 19 }, () => 'running'),
      ])
    })

    it('lets one of 20 claims of a nonce over both be the first', async () => {
      const nonce = { scheme: 'partners', nonce: trial().ids.next(), at: trial().at, seconds: 600 }
      const claims = await Promise.all(Array.from({ length: 20 }, (_, place) => either(place).nonces.claim(nonce)))
      expect(claims.filter(Boolean)).toEqual([true])
    })

    it('makes one key of a subject that both see first', async () => {
      const account = await trial().store.accounts.create({ name: 'Acme', role: 'developer' })
      const subject = {
        accountId: account.id,
        environment: 'sandbox',
        scheme: 'app',
        subject: 'asha',
        version: 1,
      } as const
      const owners = await Promise.all(
        Array.from({ length: 20 }, (_, place) => either(place).keys.provideExternal(subject)),
      )
      expect(new Set(owners.map(({ key }) => key.id)).size).toBe(1)
    })

    it('notifies a waiting call in one process that it was settled in the other', async () => {
      const payer = await trial().payer(inr('10'))
      const call = await trial().hold(payer, { requestId: 'order-17', price: inr('4') })
      const waiting = second().billing.waitFor(call.reference, 10 * 60_000)
      await trial().settle(call, { charged: inr('4') })
      await waiting
      expect(await trial().admit(payer, { requestId: 'order-17' }, second())).toMatchObject({ kind: 'replay' })
    })

    it('refuses in one process the next call of a key that was revoked in the other', async () => {
      const payer = await trial().payer(inr('10'))
      expect(await second().keys.findByPublicId(payer.key.publicId)).toMatchObject({ key: { status: 'active' } })
      await trial().store.keys.revoke(payer.key.id)
      expect(await trial().admit(payer, {}, second())).toMatchObject({ kind: 'refused', code: 'INVALID_API_KEY' })
    })

    it('counts one rate window over both', async () => {
      const payer = await trial().payer(zero)
      const limits = { endpoint: 10, total: 1_000, inFlight: 1_000 }
      const admissions = await Promise.all(
        Array.from({ length: 40 }, (_, place) => trial().admit(payer, { limits }, either(place))),
      )
      expect(admissions.filter(({ kind }) => kind === 'admitted')).toHaveLength(10)
    })

    it('counts refusals in one window over both, and the calls of an account besides', async () => {
      const payer = await trial().payer(zero)
      const limits = { endpoint: 10, total: 1_000, inFlight: 1_000 }
      const refusals = await Promise.all(
        Array.from({ length: 40 }, (_, place) => trial().refuse(payer, { limits }, either(place))),
      )
      expect(refusals.filter(({ refused }) => refused === undefined)).toHaveLength(10)
      const another = await trial().payer(zero)
      const ofAccount = { endpoint: 1_000, total: 1_000, inFlight: 1_000, account: 10 }
      const admissions = await Promise.all(
        Array.from({ length: 40 }, (_, place) => trial().admit(another, { limits: ofAccount }, either(place))),
      )
      expect(admissions.filter(({ kind }) => kind === 'admitted')).toHaveLength(10)
    })

    it('credits a reference once over both', async () => {
      const { accountId, environment } = await trial().payer(zero)
      const credits = await Promise.all(
        Array.from({ length: 10 }, (_, place) =>
          either(place).wallet.credit({ accountId, environment, amount: inr('5'), reference: 'utr-1', actor: 'test' }),
        ),
      )
      expect(credits.filter(({ credited }) => credited)).toHaveLength(1)
    })

    it('lets one of both processes take over a marked write', async () => {
      const payer = await trial().payer(inr('10'))
      const call = await trial().hold(payer, { price: inr('4') })
      await trial().dispatch(call)
      const taken = await Promise.all(
        Array.from({ length: 6 }, (_, place) =>
          either(place).billing.takeOver(call.reference, 1, `process-${place}`, trial().at + 30_000),
        ),
      )
      expect(taken.filter((epoch) => epoch !== null)).toEqual([2])
    })

    it('gives each due job to one of both, and numbers events without a gap', async () => {
      const payer = await trial().payer(zero)
      const work = Array.from({ length: 20 }, () => ({ job: trial().ids.next(), event: trial().ids.next() }))
      await Promise.all(
        work.map(({ job, event }, place) =>
          trial().commit(
            payer,
            {
              jobs: [{ id: job, name: 'print.remind', payload: '{}', runAt: trial().at, attempts: 3 }],
              events: [{ id: event, type: 'order.updated', data: {} }],
            },
            either(place),
          ),
        ),
      )
      const claimed = await Promise.all(
        [0, 1].map((place) =>
          either(place).jobs.claim(`worker-${place}`, trial().at, { limit: 1_000, leaseMs: 60_000 }),
        ),
      )
      const jobs = work.map(({ job }) => job)
      expect(
        claimed
          .flat()
          .map(({ id }) => id)
          .filter((id) => jobs.includes(id))
          .sort(),
      ).toEqual([...jobs].sort())
      const events = await trial().store.outbox.read(5_000)
      const sequences = events
        .filter(({ accountId, environment }) => accountId === payer.accountId && environment === payer.environment)
        .map(({ sequence }) => sequence)
      const [first = 0] = sequences
      expect(sequences.length).toBeGreaterThanOrEqual(20)
      expect(sequences).toEqual(sequences.map((_, place) => first + place))
    })
  })
}
