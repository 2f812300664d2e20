import { createSocket } from 'node:dgram'
import type { Secrets } from '@parakh/core'
import { afterEach, describe, expect, it } from 'vitest'
import { hostProof, isProven, requireProven } from './host-proof.ts'
import { systemTxtRecords } from './system-txt-records.ts'

const claimed = { accountId: 'acme', host: 'api.reseller.example' }
/** The newest key first, as the host's own. */
const secretsOf = (...keys: readonly string[]): Secrets => {
  const hashes = (text: string) => keys.map((key) => `${key}.${Buffer.from(text).toString('base64url')}`)
  return {
    hash: (text) => hashes(text)[0] ?? '',
    ...{ hashes, matches: (text, hash) => hashes(text).includes(hash) },
    digits: () => '0',
  }
}
const secrets = secretsOf('k2', 'k1')
const records = (...found: readonly string[]) => ({ find: async () => found })

describe('a host is proven by a TXT record', () => {
  const { name, value } = hostProof({ secrets }, claimed)

  it('with the value of this account and host, also of an older key, among others', async () => {
    expect(name).toBe('_domain-proof.api.reseller.example')
    expect(await isProven({ secrets, records: records('v=spf1 -all', ` ${value} `) }, claimed)).toBe(true)
    const older = hostProof({ secrets: secretsOf('k1') }, claimed).value
    expect(await isProven({ secrets, records: records(older) }, claimed)).toBe(true)
  })

  it('and by nothing else: another account, another host, an unknown key, a part of it, no record, no answer', async () => {
    const others = [
      hostProof({ secrets }, { ...claimed, accountId: 'other' }).value,
      hostProof({ secrets }, { ...claimed, host: 'reseller.example' }).value,
      hostProof({ secrets: secretsOf('k3') }, claimed).value,
      ...[value.slice(0, -1), `${value}x`, ''],
    ]
    for (const other of others) expect(await isProven({ secrets, records: records(other) }, claimed), other).toBe(false)
    expect(await isProven({ secrets, records: records() }, claimed)).toBe(false)
    const silent = { find: () => Promise.reject(new Error('ESERVFAIL')) }
    expect(await isProven({ secrets, records: silent }, claimed)).toBe(false)
    await expect(requireProven({ secrets, records: silent }, claimed)).rejects.toMatchObject({
      code: 'BRAND_HOST_UNPROVEN',
      message: expect.stringContaining(value),
    })
  })
})

describe('records of a name server', () => {
  const server = createSocket('udp4')
  afterEach(() => server.close())

  it('are read whole, where one is longer than 255 bytes, each as one text', async () => {
    server.on('message', (question, from) => {
      const head = Buffer.from([question[0] ?? 0, question[1] ?? 0, 0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0])
      const asked = question.subarray(12, question.indexOf(0, 12) + 5)
      const texts = ['proof=', 'x'.repeat(250), 'end'].map((text) =>
        Buffer.concat([Buffer.from([text.length]), Buffer.from(text)]),
      )
      const data = Buffer.concat(texts)
      const record = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, data.length >> 8, data.length & 255])
      server.send(Buffer.concat([head, asked, record, data]), from.port, from.address)
    })
    const { port } = await new Promise<{ port: number }>((resolve) =>
      server.bind(0, '127.0.0.1', () => resolve(server.address())),
    )
    const found = await systemTxtRecords([`127.0.0.1:${port}`]).find('_domain-proof.api.reseller.example')
    expect(found).toEqual([`proof=${'x'.repeat(250)}end`])
  })
})
