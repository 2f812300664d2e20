import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'

const root = fileURLToPath(new URL('..', import.meta.url))
const Rules = z.object({ forbidden: z.array(z.object({ name: z.string(), comment: z.string() })) })

/** Package to its allowed imports, as CONTRIBUTING.md has them. */
const documented = new Map(
  [...readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').matchAll(/^\| `([^`]+)` \|[^|]+\| (.+) \|$/gm)].map(
    ([, name = '', imports = '']) => [name, imports.replaceAll('`', '')],
  ),
)
/** Package to its allowed imports, as dependency-cruiser enforces them. A package without a rule may import any. */
const enforced = new Map(
  Rules.parse(createRequire(import.meta.url)(join(root, '.dependency-cruiser.cjs'))).forbidden.flatMap(
    ({ comment }) => {
      const [, name, imports = ''] = /^(\S+) may import only: (.+)$/.exec(comment) ?? []
      return name === undefined ? [] : [[name, imports === 'nothing of ours' ? 'nothing' : imports] as const]
    },
  ),
)

describe('the import table of CONTRIBUTING.md', () => {
  it('has a row for every package', () => {
    const names = readdirSync(join(root, 'packages')).map((name) =>
      ['features', 'providers', 'gateways'].includes(name) ? `${name}/*` : name,
    )
    expect([...documented.keys()].sort()).toEqual([...names, 'examples/*'].sort())
  })

  it('allows what dependency-cruiser allows', () => {
    expect(enforced.size).toBeGreaterThan(0)
    for (const [name, imports] of documented) expect([name, imports]).toEqual([name, enforced.get(name) ?? 'any'])
  })
})
