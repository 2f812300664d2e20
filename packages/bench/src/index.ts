import { parseArgs } from 'node:util'
import { analytics } from './measure/analytics.ts'
import { consolePages } from './measure/console.ts'
import { everyPlugin } from './measure/every-plugin.ts'
import { growth } from './measure/growth.ts'
import { hotWallet } from './measure/hot-wallet.ts'
import { latency } from './measure/latency.ts'
import { memory } from './measure/memory.ts'
import { overload } from './measure/overload.ts'
import { postgres } from './measure/postgres.ts'
import { profile } from './measure/profile.ts'
import { startTimes } from './measure/start.ts'
import { thirtyPlugins } from './measure/thirty-plugins.ts'
import { throughput } from './measure/throughput.ts'
import { webhooks } from './measure/webhooks.ts'
import { writeFigures } from './measure/write-figures.ts'

/** What can be measured, in the order of the page. Each gives Markdown. */
const MEASUREMENTS: Readonly<Record<string, () => Promise<string>>> = {
  throughput,
  postgres,
  'hot-wallet': hotWallet,
  latency,
  overload,
  growth,
  analytics,
  console: consolePages,
  profile,
  memory,
  start: startTimes,
  plugins: everyPlugin,
  types: thirtyPlugins,
  webhooks,
}
/** It takes a while and several gigabytes, so it is measured when it is asked for. */
const ONLY_WHEN_ASKED = ['growth', 'analytics', 'console']

const { values } = parseArgs({
  args: process.argv.slice(2).filter((argument) => argument !== '--'),
  options: { only: { type: 'string' }, write: { type: 'boolean', default: false } },
})
const names = values.only?.split(',') ?? Object.keys(MEASUREMENTS).filter((name) => !ONLY_WHEN_ASKED.includes(name))
const unknown = names.filter((name) => MEASUREMENTS[name] === undefined)
if (unknown.length > 0)
  throw new RangeError(`--only takes ${Object.keys(MEASUREMENTS).join(', ')}, not ${unknown.join(', ')}`)

for (const name of names) {
  const started = performance.now()
  const figures = (await MEASUREMENTS[name]?.()) ?? ''
  process.stdout.write(`## ${name}\n\n${figures}\n\n`)
  process.stderr.write(`${name} took ${Math.round((performance.now() - started) / 1000)} s\n`)
  if (values.write) await writeFigures(name, figures)
}
