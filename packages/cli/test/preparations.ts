import { createHmac } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { withHost } from '../src/host/open-host.ts'
import { run } from '../src/index.ts'
import type { TestCli } from './test-cli.ts'

/** The secret of the gateway that `payment` signs for. */
export const GATEWAY_SECRET = 'whsec-of-a-test-0001'

/** The machine may be busy. */
const PATIENCE = { timeout: 60_000 }

/** What a step `> verb …` does before the next command, by its verb. */
const PREPARATIONS: Readonly<Record<string, (cli: TestCli, first: string, rest: string) => Promise<unknown>>> = {
  /** `file NAME TEXT` */
  file: (cli, name, text) => writeFile(join(cli.folder, name), text.replaceAll('\\n', '\n')),
  /** `later DAYS`: moves the clock on. */
  later: (cli, days) => writeFile(join(cli.folder, 'later'), days),
  /** `call KEY ENDPOINT INPUT` */
  async call(cli, keyId, rest) {
    const [, endpoint = '', input = ''] = /^(\S+) (.*)$/.exec(rest) ?? []
    await withHost({ terminal: cli.terminal(), exitCode: 0, log: null }, {}, async (host) => {
      expect((await host.call(endpoint, JSON.parse(input), { keyId })).status, endpoint).toBe(200)
    })
  },
  /** `payment ID`: a gateway tells a captured payment that names no order. */
  payment: (cli, id) => serving(cli, async (url) => pay(url, id)),
  /** `deliver ENDPOINT`: delivers its waiting event. */
  deliver: (cli, endpoint) =>
    serving(cli, () =>
      vi.waitFor(async () => {
        const { out } = await cli.parakh('webhooks', 'deliveries', '--endpoint', endpoint, '--json')
        expect(out).toContain('"delivered"')
      }, PATIENCE),
    ),
}

/** Carries out the line of a preparation. */
export async function prepare(cli: TestCli, line: string): Promise<void> {
  const [, verb = '', first = '', rest = ''] = /^(\w+) (\S+) ?(.*)$/.exec(line) ?? []
  const preparation = PREPARATIONS[verb]
  if (!preparation) throw new Error(`There is no preparation ${verb}. Allowed: ${Object.keys(PREPARATIONS).join(', ')}`)
  await preparation(cli, first, rest)
}

async function serving(cli: TestCli, work: (url: string) => Promise<unknown>): Promise<void> {
  const terminal = cli.terminal()
  const ended = run(['node', 'parakh', 'serve', '--port', '0', '--json'], terminal)
  await vi.waitFor(() => expect(terminal.written.out).toContain('"ready"'), { timeout: 60_000 })
  try {
    await work(JSON.parse(terminal.written.out).url)
  } finally {
    terminal.signal()
    expect(await ended).toBe(0)
  }
}

/** A payload as Razorpay documents it, from the test data of @parakh/gateway-razorpay. */
async function pay(url: string, id: string): Promise<void> {
  const file = new URL('../../gateways/razorpay/test/callbacks/payment-captured-without-notes.json', import.meta.url)
  const body = (await readFile(file, 'utf8'))
    .replaceAll('pay_NxPQ7sTq1hYk9Z', id)
    .replaceAll('432198765432', id.replace(/\D/g, '').padStart(12, '4'))
  const signature = createHmac('sha256', GATEWAY_SECRET).update(body).digest('hex')
  const headers = { 'content-type': 'application/json', 'x-razorpay-signature': signature }
  const reply = await fetch(`${url}/gateways/razorpay/callback`, { method: 'POST', body, headers })
  expect(reply.status).toBe(200)
}
