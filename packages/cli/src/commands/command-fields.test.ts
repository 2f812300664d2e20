import { defineCommand } from '@parakh/core'
import { Command } from 'commander'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { addFields, describeFields, readFields } from './command-fields.ts'
import { readInput } from './read-input.ts'

const move = defineCommand({
  name: 'move',
  summary: 'Move an order',
  args: z.object({
    order: z.string(),
    to: z.enum(['printed', 'shipped']),
    trackingNumber: z.string().optional(),
    weight_grams: z.number().default(20),
    dryRun: z.boolean().default(false),
  }),
  positional: ['order', 'to'],
  needs: {},
  run: async () => ({}),
})

async function read(...typed: string[]): Promise<object> {
  const fields = describeFields({ schema: move.args, positional: move.positional })
  const command = new Command('move').exitOverride().configureOutput({ writeErr: () => undefined })
  addFields(command, fields)
  let found: Readonly<Record<string, unknown>> = {}
  command.action((...given: unknown[]) => {
    found = readFields(fields, given, command.opts())
  })
  command.parse(typed, { from: 'user' })
  return (await readInput(move.args, found, fields)).given
}

it('takes positional arguments in their order, and nothing that was not typed', async () => {
  expect(await read('o1', 'printed')).toEqual({ order: 'o1', to: 'printed' })
})

it('takes every other field as an option with dashes', async () => {
  expect(await read('o1', 'shipped', '--tracking-number', '0012', '--weight-grams', '45', '--dry-run')).toEqual({
    order: 'o1',
    to: 'shipped',
    trackingNumber: '0012',
    weight_grams: 45,
    dryRun: true,
  })
})

it('requires what the schema requires', async () => {
  await expect(read('o1')).rejects.toThrow("missing required argument 'to'")
})
