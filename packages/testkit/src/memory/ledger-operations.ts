import {
  type AdmitOperation,
  type BillingOperation,
  type CallState,
  type CommitOperation,
  type CounterName,
  hasHold,
  isOpenCall,
  micro,
  NO_WRITES,
  type Outcome,
  type RecordWrite,
  recordKey,
  type SettleOperation,
  type StagedWrites,
  type UnitPool,
  type UsageEntry,
  zero,
} from '@parakh/core'
import { indianDay } from '@parakh/core/formats'
import { MOVES } from './ledger-moves.ts'
import { type Make, ofParty, type Scene } from './ledger-scene.ts'
import type { LedgerStepKind } from './ledger-steps.ts'

/** So few calls that a busy run meets each limit now and then. */
const LIMITS = { endpoint: 6, total: 14, inFlight: 5 }
/** So few units that a busy run uses them up. */
export const RUN_POOL: UnitPool = { name: 'plan:run', period: '2026-01', limit: 4, version: 'pool-1' }
const VOLUME: CounterName = { name: 'volume:lookup', period: '2026-01' }
/** Lease of a hold, in milliseconds. */
const LEASE_MS = 30_000
/** How long a hold waits for its async result, in milliseconds. */
const ACCEPTED_MS = 120_000
/** `{}` as a store keeps it: sealed text is hexadecimal. */
const SEALED = '7b7d'
/** So far is a stale version from the one that stands. */
const STALE_BY = 7

/** A call of the scene's wallet; undefined when there is none such. */
function someCall({ run, party, step }: Scene, fits: (call: CallState) => boolean): CallState | undefined {
  const found: CallState[] = []
  for (const call of run.tables.calls.values())
    if (call.accountId === party.account.id && call.environment === party.key.environment && fits(call))
      found.push(call)
  return found[step.pick % found.length]
}
const someOpen = (scene: Scene): CallState | undefined => someCall(scene, isOpenCall)
const isAccepted = ({ phase }: CallState): boolean => phase === 'accepted'
const somePaid = (scene: Scene): CallState | undefined =>
  someCall(scene, (call) => call.charged > 0 || isAccepted(call) || (call.pool !== null && !isOpenCall(call)))

function admit(scene: Scene): AdmitOperation {
  const { run, party, step } = scene
  const reference = run.nextId('call')
  const { price, priceVersion, legs } = run.quote
  const own = step.variant === 8 ? someOpen(scene) : undefined
  const same = own && { reference: own.reference, requestId: own.requestId, claim: own.claim, keyId: own.keyId }
  return {
    ...{ ...ofParty(scene), kind: 'admit', reference, keyId: party.key.id, keyVersion: party.key.version },
    ...{ endpoint: `lookup-${step.pick % 3}`, requestId: reference, fingerprint: 'same', price, priceVersion, legs },
    ...{ claim: step.variant === 7 ? null : reference, limits: LIMITS, alreadyCounted: step.pick % 5 === 0 },
    ...{ leaseMs: LEASE_MS, owner: 'one', pool: step.amount % 3 === 0 ? RUN_POOL : undefined },
    consents:
      step.variant === 6
        ? [{ subject: 'k.s', subjectKey: 'k', purpose: 'p', notice: 'n', artefact: 'a', ip: '', expiresAt: 9 }]
        : [],
    ...same,
  }
}
function repeat(scene: Scene): AdmitOperation | null {
  const { step } = scene
  const earlier = someCall(scene, ({ claim }) => claim !== null)
  if (!earlier) return null
  const fingerprint = step.variant > 7 ? 'other' : earlier.fingerprint
  return { ...admit({ ...scene, step: { ...step, variant: 0 } }), claim: earlier.claim, fingerprint }
}

const usageOf = (scene: Scene, facts: Pick<UsageEntry, 'reference' | 'outcome' | 'charged'>): UsageEntry => ({
  ...{ ...ofParty(scene), keyId: scene.party.key.id, requestId: facts.reference, endpoint: 'lookup', status: 200 },
  ...{ code: null, latencyMs: 1, ip: '', day: indianDay(new Date(scene.run.at)), counted: scene.step.pick % 4 > 0 },
  ...facts,
})

