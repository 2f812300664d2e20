import { inr, type Subjects, zero } from '@parakh/core'
import { expect, it } from 'vitest'
import type { StoreTrial } from './store-trial.ts'

const GIVEN = { notice: '', artefact: '', ip: '203.0.113.9' } as const
const BODY = Uint8Array.of(0x7b, 0x7d)

/** The index of people: each call is found by those whom its request names. */
export function subjectTests(trial: () => StoreTrial): void {
  const subjects = (): Subjects => trial().store.subjects
  let people = 0
  /** An identifier that no other test has. */
  const person = (): string => {
    people += 1
    return `ABCPE${String(people).padStart(4, '0')}F`
  }
  const found = async (identifier: string, limit = 100) =>
    (await subjects().find(identifier, { cursor: null, limit })).items
  const about = (...identifiers: string[]) => ({
    consents: identifiers.map((one) => ({ ...subjects().hash(one), purpose: 'lookup', ...GIVEN })),
  })

  it('finds a call by each person of its request, with who asked and for what', async () => {
    const [asha, ravi] = [person(), person()]
    const payer = await trial().payer(inr('10'))
    const consent = { ...subjects().hash(asha), purpose: 'kyc', notice: '2026-01', artefact: 'artefact-9', ip: '' }
    const { consents } = about(ravi)
    const call = await trial().hold(payer, { price: inr('1'), consents: [consent, ...consents] })
    const { accountId, environment, key } = payer
    const common = { accountId, environment, reference: call.reference, keyId: key.id, endpoint: 'bank-ifsc-details' }
    const at = new Date(trial().at)
    expect(await found(asha)).toEqual([
      {
        ...{ ...common, purpose: 'kyc', notice: '2026-01', artefact: 'artefact-9' },
        ...{ at, phase: 'held', status: null, isKept: false },
      },
    ])
    await trial().settle(call, { charged: inr('1'), response: { status: 200, body: BODY } })
    expect(await found(ravi)).toMatchObject([
      { reference: call.reference, purpose: 'lookup', notice: '', artefact: '', phase: 'answered', isKept: true },
    ])
    expect(await found(person())).toEqual([])
  })

  it('finds a person however the identifier is typed, and keeps it nowhere', async () => {
    const pan = person()
    const call = await trial().hold(await trial().payer(zero), about(pan))
    for (const typed of [
      pan.toLowerCase(),
      ` ${pan.slice(0, 5)} ${pan.slice(5)} `,
      `${pan.slice(0, 5)}-${pan.slice(5)}`,
    ])
      expect((await found(typed)).map(({ reference }) => reference)).toEqual([call.reference])
    expect(subjects().hash(pan).subject).not.toContain(pan)
  })

  it('gives pages, the newest call first', async () => {
    const pan = person()
    const payer = await trial().payer(zero)
    const references: string[] = []
    for (let nth = 0; nth < 5; nth += 1) references.unshift((await trial().hold(payer, about(pan))).reference)
    const read: string[] = []
    for (let cursor: string | null = null; ; ) {
      const page = await subjects().find(pan, { cursor, limit: 2 })
      read.push(...page.items.map(({ reference }) => reference))
      if (page.next === null) break
      cursor = page.next
    }
    expect(read).toEqual(references)
  })

  it('writes nothing of a call that is not let in', async () => {
    const pan = person()
    const payer = await trial().payer(zero)
    expect(await trial().admit(payer, { price: inr('1'), ...about(pan) })).toMatchObject({ kind: 'refused' })
    expect(await found(pan)).toEqual([])
  })
}
