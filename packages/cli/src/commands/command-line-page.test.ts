import { readdir, readFile } from 'node:fs/promises'
import type { Operation, PluginDefinition } from '@parakh/core'
import { commandNameOf } from '@parakh/kernel'
import { platformOperations } from '@parakh/operations'
import { Command } from 'commander'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { flagsOf } from '../../test/command-flags.ts'
import { readGroup } from '../../test/recorded-group.ts'
import { testCli } from '../../test/test-cli.ts'
import { GROUPS } from '../command-groups.ts'
import { buildProgram } from '../program.ts'
import { childOf } from './command-tree.ts'
import { addOperationCommands } from './operation-commands.ts'
import { addPluginCommands } from './plugin-commands.ts'

const PAGE = new URL('../../../../docs/reference/command-line.md', import.meta.url)
const RECORDED = new URL('../../test/recorded/', import.meta.url)
const PACKAGES = new URL('../../../', import.meta.url)
/** Objects with other fields in each case: states of the audit log, and kinds of movements. */
const OPEN: ReadonlySet<string> = new Set(['before', 'after', 'totals'])
const COMMON: ReadonlySet<string> = new Set(['--as', '--config', '--json'])

async function definitionsBelow(folder: string): Promise<readonly PluginDefinition[]> {
  const names = await readdir(new URL(`${folder}/`, PACKAGES))
  const modules = await Promise.all(
    names.map((name) => import(new URL(`${folder}/${name}/src/index.ts`, PACKAGES).href)),
  )
  return modules.map(({ default: plugin }) => plugin.definition)
}

/** A command in the page: what is typed, and the cell that says what `--json` prints. */
interface Documented {
  readonly name: string
  readonly flags: ReadonlySet<string>
  readonly prints: string
}

const spansOf = (text: string): readonly string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span)
const namesOf = (text: string): ReadonlySet<string> =>
  new Set(spansOf(text).flatMap((span) => span.match(/[a-z][a-z0-9_]*/g) ?? []))

/** The cells of the tables; a vertical line within a cell is escaped. */
const rowsOf = (page: string): readonly (readonly string[])[] =>
  page
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.slice(2, -2).split(/ (?<!\\)\| /))

function readPage(page: string): {
  readonly commands: readonly Documented[]
  readonly objects: ReadonlyMap<string, string>
} {
  const rows = rowsOf(page)
  const commands = rows.flatMap(([typed = '', prints = '']) =>
    spansOf(typed)
      .filter((span) => /^[a-z]/.test(span))
      .map((span) => ({
        name: (/^[a-z][a-z-]*(?: [a-z][a-z-]*)*/.exec(span.replace(/[A-Z[(<].*/, '')) ?? [''])[0],
        flags: new Set(span.match(/--[a-z-]+/g) ?? []),
        prints,
      })),
  )
  const objects = rows.flatMap(([name = '', fields = '']) => {
    const [, object] = /^\*\*([a-z ]+)\*\*$/.exec(name) ?? []
    return object === undefined ? [] : [[object, fields] as const]
  })
  return { commands, objects: new Map(objects) }
}

/** The names of all fields of a JSON Schema, at any depth. */
function fieldsOf(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties = {}, items, anyOf = [], oneOf = [] } = schema as z.core.JSONSchema.BaseSchema
  const inner = [...Object.values(properties), items, ...anyOf, ...oneOf].flatMap(fieldsOf)
  return [...Object.keys(properties), ...inner]
}
const outputOf = ({ output, rows, command }: Operation): readonly string[] => {
  const names = fieldsOf(z.toJSONSchema(output, { io: 'output', unrepresentable: 'any' }))
  const title = command?.rows
  return rows === null || title === undefined ? names : names.map((name) => (name === 'items' ? title : name))
}
/** The names of all fields of a value, at any depth. */
const namesIn = (value: unknown): readonly string[] =>
  Array.isArray(value)
    ? value.flatMap(namesIn)
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, inner]) => [name, ...(OPEN.has(name) ? [] : namesIn(inner))])
      : []