interface Ending {
  readonly outcome: Outcome
  readonly free?: boolean
  /** Charged on completion. */
  readonly later?: boolean
  readonly writes?: Partial<StagedWrites>
}

/** Ends an open call; now and then with an epoch that is not its own, or a call that has ended already, or none at all. */
function settle(scene: Scene, { outcome, free = false, later = false, writes = {} }: Ending): SettleOperation {
  const { variant } = scene.step
  const call = variant === 9 ? someCall(scene, (one) => !isOpenCall(one)) : someOpen(scene)
  const reference = call?.reference ?? 'nobody'
  // Now and then the price in force now, where it has fallen: what was held is charged all the same.
  const asked = micro(Math.min(call?.price ?? zero, variant > 5 ? scene.run.quote.price : Number.MAX_SAFE_INTEGER))
  const charged = outcome === 'answer' && !free && !later ? asked : zero
  const stored = outcome === 'answer' || outcome === 'none'
  return {
    ...{ ...ofParty(scene), kind: 'settle', reference, keyId: call?.keyId ?? scene.party.key.id, outcome, charged },
    epoch: (call?.epoch ?? 1) + (variant === 8 ? 1 : 0),
    response: stored ? { status: 200, body: Uint8Array.from(Buffer.from(reference)) } : null,
    ...{ keepsUnit: outcome === 'answer' && !free, volume: scene.step.amount % 3 === 1 ? VOLUME : undefined },
    usage: usageOf(scene, { reference, outcome, charged }),
    ...(later ? { holdUntil: scene.run.at + ACCEPTED_MS } : {}),
    writes: { ...NO_WRITES, ...writes, ...(later ? { asyncState: { reference, from: 'none', to: 'pending' } } : {}) },
  }
}
/** What claimed nothing: a usage row alone. */
function settleUnclaimed(scene: Scene): SettleOperation {
  const reference = scene.run.nextId('unclaimed')
  const usage = usageOf(scene, { reference, outcome: 'answer', charged: zero })
  const ended = settle(scene, { outcome: 'answer', free: true })
  return { ...ended, reference, keyId: scene.party.key.id, epoch: null, response: null, usage }
}

function recordOf(scene: Scene, stale: boolean): RecordWrite {
  const { run, step } = scene
  const record = { collection: 'orders', id: `order-${step.pick % 3}` }
  const version = run.tables.records.get(recordKey(ofParty(scene), record))?.row.version ?? null
  const expected = stale ? (version ?? 0) + STALE_BY : version
  return { ...record, expected, state: 'made', value: SEALED, keys: [{ name: 'n', value: 'h' }], keepUntil: null }
}
/** A record, an event, a job and a refund: all or none. */
function stagedBy(scene: Scene, stale = false): Partial<StagedWrites> {
  const { run } = scene
  const paid = somePaid(scene)
  return {
    records: [recordOf(scene, stale)],
    events: [{ id: run.nextId('event'), type: 'order.updated', data: { order: 1 } }],
    jobs: [{ id: run.nextId('job'), name: 'remind', payload: SEALED, runAt: run.at, attempts: 3 }],
    refunds: paid ? [{ reference: paid.reference, reason: 'staged' }] : [],
  }
}
const commit = (scene: Scene, writes: Partial<StagedWrites>): CommitOperation => ({
  ...{ ...ofParty(scene), kind: 'commit', actor: 'test', writes: { ...NO_WRITES, ...writes } },
})

