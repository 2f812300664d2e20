import type { Locator, Page } from 'playwright-core'
import type { DemoServer } from './demo-server.ts'

/** What a page opens over itself: a panel, a dialog, a menu. */
export interface Opening {
  readonly name: string
  /** The page that it is on. */
  readonly path: string
  readonly role: 'dialog' | 'menu'
  /** The control that opens it. */
  opener(page: Page): Locator
  /** What is between the control and what it opens, such as a menu. */
  via?(page: Page): Promise<void>
  before?(demo: DemoServer): void
  /** In the short form of the test too. */
  readonly short?: true
}

const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name, exact: true }).first()
/** The first row of a page that opens. */
export const firstRow = (page: Page): Locator => page.getByRole('main').locator('tr[data-opens] button').first()
const row = firstRow
const dialog = { role: 'dialog' } as const
const menu = { role: 'menu' } as const

/** What the pages of the demonstration open for an owner; the last one lets time pass. */
export const OPENINGS: readonly Opening[] = [
  { ...dialog, name: 'call', path: 'usage', opener: row, short: true },
  { ...dialog, name: 'entry of the audit log', path: 'audit', opener: row },
  { ...dialog, name: 'payment', path: 'wallet', opener: row },
  { ...dialog, name: 'new key', path: 'keys', opener: button('Create key'), short: true },
  {
    ...{ ...dialog, name: 'limits of a key', path: 'keys', opener: button('Actions: Loan desk') },
    via: (page) => page.getByRole('menuitem', { name: 'Change limits' }).click(),
  },
  { ...dialog, name: 'new webhook endpoint', path: 'webhooks', opener: button('Create webhook endpoint') },
  {
    ...{ ...dialog, name: 'event', path: 'webhooks' },
    opener: (page) => page.getByRole('table', { name: 'Events' }).locator('tr[data-opens] button').first(),
  },
  { ...dialog, name: 'plan', path: 'plan', opener: button('Choose Starter') },
  { ...dialog, name: 'invitation', path: 'team', opener: button('Invite a person') },
  { ...dialog, name: 'new token', path: 'tokens', opener: button('Create token') },
  { ...dialog, name: 'authenticator', path: 'security', opener: button('Set up') },
  { ...dialog, name: 'new passkey', path: 'security', opener: button('Add a passkey') },
  { ...dialog, name: 'alerts', path: '', opener: button(/^Alerts: /), short: true },
  { ...menu, name: 'menu of the person', path: '', opener: button(/, Your menu$/), short: true },
  { ...menu, name: 'menu of the accounts', path: '', opener: button(/, Account$/), short: true },
  { ...menu, name: 'menu of a key', path: 'keys', opener: button('Actions: Loan desk'), short: true },
  { ...menu, name: 'menu of a webhook endpoint', path: 'webhooks', opener: button(/^Actions: 127\.0\.0\.1/) },
  { ...menu, name: 'menu of a member', path: 'team', opener: button('Actions: Ravi Iyer') },
  {
    ...{ ...dialog, name: 'proof', path: 'security', opener: button('Set up'), short: true },
    before: (demo) => demo.pass(11),
    via: (page) => page.getByRole('dialog', { name: 'Confirm that it is you' }).waitFor(),
  },
]

/** The page of the account below a reseller; whoever opens it puts its id into the address. */
const account = { ...dialog, path: 'accounts/:account' } as const
const invited: Opening = { ...account, name: 'invitation', opener: button('Invite a person') }
const suspended: Opening = { ...account, name: 'suspension', opener: button('Suspend') }

/** Those of operators, besides what the rows of their pages open. */
export const OPERATOR_OPENINGS: readonly Opening[] = [
  { ...dialog, name: 'new account', path: 'accounts', opener: button('Open an account') },
  { ...dialog, name: 'new price', path: 'prices', opener: button('Set a price'), short: true },
  { ...dialog, name: 'new cost', path: 'costs', opener: button('Set a cost'), short: true },
  { ...dialog, name: 'new operator', path: 'team', opener: button('Invite a person') },
  { ...dialog, name: 'new token', path: 'tokens', opener: button('Create token') },
  { ...account, name: 'view', opener: button('See the console as this account'), short: true },
  { ...account, name: 'plan', opener: button('Assign the plan') },
  ...[invited, suspended],
]
/** Those of a reseller. */
export const RESELLER_OPENINGS: readonly Opening[] = [
  { ...dialog, name: 'new account', path: 'accounts', opener: button('Open an account') },
  { ...account, name: 'credit', opener: button('Allot credit'), short: true },
  ...[invited, suspended],
]
