import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHash } from 'node:crypto'
import { inr, NO_WRITES, micro } from '@parakh/core'
import { decide } from '@parakh/kernel'
import { it } from 'vitest'
import { collectingLogger, sequentialIds } from '@parakh/testkit'
import { createStore } from './create-store.ts'

for (const client of (process.env['BENCH'] ?? '').split(',').filter(Boolean))
  it(`measures ${client}`, async () => {
    let database: any = { client: 'sqlite3', filename: join(mkdtempSync(join(process.env['BENCH_DIR'] ?? tmpdir(), 'bench-')), 'b.db') }
    if (client === 'pg') database = { client: 'pg', connection: process.env['PARAKH_TEST_POSTGRES'] }
    let batches = 0
    const counted: typeof decide = (state, ops) => { batches++; return decide(state, ops) }
    const clock = { now: () => new Date(), monotonicMs: () => performance.now() }
    const ids = sequentialIds(77)
    const store = await createStore({ database, decide: counted, clock, ids, logger: collectingLogger(), tablePrefix: 'b_', batch: { maxSize: Number(process.env['SIZE'] ?? 64), lanes: Number(process.env['LANES'] ?? 2) }, secrets: { pepper: [{ id: 'p', value: 'x' }], masterKey: [{ id: 'm', value: Buffer.alloc(32, 3).toString('base64') }] } })
    await store.migrate()
    const payers: { accountId: string; environment: 'production'; key: { id: string; version: number } }[] = []
    for (let i = 0; i < 100; i++) {
      const account = await store.accounts.create({ name: 'a', role: 'developer' })
      await store.accounts.approveKyc(account.id)
      const owner = { accountId: account.id, environment: 'production' } as const
      const { key } = await store.keys.create(owner)
      await store.wallet.credit({ ...owner, amount: inr('900000'), reference: 'r', actor: 'x' })
      payers.push({ ...owner, key })
    }
    const body = Buffer.from(JSON.stringify({ status: 'success', data: 'x'.repeat(500) }))
    let pairs = 0
    let stop = false
    const loops = Number(process.env['LOOPS'] ?? 128)
    const latencies: number[] = []
    const loop = async (n: number) => {
      for (let i = 0; !stop; i++) {
        const p = payers[(n * 7 + i) % payers.length]!
        const reference = ids.next()
        const at = Date.now()
        const of = { accountId: p.accountId, environment: p.environment, at }
        const claim = createHash('sha256').update(reference).digest().subarray(0, 16).toString('base64url')
        const t = performance.now()
        const a = await store.billing.admit({ ...of, reference, keyId: p.key.id, keyVersion: p.key.version, endpoint: 'bank-ifsc-details', requestId: reference, claim, fingerprint: claim, price: inr('0.50'), priceVersion: 'plugin:1', legs: [], limits: { endpoint: 1e9, total: 1e9, inFlight: 1e6 }, alreadyCounted: false, leaseMs: 30000, owner: 'o', consent: null })
        if (a.kind !== 'admitted') throw new Error(JSON.stringify(a))
        const s = await store.billing.settle({ ...of, reference, keyId: p.key.id, epoch: a.epoch, outcome: 'answer', charged: inr('0.50'), response: { status: 200, body }, usage: { ...of, keyId: p.key.id, reference, requestId: reference, endpoint: 'bank-ifsc-details', status: 200, outcome: 'answer', code: null, latencyMs: 3, charged: inr('0.50'), ip: '127.0.0.1', day: '2026-01-01', counted: true }, writes: NO_WRITES })
        if (s.kind !== 'done') throw new Error(JSON.stringify(s))
        latencies.push(performance.now() - t)
        pairs++
      }
    }
    const started = Array.from({ length: loops }, (_, n) => loop(n))
    await new Promise((r) => setTimeout(r, 1500))
    pairs = 0; batches = 0; latencies.length = 0
    const c0 = process.cpuUsage()
    const t0 = performance.now()
    await new Promise((r) => setTimeout(r, Number(process.env['MS'] ?? 5000)))
    const seconds = (performance.now() - t0) / 1000
    const cpu = process.cpuUsage(c0)
    const report = { client, rate: Math.round(pairs / seconds), perBatch: (2 * pairs / batches).toFixed(1), msPerBatch: (1000 * seconds / batches).toFixed(2), cpu: ((cpu.user + cpu.system) / 1e6 / seconds).toFixed(2), p50: latencies.sort((a, b) => a - b)[latencies.length >> 1]?.toFixed(1), p99: latencies[Math.floor(latencies.length * 0.99)]?.toFixed(1) }
    stop = true
    await Promise.all(started)
    const t1 = performance.now()
    const v = await store.ledger.verify()
    console.log(JSON.stringify(report), JSON.stringify({ ...v, broken: v.broken.slice(0, 3) }), Math.round(performance.now() - t1) + 'ms verify')
    await store.close()
    void micro
  }, 120000)
