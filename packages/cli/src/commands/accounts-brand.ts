import { type AccountBrand, Brands } from '@parakh/core'
import type { Command } from 'commander'
import { withHost } from '../host/open-host.ts'
import { actorOf } from '../terminal/actor.ts'
import { addChange, addCommand, type CommonOptions } from '../terminal/common-options.ts'
import { printResult } from '../terminal/result.ts'
import type { Session } from '../terminal/session.ts'

interface BrandOptions extends CommonOptions {
  readonly host: string
  readonly name: string
  readonly supportEmail?: string
  readonly colour?: string
}

/** `parakh accounts brand set | show | clear ACCOUNT` (decisions.md section 10, white label). */
export function addAccountBrand(accounts: Command, session: Session): void {
  const brand = accounts
    .command('brand')
    .description("the brand of the reference page and documents at an account's own host")
  addChange(brand, 'set <account>', 'set or replace the brand')
    .requiredOption('--host <name>', 'a domain name that resolves to this server, such as api.reseller.example')
    .requiredOption('--name <name>', 'the name that is shown')
    .option('--support-email <address>', 'where callers ask for help')
    .option('--colour <colour>', 'the accent colour, such as #0a7d5c')
    .action((account: string, options: BrandOptions) => set(session, account, options))
  addCommand(brand, 'show <account>', 'show the brand').action((account: string, options: CommonOptions) =>
    show(session, account, options),
  )
  addChange(brand, 'clear <account>', 'remove the brand and free its host').action(
    (account: string, options: CommonOptions) => clear(session, account, options),
  )
}

async function set(session: Session, accountId: string, options: BrandOptions): Promise<void> {
  const { host: name, supportEmail = null, colour = null } = options
  const given = { accountId, host: name, name: options.name, supportEmail, colour }
  const brand = await withHost(session, options, (host) => host.get(Brands).set(given, actorOf(options)))
  printResult(session.terminal, options, { json: toJson(accountId, brand), text: describe(brand) })
}

async function show(session: Session, accountId: string, options: CommonOptions): Promise<void> {
  const brand = await withHost(session, options, (host) => host.get(Brands).get(accountId))
  const text = brand ? describe(brand) : `The account ${accountId} has no brand.`
  printResult(session.terminal, options, { json: toJson(accountId, brand), text })
}

async function clear(session: Session, accountId: string, options: CommonOptions): Promise<void> {
  const was = await withHost(session, options, (host) => host.get(Brands).clear(accountId, actorOf(options)))
  const text = was
    ? `The brand ${was.name} is gone, and ${was.host} is free.`
    : `The account ${accountId} had no brand.`
  printResult(session.terminal, options, { json: toJson(accountId, null), text })
}

const toJson = (account_id: string, brand: AccountBrand | null) => ({
  account_id,
  brand: brand && { host: brand.host, name: brand.name, support_email: brand.supportEmail, colour: brand.colour },
})

function describe({ host, name, supportEmail, colour }: AccountBrand): string {
  const more = [...(supportEmail === null ? [] : [`help at ${supportEmail}`]), ...(colour === null ? [] : [colour])]
  return `The brand at ${host} is ${[name, ...more].join(', ')}.`
}
