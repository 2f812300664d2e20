// Tries every file of deploy/ with the program that it is for. The programs are those of this machine, or come from Debian's packages into node_modules;
// `--fetch` only brings them; `--image` builds and runs the image besides, which takes minutes. A trial is left out only where neither is to be had, and the last lines say which.
import { fetchTools, hasApt, hasTool } from './deploy/debian-tools.mjs'

/**
 * @typedef {{ readonly of: string, readonly program?: string, readonly run: () => unknown }} Trial
 * @param {readonly Trial[]} trials
 * @returns {Promise<{ bad: number, leftOut: string[] }>}
 */
async function tryAll(trials) {
  let bad = 0
  const leftOut = []
  for (const { of, program, run } of trials) {
    if (program !== undefined && !hasTool(program)) {
      leftOut.push(`${of}: there is no ${program}`)
      continue
    }
    const startedAt = performance.now()
    try {
      await run()
      console.log(`good ${of} (${((performance.now() - startedAt) / 1_000).toFixed(1)} s)`)
    } catch (error) {
      bad += 1
      console.error(`BAD  ${of}\n${error instanceof Error ? error.message : error}`)
    }
  }
  return { bad, leftOut }
}

async function main() {
  fetchTools()
  if (process.argv.includes('--fetch')) return
  const files = await import('./deploy/files.mjs')
  const { tryReferences, tryShapes } = await import('./deploy/shapes.mjs')
  const { tryAlertsAreTested } = await import('./deploy/metric-names.mjs')
  const { tryHaproxy, tryPatroni } = await import('./deploy/failover.mjs')
  const { servingKit, tryMetrics, tryProbes } = await import('./deploy/served-kit.mjs')
  const { tryCaddy, tryNginx } = await import('./deploy/proxies.mjs')
  const alone = await tryAll([
    { of: 'compose.yaml, manifests of Kubernetes, dashboard: their fields', run: tryShapes },
    { of: 'manifests of Kubernetes: labels, ports, names', run: tryReferences },
    { of: 'parakh.yaml, compose.yaml, parakh.env.example: variables', run: files.tryVariables },
    { of: 'Dockerfile: its form', run: files.tryDockerfile },
    { of: 'parakh.service', program: 'systemd-analyze', run: files.trySystemd },
    { of: 'parakh.rules.yaml: each alert has tests', run: tryAlertsAreTested },
    { of: 'parakh.rules.yaml, prometheus.yaml', program: 'promtool', run: files.tryPrometheus },
    { of: 'patroni.yaml', program: 'patroni', run: tryPatroni },
    { of: 'haproxy.cfg', program: 'haproxy', run: tryHaproxy },
  ])
  const { bad: badImages } = process.argv.includes('--image')
    ? await tryAll([{ of: 'Dockerfile: built and run', run: (await import('./deploy/image.mjs')).tryImage }])
    : { bad: 0 }
  let served = { bad: 0, leftOut: /** @type {string[]} */ ([]) }
  await servingKit(async (kit) => {
    served = await tryAll([
      { of: 'Dockerfile, manifests of Kubernetes: probes', run: () => tryProbes(kit) },
      { of: 'parakh.rules.yaml, dashboard: names of metrics', run: () => tryMetrics(kit) },
      { of: 'parakh.conf of nginx', program: 'nginx', run: () => tryNginx(kit) },
      { of: 'Caddyfile', program: 'caddy', run: () => tryCaddy(kit) },
    ])
  })
  const leftOut = [...alone.leftOut, ...served.leftOut]
  for (const one of leftOut) console.error(`LEFT OUT ${one}`)
  // Where Debian's packages can be had nothing may be left out.
  if (alone.bad + badImages + served.bad > 0 || (leftOut.length > 0 && hasApt())) process.exitCode = 1
}

await main()
