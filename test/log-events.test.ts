import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const text = (path: string): string => readFileSync(new URL(path, new URL('..', import.meta.url)), 'utf8')
/** An event's name, where a logger or a notice of the command line is told one. */
const TOLD = [
  /\b(?:logger|log)\??\.(?:debug|info|warn|error)\(\s*'([a-z0-9_.-]+)'/g,
  /\bevent: '([a-z]+\.[a-z_]+)',\s*(?:facts|text)/g,
]
/** Examples in comments. */
const EXAMPLES = ['acme.swept', 'price.asked']

it('docs/reference/log.md has every event that the published packages log, and no other', () => {
  const files = execFileSync('git', ['ls-files', 'packages/*.ts'], { cwd: root, encoding: 'utf8' }).split('\n')
  const published = files.filter(
    (path) => /\/src\/.*(?<!\.test)\.ts$/.test(path) && !/^packages\/(testkit|bench)\//.test(path),
  )
  const told = published.flatMap((path) =>
    TOLD.flatMap((event) => [...text(path).matchAll(event)].map(([, name]) => name)),
  )
  const rows = text('docs/reference/log.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
  const tables = rows.filter((row) => /\| (?:debug|info|warn|error)/.test(row))
  const listed = tables.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name))
  const logged = [...new Set(told)].filter((name) => name !== undefined && !EXAMPLES.includes(name)).sort()
  expect(logged.length).toBeGreaterThan(80)
  expect([...listed].sort()).toEqual(expect.arrayContaining(logged))
  expect(listed.filter((name) => !logged.includes(name)).sort()).toEqual([])
})
