import {
  askedPage,
  defineOperation,
  PAGE_FIELDS,
  pageOf,
  readCursor,
  type WalletEntry,
  WalletLedger,
  writeCursor,
} from '@parakh/core'
import { EnvironmentField, Moment, MomentField, moment, Rupees, rupeesText } from '@parakh/core/fields'
import * as z from 'zod'
import { walletsRead } from '../scopes.ts'

/** What an entry of a wallet can be. */
const KINDS = [
  ...(['charge', 'refund', 'credit', 'adjustment', 'repayment'] as const),
  ...(['conversion', 'recovery', 'allotment', 'clearing'] as const),
] as const
const Place = z.tuple([z.int().min(0)])

const EntryView = z.object({
  version: z.int().describe('Numbers the entries of the wallet without a gap'),
  at: Moment,
  kind: z.string(),
  amount: Rupees.describe('Into the wallet above zero, out of it below'),
  balance: Rupees.describe('Of the wallet, afterwards'),
  reference: z.string().describe('Of a credit or an adjustment; the request id of a call'),
  reason: z.string().nullable(),
  endpoint: z.string().nullable().describe('Of a call'),
  call: z.string().nullable().describe('The reference of the call; null: it is of none'),
})
const present = ({ at, amount, balance, ...rest }: WalletEntry): z.input<typeof EntryView> => ({
  ...{ version: rest.version, at: moment(at), kind: rest.kind },
  ...{ amount: rupeesText(amount), balance: rupeesText(balance) },
  ...{ reference: rest.reference, reason: rest.reason, endpoint: rest.endpoint, call: rest.call },
})

/** `ledger.list` */
export const listLedger = defineOperation({
  id: 'ledger.list',
  effect: 'read',
  summary: 'List the ledger entries of a wallet, newest first, without archived ones',
  scope: walletsRead,
  path: '/accounts/{account_id}/wallets/{environment}/ledger',
  input: z.object({
    account_id: z.string(),
    environment: EnvironmentField,
    kind: z.enum(KINDS).exactOptional(),
    from: MomentField.exactOptional().describe('Included'),
    until: MomentField.exactOptional().describe('Excluded'),
    reference: z
      .string()
      .min(1)
      .max(128)
      .exactOptional()
      .describe('Of a credit or an adjustment, the request id or the reference of a call'),
    version: z.int().min(1).exactOptional().describe('This entry alone'),
    ...PAGE_FIELDS,
  }),
  output: pageOf(EntryView),
  whose: { account: 'account_id' },
  command: {
    name: 'wallets entries',
    rows: 'entries',
    options: { limit: { default: 50 }, from: { read: 'time' }, until: { read: 'time' } },
    text: ({ items }, { draw }) =>
      draw.table(
        ['Time', 'Kind', 'Amount', 'Balance', 'Reference', 'Endpoint'],
        items.map(({ at, kind, amount, balance, reference, endpoint }) => [
          ...[at, kind, amount, balance, reference, endpoint ?? ''],
        ]),
      ),
  },
  needs: { ledger: WalletLedger },
  async handle({ input, ledger }) {
    const { page, filters } = askedPage(input)
    const { account_id: accountId, environment, from, until, ...rest } = filters
    const before = page.cursor === null ? {} : { before: readCursor(page.cursor, Place)[0] }
    const times = {
      ...(from === undefined ? {} : { from: from.getTime() }),
      ...(until === undefined ? {} : { until: until.getTime() }),
    }
    const asked = { ...rest, ...times, ...before, limit: page.limit }
    const { entries, next } = await ledger.page({ accountId, environment }, asked)
    return { items: entries.map(present), next_cursor: next === null ? null : writeCursor([next]) }
  },
})
