import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

const [USER_PRESENT, USER_VERIFIED, ATTESTED] = [0x01, 0x04, 0x40]
const sha256 = (data: Uint8Array | string): Buffer => createHash('sha256').update(data).digest()
const bytes = (data: Buffer): Buffer => Buffer.concat([Buffer.from([0x58, data.length]), data])

/** What an authenticator is asked, and from which page. */
interface Ask {
  readonly challenge: string
  readonly origin: string
  readonly rpId: string
  /** False: its user was not verified. */
  readonly verified?: boolean
}

/** An authenticator in software (WebAuthn level 2): one key pair, and a counter. */
export class Authenticator {
  readonly id = randomBytes(32)
  counter = 0
  readonly #private: KeyObject
  readonly #public: KeyObject
  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.#private = privateKey
    this.#public = publicKey
  }

  /** The answer of `navigator.credentials.create`. */
  create(ask: Ask) {
    const { x = '', y = '' } = this.#public.export({ format: 'jwk' })
    const [px, py] = [x, y].map((part) => bytes(Buffer.from(part, 'base64url')))
    // COSE: an EC2 key, ES256, P-256.
    const cose = [Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21]), px, Buffer.from([0x22]), py]
    const id = [Buffer.from([0, this.id.length]), this.id]
    const authData = Buffer.concat(
      [this.#head(ask, ATTESTED), Buffer.alloc(16), ...id, ...cose].flatMap((part) => part ?? []),
    )
    const attestation = [
      ...[Buffer.from([0xa3, 0x63]), Buffer.from('fmt'), Buffer.from([0x64]), Buffer.from('none'), Buffer.from([0x67])],
      ...[Buffer.from('attStmt'), Buffer.from([0xa0, 0x68]), Buffer.from('authData'), bytes(authData)],
    ]
    const attestationObject = Buffer.concat(attestation).toString('base64url')
    return this.#answer({ clientDataJSON: clientData('webauthn.create', ask).toString('base64url'), attestationObject })
  }

  /** The answer of `navigator.credentials.get`. */
  get(ask: Ask) {
    this.counter += 1
    const [authData, client] = [this.#head(ask, 0), clientData('webauthn.get', ask)]
    const signature = sign('sha256', Buffer.concat([authData, sha256(client)]), this.#private)
    return this.#answer({
      clientDataJSON: client.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: signature.toString('base64url'),
    })
  }

  #head({ rpId, verified = true }: Ask, more: number): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    return Buffer.concat([sha256(rpId), Buffer.from([USER_PRESENT | (verified ? USER_VERIFIED : 0) | more]), counter])
  }
  #answer(response: object) {
    const id = this.id.toString('base64url')
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }
  }
}

const clientData = (type: string, { challenge, origin }: Ask): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
