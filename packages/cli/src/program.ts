import { Command } from 'commander'
import { GROUPS, INNER_GROUPS } from './command-groups.ts'
import { groupNamed } from './commands/command-tree.ts'
import { reportUsage } from './terminal/notice.ts'
import type { Session } from './terminal/session.ts'

/**
 * Builds the command line without what plugins bring, which needs a configuration.
 *
 * @param group The group whose commands are added; the others are only listed. Default: none, as for help.
 */
export async function buildProgram(
  session: Session,
  { version, group: chosen }: { readonly version: string; readonly group?: string | undefined },
): Promise<Command> {
  const { terminal } = session
  const program = new Command('parakh')
    .description('Sell API calls from a prepaid wallet.')
    .version(version)
    .exitOverride()
    .showHelpAfterError('(add --help for the options)')
    .configureOutput({
      writeOut: (text) => terminal.out(text),
      writeErr: (text) => reportUsage(session, text),
    })
    .addHelpText(
      'after',
      '\nPlugins add commands of their own, such as "parakh ifsc import FILE": "parakh plugins list" names them.',
    )
  for (const [name, { summary, add }] of Object.entries(GROUPS)) {
    // Those of the configuration are added where it lists what brings them.
    if (add === null) continue
    if (name !== chosen) program.command(name).description(summary)
    else (await add())(program, session)
    describeGroup(program, name)
  }
  return program
}

/** A group that operations make has no words of its own. */
export function describeGroup(program: Command, name: string): void {
  const inner = Object.entries(INNER_GROUPS).filter(([words]) => words.startsWith(`${name} `))
  for (const [words, summary] of [[name, GROUPS[name]?.summary ?? ''] as const, ...inner]) {
    const group = groupNamed(program, words.split(' '))
    if (group?.description() === '') group.description(summary)
  }
}
