import type { Command } from 'commander'

/** The command or group of this name directly below another. */
export const childOf = (parent: Command, name: string): Command | undefined =>
  parent.commands.find((command) => command.name() === name)

/** The command or group that all of these words name. */
export const groupNamed = (program: Command, words: readonly string[]): Command | undefined =>
  words.reduce<Command | undefined>((parent, word) => parent && childOf(parent, word), program)

/** The group of commands that these words name, such as `wallets tasks`: what is not there yet is added. */
export const groupAt = (program: Command, words: readonly string[]): Command =>
  words.reduce((parent, word) => childOf(parent, word) ?? parent.command(word), program)

/** The command that the first of these words name: the others are its arguments. Undefined: none, or a group. */
export function commandNamed(program: Command, words: readonly string[]): Command | undefined {
  let found = program
  for (const word of words) {
    const below = childOf(found, word)
    if (!below) break
    found = below
  }
  return found === program || found.commands.length > 0 ? undefined : found
}
