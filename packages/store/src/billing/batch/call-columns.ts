import { type CallLeg, type CallPhase, type CallState, type Environment, micro } from '@parakh/core'

/** A column that is written from JSON: its name and how its value is read from there. `sealed` is hexadecimal text. */
export type Column = readonly [name: string, type: 'text' | 'number' | 'sealed']

/** The columns of a call, in the order in which a row stands in JSON, both ways. */
export const CALL_COLUMNS = [
  ['reference', 'text'],
  ['account_id', 'text'],
  ['environment', 'text'],
  ['key_id', 'text'],
  ['endpoint', 'text'],
  ['request_id', 'text'],
  ['claim', 'text'],
  ['fingerprint', 'text'],
  ['phase', 'text'],
  ['epoch', 'number'],
  ['owner', 'text'],
  ['price', 'number'],
  ['price_version', 'text'],
  ['legs', 'text'],
  ['charged', 'number'],
  ['refunded', 'number'],
  ['lease_until', 'number'],
  ['at', 'number'],
  ['settled_at', 'number'],
  ['status', 'number'],
  ['later', 'text'],
  ['operation', 'text'],
  ['provider', 'text'],
  ['pool', 'text'],
  ['unique_key', 'text'],
] as const satisfies readonly Column[]

/** A call's row, in the order of `CALL_COLUMNS`. */
export type CallRow = readonly [
  reference: string,
  accountId: string,
  environment: Environment,
  keyId: string,
  endpoint: string,
  requestId: string,
  claim: string | null,
  fingerprint: string,
  phase: CallPhase,
  epoch: number,
  owner: string,
  price: number,
  priceVersion: string,
  legs: string,
  charged: number,
  refunded: number,
  leaseUntil: number,
  at: number,
  settledAt: number | null,
  status: number | null,
  later: CallState['later'],
  operation: string | null,
  provider: string | null,
  pool: string | null,
  uniqueKey: string | null,
]

const NO_LEGS = '[]'

/** A call from its row. Written out: it is made for every call, and an object of spreads is several times slower. */
export function callFromRow(row: CallRow): CallState {
  return {
    reference: row[0],
    accountId: row[1],
    environment: row[2],
    keyId: row[3],
    endpoint: row[4],
    requestId: row[5],
    claim: row[6],
    fingerprint: row[7],
    phase: row[8],
    epoch: row[9],
    owner: row[10],
    price: micro(row[11]),
    priceVersion: row[12],
    legs: legsFromText(row[13]),
    charged: micro(row[14]),
    refunded: micro(row[15]),
    leaseUntil: row[16],
    at: row[17],
    settledAt: row[18],
    status: row[19],
    later: row[20],
    operation: row[21],
    provider: row[22],
    pool: row[23],
    uniqueKey: row[24],
  }
}

/** A call as its row. */
export function callToRow(call: CallState): CallRow {
  return [
    call.reference,
    call.accountId,
    call.environment,
    call.keyId,
    call.endpoint,
    call.requestId,
    call.claim,
    call.fingerprint,
    call.phase,
    call.epoch,
    call.owner,
    call.price,
    call.priceVersion,
    call.legs.length === 0 ? NO_LEGS : JSON.stringify(call.legs),
    call.charged,
    call.refunded,
    call.leaseUntil,
    call.at,
    call.settledAt,
    call.status,
    call.later,
    call.operation,
    call.provider,
    call.pool,
    call.uniqueKey,
  ]
}

const legsFromText = (text: string): readonly CallLeg[] =>
  text === NO_LEGS ? [] : (JSON.parse(text) as readonly CallLeg[])
