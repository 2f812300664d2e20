import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createSecureContext } from 'node:tls'
import type { Clock, ParsedHttpSource } from '@parakh/core'
import { indianDay } from '@parakh/core/formats'
import type { ConnectionTls } from '../exchange/connections.ts'
import type { Compiler } from './compiler.ts'

type Described = NonNullable<ParsedHttpSource['tls']>
type File = 'certificate' | 'key' | 'ca'
/** What the files of a source are checked with. */
export interface TlsPurpose {
  readonly compiler: Compiler
  readonly clock: Clock
  /** What relative paths start from. */
  readonly folder: string
}

/** What the files say. */
export interface SourceTls {
  readonly tls: ConnectionTls
  /** The last day of the client certificate, in India; null: there is none. */
  readonly certifiedUntil: string | null
}

const FIRST_CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/

/**
 * Reads the files that connections prove themselves and trust by, and notes what would fail at each handshake: a file that cannot be read, a key of
 * another certificate, a certificate that is over.
 *
 * @param path Where they stand in the configuration.
 */
export function readTls(described: Described, path: string, { compiler, clock, folder }: TlsPurpose): SourceTls {
  const before = compiler.faults.length
  const refuse = (name: File, reason: string | null): void => {
    if (reason !== null)
      compiler.fault('CREDENTIALS_FILE', `${path}.${name}`, { file: described[name] ?? 'The file', reason })
  }
  const read = (name: File): string | undefined => {
    const file = described[name]
    if (file === undefined) return undefined
    try {
      return readFileSync(resolve(folder, file), 'utf8')
    } catch (error) {
      refuse(name, codeOf(error))
      return undefined
    }
  }
  const [cert, key, ca] = [read('certificate'), read('key'), read('ca')]
  if (cert !== undefined) refuse('certificate', wrongWithCertificate(cert, clock.now()))
  if (key !== undefined) refuse('key', wrongWithKey(key, described.passphrase, cert))
  if (ca !== undefined && !certificateIn(ca)) refuse('ca', NO_CERTIFICATE)
  const { passphrase } = described
  const tls = { ...(cert && key ? { cert, key } : {}), ...(passphrase ? { passphrase } : {}), ...(ca ? { ca } : {}) }
  if (compiler.faults.length === before) refuse(cert ? 'certificate' : 'ca', wrongWithAll(tls))
  const certificate = certificateIn(cert ?? '')
  return { tls, certifiedUntil: certificate ? indianDay(new Date(certificate.validTo)) : null }
}

const NO_CERTIFICATE = 'it has no certificate in PEM'
const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'it cannot be read'
const dayOf = (time: string): string => new Date(time).toISOString().slice(0, 10)

/** The first certificate of a file is the one that the key belongs to. */
function certificateIn(pem: string): X509Certificate | null {
  const [first] = FIRST_CERTIFICATE.exec(pem) ?? []
  try {
    return first === undefined ? null : new X509Certificate(first)
  } catch {
    return null
  }
}

function wrongWithCertificate(pem: string, now: Date): string | null {
  const certificate = certificateIn(pem)
  if (!certificate) return NO_CERTIFICATE
  if (Date.parse(certificate.validTo) <= now.getTime()) return `it ended on ${dayOf(certificate.validTo)}`
  return Date.parse(certificate.validFrom) > now.getTime() ? `it begins on ${dayOf(certificate.validFrom)}` : null
}

function wrongWithKey(pem: string, passphrase: string | undefined, cert = ''): string | null {
  try {
    const key = createPrivateKey({ key: pem, ...(passphrase === undefined ? {} : { passphrase }) })
    return certificateIn(cert)?.checkPrivateKey(key) === false ? 'it is the key of another certificate' : null
  } catch {
    return pem.includes('ENCRYPTED') ? 'its passphrase is missing, or another' : 'it has no private key in PEM'
  }
}

/** Such as a key that is too short for the TLS of this process. */
function wrongWithAll(tls: ConnectionTls): string | null {
  try {
    createSecureContext(tls)
    return null
  } catch (error) {
    return `TLS does not take it (${codeOf(error)})`
  }
}
