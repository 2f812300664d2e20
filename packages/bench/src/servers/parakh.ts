import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Accounts, inr, Keys, Wallet } from '@parakh/core'
import ifsc from '@parakh/ifsc'
import { createServer, defineConfig } from '@parakh/server'
import { tellReady } from './ready.ts'

// The whole product: credentials, rate windows, request id, hold, provider, stored answer, ledger, usage row, all durable.
const CALLERS = Number(process.env['BENCH_CALLERS'] ?? 100)
const ENOUGH = 1_000_000
const server = await createServer(
  defineConfig({
    server: { host: '127.0.0.1', port: 0 },
    database: { client: 'sqlite3', filename: join(mkdtempSync(join(tmpdir(), 'parakh-bench-')), 'parakh.db') },
    plugins: [ifsc()],
    rateLimits: { perEndpoint: ENOUGH, sandbox: ENOUGH, production: ENOUGH, inFlight: 10_000 },
    secrets: {
      pepper: randomBytes(32).toString('base64'),
      masterKey: randomBytes(32).toString('base64'),
      jwtKeys: randomBytes(32).toString('base64'),
    },
  }),
)
const [accounts, keys, wallet] = [server.host.get(Accounts), server.host.get(Keys), server.host.get(Wallet)]
const callers = []
for (let n = 0; n < CALLERS; n += 1) {
  const { id: accountId } = await accounts.create({ name: `bench ${n}`, role: 'developer' })
  await wallet.credit({ accountId, environment: 'sandbox', amount: inr('9999999'), reference: 'bench', actor: 'bench' })
  const issued = await keys.create({ accountId, environment: 'sandbox' })
  callers.push({ 'x-api-key': issued.key.publicId, 'x-api-secret': issued.apiSecret })
}
const { url } = await server.listen()
process.on('message', (message) => {
  if (message !== 'memory') return
  // Without a collection the figure says when the last one was, not what is held.
  globalThis.gc?.()
  process.send?.({ memory: process.memoryUsage().rss })
})
tellReady({ url, callers })
