import { Clock, coreErrors, ErasureJournal, type LedgerReport, type MoneyState, optional, Store } from '@parakh/core'
import type { Host } from '@parakh/kernel'
import { type Command, Option } from 'commander'
import { headIn } from '../arguments/anchored-head.ts'
import { parseMoment } from '../arguments/moment.ts'
import { cliErrors } from '../error-codes.ts'
import { withHost } from '../host/open-host.ts'
import { actorOf } from '../terminal/actor.ts'
import { addChange, type CommonOptions } from '../terminal/common-options.ts'
import { startProgress } from '../terminal/progress.ts'
import { printResult } from '../terminal/result.ts'
import type { Session } from '../terminal/session.ts'

interface ResumeOptions extends CommonOptions {
  readonly reason: string
  readonly head?: string
  readonly since?: Date
  readonly unverified?: boolean
  readonly withoutJournal?: boolean
}

const NO_SINCE =
  'Without --since a request id that the restore has lost may run again: give the time at which the backup was taken (taken_at).\n'

const NO_JOURNAL =
  'No erasure journal was compared: whoever was erased since the backup is in this database again. Erase them again (parakh subjects erase).\n'

/** `parakh ledger resume`. */
export function addLedgerResume(ledger: Command, session: Session): void {
  addChange(ledger, 'resume', 'admit paid calls again, once the ledger verifies')
    .requiredOption('--reason <text>', 'what was found and done; kept in the audit log')
    .option('--head <file or hash>', 'after --recovery: the anchored head')
    .addOption(
      new Option(
        '--since <time>',
        'after --recovery: when the backup was made; unknown request ids from then on are refused',
      ).argParser(parseMoment),
    )
    .option(
      '--without-journal',
      'after --recovery: nobody was erased, or the erasure journal is lost with the database',
    )
    .option('--unverified', 'skip the verification of the ledger')
    .action((options: ResumeOptions) => resume(session, options))
}

async function resume(session: Session, options: ResumeOptions): Promise<void> {
  const { state, mode, hasJournal } = await withHost(session, options, async (host) => {
    const store = host.get(Store)
    const actor = actorOf(options)
    const { mode } = await store.money.state()
    if (mode === 'recovery' && options.head === undefined)
      throw cliErrors.error('HEAD_REQUIRED', { head: (await store.ledger.head())?.hash ?? 'none' })
    const hasJournal = mode === 'recovery' && (await requireErased(host, options))
    await verify(session, options, host)
    const state = await store.money.resume(options.reason, lostSince(options, host))
    const after = { money: state.mode, reason: state.reason }
    const what = { action: 'money.resume', subject: 'money', accountId: null }
    await store.audit.append({ actor, ...what, before: { money: mode }, after })
    return { mode, state, hasJournal }
  })
  if (mode === 'recovery' && options.since === undefined) session.terminal.err(NO_SINCE)
  if (mode === 'recovery' && !hasJournal) session.terminal.err(NO_JOURNAL)
  printResult(session.terminal, options, { json: stateJson(state), text: `Paid calls are admitted: ${state.reason}` })
}

function lostSince({ since: from }: ResumeOptions, host: Host): Parameters<MoneyHandle['resume']>[1] {
  return from === undefined ? {} : { lost: { from, until: host.get(Clock).now() } }
}
type MoneyHandle = Store['money']

/**
 * After a restore nobody whom the journal lists may be there again.
 *
 * @returns Whether there is a journal, and it was asked.
 * @throws `ERASURES_NOT_REPLAYED`, `ERASURE_JOURNAL_BROKEN`, `ERASURE_JOURNAL_MISSING`
 */
async function requireErased(host: Host, { withoutJournal = false }: ResumeOptions): Promise<boolean> {
  const journal = host.get(optional(ErasureJournal))
  if (!journal || withoutJournal) return false
  const { subjects } = host.get(Store)
  let count = 0
  for (const { subjects: hashes, at } of await journal.read()) count += await subjects.unerased(hashes, at)
  if (count > 0) throw coreErrors.error('ERASURES_NOT_REPLAYED', { count })
  return true
}

/** @throws `LEDGER_NOT_VERIFIED` */
async function verify(session: Session, options: ResumeOptions, host: Host): Promise<void> {
  const { terminal } = session
  const { ledger } = host.get(Store)
  if (options.unverified === true && options.head === undefined) return
  const progress = startProgress(terminal, options, 'ledger verify')
  const anchor = options.head === undefined ? {} : { head: await headIn(terminal, options.head) }
  try {
    refuseBroken(await ledger.verify((done, of) => progress.update(done, of), anchor))
  } finally {
    progress.stop()
  }
}

function refuseBroken({ broken }: LedgerReport): void {
  const [first] = broken
  if (first) throw coreErrors.error('LEDGER_NOT_VERIFIED', { count: broken.length, ...first })
}

/** The money state as `--json` prints it. */
const stateJson = ({ mode, reason, since, lost }: MoneyState) => ({
  money: mode,
  reason,
  since: since.toISOString(),
  lost: lost && { from: lost.from.toISOString(), until: lost.until.toISOString() },
})
