import type { Command, Option } from 'commander'

/** The options of every command, which are not compared. */
const COMMON: ReadonlySet<string> = new Set(['--config', '--json', '--help'])

/**
 * The commands below a command, with arguments, and the options of each. Order, texts and defaults are not compared.
 *
 * @param path What is typed before the command: `keys`.
 */
export function flagsOf(command: Command, path: string): Readonly<Record<string, readonly string[]>> {
  const below = command.commands.map((one) => flagsOf(one, `${path} ${one.name()}`))
  if (below.length > 0) return Object.assign({}, ...below)
  const operands = command.registeredArguments.map((one) => {
    const name = one.variadic ? `${one.name()}...` : one.name()
    return one.required ? ` <${name}>` : ` [${name}]`
  })
  const options = command.options.filter(({ long }) => !COMMON.has(long ?? ''))
  return { [`${path}${operands.join('')}`]: options.map(described).sort() }
}

function described(option: Option): string {
  const value = option.argChoices?.join('|') ?? (option.isBoolean() ? '' : 'VALUE')
  const many = option.variadic ? '...' : ''
  return `${option.long}${value === '' ? '' : ` ${value}`}${many}${option.mandatory ? ', required' : ''}`
}
