import { type KeyRestrictions, Keys, type Money } from '@parakh/core'
import { type Command, Option } from 'commander'
import { parseRupees } from '../arguments/amount.ts'
import { parseExpiry } from '../arguments/expiry.ts'
import { parseList, parseRanges } from '../arguments/lists.ts'
import { cliErrors } from '../error-codes.ts'
import { withHost } from '../host/open-host.ts'
import { requireEndpoints } from '../host/require-endpoints.ts'
import { actorOf } from '../terminal/actor.ts'
import { addChange, type CommonOptions } from '../terminal/common-options.ts'
import { printResult } from '../terminal/result.ts'
import type { Session } from '../terminal/session.ts'
import { drawKeys, presentKey } from './key-presentation.ts'
import { requireFuture } from './keys-create.ts'

interface RestrictOptions extends CommonOptions {
  readonly label?: string
  readonly endpoints?: Restriction<readonly string[]>
  readonly ip?: Restriction<readonly string[]>
  readonly spendCap?: Restriction<Money>
  readonly expires?: Restriction<Date>
}
/** A restriction; null: none. In an object, because commander treats null as an option without a value. */
interface Restriction<T> {
  readonly to: T | null
}

/** The word lifts the restriction. */
const unless =
  <T>(word: string, parse: (text: string) => T) =>
  (text: string): Restriction<T> => ({ to: text === word ? null : parse(text) })

/** `parakh keys restrict KEY`. */
export function addKeyRestrict(keys: Command, session: Session): void {
  addChange(keys, 'restrict <key>', 'change the restrictions of a key, from the next call on; others stay')
    .option('--label <text>', 'a name for people')
    .addOption(new Option('--endpoints <ids>', 'separated by commas, or "all"').argParser(unless('all', parseList)))
    .addOption(new Option('--ip <ranges>', 'separated by commas, or "any"').argParser(unless('any', parseRanges)))
    .addOption(new Option('--spend-cap <rupees>', 'per day, or "none"').argParser(unless('none', parseRupees)))
    .addOption(new Option('--expires <time>', 'as for create, or "never"').argParser(unless('never', parseExpiry)))
    .action((id: string, options: RestrictOptions) => restrict(session, id, options))
}

async function restrict(session: Session, id: string, options: RestrictOptions): Promise<void> {
  const { label, endpoints, ip, spendCap, expires } = options
  const to: KeyRestrictions = {
    ...(label === undefined ? {} : { label }),
    ...(endpoints === undefined ? {} : { endpoints: endpoints.to }),
    ...(ip === undefined ? {} : { ipRanges: ip.to }),
    ...(spendCap === undefined ? {} : { spendCapPerDay: spendCap.to }),
    ...(expires === undefined ? {} : { expiresAt: expires.to }),
  }
  if (Object.keys(to).length === 0)
    throw cliErrors.error('WRONG_USAGE', {
      detail: 'Allowed: one or more of --label, --endpoints, --ip, --spend-cap, --expires',
    })
  const key = await withHost(session, options, (host) => {
    requireEndpoints(host, endpoints?.to ?? [])
    requireFuture(host, expires?.to ?? undefined)
    return host.get(Keys).restrict(id, to, actorOf(options))
  })
  printResult(session.terminal, options, { json: presentKey(key), text: drawKeys([key]) })
}
