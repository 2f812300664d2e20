import { afterEach, expect, it } from 'vitest'
import { type TestCli, testCli } from '../test/test-cli.ts'
import { GROUPS } from './command-groups.ts'
import { groupNamed } from './commands/command-tree.ts'
import { buildProgram } from './program.ts'

let cli: TestCli
afterEach(() => cli[Symbol.asyncDispose]())

it('shows help and the version with 0', async () => {
  cli = await testCli()
  expect(await cli.parakh('--help')).toMatchObject({ code: 0, err: '' })
  expect((await cli.parakh('--version')).out).toMatch(/^\d+\.\d+\.\d+\n$/)
})

it.each([
  [['nothing']],
  [['accounts']],
  [['accounts', 'open']],
  [['accounts', 'create', '--name', 'A']],
  [['wallets', 'show', '--account', 'A', '--environment', 'live']],
  [['serve', '--port', '70000']],
  [['migrate', '--unknown']],
])('ends %j with 2 and nothing on standard output', async (args) => {
  cli = await testCli()
  const { code, out, err } = await cli.parakh(...args)
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).not.toBe('')
})

it('reports an unknown command group without a configuration', async () => {
  cli = await testCli()
  const { code, err } = await cli.parakh('gst', 'import', '--config', 'none.yaml')
  expect(code).toBe(2)
  expect(err).toContain("unknown command 'gst'")
})

it('lists each group as it describes itself', async () => {
  cli = await testCli()
  const session = { terminal: cli.terminal(), exitCode: 0, log: null }
  for (const [name, { summary, add }] of Object.entries(GROUPS)) {
    // Those of the configuration are described where they are added.
    if (add === null) continue
    const program = await buildProgram(session, { version: '0.0.0', group: name })
    expect([name, groupNamed(program, [name])?.description()]).toEqual([name, summary])
  }
})

it('needs no sound configuration for the help of a built-in group', async () => {
  cli = await testCli('plugins: 7\n')
  expect(await cli.parakh('accounts', '--help')).toMatchObject({ code: 0, out: expect.stringContaining('rename') })
  expect(await cli.parakh('accounts', 'rename', '--help')).toMatchObject({ code: 0 })
})
