import { type PluginUnderTest, pluginOf } from '../plugin/check-plugin.ts'
import type { UpstreamReply } from '../upstream/exchange.ts'
import { reply } from '../upstream/replies.ts'
import { endpointsOf, withSubjects } from './check-hostile-upstream.ts'
import { collectGarbage } from './collect-garbage.ts'
import { answering } from './good-answers.ts'
import type { HostileUpstreamOptions } from './hostile-options.ts'
import type { Subject } from './operation-trial.ts'

const MEGABYTE = 1_048_576
/** The process may grow by so much, in megabytes, while far more is thrown at it. */
const MOST_GROWTH = 50
const ROUNDS = 3
/** What would take memory if it were read. */
const HEAVY: readonly UpstreamReply[] = [
  reply.huge(200),
  reply.declaring(1_073_741_824),
  reply.gzipBomb(200),
  reply.deepJson(400_000),
]

/** The most memory that the process had after one of the heavy replies, in bytes. */
async function throwAt({ trial, good, name, operation, record }: Subject): Promise<number> {
  let peak = 0
  for (const heavy of HEAVY) {
    trial.behave(good)
    const fields = (await trial.stated()) ?? good.fields
    const said = answering(operation, record, () => heavy)
    trial.upstream.on(`/${name}`, said)
    collectGarbage()
    await trial.ask(fields)
    peak = Math.max(peak, process.memoryUsage.rss())
  }
  return peak
}

/**
 * Whether a plugin keeps its memory while its upstream sends far more than it may.
 *
 * @returns What it finds: nothing for a good plugin.
 * @example
 * expect(await checkHostileMemory(pan, { createUpstream })).toEqual([])
 */
export async function checkHostileMemory(
  plugin: PluginUnderTest,
  options: HostileUpstreamOptions,
): Promise<readonly string[]> {
  const given = { plugin: pluginOf(plugin), options }
  const [endpoint] = endpointsOf(given.plugin)
  if (!endpoint) return []
  return await withSubjects(given, endpoint, async (_trial, [subject]) => {
    if (!subject) return []
    // What a first run takes, compiled code above all, stays.
    const before = await throwAt(subject)
    let peak = before
    for (let round = 1; round < ROUNDS; round += 1) peak = Math.max(peak, await throwAt(subject))
    const grown = Math.round((peak - before) / MEGABYTE)
    return grown < MOST_GROWTH ? [] : [`${endpoint.id}: the process grew by ${grown} MB`]
  })
}
