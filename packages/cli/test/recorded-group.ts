import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** A step of a group's file: a command or a preparation, and the fields that its `--json` must have. */
export interface RecordedStep {
  /** As it stands after `$ ` or `> `. */
  readonly line: string
  /** False: `> `, a preparation, which is no command. */
  readonly isCommand: boolean
  readonly fields: Readonly<Record<string, unknown>>
}

/** What the commands of a group promise to scripts. */
export interface RecordedGroup {
  /** The options of each command. */
  readonly commands: Readonly<Record<string, readonly string[]>>
  readonly steps: readonly RecordedStep[]
}

const SEPARATOR = '\n---\n'
const fileOf = (group: string): string => fileURLToPath(new URL(`recorded/${group}.txt`, import.meta.url))

/** Reads `recorded/<group>.txt`: commands with options, a line `---`, then steps with the fields of their JSON. */
export async function readGroup(group: string): Promise<RecordedGroup> {
  const [listed = '', runs = ''] = (await readFile(fileOf(group), 'utf8')).split(SEPARATOR)
  const commands = listed.split(/\n(?! )/).map((lines) => lines.split('\n  '))
  const steps = runs.split(/^(?=[$>] )/m).filter((step) => step.trim() !== '')
  return {
    commands: Object.fromEntries(commands.map(([command = '', ...options]) => [command, options])),
    steps: steps.map(readStep),
  }
}

function readStep(step: string): RecordedStep {
  const [first = '', ...lines] = step.trimEnd().split('\n')
  const fields = lines.map((line) => {
    const [, name = '', value = ''] = /^ {2}(\w+): (.*)$/.exec(line) ?? []
    return [name, JSON.parse(value)] as const
  })
  return { line: first.slice(2), isCommand: first.startsWith('$'), fields: Object.fromEntries(fields) }
}

/** Writes what was found: for a new step, never to make a comparison pass. */
export async function writeGroup(group: string, { commands, steps }: RecordedGroup): Promise<void> {
  const runs = steps.map(({ line, isCommand, fields }) =>
    [
      `${isCommand ? '$' : '>'} ${line}`,
      ...Object.entries(fields).map(([name, value]) => `  ${name}: ${JSON.stringify(value)}`),
    ].join('\n'),
  )
  const listed = Object.entries(commands).map(([command, options]) => [command, ...options].join('\n  '))
  await writeFile(fileOf(group), `${listed.join('\n')}${SEPARATOR}${runs.join('\n')}\n`)
}
