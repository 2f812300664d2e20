import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import * as z from 'zod'
import type { PluginDefinition } from '../packages/core/src/index.ts'
import { platformOperations } from '../packages/operations/src/index.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const Plugin = z.object({ default: z.custom<{ definition: PluginDefinition }>((it) => typeof it === 'function') })

const featureOperations = async () => {
  const modules = readdirSync(join(root, 'packages/features')).map(
    async (name) => await import(pathToFileURL(join(root, 'packages/features', name, 'src/index.ts')).href),
  )
  return (await Promise.all(modules)).flatMap((module) => Plugin.parse(module).default.definition.operations)
}

/** `/accounts/{account_id}/wallets` of what is below it, `/keys` of `/keys/{key_id}`. */
const resourceOf = (path: string): string => {
  const [, first = '', id, below] = path.split('/')
  return first === 'accounts' && below !== undefined ? `/accounts/${id}/${below}` : `/${first}`
}

it('the guide of the admin API has every resource of the platform and of all features, and no other', async () => {
  const guide = readFileSync(join(root, 'docs/guides/admin-api.md'), 'utf8')
  const [, table = ''] = /\n## Resources\n([\s\S]*?)\n## /.exec(guide) ?? []
  const documented = [...table.matchAll(/`(\/[^`]+)`/g)].map(([, path = '']) => path)
  const paths = [...platformOperations, ...(await featureOperations())].flatMap(({ path }) => path ?? [])
  expect([...new Set(documented.filter((path) => path !== '/admin/v1').map(resourceOf))].sort()).toEqual(
    [...new Set(paths.map(resourceOf))].sort(),
  )
})
