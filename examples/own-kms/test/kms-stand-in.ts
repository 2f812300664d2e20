import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import * as z from 'zod'

/** A key service on this machine, in the place of a real one. Its keys never leave it. */
export interface KmsStandIn {
  readonly url: string
  readonly secret: string
  /** How often it was asked to unwrap. */
  unwrapped: number
  /** Adds a version of the key: the newest wraps, all unwrap. */
  rotate(): void
  /** Forgets all versions but the newest. */
  forget(): void
  /** While it is away every request is answered 503. */
  isAway: boolean
  close(): Promise<void>
}

const Wrap = z.object({ plaintext: z.base64(), context: z.string() })
const Unwrap = z.object({ version: z.int(), ciphertext: z.base64(), context: z.string() })
const [NONCE, TAG] = [12, 16]

/** @param key The name of the only key. */
export async function kmsStandIn(key: string): Promise<KmsStandIn> {
  const versions = new Map([[1, randomBytes(32)]])
  const secret = randomBytes(24).toString('hex')
  const newest = (): number => Math.max(...versions.keys())
  const wrap = ({ plaintext, context }: z.output<typeof Wrap>): object | null => {
    const version = newest()
    const nonce = randomBytes(NONCE)
    const cipher = createCipheriv('aes-256-gcm', versions.get(version) ?? '', nonce).setAAD(Buffer.from(context))
    const bytes = [nonce, cipher.update(plaintext, 'base64'), cipher.final(), cipher.getAuthTag()]
    return { version, ciphertext: Buffer.concat(bytes).toString('base64') }
  }
  const unwrap = ({ version, ciphertext, context }: z.output<typeof Unwrap>): object | null => {
    standIn.unwrapped += 1
    const [own, bytes] = [versions.get(version), Buffer.from(ciphertext, 'base64')]
    if (!own || bytes.length < NONCE + TAG) return null
    const decipher = createDecipheriv('aes-256-gcm', own, bytes.subarray(0, NONCE)).setAAD(Buffer.from(context))
    decipher.setAuthTag(bytes.subarray(-TAG))
    try {
      const plain = Buffer.concat([decipher.update(bytes.subarray(NONCE, -TAG)), decipher.final()])
      return { plaintext: plain.toString('base64') }
    } catch {
      return null
    }
  }
  const answer = async (request: IncomingMessage): Promise<readonly [number, object | null]> => {
    if (standIn.isAway) return [503, null]
    if (request.headers.authorization !== `Bearer ${secret}`) return [403, null]
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    if (request.url === `/v1/keys/${key}/wrap`) return [200, wrap(Wrap.parse(body))]
    const plain = request.url === `/v1/keys/${key}/unwrap` ? unwrap(Unwrap.parse(body)) : null
    return plain ? [200, plain] : [422, null]
  }
  const server = createServer((request, response) => {
    answer(request).then(
      ([status, body]) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
      () => response.writeHead(400).end(),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const standIn: KmsStandIn = {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    secret,
    unwrapped: 0,
    isAway: false,
    rotate: () => void versions.set(newest() + 1, randomBytes(32)),
    forget() {
      for (const version of versions.keys()) if (version !== newest()) versions.delete(version)
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return standIn
}
