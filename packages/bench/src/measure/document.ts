import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Accounts, inr, Keys, Wallet } from '@parakh/core'
import dl from '@parakh/dl'
import documents from '@parakh/documents'
import { createServer, defineConfig } from '@parakh/server'
import { median } from './median.ts'

const WARM_UP = 20
const DOWNLOADS = 50

/** Milliseconds of processor time that the first download of a licence takes: read, decrypted, drawn and sent. */
export async function documentCpu(): Promise<number> {
  const secret = () => randomBytes(32).toString('base64')
  const server = await createServer(
    defineConfig({
      database: { client: 'sqlite3', filename: join(mkdtempSync(join(tmpdir(), 'parakh-bench-')), 'parakh.db') },
      plugins: [dl(), documents()],
      rateLimits: { perEndpoint: 1_000, sandbox: 1_000 },
      // Nothing listens: what is drawn is asked of the application itself.
      server: { publicUrl: 'https://bench.example' },
      secrets: { pepper: secret(), masterKey: secret(), jwtKeys: secret() },
    }),
    { logger: false },
  )
  const { id: accountId } = await server.host.get(Accounts).create({ name: 'bench', role: 'developer' })
  const issued = await server.host.get(Keys).create({ accountId, environment: 'sandbox' })
  const [scenario] = (await server.host.scenarios()).filter(({ endpoint }) => endpoint === 'dl-print')
  await server.host.get(Wallet).credit({
    ...{ accountId, environment: 'sandbox', amount: inr('10000'), reference: 'bench', actor: 'bench' },
  })
  const figures: number[] = []
  for (let download = 0; download < WARM_UP + DOWNLOADS; download += 1) {
    // Each its own: what was drawn a moment ago is still at hand.
    const { body } = await server.host.call('dl-print', scenario?.request.query ?? {}, { keyId: issued.key.id })
    const { pathname } = new URL(String(Object(body).pdf_url))
    const before = process.cpuUsage()
    const reply = await server.app.inject(pathname)
    const { user, system } = process.cpuUsage(before)
    if (reply.statusCode !== 200) throw new Error(`a document was answered with ${reply.statusCode}`)
    if (download >= WARM_UP) figures.push((user + system) / 1000)
  }
  await server.close()
  return median(figures)
}
