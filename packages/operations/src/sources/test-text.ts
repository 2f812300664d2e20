import type { Drawing } from '@parakh/core'
import type * as z from 'zod'
import type { SourceTestView } from './source-test-view.ts'

/** How a test ended, for a person. */
export function testText(test: z.output<typeof SourceTestView>, { draw }: { readonly draw: Drawing }): string {
  const { source, outcome, duration_ms, record, failure, field, reason, reply } = test
  const status = reply === null ? '' : `, HTTP ${reply.toJSON().status}`
  const head = `${source}: ${failure === null ? outcome : `${outcome} (${failure})`}${status}, ${duration_ms} ms`
  const why = reason ?? 'not said'
  if (failure !== null) return `${head}\n${field === null ? `Reason: ${why}` : `Field ${field}: ${why}`}`
  if (record === null) return head
  const rows = Object.entries(record).map(([name, value]) => [name, shown(value)])
  return `${head}\n${draw.table(['Field', 'Value'], rows)}`
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
