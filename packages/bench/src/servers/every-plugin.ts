import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import agristack from '@parakh/agristack'
import challan from '@parakh/challan'
import dl from '@parakh/dl'
import gst from '@parakh/gst'
import ifsc from '@parakh/ifsc'
import npci from '@parakh/npci'
import otp from '@parakh/otp'
import pan from '@parakh/pan'
import print from '@parakh/print'
import ration from '@parakh/ration'
import rc from '@parakh/rc'
import { createServer, defineConfig } from '@parakh/server'
import voter from '@parakh/voter'
import { tellReady } from './ready.ts'

// A host with every plugin there is: how long it takes to start, and for the compiler to check this file.
const server = await createServer(
  defineConfig({
    server: { host: '127.0.0.1', port: 0 },
    database: { client: 'sqlite3', filename: join(mkdtempSync(join(tmpdir(), 'parakh-bench-')), 'parakh.db') },
    plugins: [
      ...[ifsc(), pan(), gst(), rc(), dl(), npci()],
      ...[voter(), ration(), challan(), agristack(), print(), otp()],
    ],
    secrets: {
      pepper: randomBytes(32).toString('base64'),
      masterKey: randomBytes(32).toString('base64'),
      jwtKeys: randomBytes(32).toString('base64'),
    },
  }),
)
const { url } = await server.listen()
process.on('message', (message) => {
  if (message !== 'memory') return
  globalThis.gc?.()
  process.send?.({ memory: process.memoryUsage().rss })
})
tellReady({ url, callers: [] })