/** Of a paid call; now and then of one that is open, or of another account: nothing is returned of these. */
function refund(scene: Scene): CommitOperation | null {
  const { run, step } = scene
  const others = [...run.tables.calls.values()]
  const call = step.variant > 7 ? others[step.pick % others.length] : somePaid(scene)
  return call ? commit(scene, { refunds: [{ reference: call.reference, reason: 'failed later' }] }) : null
}
/** The result of a call that is charged on completion: it moves money once, whoever brings it, and none once it was released. */
function complete(scene: Scene): CommitOperation | null {
  const { variant } = scene.step
  const call = variant > 7 ? someCall(scene, ({ asyncState }) => asyncState !== null) : someCall(scene, isAccepted)
  if (!call) return null
  const { reference } = call
  const pending = { reference, from: 'pending' } as const
  // The last poll: it releases what is still held, unless a result came.
  if (variant === 7)
    return commit(scene, { refunds: [{ reference, reason: 'none came' }], asyncState: { ...pending, to: 'pending' } })
  return commit(scene, { asyncState: { ...pending, to: variant % 3 === 0 ? 'failed' : 'completed' } })
}
/** The result of an asynchronous call: it acts once. */
function asyncResult(scene: Scene): CommitOperation | null {
  const call = someCall(scene, ({ phase }) => phase === 'answered')
  if (!call) return null
  const { reference } = call
  const { variant } = scene.step
  const events = [{ id: scene.run.nextId('event'), type: 'order.updated', data: {} }]
  if (variant === 9) return commit(scene, { events, asyncState: { reference, from: 'pending', to: 'completed' } })
  if (call.asyncState === null) return commit(scene, { asyncState: { reference, from: 'none', to: 'pending' } })
  const failed = variant % 2 === 0
  const refunds = failed ? [{ reference, reason: 'the source said no' }] : []
  return commit(scene, {
    events,
    refunds,
    asyncState: { reference, from: 'pending', to: failed ? 'failed' : 'completed' },
  })
}

const dispatch: Make = (scene) => {
  const call = someOpen(scene)
  if (!call) return null
  const { reference, epoch } = call
  const mark = { operation: 'submit', provider: 'acme#0', input: SEALED }
  const { variant } = scene.step
  return { ...ofParty(scene), kind: 'dispatch', reference, epoch: variant === 9 ? epoch + 1 : epoch, ...mark }
}
/** Releases a hold; by force, where its owner is known to be gone. */
export function expireCall(call: CallState, at: number, force: boolean): BillingOperation {
  const { reference, epoch, keyId, accountId, environment } = call
  return { kind: 'expire', reference, epoch, keyId, accountId, environment, at, force }
}
const expire: Make = (scene) => {
  const call = someCall(scene, hasHold)
  return call ? expireCall(call, scene.run.at, scene.step.variant % 3 === 0) : null
}
const log: Make = (scene) => {
  const usage = usageOf(scene, { reference: scene.run.nextId('log'), outcome: 'refused', charged: zero })
  const asked = scene.step.variant % 2 === 0 ? { keyId: scene.party.key.id, limits: LIMITS } : {}
  return { ...ofParty(scene), kind: 'log', usage, ...asked }
}

/** What each kind of step asks of the ledger. */
export const OPERATIONS: Readonly<Record<Exclude<LedgerStepKind, 'price' | 'take-over'>, Make>> = {
  ...MOVES,
  refund,
  admit,
  repeat,
  accept: (scene) => settle(scene, { outcome: 'answer', later: true, free: scene.step.amount % 9 === 0 }),
  answer: (scene) => settle(scene, { outcome: 'answer' }),
  'answer-staged': (scene) => settle(scene, { outcome: 'answer', writes: stagedBy(scene) }),
  'answer-stale': (scene) => settle(scene, { outcome: 'answer', writes: stagedBy(scene, true) }),
  'answer-free': (scene) => settle(scene, { outcome: 'answer', free: true }),
  none: (scene) => settle(scene, { outcome: 'none' }),
  failed: (scene) => settle(scene, { outcome: 'failed' }),
  unclaimed: settleUnclaimed,
  dispatch,
  expire,
  commit: (scene) => commit(scene, stagedBy(scene)),
  'commit-stale': (scene) => commit(scene, stagedBy(scene, true)),
  'async-result': asyncResult,
  complete,
  log,
}
