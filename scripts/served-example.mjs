import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { ROOT } from './run-step.mjs'

/** The command of this clone. */
export const PARAKH = join(ROOT, 'packages/cli/bin/parakh.js')

/**
 * A configuration in a folder of its own, and the command `parakh` with it. The folder is below the white-label example, so that its plugins are found, and
 * below data/, so that git ignores it.
 *
 * @typedef {ReturnType<typeof exampleServer>} ExampleServer
 * @param {string} name Of the folder.
 * @param {{ readonly yaml: string, readonly environment?: Readonly<Record<string, string>> }} given
 */
export function exampleServer(name, { yaml, environment = {} }) {
  const folder = join(ROOT, 'examples/white-label/data', name)
  const config = join(folder, 'parakh.yaml')
  const env = { ...process.env, ...environment }
  const remove = () => rmSync(folder, { recursive: true, force: true })
  remove()
  mkdirSync(folder, { recursive: true })
  writeFileSync(config, yaml)
  return {
    ...{ folder, config, remove },
    /**
     * Runs `parakh … --json` and reads its object.
     *
     * @param {...string} args
     * @returns {any}
     */
    parakh(...args) {
      const { status, stdout, stderr } = spawnSync(process.execPath, [PARAKH, ...args, '--config', config, '--json'], {
        ...{ cwd: ROOT, env, encoding: 'utf8', maxBuffer: 64_000_000 },
      })
      if (status !== 0) throw new Error(`parakh ${args.join(' ')} ended with ${status}: ${stderr}`)
      return JSON.parse(stdout)
    },
    /**
     * Starts the server, migrated and at a free port, and waits for its ready line.
     *
     * @param {...string} args
     * @returns {Promise<{ child: import('node:child_process').ChildProcess, url: string, operations?: string }>}
     */
    async start(...args) {
      const serve = [PARAKH, 'serve', '--migrate', '--port', '0', '--config', config, '--json', ...args]
      const child = spawn(process.execPath, serve, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] })
      /** @type {string[]} */
      const log = []
      child.stderr.setEncoding('utf8').on('data', (text) => log.push(text))
      const ended = once(child, 'exit').then(() => null)
      const line = await Promise.race([once(createInterface(child.stdout), 'line'), ended])
      if (line === null) throw new Error(`the server did not start:\n${log.join('')}`)
      return { child, ...JSON.parse(line[0]) }
    },
  }
}

/**
 * Ends a server as a deployer does, and waits for it: `child.exitCode` is 0 where all was well.
 *
 * @param {import('node:child_process').ChildProcess} child
 */
export async function endServer(child) {
  child.kill('SIGTERM')
  if (child.exitCode === null) await once(child, 'exit')
}
