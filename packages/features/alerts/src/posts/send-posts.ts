import type { SignedPosts } from '@parakh/core'
import { againAt } from '../rules/due.ts'
import { mailStatements as statements } from '../tables/mail-statements.ts'
import { type AlertParts, nowOf } from '../telling/alert-parts.ts'

/** Longer than an attempt may last. */
const LEASE_MS = 300_000
const AT_ONCE = 8

/** Posts what is due to the webhook of the operators, at least once, each attempt under the same id. */
export async function sendPosts(parts: AlertParts, posts: SignedPosts | null, signal: AbortSignal): Promise<void> {
  const { tables, settings } = parts
  const { webhook } = settings
  if (!webhook || posts === null) return
  while (!signal.aborted) {
    const due = await tables.rows(statements.duePosts({ at: nowOf(parts), limit: AT_ONCE }))
    const taken = due.map(async ({ id, body, tries }): Promise<boolean> => {
      const at = nowOf(parts)
      const lease = statements.leasePost({ id, at, until: at + LEASE_MS })
      if ((await tables.transaction((tx) => tx.run(lease))) === 0) return false
      const error = await posts.post({ ...webhook, id, body })
      await noted(parts, { id, tries: tries + 1, error })
      return error === null
    })
    // One that is refused is no reason to try all the others at once.
    if (!(await Promise.all(taken)).includes(true)) return
  }
}

async function noted(
  parts: AlertParts,
  { id, tries, error }: { readonly id: string; readonly tries: number; readonly error: string | null },
): Promise<void> {
  const due_at = error === null ? null : againAt(tries, nowOf(parts))
  if (error !== null) parts.logger.warn('alerts.post_not_taken', { post: id, tries, again: due_at !== null, error })
  await parts.tables.transaction((tx) =>
    tx.run(due_at === null ? statements.dropPost({ id }) : statements.postAgain({ id, due_at })),
  )
}
