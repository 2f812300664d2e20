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
