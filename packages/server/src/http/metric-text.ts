import type { MetricFamily, MetricSample } from '@parakh/core'

const NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/

const escapeHelp = (text: string): string => text.replace(/\\/g, '\\\\').replace(/\n/g, '\\n')
const escapeLabel = (text: string): string => escapeHelp(text).replace(/"/g, '\\"')

function line(name: string, { suffix, labels = {}, value }: MetricSample): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(text)}"`)
  return `${name}${suffix ?? ''}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}`
}

/** A metric in Prometheus' text format; empty where it has no samples. */
export async function metricText(family: MetricFamily): Promise<string> {
  const { name, help, kind } = family
  const lines = (await family.samples()).map((sample) => line(name, sample))
  if (lines.length === 0) return ''
  return `${[`# HELP ${name} ${escapeHelp(help)}`, `# TYPE ${name} ${kind}`, ...lines].join('\n')}\n`
}

/** Why a metric cannot be exported: Prometheus would refuse the whole page. Null: it can. @param taken The names of others. */
export function metricProblem({ name }: MetricFamily, taken: ReadonlySet<string>): string | null {
  if (!NAME.test(name)) return 'the name must be letters, digits and _, and begin with a letter'
  return taken.has(name) ? 'another metric has this name' : null
}
