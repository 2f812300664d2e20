import { decide } from '@parakh/kernel'
import { manualClock } from './fakes/manual-clock.ts'
import { sequentialIds } from './fakes/sequential-ids.ts'
import { createMemoryStore } from './memory/memory-store.ts'
import { testStore } from './suites/test-store.ts'
const m = process.env['MUTANT'] ?? ''
const mut: any = (state: any, ops: any) => {
  if (m === 'stale-read') { const w = new Map(state.wallets); state = { ...state, wallets: w } ; const r = ops.map((o: any) => decide(state, [o])); return { results: r.map((x: any) => x.results[0]), changes: r.reduce((a: any, x: any) => { for (const k of Object.keys(x.changes)) a[k] = [...(a[k] ?? []), ...x.changes[k]]; return a }, {}) } }
  if (m === 'no-limits') ops = ops.map((o: any) => o.kind === 'admit' ? { ...o, limits: { ...o.limits, inFlight: 1e9 } } : o)
  if (m === 'force-expire') ops = ops.map((o: any) => o.kind === 'expire' ? { ...o, force: true } : o)
  const d = decide(state, ops); let c: any = d.changes
  if (m === 'drop-events') c = { ...c, events: c.events.slice(1) }
  if (m === 'drop-jobs') c = { ...c, jobs: [] }
  if (m === 'drop-inputs') c = { ...c, inputs: [] }
  if (m === 'drop-entry') c = { ...c, entries: c.entries.filter((e: any) => e.ledgerAccount !== 'revenue') }
  if (m === 'no-windows') c = { ...c, windows: [] }
  if (m === 'text-body') c = { ...c, responses: c.responses.map((r: any) => ({ ...r, body: new TextEncoder().encode(new TextDecoder().decode(r.body)) })) }
  return { ...d, changes: c }
}
testStore('mutant', { processes: true, create: async () => {
  const clock = manualClock()
  const mk = (lane: number, tables?: any): any => {
    const s: any = createMemoryStore({ decide: mut, clock, ids: sequentialIds(lane), ...(tables ? { tables } : {}) })
    const over: any = { ...s }
    if (m === 'takeover') over.billing = { ...s.billing, takeOver: async (r: any, e: any, o: any, l: any) => { const c = s.tables.calls.get(r); s.tables.calls.set(r, { ...c, epoch: e + 1, owner: o, leaseUntil: l }); return e + 1 } }
    if (m === 'find-any') over.billing = { ...s.billing, find: (_w: any, by: any) => 'reference' in by ? s.billing.findByReference(by.reference) : s.billing.find(_w, by) }
    if (m === 'sweep-none') over.billing = { ...s.billing, sweep: async () => 0 }
    if (m === 'wait') over.billing = { ...s.billing, waitFor: async () => undefined }
    if (m === 'rotate') over.keys = { ...s.keys, rotate: (id: any) => s.keys.rotate(id, 1e9) }
    if (m === 'kyc') over.keys = { ...s.keys, create: async (k: any) => { await s.accounts.approveKyc(k.accountId).catch(() => 0); return s.keys.create(k) } }
    if (m === 'claim-twice') over.jobs = { ...s.jobs, claim: (o: any, at: any, x: any) => s.jobs.claim(o, at, { ...x, leaseMs: 0 }) }
    if (m === 'retry') over.jobs = { ...s.jobs, retry: (id: any, _r: any, e: any) => s.jobs.retry(id, 0, e) }
    if (m === 'schedule') over.jobs = { ...s.jobs, schedule: (n: any, r: any) => s.jobs.schedule(n, r + Math.floor(Math.random() * 9)) }
    if (m === 'oldest') over.records = { ...s.records, find: async (c: any, sc: any, by: any) => { const p = await s.records.page(c, sc, { cursor: null, limit: 999, state: null }); let last = null; for (const i of p.items) { const f = await s.records.find(c, sc, by); if (f) last = i } return last } }
    if (m === 'today') over.usage = { counts: async (a: any, e: any, at: any) => { const c = await s.usage.counts(a, e, at); return { ...c, today: c.total } } }
    if (m === 'purge-all') over.billing = { ...s.billing, purge: () => s.billing.purge(Infinity) }
    if (m === 'checksum') over.keys = { ...s.keys, findByPublicId: async (p: any) => { const k = [...s.tables.keys.values()].find((x: any) => x.key.publicId.slice(0, -1) === p.slice(0, -1)) as any; return k ? s.keys.get(k.key.id) : null } }
    if (m === 'delivered') over.outbox = { ...s.outbox, delivered: async () => undefined }
    return over
  }
  const store = mk(1)
  return { store, clock, second: async () => mk(2, store.tables), close: () => store.close() }
} })
