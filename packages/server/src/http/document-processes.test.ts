import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Accounts, Keys } from '@parakh/core'
import documents from '@parakh/documents'
import { expect, it } from 'vitest'
import { cards } from '../../test/card-plugin.ts'
import { secretsForTest } from '../../test/server-for-test.ts'
import { createServer } from '../server.ts'

it('is served by another process than its issuer, and is unreadable on disk', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parakh-documents-'))
  const config = {
    ...{ database: { client: 'sqlite3' as const, filename: join(folder, 'acme.db') }, secrets: secretsForTest() },
    ...{ plugins: [cards(), documents()], server: { port: 0, publicUrl: 'https://api.acme.example' } },
  }
  const first = await createServer(config, { logger: false })
  const { id } = await first.host.get(Accounts).create({ name: 'Acme', role: 'developer' })
  const { key, apiSecret } = await first.host.get(Keys).create({ accountId: id, environment: 'sandbox' })
  const reply = await first.app.inject({
    ...{ method: 'POST', url: '/api/v1/card', payload: { name: 'Zubeida Zaveri' } },
    headers: { 'x-api-key': key.publicId, 'x-api-secret': apiSecret },
  })
  const { pathname } = new URL(reply.json().data.pdf_url)
  const drawn = (await first.app.inject(pathname)).rawPayload
  await first.close()

  const second = await createServer(config, { logger: false })
  const served = await second.app.inject(pathname)
  expect(served.statusCode).toBe(200)
  expect(served.rawPayload.equals(drawn)).toBe(true)
  await second.close()
  for (const file of await readdir(folder))
    expect(await readFile(join(folder, file), 'latin1')).not.toContain('Zubeida')
  await rm(folder, { recursive: true, force: true })
})
