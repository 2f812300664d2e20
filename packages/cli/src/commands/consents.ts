import type { Command } from 'commander'
import { withHost } from '../host/open-host.ts'
import { actorOf } from '../terminal/actor.ts'
import { addChange, addCommand, type CommonOptions } from '../terminal/common-options.ts'
import { printResult } from '../terminal/result.ts'
import type { Session } from '../terminal/session.ts'

interface ConsentOptions extends CommonOptions {
  readonly plugin: string
}
interface DeclareOptions extends ConsentOptions {
  readonly reference: string
}

/** `parakh consents declare | withdraw | show ACCOUNT`. */
export function addConsents(program: Command, session: Session): void {
  const consents = program.command('consents').description('standing declarations of consent, for production')
  const add = (added: typeof addCommand, usage: string, summary: string): Command =>
    added(consents, usage, summary).requiredOption('--plugin <id>', 'the plugin whose calls it covers')
  add(addChange, 'declare <account>', 'write down that an account holds the consent of everybody it asks about')
    .requiredOption('--reference <text>', 'the document in which the account declared it')
    .action((account: string, options: DeclareOptions) => declare(session, account, options))
  add(addChange, 'withdraw <account>', 'end it for the calls to come').action(
    (account: string, options: ConsentOptions) => withdraw(session, account, options),
  )
  add(addCommand, 'show <account>', 'show what an account has declared').action(
    (account: string, options: ConsentOptions) => show(session, account, options),
  )
}

async function declare(session: Session, accountId: string, options: DeclareOptions): Promise<void> {
  const { plugin, reference } = options
  const { notice } = await withHost(session, options, (host) =>
    host.standingConsents.declare({ accountId, plugin }, { reference, actor: actorOf(options) }),
  )
  printResult(session.terminal, options, {
    json: { ok: true, notice },
    text: `Recorded: ${accountId} declared its consent for ${plugin} in ${reference}, under the notice ${notice}.`,
  })
}

async function withdraw(session: Session, accountId: string, options: ConsentOptions): Promise<void> {
  const { plugin } = options
  const ended = await withHost(session, options, (host) =>
    host.standingConsents.withdraw({ accountId, plugin }, actorOf(options)),
  )
  printResult(session.terminal, options, {
    json: { ok: true, withdrawn: ended },
    text: ended
      ? `Calls of ${plugin} by ${accountId} need X-Consent-Ref from now on.`
      : `${accountId} has declared nothing for ${plugin}.`,
  })
}

async function show(session: Session, accountId: string, options: ConsentOptions): Promise<void> {
  const { plugin } = options
  const declared = await withHost(session, options, (host) => host.standingConsents.get({ accountId, plugin }))
  printResult(session.terminal, options, {
    json: { declared },
    text: declared
      ? `${accountId} declared its consent for ${plugin} in ${declared.reference}, to the notice ${declared.notice}.`
      : `${accountId} has declared nothing for ${plugin}.`,
  })
}
