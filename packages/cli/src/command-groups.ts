import type { Command } from 'commander'
import type { Session } from './terminal/session.ts'

/** Adds the commands of a group. */
export type Add = (program: Command, session: Session) => void

/** A group of commands, or a command of its own, as the help lists it. */
export interface CommandGroup {
  readonly summary: string
  /** Imports what adds its commands; null: they come from the configuration. */
  readonly add: (() => Promise<Add>) | null
}

/** What adds the commands of the platform's operations. */
const platform = (group: string) => async (): Promise<Add> => {
  const [{ platformOperations }, { addOperationCommands, groupOf }] = await Promise.all([
    import('@parakh/operations'),
    import('./commands/operation-commands.ts'),
  ])
  const operations = platformOperations.filter((operation) => groupOf(operation) === group)
  return (program, session) => addOperationCommands(program, session, operations)
}

/** The groups of commands, in the order of the help. A command imports only its own group. */
export const GROUPS: Readonly<Record<string, CommandGroup>> = {
  init: {
    summary: 'write the configuration, the secrets and a unit of systemd of a new deployment',
    add: async () => (await import('./commands/init.ts')).addInit,
  },
  doctor: {
    summary: 'look at a running deployment, and say what to do: exit code 1 where something is',
    add: async () => (await import('./commands/doctor.ts')).addDoctor,
  },
  serve: {
    summary: 'serve calls until SIGINT or SIGTERM, then drain',
    add: async () => (await import('./commands/serve.ts')).addServe,
  },
  worker: {
    summary: 'deliver events to webhook endpoints until SIGINT or SIGTERM, beside "serve" or without it',
    add: async () => (await import('./commands/worker.ts')).addWorker,
  },
  migrate: {
    summary: 'bring the database up to date; safe to run again',
    add: async () => (await import('./commands/migrate.ts')).addMigrate,
  },
  config: { summary: 'the configuration file', add: async () => (await import('./commands/config.ts')).addConfig },
  plugins: {
    summary: 'the plugins of the configuration',
    add: async () => (await import('./commands/plugins.ts')).addPlugins,
  },
  openapi: {
    summary: 'print the OpenAPI 3.1 document',
    add: async () => (await import('./commands/openapi.ts')).addOpenapi,
  },
  postman: {
    summary: 'print the Postman collection',
    add: async () => (await import('./commands/postman.ts')).addPostman,
  },
  accounts: { summary: 'accounts: customers and resellers', add: platform('accounts') },
  kyc: { summary: 'KYC: verification of customers', add: platform('kyc') },
  consents: { summary: 'consents of production calls, and standing declarations of them', add: platform('consents') },
  keys: { summary: 'API keys', add: platform('keys') },
  alerts: { summary: 'what needs an act now', add: platform('alerts') },
  breach: { summary: 'what a key, a token or a person could have seen', add: platform('breach') },
  upstream: { summary: 'sources of production calls, and tests of their mappings', add: platform('upstream') },
  work: { summary: 'work that waits for operators', add: platform('work') },
  wallets: { summary: 'prepaid wallets, one per account and environment', add: platform('wallets') },
  prices: {
    summary: 'price lists: by endpoint, role, monthly volume and account',
    add: null,
  },
  quote: {
    summary: 'explain the current price of a call, or of a unit of a tier (id#tier), with its commission',
    add: null,
  },
  commissions: {
    summary: 'commission of resellers on the calls of accounts below them',
    add: null,
  },
  costs: {
    summary: 'the cost of providers: as set here, else by the options of @parakh/resale',
    add: null,
  },
  funding: {
    summary: 'money into wallets: transfers, UPI QR, payment gateways',
    add: null,
  },
  usage: {
    summary: 'the request log, without inputs and outputs',
    add: platform('usage'),
  },
  orders: { summary: 'orders and other asynchronous calls', add: platform('orders') },
  analytics: { summary: 'show calls, success, latency and spend of an account', add: null },
  statements: { summary: 'the movements of a month: opening + movements = closing', add: null },
  invoices: { summary: 'GST invoices of production usage', add: null },
  plans: { summary: 'monthly plans and their subscriptions', add: null },
  webhooks: { summary: 'webhook endpoints', add: null },
  people: { summary: 'who uses the console, with which role', add: null },
  'portal-links': { summary: 'links that sign a person of a host into the console, once', add: null },
  'portal-sessions': { summary: 'sessions that began by portal links: list and end them', add: null },
  audit: {
    summary: 'the audit log: who changed what',
    add: platform('audit'),
  },
  retention: { summary: 'how long data is kept', add: platform('retention') },
  secrets: { summary: 'which secrets of the configuration are still needed', add: platform('secrets') },
  subjects: { summary: 'people who were looked up', add: platform('subjects') },
  admin: { summary: 'the admin API, /admin/v1', add: platform('admin') },
  ledger: { summary: 'the double-entry ledger', add: async () => (await import('./commands/ledger.ts')).addLedger },
  database: {
    summary: 'the database as a whole',
    add: async () => (await import('./commands/database-copy.ts')).addDatabase,
  },
  backup: {
    summary: 'write a complete copy of the SQLite database while the server runs',
    add: async () => (await import('./commands/backup.ts')).addBackup,
  },
}

/** What groups within groups are, by what is typed before a command of theirs. */
export const INNER_GROUPS: Readonly<Record<string, string>> = {
  'accounts apis': 'the endpoints that an account may call: all, all but some, or some',
  'accounts billing': 'the name and address on invoices',
  'accounts brand': 'the name and host that callers of a reseller see',
  'admin tokens': 'its credentials; API keys are not accepted there',
  'funding gateway': 'orders of payment gateways',
  'funding suspense': 'payments that fit no order',
  'funding utr': 'bank transfers, by their UTR',
  'wallets tasks': 'steps that the external wallet has still to take',
}
