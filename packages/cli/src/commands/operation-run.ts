import type { Operation } from '@parakh/core'
import * as z from 'zod'
import { withHost } from '../host/open-host.ts'
import type { CommonOptions } from '../terminal/common-options.ts'
import type { Session } from '../terminal/session.ts'
import type { ReadInput } from './read-input.ts'

const LARGEST_PAGE = 1_000
const Page = z.object({ items: z.array(z.unknown()), next_cursor: z.string().nullable() })

/** An operation, and what it is run with. */
export interface Asked {
  readonly operation: Operation
  readonly input: ReadInput
  /** The operator. */
  readonly by: string
  /** The idempotency key of an operation that takes one. */
  readonly once: string | null
  /** Takes the answer while the host is open: a file is made as it is read. */
  take(answer: unknown): Promise<void>
}

/** Runs an operation on the host of the configuration. */
export async function runOperation(session: Session, options: CommonOptions, asked: Asked): Promise<void> {
  const { operation, input, by, once, take } = asked
  const { given } = input
  const readsAll = operation.command?.all === true && given['cursor'] === undefined && given['limit'] === undefined
  await withHost(session, options, async (host) => {
    const run = (values: object): Promise<unknown> => host.run(operation.id, values, { operator: by, once })
    await take(readsAll ? await everyPage((page) => run({ ...given, ...page })) : await run(given))
  })
}

async function everyPage(read: (page: object) => Promise<unknown>): Promise<z.output<typeof Page>> {
  const items: unknown[] = []
  for (let cursor: string | null = null; ; ) {
    const page = Page.parse(await read({ limit: LARGEST_PAGE, ...(cursor === null ? {} : { cursor }) }))
    items.push(...page.items)
    if (page.next_cursor === null) return { items, next_cursor: null }
    cursor = page.next_cursor
  }
}
