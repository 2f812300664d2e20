import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Provider } from '@parakh/core'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { withFieldTables } from './upstream-guides/field-tables.ts'

const ANEW = 'npx vitest run examples/white-label/field-tables.test.ts --update'
const Module = z.object({
  default: z.custom<{ definition: { provider: Provider } }>((value) => typeof value === 'function'),
})
const pathOf = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const ids = readdirSync(pathOf('packages/providers')).sort()

it.each(ids)(`%s.md has the fields of its contract; to write them anew: ${ANEW}`, async (id) => {
  const page = pathOf(`docs/guides/upstreams/${id}.md`)
  const { default: plugin } = Module.parse(await import(pathOf(`packages/providers/${id}/src/index.ts`)))
  const written = withFieldTables(readFileSync(page, 'utf8'), plugin.definition.provider)
  await expect(written).toMatchFileSnapshot(page)
})
