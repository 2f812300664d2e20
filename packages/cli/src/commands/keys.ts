import { Keys } from '@parakh/core'
import { type Command, Option } from 'commander'
import { parseRupees } from '../arguments/amount.ts'
import { parseDuration } from '../arguments/duration.ts'
import { environmentOption } from '../arguments/environment.ts'
import { parseExpiry } from '../arguments/expiry.ts'
import { parseList, parseRanges } from '../arguments/lists.ts'
import { withHost } from '../host/open-host.ts'
import { actorOf } from '../terminal/actor.ts'
import { addChange, addCommand, type CommonOptions } from '../terminal/common-options.ts'
import { printResult } from '../terminal/result.ts'
import type { Session } from '../terminal/session.ts'
import { drawKeys, issuedJson, issuedText, presentKey } from './key-presentation.ts'
import { createKey } from './keys-create.ts'
import { addKeyRestrict } from './keys-restrict.ts'

/** `parakh keys create | list | restrict | rotate | revoke | promote` (decisions.md section 1). */
export function addKeys(program: Command, session: Session): void {
  const keys = program.command('keys').description('API keys')
  addChange(keys, 'create', 'issue a key; its secret is shown once')
    .requiredOption('--account <id>', 'the owner')
    .addOption(environmentOption())
    .option('--label <text>', 'a name for people')
    .option('--endpoints <ids>', 'endpoint ids that it may call, separated by commas (default: all)', parseList)
    .option('--ip <ranges>', 'addresses or CIDR ranges that it may be used from, separated by commas', parseRanges)
    .addOption(new Option('--spend-cap <rupees>', 'maximum spend per day').argParser(parseRupees))
    .option('--expires <time>', 'a day, to its end in India, or a time with its zone (default: never)', parseExpiry)
    .action((options) => createKey(session, options))
  addCommand(keys, 'list', 'list keys, without secrets')
    .option('--account <id>', 'only of this account')
    .action((options: CommonOptions & { account?: string }) => list(session, options))
  addKeyRestrict(keys, session)
  addChange(keys, 'rotate <key>', 'issue a new secret; the old one stays valid for an overlap')
    .addOption(
      new Option('--overlap <duration>', 'how long the old secret stays valid')
        .argParser(parseDuration)
        .default(86_400, '24h'),
    )
    .action((key: string, options: CommonOptions & { overlap: number }) => rotate(session, key, options))
  addChange(keys, 'revoke <key>', 'revoke a key, from the next request on').action(
    (key: string, options: CommonOptions) => revoke(session, key, options),
  )
  addChange(keys, 'promote <key>', 'issue a new production key of the same account; the sandbox key stays').action(
    (key: string, options: CommonOptions) => promote(session, key, options),
  )
}

async function list(session: Session, options: CommonOptions & { account?: string }): Promise<void> {
  const keys = await withHost(session, options, (host) => host.get(Keys).list(options.account))
  printResult(session.terminal, options, {
    json: { keys: keys.map(presentKey) },
    text: keys.length === 0 ? 'There are no keys.' : drawKeys(keys),
  })
}

async function rotate(session: Session, id: string, options: CommonOptions & { overlap: number }): Promise<void> {
  const issued = await withHost(session, options, (host) =>
    host.get(Keys).rotate(id, options.overlap, actorOf(options)),
  )
  printResult(session.terminal, options, {
    json: { ...issuedJson(issued), overlap_seconds: options.overlap },
    text: issuedText(issued, `has a new secret; the old one stays valid for ${options.overlap} seconds`),
  })
}

async function revoke(session: Session, id: string, options: CommonOptions): Promise<void> {
  const key = await withHost(session, options, (host) => host.get(Keys).revoke(id, actorOf(options)))
  printResult(session.terminal, options, { json: { ok: true }, text: `Key ${key.id} (${key.publicId}) is revoked.` })
}

async function promote(session: Session, id: string, options: CommonOptions): Promise<void> {
  const issued = await withHost(session, options, (host) => host.get(Keys).promote(id, actorOf(options)))
  printResult(session.terminal, options, {
    json: issuedJson(issued),
    text: issuedText(issued, 'is issued for production'),
  })
}
