// Trials of files that need no server: the Dockerfile's form, the unit of systemd, which variables are given where.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { validate } from 'dockerfile-utils'
import { ROOT } from '../run-step.mjs'
import { runTool } from './debian-tools.mjs'
import { expectThat, kitPath, kitText, kitYaml, replaceEach } from './kit.mjs'

/** In tenths, as `systemd-analyze security` takes it: 1.3 was measured with systemd 252. Ten is the worst. */
const MOST_EXPOSURE = 13

/** The last arguments of an instruction of the Dockerfile in the form of JSON. @param {string} instruction @returns {string[]} */
export function dockerfileArguments(instruction) {
  const found = new RegExp(`^${instruction}\\b[^[]*(\\[.*\\])$`, 'm').exec(
    kitText('docker/Dockerfile').replaceAll('\\\n', ''),
  )
  if (found?.[1] === undefined) throw new Error(`the Dockerfile has no ${instruction} in the form of JSON`)
  return JSON.parse(found[1])
}

/** The Dockerfile is well formed, its process is not root's, and what it starts is there. */
export function tryDockerfile() {
  const text = kitText('docker/Dockerfile')
  const faults = validate(text).map(({ message, range }) => `line ${range.start.line + 1}: ${message}`)
  if (faults.length > 0) throw new Error(faults.join('\n'))
  const [last = ''] = [...text.matchAll(/^USER (.*)$/gm)].map(([, user = '']) => user).slice(-1)
  expectThat(/^[1-9]\d*:[1-9]\d*$/.test(last), `the user is a number other than 0: ${last}`)
  const [, command = ''] = dockerfileArguments('ENTRYPOINT')
  expectThat(existsSync(join(ROOT, 'examples/white-label', command)), `a deployment has ${command}`)
}

/** systemd takes the unit, and finds it little exposed. */
export function trySystemd() {
  const folder = mkdtempSync(join(tmpdir(), 'parakh-systemd-'))
  try {
    const unit = join(folder, 'parakh.service')
    writeFileSync(unit, replaceEach(kitText('systemd/parakh.service'), { '/usr/bin/node': process.execPath }))
    const made = join(folder, 'made')
    execFileSync(process.execPath, [join(ROOT, 'packages/cli/bin/parakh.js'), 'init', made, '--name', 'Acme', '--json'])
    for (const one of [unit, join(made, 'parakh.service')]) {
      const said = runTool('systemd-analyze', ['verify', one])
      expectThat(said.trim() === '', `systemd finds no fault: ${said}`)
      runTool('systemd-analyze', ['security', '--offline=yes', '--no-pager', `--threshold=${MOST_EXPOSURE}`, one])
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Alerts are well formed, and raised by what they are for. */
export function tryPrometheus() {
  const files = { rules: 'parakh.rules.yaml', config: 'prometheus.yaml' }
  for (const [kind, name] of Object.entries(files)) runTool('promtool', ['check', kind, kitPath(`prometheus/${name}`)])
  runTool('promtool', ['test', 'rules', kitPath('prometheus/parakh.rules.test.yaml')])
}

/** Variables without a default in a text. @param {string} text */
const required = (text) => new Set([...text.matchAll(/\$\{(\w+)(?::\?)?\}/g)].map(([, name = '']) => name))

/** Whatever the configuration needs is given by Compose and named in the file of secrets; whatever Compose needs is named there, too. */
export function tryVariables() {
  const example = new Set([...kitText('parakh.env.example').matchAll(/^(\w+)=/gm)].map(([, name = '']) => name))
  const { environment } = kitYaml('compose/compose.yaml').services.parakh
  for (const name of required(kitText('parakh.yaml').replace(/^\s*#.*$/gm, ''))) {
    expectThat(name in environment, `compose.yaml gives ${name}`)
    expectThat(example.has(name), `parakh.env.example names ${name}`)
  }
  for (const name of required(kitText('compose/compose.yaml').replace(/^\s*#.*$/gm, '')))
    expectThat(example.has(name), `parakh.env.example names ${name}`)
}
