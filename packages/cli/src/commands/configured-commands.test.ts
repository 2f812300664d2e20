import analytics from '@parakh/analytics'
import documents from '@parakh/documents'
import funding from '@parakh/funding'
import invoicing from '@parakh/invoicing'
import { commandNameOf } from '@parakh/kernel'
import plans from '@parakh/plans'
import resale from '@parakh/resale'
import webhooks from '@parakh/webhooks'
import { Command } from 'commander'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TestCli, testCli } from '../../test/test-cli.ts'
import { BROUGHT_BY } from './brought-by.ts'
import { addConfiguredCommands } from './configured-commands.ts'

let cli: TestCli
beforeEach(async () => {
  cli = await testCli()
})
afterEach(() => cli[Symbol.asyncDispose]())

it.each(Object.entries(BROUGHT_BY))(
  'says that %s comes with %s, which the configuration does not list, and how to add it',
  async (command, name) => {
    const session = { terminal: cli.terminal(), exitCode: 0, log: null }
    const typed = { words: [...command.split(' '), 'list'], config: undefined, help: false, isBuiltIn: false }
    const added = addConfiguredCommands(new Command('parakh'), session, typed)
    await expect(added).rejects.toMatchObject({
      code: 'COMMAND_NOT_CONFIGURED',
      message: expect.stringMatching(
        new RegExp(`"${command}".*npm install ${name}, and "${name}": \\{\\} below plugins`),
      ),
    })
  },
)

it('knows of every command of a feature who brings it, and of no other command', () => {
  const features = { analytics, documents, funding, invoicing, plans, resale, webhooks }
  const brought = Object.entries(features).flatMap(([name, { definition }]) =>
    definition.operations.flatMap((operation) => {
      const command = commandNameOf(operation)
      return command === null ? [] : [{ command, by: `@parakh/${name}` }]
    }),
  )
  const isOf = (command: string, words: string) => `${command} `.startsWith(`${words} `)
  const known = Object.entries(BROUGHT_BY)
  for (const { command, by } of brought)
    expect(
      known.find(([words]) => isOf(command, words)),
      command,
    ).toEqual([expect.anything(), by])
  for (const [words, by] of known)
    expect(
      brought.some((one) => one.by === by && isOf(one.command, words)),
      words,
    ).toBe(true)
})

it('refuses no command that no package of ours brings', async () => {
  const session = { terminal: cli.terminal(), exitCode: 0, log: null }
  const program = new Command('parakh')
  await addConfiguredCommands(program, session, {
    words: ['ifsc', 'import'],
    config: undefined,
    help: false,
    isBuiltIn: false,
  })
  expect(program.commands.map((command) => command.name())).toContain('ifsc')
})