/** Without its arguments: `keys rotate` of `keys rotate <key>`. */
const plain = (command: string): string => command.split(/ [<[]/)[0] ?? command

/** Every command that there is with these plugins, and its flags. */
async function everyCommand(plugins: readonly PluginDefinition[]): Promise<ReadonlyMap<string, readonly string[]>> {
  await using cli = await testCli()
  const session = { terminal: cli.terminal(), exitCode: 0, log: null }
  const brought = new Command('parakh')
  for (const { id, operations, commands } of plugins) {
    addOperationCommands(brought, session, operations)
    addPluginCommands(brought, session, { id, group: id, commands })
  }
  const builtIn = await Promise.all(
    Object.entries(GROUPS).flatMap(([group, { add }]) =>
      add === null ? [] : [buildProgram(session, { version: '0.0.0', group }).then((made) => childOf(made, group))],
    ),
  )
  const found = [...builtIn, ...brought.commands].map((group) => (group ? flagsOf(group, group.name()) : {}))
  return new Map(found.flatMap(Object.entries).map(([name, flags]) => [plain(name), flags]))
}

describe('docs/reference/command-line.md', () => {
  let page: ReturnType<typeof readPage>
  let plugins: readonly PluginDefinition[]
  let commands: ReadonlyMap<string, readonly string[]>
  beforeAll(async () => {
    page = readPage(await readFile(PAGE, 'utf8'))
    plugins = [...(await definitionsBelow('features')), ...(await definitionsBelow('providers'))]
    commands = await everyCommand(plugins)
  }, 120_000)

  it('has every command, and no other', () => {
    const documented = page.commands.map(({ name }) => name)
    expect([...documented].sort()).toEqual([...commands.keys()].sort())
  })

  it('has every flag of each command, and no other', () => {
    for (const { name, flags } of page.commands) {
      const long = (commands.get(name) ?? []).flatMap((flag) => flag.split(/[ ,]/)[0] ?? [])
      expect([...flags].sort(), name).toEqual(long.filter((flag) => !COMMON.has(flag)).sort())
    }
  })

  it('is of groups that the help says something about', () => {
    const named = plugins.flatMap(({ operations }) => operations.map(commandNameOf)).filter((name) => name !== null)
    const groups = new Set(named.flatMap((name) => name.split(' ')[0] ?? []))
    expect([...groups].filter((group) => (GROUPS[group]?.summary ?? '') === '')).toEqual([])
  })

  /** Fields that the page tells of a command, also by the name of an object: **account**. */
  const told = (name: string): ReadonlySet<string> => {
    const prints = page.commands.find((command) => command.name === name)?.prints ?? ''
    const objects = [...prints.matchAll(/\*\*([a-z ]+)\*\*/g)].map(([, object = '']) => page.objects.get(object) ?? '')
    return namesOf([prints, ...objects].join(' '))
  }

  it('has every field that a command prints with --json', () => {
    for (const operation of [...platformOperations, ...plugins.flatMap((plugin) => plugin.operations)]) {
      const name = commandNameOf(operation)
      if (name === null) continue
      const fields = told(name)
      expect(
        outputOf(operation).filter((field) => !fields.has(field)),
        name,
      ).toEqual([])
    }
  })

  it('has every field that a recorded command printed', async () => {
    for (const file of await readdir(RECORDED)) {
      if (!file.endsWith('.txt')) continue
      for (const { line, isCommand, fields } of (await readGroup(file.slice(0, -4))).steps) {
        const name = [...commands.keys()]
          .filter((one) => `${line} `.startsWith(`${one} `))
          .sort()
          .at(-1)
        if (!isCommand) continue
        const known = told(name ?? line)
        expect(
          namesIn(fields).filter((field) => !known.has(field)),
          line,
        ).toEqual([])
      }
    }
  })
})
