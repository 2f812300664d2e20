import {
  decimal,
  type Environment,
  type ExplainedQuote,
  exactDecimal,
  parseSoldItem,
  Quotes,
  soldItemText,
} from '@parakh/core'
import type { Command } from 'commander'
import { environmentOption } from '../arguments/environment.ts'
import { withHost } from '../host/open-host.ts'
import { addCommand, type CommonOptions } from '../terminal/common-options.ts'
import { printResult } from '../terminal/result.ts'
import type { Session } from '../terminal/session.ts'
import { drawTable } from '../terminal/table.ts'

/** `parakh quote`. */
export function addQuote(program: Command, session: Session): void {
  addCommand(
    program,
    'quote <endpoint>',
    'explain the current price of a call, or of a unit of a tier (id#tier), with its commission',
  )
    .requiredOption('--account <id>', 'the calling account')
    .addOption(environmentOption())
    .action((endpoint: string, options: QuoteOptions) => quote(session, endpoint, options))
}

interface QuoteOptions extends CommonOptions {
  readonly account: string
  readonly environment: Environment
}

async function quote(session: Session, endpoint: string, options: QuoteOptions): Promise<void> {
  const { account: accountId, environment } = options
  const quoted = await withHost(session, options, (host) =>
    host.get(Quotes).explain({ ...parseSoldItem(endpoint), accountId, environment }),
  )
  printResult(session.terminal, options, { json: present(quoted), text: describe(quoted) })
}

const percent = (basisPoints: number): string => (basisPoints / 100).toFixed(2)

const present = (quoted: ExplainedQuote): object => ({
  price: decimal(quoted.price),
  charged: decimal(quoted.charged),
  commission: quoted.commission
    .filter(({ amount }) => amount > 0)
    .map(({ accountId, amount, role, basisPoints, shareBasisPoints }) => ({
      account_id: accountId,
      amount: exactDecimal(amount),
      role,
      rate: percent(basisPoints),
      share: percent(shareBasisPoints),
    })),
  platform: exactDecimal(quoted.platform),
  cost: decimal(quoted.cost),
  floor: decimal(quoted.floor),
  source: quoted.source,
  version: quoted.version,
  volume: quoted.volume,
  at: quoted.at.toISOString(),
  steps: quoted.steps,
})

function describe(quoted: ExplainedQuote): string {
  const { accountId, environment, price, charged } = quoted
  const paid = charged === price ? '' : `, of which the wallet pays ${decimal(charged)} INR`
  const title = `${soldItemText(quoted)} costs ${accountId} ${decimal(price)} INR in ${environment} now${paid}.`
  const rows = quoted.steps.map(({ rule, applies, detail }) => [applies ? '*' : '', rule, detail])
  return `${title}\n\n${drawTable(['', 'Rule', 'Result'], rows)}`
}
