import {
  Accounts,
  AsyncResults,
  Billing,
  type CallLeg,
  Clock,
  defineOperation,
  Entitlements,
  exactDecimal,
  notFound,
  Retention,
  UsageLog,
  type UsageRow,
  type Viewer,
  WalletLedger,
} from '@parakh/core'
import { EnvironmentField, MomentOrNone, momentOrNone, Rupees, rupeesText } from '@parakh/core/fields'
import * as z from 'zod'
import { usageRead } from '../scopes.ts'
import { CallIdField } from '../usage/call-id-field.ts'
import { type FoundRequest, findByReference, findByRequestId } from '../usage/find-request.ts'
import { requireLog } from '../usage/usage-page.ts'
import { presentUsage, refundsOf, UsageView } from '../usage/usage-view.ts'
import { type MoneyStep, moneySteps, STEP_KINDS } from './money-steps.ts'
import { WHY, WHY_CODES, whyCharged } from './why-charged.ts'

/** Replays that are shown. */
const MOST_REPLAYS = 20

const StepView = z.object({
  at: MomentOrNone.describe('Null: the time was not recorded'),
  kind: z.string().describe(STEP_KINDS.join(', ')),
  amount: Rupees.describe(
    'Below zero: taken from the wallet. Of a hold or its release: how much. Commission up to six decimals',
  ),
  balance_after: Rupees.nullable().describe('Of the wallet; null: not in its ledger'),
  version: z.int().nullable().describe('The entry in ledger.list; null: not in the ledger of the wallet'),
  account_id: z.string().nullable().describe('Who earned commission; only accounts that you may see'),
  account_name: z.string().nullable().describe('Of that account'),
  reference: z.string().describe('Of the call, or of the request to which its answer was sent again'),
  detail: z.string().nullable().describe('Why money was credited back; the state of an order'),
})
/** Commission is exact: it may divide a paisa. */
const amountOf = ({ accountId, amount }: MoneyStep): string =>
  accountId === null ? rupeesText(amount) : exactDecimal(amount)
const presentStep = (step: MoneyStep, names: ReadonlyMap<string, string>): z.input<typeof StepView> => ({
  ...{ at: momentOrNone(step.at), kind: step.kind, amount: amountOf(step) },
  ...{ balance_after: step.balance === null ? null : rupeesText(step.balance), version: step.version },
  ...{ account_id: step.accountId, account_name: names.get(step.accountId ?? '') ?? null },
  ...{ reference: step.reference, detail: step.detail },
})
const sentences = Object.entries(WHY).map(([code, sentence]) => `${code}: ${sentence}.`)

/** `calls.timeline` */
export const callTimeline = defineOperation({
  id: 'calls.timeline',
  effect: 'read',
  summary: 'Get what happened to the money of a call, and why',
  scope: usageRead,
  path: '/accounts/{account_id}/calls/{reference}/timeline',
  input: z.object({
    account_id: z.string(),
    reference: CallIdField.describe('Our id of the call, or its idempotency key or request id'),
    environment: EnvironmentField.default('production'),
    request_id: CallIdField.exactOptional().describe(
      'Of a request that was refused before it became a call: without it that is not found',
    ),
  }),
  output: z.object({
    request: UsageView,
    why: z.enum(WHY_CODES).describe(sentences.join(' ')),
    price: z
      .object({
        amount: Rupees,
        version: z.string().describe('Where the price was found: a version of the price list, or its source'),
      })
      .nullable()
      .describe('As recorded with the call; null: it became none'),
    steps: z.array(StepView).describe('In order of time'),
  }),
  whose: { account: 'account_id' },
  command: {
    name: 'usage timeline',
    positional: ['reference'],
    options: { request_id: { flag: 'request-id' } },
    text: ({ request, why, price, steps }, { draw }) =>
      [
        `${request.endpoint}, ${request.outcome}, ${request.charged} INR. ${WHY[why]}.`,
        ...(price ? [`Price ${price.amount} INR (${price.version})`] : []),
        draw.table(
          ['Time', 'What', 'Amount', 'Balance after', 'Detail'],
          steps.map(({ at, kind, amount, balance_after, account_id, account_name, detail }) => [
            ...[at ?? '', kind, amount, balance_after ?? '', account_name ?? account_id ?? detail ?? ''],
          ]),
        ),
      ].join('\n'),
  },
  needs: {
    ...{ billing: Billing, clock: Clock, retention: Retention, usageLog: UsageLog, entitlements: Entitlements },
    ...{ accounts: Accounts, ledger: WalletLedger, asyncResults: AsyncResults },
  },
  async handle({ input, viewer, accounts, entitlements, ledger, asyncResults, ...services }) {
    const { account_id: accountId, environment, reference, request_id: requestId } = input
    await requireLog({ viewer, entitlements }, environment)
    const wallet = { accountId, environment }
    const search = { ...services, wallet }
    const found =
      (await findByReference(search, { reference, requestId })) ??
      (requestId === undefined ? await findByRequestId(search, reference) : null)
    if (!found) throw notFound()
    const { row, call } = found
    const request = presentUsage(row, await refundsOf(services.billing, [row]))
    const why = whyCharged(row, call)
    if (!call) return { request, why, price: null, steps: [] }
    const chargedAt = chargedAtOf(found)
    const legs = await seenBy(viewer, call.legs)
    const steps = moneySteps({
      ...{ call, chargedAt, replays: replaysOf(found) },
      entries: await ledger.ofCall({ ...wallet, reference: call.reference, chargedAt }),
      legs,
      result: call.asyncState === null ? null : await asyncResults.last(wallet, call.reference),
    })
    const price = { amount: rupeesText(call.price), version: call.priceVersion }
    const names = await namesOf(accounts, legs)
    return { request, why, price, steps: steps.map((step) => presentStep(step, names)) }
  },
})

/** When a call was charged. On completion it has a row of its own. */
function chargedAtOf({ others, call }: FoundRequest): number | null {
  if (!call || call.charged === 0) return null
  const later = others.find(({ reference, calls }) => reference === call.reference && calls === 0)
  return later?.at ?? call.settledAt
}

const replaysOf = ({ row, others }: FoundRequest): readonly UsageRow[] =>
  [row, ...others].filter(({ outcome }) => outcome === 'replay').slice(0, MOST_REPLAYS)

/** Shares of accounts that the viewer sees: nobody sees what accounts above it earn. */
async function seenBy(viewer: Viewer, legs: readonly CallLeg[]): Promise<readonly CallLeg[]> {
  const seen = await Promise.all(legs.map(({ accountId }) => viewer.sees(accountId)))
  return legs.filter((_, place) => seen[place])
}

async function namesOf(
  accounts: Pick<Accounts, 'get'>,
  legs: readonly CallLeg[],
): Promise<ReadonlyMap<string, string>> {
  const found = await Promise.all(legs.map(({ accountId }) => accounts.get(accountId)))
  return new Map(found.flatMap((account) => (account ? [[account.id, account.name]] : [])))
}
