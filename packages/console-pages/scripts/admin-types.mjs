// Makes the types of the admin API from its document, of a server with every feature. Lists are JSON here: CSV and PDF are downloads.
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import openapi, { astToString } from 'openapi-typescript'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const TO = fileURLToPath(new URL('../data/admin.ts', import.meta.url))

const { status, stdout, stderr } = spawnSync(
  process.execPath,
  ['packages/cli/bin/parakh.js', 'openapi', '--admin', '--config', 'examples/white-label/parakh.yaml'],
  { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
)
if (status !== 0) throw new Error(`The admin document could not be made:\n${stderr}`)
const document = JSON.parse(stdout)
for (const path of Object.values(document.paths))
  for (const operation of Object.values(path))
    for (const response of Object.values(operation.responses ?? {}))
      if (response.content?.['application/json'])
        response.content = { 'application/json': response.content['application/json'] }

mkdirSync(join(TO, '..'), { recursive: true })
writeFileSync(TO, astToString(await openapi(document, { defaultNonNullable: false })))
