import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { decimal, type Environment, type Money } from '@parakh/core'
import { BANK_RAILS, type BankRail, Funding, type GatewayCheckout } from '@parakh/server/host'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { parseRupees } from '../arguments/amount.ts'
import { environmentOption } from '../arguments/environment.ts'
import { withHost } from '../host/open-host.ts'
import { actorOf } from '../terminal/actor.ts'
import { addChange, type CommonOptions } from '../terminal/common-options.ts'
import { printResult } from '../terminal/result.ts'
import type { Session } from '../terminal/session.ts'

/** `parakh funding utr submit | gateway order | upi-qr | confirm`: fundings that are credited later. */
export function addFundingOrders(funding: Command, session: Session): void {
  const utr = funding.command('utr').description('bank transfers')
  ofWallet(addChange(utr, 'submit', 'submit a transfer by its UTR for approval'))
    .addOption(railOption())
    .requiredOption('--utr <number>', 'NEFT 16 letters and digits, RTGS 22, IMPS and UPI 12 digits')
    .action((options: TransferOptions) => submit(session, options))
  const gateway = funding.command('gateway').description('payment gateways of the configuration')
  ofWallet(addChange(gateway, 'order', 'create an order here and at the gateway'))
    .option('--gateway <name>', 'which one (default: the only one of the configuration)')
    .option('--reference <text>', 'idempotency key of this order')
    .action((options: OrderOptions) => order(session, options))
  ofWallet(addChange(funding, 'upi-qr', 'create a UPI QR for an amount'))
    .addOption(new Option('--out <file>', 'a new file: .png or .svg').argParser(parsePicture))
    .action((options: QrOptions) => makeQr(session, options))
  addChange(funding, 'confirm <tr>', 'submit the UTR of a paid UPI QR for approval')
    .addOption(railOption().default('upi').makeOptionMandatory(false))
    .requiredOption('--utr <number>', 'IMPS and UPI 12 digits')
    .action((tr: string, options: TransferOptions) => confirm(session, tr, options))
}

const ofWallet = (command: Command): Command =>
  command
    .requiredOption('--account <id>', 'the account')
    .addOption(environmentOption())
    .addOption(new Option('--amount <rupees>', 'such as 500.00').argParser(parseRupees).makeOptionMandatory())

const railOption = (): Option =>
  new Option('--method <method>', 'payment method').choices([...BANK_RAILS]).makeOptionMandatory()

interface OfWallet extends CommonOptions {
  readonly account: string
  readonly environment: Environment
  readonly amount: Money
}
interface TransferOptions extends OfWallet {
  readonly method: BankRail
  readonly utr: string
}
interface OrderOptions extends OfWallet {
  readonly gateway?: string
  readonly reference?: string
}
interface QrOptions extends OfWallet {
  readonly out?: Picture
}
interface Picture {
  readonly file: string
  readonly format: 'png' | 'svg'
}

function parsePicture(file: string): Picture {
  const format = /\.(png|svg)$/.exec(file)?.[1]
  if (format === 'png' || format === 'svg') return { file, format }
  throw new InvalidArgumentError('Allowed: a file whose name ends with .png or .svg.')
}

const asked = (options: OfWallet) => {
  const { account: accountId, environment, amount } = options
  return { accountId, environment, amount, actor: actorOf(options) }
}

async function submit(session: Session, options: TransferOptions): Promise<void> {
  const { method: rail, utr } = options
  const { id, amount } = await withHost(session, options, (host) =>
    host.get(Funding).submitTransfer({ ...asked(options), rail, utr }),
  )
  printResult(session.terminal, options, {
    json: { funding_id: id },
    text: `The transfer of ${decimal(amount)} INR is submitted. Compare it with the bank's statement, then: parakh funding approve ${id}`,
  })
}

async function order(session: Session, options: OrderOptions): Promise<void> {
  const { gateway: name, reference } = options
  const { id, amount, gateway, checkout } = await withHost(session, options, (host) =>
    host.get(Funding).openOrder({
      ...asked(options),
      ...(name === undefined ? {} : { gateway: name }),
      ...(reference === undefined ? {} : { reference }),
    }),
  )
  const token = checkout?.sessionToken == null ? '' : `, and the session token ${checkout.sessionToken}`
  const paid = checkout
    ? `open the checkout of ${gateway} for ${decimal(amount)} INR with its order ${checkout.orderId} and the key ${checkout.keyId} (${checkout.checkoutUrl})${token}`
    : `give the payment of ${decimal(amount)} INR at ${gateway} the note funding_id = ${id}`
  printResult(session.terminal, options, {
    json: { funding_id: id, gateway, amount: decimal(amount), checkout: presentCheckout(checkout) },
    text: `The order ${id} is open: ${paid}`,
  })
}

const presentCheckout = (checkout: GatewayCheckout | null) =>
  checkout && {
    ...{ order_id: checkout.orderId, key_id: checkout.keyId, checkout_url: checkout.checkoutUrl },
    session_token: checkout.sessionToken,
  }

async function makeQr(session: Session, options: QrOptions): Promise<void> {
  const { out } = options
  const { id, uri } = await withHost(session, options, async (host) => {
    const funding = host.get(Funding)
    const opened = await funding.openQr(asked(options))
    // Never overwrites a file: it may be a QR that is still in use.
    if (out)
      await writeFile(resolve(session.terminal.cwd, out.file), await funding.drawQr(opened.id, out.format), {
        flag: 'wx',
      })
    return opened
  })
  const where = out ? `\nIts picture is ${out.file}.` : ''
  printResult(session.terminal, options, {
    json: { funding_id: id, uri, tr: id },
    text: `${uri}${where}\nCredited by the gateway's callback, or by its UTR: parakh funding confirm ${id} --utr …`,
  })
}

async function confirm(session: Session, id: string, options: TransferOptions): Promise<void> {
  const { method: rail, utr } = options
  const { state } = await withHost(session, options, (host) =>
    host.get(Funding).confirmQr({ id, rail, utr, actor: actorOf(options) }),
  )
  printResult(session.terminal, options, {
    json: { funding_id: id, state },
    text: `The UTR is submitted. Compare it with the bank's statement, then: parakh funding approve ${id}`,
  })
}
