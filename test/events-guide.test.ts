import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { type Event, HOST_EVENTS, isHandle, type PluginDefinition } from '../packages/core/src/index.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const guide = readFileSync(join(root, 'docs/guides/webhooks.md'), 'utf8')
const Plugin = z.object({ default: z.custom<{ definition: PluginDefinition }>((it) => typeof it === 'function') })

async function pluginsBelow(folder: string): Promise<readonly PluginDefinition[]> {
  const names = readdirSync(join(root, folder))
  const modules = names.map((name) => import(pathToFileURL(join(root, folder, name, 'src/index.ts')).href))
  return (await Promise.all(modules)).map((module) => Plugin.parse(module).default.definition)
}

const named = (text: string): readonly string[] => [...text.matchAll(/`([a-z_.]+)`/g)].map(([, name = '']) => name)
/** Types and fields of data, of each row of the table. */
const rows = guide
  .split('\n')
  .filter((line) => /^\| `[a-z_]+\.[a-z_]+`/.test(line))
  .map((line) => line.slice(1, -1).split(' | '))
  .map(([types = '', , data = '']) => ({ types: named(types), data }))
const OF_ENDPOINTS = 'of the plugin'

describe('the events in the guide of webhooks', () => {
  it("are those of the host and of all features, with the fields of their data, each feature's declared by itself", async () => {
    const events = (await pluginsBelow('packages/features')).flatMap((plugin): readonly Event[] => [
      ...(plugin.events as readonly Event[]),
    ])
    const fieldsOf = (data: z.ZodObject): readonly string[] => Object.keys(data.shape).sort()
    const defined = [
      ...Object.entries(HOST_EVENTS).map(([type, data]) => [type, fieldsOf(data)]),
      ...events.map(({ id, definition }) => [id, fieldsOf(definition.data)]),
    ]
    const documented = rows
      .filter(({ data }) => data.trim() !== OF_ENDPOINTS)
      .flatMap(({ types, data }) => types.map((type) => [type, [...named(data)].sort()]))
    expect(documented.toSorted()).toEqual(defined.toSorted())
    expect(Object.keys(HOST_EVENTS).filter((type) => !/^(key|wallet)\./.test(type))).toEqual([])
  })

  it('are those of asynchronous calls too', async () => {
    const declared = (await pluginsBelow('packages/providers'))
      .flatMap(({ endpoints }) => endpoints)
      .flatMap(({ needs, asyncResult }) => [...Object.values(needs), ...(asyncResult ? [asyncResult.event] : [])])
      .flatMap((token) => (isHandle(token) && token.kind === 'event' ? [token.id] : []))
    const documented = rows.filter(({ data }) => data.trim() === OF_ENDPOINTS).flatMap(({ types }) => types)
    expect([...documented].sort()).toEqual([...new Set(declared)].sort())
  })
})
