import { type Account, Accounts, type KycDocument, type KycFile } from '@parakh/core'
import type { Command } from 'commander'
import { Option } from 'commander'
import { parseDocument } from '../arguments/document.ts'
import { withHost } from '../host/open-host.ts'
import { actorOf } from '../terminal/actor.ts'
import { addChange, addCommand, type CommonOptions } from '../terminal/common-options.ts'
import { printResult } from '../terminal/result.ts'
import type { Session } from '../terminal/session.ts'
import { drawTable } from '../terminal/table.ts'

interface SubmitOptions extends CommonOptions {
  readonly document: readonly KycDocument[]
}
interface RejectOptions extends CommonOptions {
  readonly reason: string
}

/** `parakh kyc submit | approve | reject | show ACCOUNT`. */
export function addKyc(program: Command, session: Session): void {
  const kyc = program.command('kyc').description('KYC: verification of customers')
  addChange(kyc, 'submit <account>', 'submit the documents of an account; they replace earlier ones')
    .addOption(
      new Option(
        '--document <kind=reference...>',
        'where a document is kept, such as pan-card=vault/17.pdf; no number of it',
      )
        .argParser(parseDocument)
        .makeOptionMandatory(),
    )
    .action((id: string, options: SubmitOptions) => submit(session, id, options))
  addChange(kyc, 'approve <account>', 'permit production keys of an account').action(
    (id: string, options: CommonOptions) =>
      decide(session, options, async (accounts) => {
        const approved = await accounts.approveKyc(id, actorOf(options))
        return `The KYC of ${approved.name} (${approved.id}) is approved: production keys are permitted.`
      }),
  )
  addChange(kyc, 'reject <account>', 'refuse the documents of an account; it may submit others')
    .requiredOption('--reason <text>', 'why; it is kept in the audit log')
    .action((id: string, options: RejectOptions) =>
      decide(session, options, async (accounts) => {
        const rejected = await accounts.rejectKyc(id, options.reason, actorOf(options))
        return `The KYC of ${rejected.name} (${rejected.id}) is rejected: ${options.reason}`
      }),
    )
  addCommand(kyc, 'show <account>', 'show the KYC of an account').action((id: string, options: CommonOptions) =>
    show(session, id, options),
  )
}

async function decide(
  session: Session,
  options: CommonOptions,
  work: (accounts: Accounts) => Promise<string>,
): Promise<void> {
  const text = await withHost(session, options, (host) => work(host.get(Accounts)))
  printResult(session.terminal, options, { json: { ok: true }, text })
}

async function submit(session: Session, id: string, options: SubmitOptions): Promise<void> {
  const submitted: Account = await withHost(session, options, (host) =>
    host.get(Accounts).submitKyc(id, options.document, actorOf(options)),
  )
  printResult(session.terminal, options, {
    json: { ok: true, kyc: submitted.kyc },
    text: `The KYC of ${submitted.name} (${submitted.id}) is submitted. Documents: ${options.document.length}.`,
  })
}

async function show(session: Session, id: string, options: CommonOptions): Promise<void> {
  const file = await withHost(session, options, (host) => host.get(Accounts).kycFile(id))
  printResult(session.terminal, options, { json: presentFile(file), text: describeFile(file) })
}

const presentFile = ({ accountId, state, documents, submittedAt, decidedAt, reason }: KycFile) => ({
  account_id: accountId,
  kyc: state,
  documents,
  submitted_at: submittedAt?.toISOString() ?? null,
  decided_at: decidedAt?.toISOString() ?? null,
  reason,
})

function describeFile(file: KycFile): string {
  const { kyc, submitted_at, decided_at, reason } = presentFile(file)
  const lines = [
    `The KYC of ${file.accountId} is ${kyc}.`,
    ...(submitted_at === null ? [] : [`Submitted ${submitted_at}.`]),
    ...(decided_at === null ? [] : [`Decided ${decided_at}.`]),
    ...(reason === null ? [] : [`Reason: ${reason}`]),
  ]
  const rows = file.documents.map(({ kind, reference }) => [kind, reference])
  return rows.length === 0 ? lines.join('\n') : `${lines.join('\n')}\n${drawTable(['Document', 'Kept at'], rows)}`
}
