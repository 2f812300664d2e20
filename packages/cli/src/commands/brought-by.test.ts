import { readdir } from 'node:fs/promises'
import type { PluginDefinition } from '@parakh/core'
import { commandNameOf } from '@parakh/kernel'
import { platformOperations } from '@parakh/operations'
import { expect, it } from 'vitest'
import { BROUGHT_BY } from './brought-by.ts'

const FEATURES = new URL('../../../features/', import.meta.url)

const definitionOf = async (name: string): Promise<PluginDefinition> => {
  const { default: plugin } = await import(new URL(`${name}/src/index.ts`, FEATURES).href)
  return plugin.definition
}

it('names the package of each command that a feature brings, and no other command', async () => {
  const names = await readdir(FEATURES)
  const brought = await Promise.all(
    names.map(async (name) => {
      const { id, operations, commands } = await definitionOf(name)
      const all = [
        ...operations.flatMap((one) => commandNameOf(one) ?? []),
        ...commands.map((one) => `${id} ${one.name}`),
      ]
      return all.map((command) => [command, `@parakh/${name}`] as const)
    }),
  )
  const broughtBy = (command: string): readonly string[] =>
    Object.entries(BROUGHT_BY).flatMap(([begin, name]) => (`${command} `.startsWith(`${begin} `) ? name : []))
  for (const [command, name] of brought.flat()) expect(broughtBy(command), command).toEqual([name])
  for (const begin of Object.keys(BROUGHT_BY))
    expect(brought.flat().filter(([command]) => `${command} `.startsWith(`${begin} `)).length, begin).toBeGreaterThan(0)
  for (const operation of platformOperations) {
    const command = commandNameOf(operation)
    if (command !== null) expect(broughtBy(command), command).toEqual([])
  }
})
