import { randomUUID } from 'node:crypto'
import type { Operation } from '@parakh/core'
import { commandNameOf } from '@parakh/kernel'
import { type Command, Option } from 'commander'
import * as z from 'zod'
import { actorOf, readerOf } from '../terminal/actor.ts'
import { addChange, addCommand, type CommonOptions } from '../terminal/common-options.ts'
import type { Session } from '../terminal/session.ts'
import { addFields, describeFields, readFields } from './command-fields.ts'
import { groupAt } from './command-tree.ts'
import { formatOf, isFileCommand, openOut, printAnswer } from './operation-answer.ts'
import { runOperation } from './operation-run.ts'
import { readInput, withFiles } from './read-input.ts'
import { typedRefusal } from './typed-faults.ts'

/** The group that an operation's command is in; null: it has no command. */
export const groupOf = (operation: Operation): string | null => commandNameOf(operation)?.split(' ')[0] ?? null

/** Adds the commands of operations, with arguments and options from the input of each. */
export function addOperationCommands(program: Command, session: Session, operations: readonly Operation[]): void {
  for (const operation of operations) {
    const name = commandNameOf(operation)
    if (name !== null) addOperationCommand(program, session, { operation, words: name.split(' ') })
  }
}

interface Placed {
  readonly operation: Operation
  readonly words: readonly string[]
}

function addOperationCommand(program: Command, session: Session, { operation, words }: Placed): void {
  const group = groupAt(program, words.slice(0, -1))
  const name = words.at(-1) ?? ''
  const { effect, summary, input: schema, idempotent } = operation
  const { positional = [], options: how = {}, flags = {} } = operation.command ?? {}
  const fields = describeFields({ schema, positional, options: how, flags })
  const add = effect === 'write' ? addChange : addCommand
  const command = add(group, name, startingLow(summary))
  addFields(command, fields)
  const { out: besides } = operation.command ?? {}
  if (isFileCommand(operation))
    command.addOption(
      new Option('--out <file>', 'write it to this file, which must not exist').makeOptionMandatory(
        operation.output.type === 'never',
      ),
    )
  if (besides)
    command.option(
      `--${besides.flag ?? 'out'} <file>`,
      `a new file: ${besides.formats.map((one) => `.${one}`).join(' or ')}`,
    )
  command.action(async (...given: unknown[]) => {
    const options = command.opts<CommonOptions & Record<string, unknown>>()
    const named = z
      .string()
      .optional()
      .parse(options[besides?.flag ?? 'out'])
    const typed = await withFiles(session.terminal, fields, readFields(fields, given, options))
    const input = await readInput(schema, typed, fields)
    const by = effect === 'write' ? actorOf(options) : readerOf()
    const format = formatOf(operation, named)
    await using out = await openOut(session.terminal, operation, named)
    await runOperation(session, options, {
      ...{ operation, input, by, once: idempotent ? randomUUID() : null },
      take: (answer) => printAnswer(session, options, { operation, answer, input, out, format }),
    }).catch((thrown: unknown) => {
      throw typedRefusal(fields, thrown)
    })
  })
}

/** `Revoke a key` as the help of a command has it. */
const startingLow = (summary: string): string => summary.charAt(0).toLowerCase() + summary.slice(1)
