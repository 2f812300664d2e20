import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'

const root = fileURLToPath(new URL('..', import.meta.url))
const page = readFileSync(join(root, 'docs/reference/errors.md'), 'utf8')

const Table = z.object({ package: z.string(), codes: z.record(z.string(), z.string()) })
const CallErrors = z.record(z.string(), z.object({ status: z.int(), outcome: z.string() }))
const Plugin = z.object({
  default: z.custom<{ definition: { endpoints: { id: string; errors: object }[] } }>((it) => typeof it === 'function'),
})

const foldersBelow = (folder: string): string[] => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`)
const features = foldersBelow('packages/features')
const plugins = foldersBelow('packages/providers')
const load = async (file: string): Promise<Record<string, unknown>> =>
  await import(pathToFileURL(join(root, file)).href)

/** The rows of the tables below a heading, up to the next one of any level; cells without their back ticks. */
function rowsOf(heading: string): string[][] {
  const [, after = ''] = page.split(`\n${heading}\n`)
  const [section = ''] = after.split(/\n#+ /)
  return section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('`', '')),
    )
}

describe('docs/reference/errors.md', () => {
  it('has every code that any call may end with, its status and its outcome, and no other', async () => {
    const { CALL_ERRORS } = await load('packages/core/src/call-errors.ts')
    const given = Object.entries(CallErrors.parse(CALL_ERRORS)).map(([code, { status, outcome }]) => [
      code,
      `${status}`,
      outcome,
    ])
    expect(rowsOf('## Answers to any call').map((row) => row.slice(0, 3))).toEqual(given)
  })

  it('has every code of every endpoint, and no other', async () => {
    const loaded = await Promise.all(plugins.map((folder) => load(`${folder}/src/index.ts`)))
    const builtIn = await load('packages/server/src/account/index.ts')
    // Some features are no plugins yet.
    const ofFeatures = await Promise.all(features.map((folder) => load(`${folder}/src/index.ts`)))
    const given = [...loaded, { default: builtIn['account'] }, ...ofFeatures.filter((module) => 'default' in module)]
      .flatMap((module) => Plugin.parse(module).default.definition.endpoints)
      .flatMap(({ id, errors }) => Object.keys(errors).map((code) => `${id} ${code}`))
    const documented = rowsOf('## Answers of one endpoint').map(([endpoint, code]) => `${endpoint} ${code}`)
    expect(documented.sort()).toEqual(given.sort())
  })

  const withTables = [...foldersBelow('packages'), ...features, ...plugins].filter((folder) =>
    existsSync(join(root, folder, 'src/error-codes.ts')),
  )
  it.each(withTables)('has every code of %s, and no other', async (folder) => {
    const tables = Object.values(await load(`${folder}/src/error-codes.ts`)).map((exported) => Table.parse(exported))
    expect(tables).not.toEqual([])
    for (const table of tables) {
      const documented = rowsOf(`### @parakh/${table.package}`).map(([code]) => code)
      expect(documented).toEqual(Object.keys(table.codes))
    }
  })

  it('has no section of a package that has no table', async () => {
    const packages = await Promise.all(
      withTables.map(async (folder) =>
        Object.values(await load(`${folder}/src/error-codes.ts`)).map((it) => Table.parse(it).package),
      ),
    )
    const headings = [...page.matchAll(/^### @parakh\/(\S+)$/gm)].map(([, name]) => name)
    expect(headings.sort()).toEqual(packages.flat().sort())
  })
})
