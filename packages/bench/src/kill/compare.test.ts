import { describe, expect, it } from 'vitest'
import type { Job, UpstreamRequest } from '../rig/fake-upstream.ts'
import { compare, type Evidence } from './compare.ts'
import { checkAftermath } from './crash-matrix.ts'
import type { CrashNote } from './crash-windows.ts'
import type { ExternalWalletState } from './external-wallet.ts'
import type { CallRow, WalletEntry } from './final-state.ts'
import { Entry } from './journal.ts'

const ACCOUNT = 'acme'
const CREDIT = 100_000_000
const RUPEE = 1_000_000

const answer = (rupees: number, more = '') => ({
  status: 200,
  text: JSON.stringify({ success: true, meta: { charged: rupees }, data: more }),
  replayed: false,
})
const entryOf = (kind: Entry['intent']['kind'], thing = 'a'): Entry =>
  new Entry({ requestId: `id-${thing}`, accountId: ACCOUNT, kind, thing })
const debit = (over: Partial<WalletEntry> = {}): WalletEntry => ({
  ...{ transaction: 'call-1', kind: 'charge', accountId: ACCOUNT, requestId: 'id-a', amount: -RUPEE },
  ...over,
})
const call = (over: Partial<CallRow> = {}): CallRow => ({
  ...{ reference: 'call-1', accountId: ACCOUNT, requestId: 'id-a', phase: 'answered', charged: RUPEE },
  ...over,
})
const asked = (over: Partial<UpstreamRequest> = {}): UpstreamRequest => ({
  ...{ reference: 'call-1', operation: 'find', id: 'a', attempt: 1, behaviour: 'answer', at: 0 },
  ...over,
})

/** A read that was answered and charged once: nothing is wrong. */
function sound(): Evidence & { entries: Entry[]; finalState: { entries: WalletEntry[]; calls: CallRow[] } } {
  const entry = entryOf('find')
  entry.acknowledge(answer(1))
  return {
    entries: [entry],
    credits: new Map([[ACCOUNT, CREDIT]]),
    finalState: {
      calls: [call()],
      entries: [debit()],
      balances: new Map([[ACCOUNT, { posted: CREDIT - RUPEE, held: 0 }]]),
    },
    external: null,
    upstream: [asked()],
    orders: new Map(),
    jobs: new Map(),
    ledger: { broken: [], openHolds: 0 },
  }
}
const withPosted = (evidence: Evidence, posted: number): Evidence => ({
  ...evidence,
  finalState: { ...evidence.finalState, balances: new Map([[ACCOUNT, { posted, held: 0 }]]) },
})
const withEntries = (evidence: Evidence, entries: readonly WalletEntry[], posted: number): Evidence =>
  withPosted({ ...evidence, finalState: { ...evidence.finalState, entries } }, posted)
/** The same with an external wallet. */
const elsewhere = (over: Partial<ExternalWalletState> = {}): Evidence => ({
  ...withPosted(sound(), 0),
  external: { available: new Map([[ACCOUNT, CREDIT - RUPEE]]), steps: 2, reserved: [], tasks: [], ...over },
})
const faults = (evidence: Evidence) => compare(evidence).map(({ fault }) => fault)

