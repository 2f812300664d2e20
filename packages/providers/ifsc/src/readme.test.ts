import { readFileSync } from 'node:fs'
import { HttpSourceSchema } from '@parakh/core'
import { expect, it } from 'vitest'
import { publicIfscApi } from './index.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')

/** Every `key: value` line that a mapping has in YAML. */
function linesOf(value: object): string[] {
  return Object.entries(value).flatMap(([key, part]) =>
    typeof part === 'object' && part !== null ? [`${key}:`, ...linesOf(part)] : [`${key}: ${String(part)}`],
  )
}

it('shows the mapping of the public IFSC API as it is exported', () => {
  const shown = readme.split('\n').map((line) => line.replace(/^[\s-]*/, '').replace(/: (['"])(.*)\1$/, ': $2'))
  expect(shown).toEqual(expect.arrayContaining(linesOf(publicIfscApi)))
})

it('exports a mapping that fits the schema of HTTP sources', () => {
  expect(HttpSourceSchema.safeParse(publicIfscApi).error).toBeUndefined()
})
