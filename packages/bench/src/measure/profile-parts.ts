import type { ProfileNode, ServerProfile } from '../servers/profile-requests.ts'

const IDLE = 'idle'
/** Frames of V8 that are no function. */
const OF_V8: ReadonlyMap<string, string> = new Map([
  ['(idle)', IDLE],
  ['(root)', IDLE],
  ['(program)', 'Node and V8, outside any function'],
  ['(garbage collector)', 'collecting garbage'],
])
/** By where a function was written; the first that fits. */
const BY_URL: readonly (readonly [RegExp, string])[] = [
  [/^node:internal\/crypto|^node:crypto/, 'crypto'],
  [/^node:(_http|http|net|stream|internal\/(http|streams|stream_base_commons|net))/, 'HTTP and sockets'],
  [/^node:/, 'timers, events, promises'],
  [/\/node_modules\/(fastify|find-my-way|avvio|fast-json-stringify|@fastify\/[^/]+)\//, 'fastify'],
  [/\/node_modules\/(pino|sonic-boom|thread-stream|safe-stable-stringify)\//, 'log'],
  [/\/node_modules\/(sqlite3|knex|pg|pg-[^/]+|tarn|postgres-[^/]+)\//, 'database driver'],
  [/\/node_modules\/(zod|ulid)\//, 'validation and ids'],
  [/\/packages\/(core|kernel|store|server|upstream|documents)\//, '@parakh/$1'],
  [/\/packages\/(providers|bench)\//, 'plugin'],
]

function ownPart({ functionName, url }: ProfileNode['callFrame']): string | null {
  const v8 = OF_V8.get(functionName)
  if (v8 !== undefined) return v8
  for (const [pattern, part] of BY_URL) {
    const found = pattern.exec(url)
    if (found) return part.replace('$1', found[1] ?? '')
  }
  return null
}

/** What the main thread did, as shares of the time that it was not idle. What is native (`writev`, a hash) belongs to who called it. */
export function partsOf({ nodes, samples, timeDeltas }: ServerProfile): ReadonlyMap<string, number> {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const partOf = new Map<number, string>()
  const visit = (node: ProfileNode, inherited: string): void => {
    const part = ownPart(node.callFrame) ?? inherited
    partOf.set(node.id, part)
    for (const id of node.children ?? []) {
      const child = byId.get(id)
      if (child) visit(child, part)
    }
  }
  const [root] = nodes
  if (root) visit(root, 'other')
  const parts = new Map<string, number>()
  for (const [index, id] of samples.entries()) {
    const part = partOf.get(id) ?? 'other'
    parts.set(part, (parts.get(part) ?? 0) + (timeDeltas[index] ?? 0))
  }
  parts.delete(IDLE)
  const busy = [...parts.values()].reduce((sum, one) => sum + one, 0)
  return new Map([...parts].map(([part, time]) => [part, time / busy]))
}
