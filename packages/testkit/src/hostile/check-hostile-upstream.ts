import type { Endpoint, Plugin } from '@parakh/core'
import { type PluginUnderTest, pluginOf } from '../plugin/check-plugin.ts'
import { EXPIRED_CERTIFICATE } from '../upstream/expired-certificate.ts'
import { type FakeUpstream, fakeUpstream } from '../upstream/fake-upstream.ts'
import type { GoodCase } from './good-answers.ts'
import type { HostileUpstreamOptions } from './hostile-options.ts'
import { establish, openTrial, type Trial } from './hostile-trial.ts'
import { checkLaterResults } from './later-results.ts'
import { checkOperation, type Subject } from './operation-trial.ts'
import { checkUnknownWrites } from './unknown-writes.ts'

/** What is checked, and how. */
export interface Given {
  readonly plugin: Plugin
  readonly options: HostileUpstreamOptions
}

/** The endpoints that ask an upstream. */
export const endpointsOf = ({ definition }: Plugin): readonly Endpoint[] =>
  definition.endpoints.filter(({ uses }) => uses)

/** Opens a trial for an endpoint, finds what a good upstream is answered, and closes it again. */
export async function withSubjects(
  given: Given,
  endpoint: Endpoint,
  check: (trial: Trial, subjects: readonly Subject[]) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const trial = await openTrial({ plugin: given.plugin, endpoint }, given.options)
  try {
    const found = await establish(trial)
    if ('problem' in found) return [`${endpoint.id}: ${found.problem}`]
    const subjects = Object.entries(trial.operations).flatMap(([name, operation]) => {
      const record = found.good.records[name]
      return found.asked.includes(name) && record ? [{ trial, good: found.good, name, operation, record }] : []
    })
    if (subjects.length === 0) return [`${endpoint.id}: it is answered without asking its upstream`]
    return await check(trial, subjects)
  } finally {
    await trial.close()
  }
}

/** A certificate that is not to be trusted: nothing of the request leaves. */
async function checkCertificate(given: Given, endpoint: Endpoint, good: GoodCase): Promise<readonly string[]> {
  // What needs an earlier call of this very upstream cannot be asked here.
  if (given.options.requests?.[endpoint.id]) return []
  const trial = await openTrial({ plugin: given.plugin, endpoint }, given.options, EXPIRED_CERTIFICATE)
  try {
    const { reply: answered, spent, held } = await trial.ask(good.fields)
    const sent = trial.upstream.requests.length
    const kept = answered.outcome === 'failed' && spent === 0 && held === 0 && sent === 0
    return kept ? [] : [`${endpoint.id}, expired certificate: it sent ${sent} requests, ended ${answered.outcome}`]
  } finally {
    await trial.close()
  }
}

async function checkEndpoint(given: Given, endpoint: Endpoint, canary: FakeUpstream): Promise<readonly string[]> {
  return await withSubjects(given, endpoint, async (trial, subjects) => {
    const problems: string[] = []
    for (const subject of subjects) problems.push(...(await checkOperation(subject, canary)))
    for (const subject of subjects) problems.push(...(await checkLaterResults(subject)))
    problems.push(...(await checkUnknownWrites(trial)))
    const [first] = subjects
    if (first) problems.push(...(await checkCertificate(given, endpoint, first.good)))
    const { broken } = await trial.test.store.ledger.verify()
    return [...problems, ...broken.map(({ invariant, detail }) => `${endpoint.id}: ${invariant}, ${detail}`)]
  })
}

/**
 * Puts every endpoint of a plugin, in production and licensed, before an upstream that misbehaves in every known way
 * (reliability.md section 4, API10): a call ends by its deadline, is never charged, frees its hold, and tells nobody of somebody
 * else.
 *
 * @returns What it finds: nothing for a good plugin.
 * @example
 * expect(await checkHostileUpstream(pan, { createUpstream })).toEqual([])
 */
export async function checkHostileUpstream(
  plugin: PluginUnderTest,
  options: HostileUpstreamOptions,
): Promise<readonly string[]> {
  const given = { plugin: pluginOf(plugin), options }
  const canary = await fakeUpstream()
  try {
    const checks = endpointsOf(given.plugin).map((endpoint) => checkEndpoint(given, endpoint, canary))
    const problems = (await Promise.all(checks)).flat()
    return canary.connections === 0 ? problems : [...problems, 'a redirect was followed']
  } finally {
    await canary.close()
  }
}