describe('the comparison finds', () => {
  it('nothing where all is well', () => {
    expect(compare(sound())).toEqual([])
  })

  it('a debit that was acknowledged and is not in the ledger', () => {
    expect(faults(withEntries(sound(), [], CREDIT))).toEqual(['lost', 'balance'])
  })

  it('a debit that was posted twice', () => {
    const twice = [debit(), debit({ transaction: 'call-2' })]
    expect(faults(withEntries(sound(), twice, CREDIT - 2 * RUPEE))).toEqual(['doubled', 'balance'])
  })

  it('nothing where an external wallet has what is left, and the ledger nothing', () => {
    expect(compare(elsewhere())).toEqual([])
  })

  it('money that an external wallet has too much or too little of, or that is in the ledger beside it', () => {
    expect(faults(elsewhere({ available: new Map([[ACCOUNT, CREDIT]]) }))).toEqual(['balance'])
    expect(faults({ ...sound(), external: elsewhere().external })).toEqual(['balance'])
  })

  it('what is reserved at an external wallet for ever, and a step that it was never told', () => {
    expect(faults(elsewhere({ reserved: ['call-1'], tasks: ['call-1/capture'] }))).toEqual(['hold', 'task'])
  })

  it('an amount that differs from the response', () => {
    expect(faults(withEntries(sound(), [debit({ amount: -2 * RUPEE })], CREDIT - 2 * RUPEE))).toEqual([
      'amount',
      'balance',
    ])
  })

  it("another wallet's debit", () => {
    expect(faults(withEntries(sound(), [debit({ accountId: 'other' })], CREDIT))).toEqual(['unearned', 'balance'])
  })

  it('a debit of a call that was never answered, or refused', () => {
    const open = sound()
    open.entries.splice(0, 1, entryOf('find'))
    expect(faults(open)).toEqual(['unresolved', 'unearned', 'balance'])
    const refused = entryOf('find')
    refused.acknowledge({ status: 402, text: '{}', replayed: false })
    open.entries.splice(0, 1, refused)
    expect(faults(open)).toEqual(['unearned', 'balance'])
  })

  it('a debit without a request', () => {
    const stranger = debit({ requestId: 'id-b', transaction: 'call-2' })
    expect(faults(withEntries(sound(), [debit(), stranger], CREDIT - 2 * RUPEE))).toEqual(['unearned', 'balance'])
  })

  it('two answers under one request id, and a status that is none', () => {
    const evidence = sound()
    evidence.entries[0]?.acknowledge(answer(1, 'another'))
    evidence.entries[0]?.acknowledge({ status: 500, text: '{}', replayed: false })
    expect(faults(evidence)).toEqual(['differing', 'unexpected'])
  })

  it('an answer that the upstream never gave', () => {
    expect(faults({ ...sound(), upstream: [asked({ behaviour: 'unavailable' })] })).toEqual(['effect'])
  })

  it('a write that was accepted twice, accepted without a stored answer, or answered for another call', () => {
    const evidence = (orders: readonly string[], calls: readonly CallRow[]): Evidence => {
      const entry = entryOf('order')
      entry.acknowledge(answer(1, 'order-call-1'))
      const upstream = orders.map((reference) => asked({ operation: 'order', reference }))
      const given = { ...sound(), entries: [entry], upstream, orders: new Map(orders.map((id) => [id, `order-${id}`])) }
      return { ...given, finalState: { ...given.finalState, calls } }
    }
    expect(faults(evidence(['call-1'], [call()]))).toEqual([])
    expect(faults(evidence(['call-1', 'call-2'], [call(), call({ reference: 'call-2' })]))).toEqual(['effect'])
    expect(faults(evidence(['call-1'], [call({ phase: 'released' })]))).toEqual(['effect'])
    expect(faults(evidence(['call-2'], [call({ reference: 'call-2' })]))).toEqual(['effect'])
  })

  it('a job that is done and not charged, charged twice, charged though it is not done, or for another amount', () => {
    const evidence = (end: Job['end'], debits: readonly number[]): Evidence => {
      const entry = entryOf('job')
      entry.acknowledge(answer(0, 'order-call-1'))
      const given = { ...sound(), entries: [entry], upstream: [asked({ operation: 'job' })] }
      const orders = new Map([['call-1', 'order-call-1']])
      const jobs = new Map([['call-1', { reference: 'call-1', id: 'a', end }]])
      const posted = debits.map((rupees) => debit({ amount: -rupees * RUPEE }))
      const sum = debits.reduce((total, rupees) => total + rupees, 0)
      return { ...withEntries(given, posted, CREDIT - sum * RUPEE), orders, jobs }
    }
    expect(faults(evidence('done', [3]))).toEqual([])
    expect(faults(evidence('impossible', []))).toEqual([])
    expect(faults(evidence('begun', []))).toEqual([])
    expect(faults(evidence('done', []))).toEqual(['lost', 'balance'])
    expect(faults(evidence('done', [3, 3]))).toEqual(['doubled', 'balance'])
    expect(faults(evidence('done', [2]))).toEqual(['amount', 'balance'])
    expect(faults(evidence('impossible', [3]))).toEqual(['unearned', 'balance'])
    expect(faults(evidence('begun', [3]))).toEqual(['unearned', 'balance'])
  })

  it('an open hold and a broken invariant', () => {
    const ledger = { openHolds: 1, broken: [{ invariant: 'I5', detail: 'held' }] }
    expect(faults({ ...sound(), ledger })).toEqual(['invariant', 'hold'])
  })
})

describe('the crash matrix', () => {
  const after = (note: Omit<CrashNote, 'late' | 'pid'>, phase: string, taken = false) =>
    checkAftermath({
      notes: [{ pid: 1, late: false, reference: 'call-1', ...note }],
      calls: phase === 'no call' ? [] : [call({ phase })],
      orders: new Map(taken ? [['call-1', 'order-1']] : []),
    })

  it.each([
    [{ cause: 'before-hold' }, 'no call', 'held'],
    [{ cause: 'held-read' }, 'released', 'answered'],
    [{ cause: 'held-write' }, 'released', 'dispatched'],
    [{ cause: 'replied' }, 'released', 'answered'],
    [{ cause: 'settled' }, 'answered', 'released'],
    [{ cause: 'completing' }, 'answered', 'accepted'],
    [{ cause: 'stalled' }, 'released', 'answered'],
    [{ cause: 'stalled-unsent' }, 'released', 'answered'],
  ] as const)('after %j allows %s and not %s', (note, allowed, not) => {
    expect(after(note, allowed)).toEqual([])
    expect(after(note, not)).toMatchObject([{ fault: 'crash-matrix' }])
  })

  it('has a write that was taken answered, and one that was not released', () => {
    expect(after({ cause: 'dispatched' }, 'answered', true)).toEqual([])
    expect(after({ cause: 'dispatched' }, 'released', true)).toHaveLength(1)
    expect(after({ cause: 'dispatched' }, 'released')).toEqual([])
    expect(after({ cause: 'dispatched' }, 'answered')).toHaveLength(1)
  })
})

describe('the journal', () => {
  it('counts a 402 as definite only if no other request of the id was in flight', () => {
    const entry = entryOf('find')
    entry.lose()
    entry.acknowledge({ status: 402, text: '{}', replayed: false })
    expect(entry.standing).toBe('open')
    entry.renew()
    entry.acknowledge({ status: 402, text: '{}', replayed: false })
    expect(entry.standing).toBe('refused')
    entry.lose()
    expect(entry.standing).toBe('open')
  })
})
