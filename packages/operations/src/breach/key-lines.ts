import { type ApiKey, shownSubject, type UsagePlace, type UsageRow } from '@parakh/core'
import { moment } from '@parakh/core/fields'
import type { BreachLine } from './breach-line.ts'
import { actLine, type BreachParts, type BreachWindow, entriesOf } from './breach-parts.ts'
import { reachLine } from './reach-lines.ts'

const PAGE = 500
const MOST_SAME = 1_000

interface KeyWindow extends BreachWindow {
  readonly key: ApiKey
}

/** What a key has seen and could have seen: itself with who was shown its secret, its account, and each of its calls. */
export async function* keyLines(parts: BreachParts, asked: KeyWindow): AsyncGenerator<BreachLine> {
  const { key, until } = asked
  const { id, accountId, environment, createdAt, revokedAt, expiresAt, exposedAt, endpoints, ipRanges, status } = key
  yield {
    ...{ kind: 'credential', at: moment(createdAt), until: revokedAt && moment(revokedAt) },
    ...{ account_id: accountId, environment, subject: `key/${id}` },
    detail: { status, endpoints, ip_ranges: ipRanges, expires_at: expiresAt, exposed_at: exposedAt },
  }
  yield await reachLine(parts, { accountId, environments: [environment], role: 'key', ...asked })
  // Who was shown its secret, since there is one.
  for await (const entry of entriesOf(parts, { subject: `key/${id}`, until })) yield actLine(entry)
  yield* callLines(parts, asked)
}

async function* callLines(parts: BreachParts, { key, since, until }: KeyWindow): AsyncGenerator<BreachLine> {
  const { id: keyId, accountId, environment } = key
  const wallet = { accountId, environment }
  const query = { from: since.getTime(), until: until.getTime(), keyId, limit: PAGE }
  const replayed = new ReplayedCalls(parts, wallet)
  for (let place: Partial<UsagePlace> | null = {}; place !== null; ) {
    const page = await parts.usageLog.page(wallet, { ...query, ...place })
    // The charge on completion is a row of its own, and no call.
    const calls: { readonly row: UsageRow; readonly reference: string }[] = []
    for (const row of page.rows.filter((one) => one.calls !== 0))
      calls.push({ row, reference: row.outcome === 'replay' ? await replayed.referenceOf(row) : row.reference })
    const about = await parts.subjects.ofCalls(
      wallet,
      calls.map(({ reference }) => reference),
    )
    for (const { row, reference } of calls) yield callLine(row, { reference, ...about.get(reference) })
    place = page.next
  }
}

const SHOWN = { answer: 'answer', none: 'none', replay: 'replay', failed: null, refused: null } as const

interface CallFacts {
  readonly reference: string
  readonly subjects?: readonly string[]
  readonly documents?: readonly string[]
}

const callLine = (row: UsageRow, { reference, subjects = [], documents = [] }: CallFacts): BreachLine => ({
  ...{ kind: 'call', at: moment(row.at), account_id: row.accountId, environment: row.environment },
  ...{ address: row.ip, endpoint: row.endpoint, request_id: row.requestId, reference, outcome: row.outcome },
  ...{ status: row.status, shown: SHOWN[row.outcome], people: subjects.map(shownSubject), documents },
  calls: row.calls ?? 1,
})

/** The calls whose answers were sent again: a row of a replay has a reference of its own. */
class ReplayedCalls {
  readonly #known = new Map<string, string | null>()

  constructor(
    private readonly parts: BreachParts,
    private readonly wallet: Pick<UsageRow, 'accountId' | 'environment'>,
  ) {}

  /** That of the row itself where its call is not in the log any more. */
  async referenceOf({ requestId, at, reference }: UsageRow): Promise<string> {
    const known = this.#known.get(requestId)
    if (known !== undefined) return known ?? reference
    const { rows } = await this.parts.usageLog.page(this.wallet, {
      ...{ from: 0, until: at + 1, requestId, limit: MOST_SAME },
    })
    const first = rows.find(({ outcome }) => outcome === 'answer' || outcome === 'none')
    this.#known.set(requestId, first?.reference ?? null)
    return first?.reference ?? reference
  }
}
