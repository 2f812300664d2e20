import type { Environment } from '@parakh/core'
import { moment } from '@parakh/core/fields'
import type { BreachLine } from './breach-line.ts'
import { type BreachParts, type BreachWindow, entriesOf } from './breach-parts.ts'

const PAGE = 500

interface Reached extends BreachWindow {
  readonly accountId: string
  readonly environments: readonly Environment[]
  readonly role: string
}

/** An account that could be read, and how many calls it has made so far: counters have them, so that nothing is scanned. */
export async function reachLine(
  { usage }: Pick<BreachParts, 'usage'>,
  { accountId, environments, role, since, until }: Reached,
): Promise<BreachLine> {
  let calls = 0
  for (const environment of environments) calls += (await usage.counts(accountId, environment, until)).total
  const [environment] = environments.length === 1 ? environments : [null]
  return {
    ...{ kind: 'reach', at: moment(since), until: moment(until), account_id: accountId, environment, role, calls },
  }
}

/** Every account that somebody with this account could read in the window. @param accountId Null: an operator, all accounts. */
export async function* reachLines(
  parts: BreachParts,
  { accountId, role, ...window }: BreachWindow & { readonly accountId: string | null; readonly role: string },
): AsyncGenerator<BreachLine> {
  const ids = accountId === null ? allAccounts(parts) : branchSince(parts, accountId, window.since)
  for await (const id of ids)
    yield await reachLine(parts, { accountId: id, environments: ['sandbox', 'production'], role, ...window })
}

async function* allAccounts({ accounts }: BreachParts): AsyncGenerator<string> {
  for (let cursor: string | null = null; ; ) {
    const page = await accounts.page({ within: null, cursor, limit: PAGE })
    for (const { id } of page.items) yield id
    if (page.next === null) return
    cursor = page.next
  }
}

/** The branch of an account as it is, with what was moved out of it since: more may have been below it than is now. */
async function* branchSince(parts: BreachParts, accountId: string, since: Date): AsyncGenerator<string> {
  const reached = new Set(await parts.accounts.branch(accountId))
  for await (const { subject, before } of entriesOf(parts, { action: 'account.move', from: since })) {
    const [parent, moved] = [before?.['parent_id'], subject.replace(/^account\//, '')]
    if (typeof parent !== 'string' || !reached.has(parent) || reached.has(moved)) continue
    for (const id of await parts.accounts.branch(moved)) reached.add(id)
  }
  yield* reached
}
