import {
  type AtOnce,
  type Call,
  type Caller,
  type Environment,
  type Money,
  type Quote,
  type SettleOperation,
  type StagedWrites,
  zero,
} from '@parakh/core'
import type { EndpointRuntime } from '../compose/runtime.ts'
import { followUpOf } from '../news/follow-up.ts'
import type { SandboxBranch } from '../sandbox/branch.ts'
import type { Arrival } from './arrival.ts'
import type { Parsed } from './parse.ts'
import type { CallParts } from './parts.ts'
import { SentWrites } from './sent-writes.ts'
import { type Ending, elapsedMs, usageEntry } from './usage-entry.ts'

/** A call that is admitted, on its way to its end: from a request, or taken over after a crash. */
export interface Underway {
  readonly parts: CallParts
  readonly runtime: EndpointRuntime
  readonly environment: Environment
  readonly branch: SandboxBranch | null
  readonly call: Call
  readonly caller: Caller | null
  readonly keyId: string
  readonly request: Readonly<Record<string, unknown>>
  /** JSON of the request, for a marked write. */
  requestJson(): string
  readonly epoch: number | null
  readonly price: Money
  /** What the wallet has with this price taken off. */
  readonly available: Money
  /** What is counted with its charge. */
  readonly volume: Quote['volume']
  /** Of writes already sent. */
  readonly sent: SentWrites
  elapsedMs(): number
  usage(ending: Ending): SettleOperation['usage']
  /** What is staged beside what the handler staged: the polling of an asynchronous call. */
  followUp(writes: StagedWrites): StagedWrites
}
/** What is known of a call before it is let in. */
export interface Identified {
  readonly parts: CallParts
  readonly arrival: Arrival
  readonly caller: Caller
  readonly parsed: Parsed
  readonly quote: Quote
  readonly branch: SandboxBranch | null
}

/** A call as its handler sees it. */
export const callOf = ({ arrival, caller, quote }: Identified): Call => ({
  reference: arrival.reference,
  requestId: arrival.requestId,
  at: arrival.at,
  account: caller.account.id,
  environment: caller.environment,
  price: quote.price,
})

/** A call that was let in. @param admitted The epoch of its hold, and what its wallet has left. */
export function underwayOf(identified: Identified, call: Call, admitted: AtOnce): Underway {
  const { parts, arrival, caller, parsed, quote, branch } = identified
  const { runtime } = arrival
  return {
    parts,
    runtime,
    environment: caller.environment,
    branch,
    call,
    caller,
    keyId: caller.key.id,
    request: parsed.request,
    requestJson: () => requestJsonOf(parsed),
    epoch: admitted.epoch,
    price: admitted.pooled ? zero : quote.price,
    available: admitted.available,
    volume: quote.volume,
    sent: new SentWrites(),
    elapsedMs: () => elapsedMs(parts, arrival),
    usage: (ending) => usageEntry(parts, { arrival, caller, ending }),
    followUp: (writes) => followUpOf(parts, { runtime, call, writes }),
  }
}

/** The request and the scenario, for running it again after a crash. */
const requestJsonOf = ({ canonical, scenario }: Parsed): string =>
  `{"request":${canonical}${scenario === undefined ? '' : `,"scenario":${JSON.stringify(scenario)}`}}`
