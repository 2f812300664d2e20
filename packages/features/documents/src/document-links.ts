import type { Environment, Secrets, VerifiedDocument } from '@parakh/core'
import * as z from 'zod'
import { signerFor } from './signer.ts'

/** Where a document is kept. */
export interface DocumentPlace {
  readonly accountId: string
  readonly environment: Environment
  readonly id: string
}
/** The two kinds of link of a document. */
export interface DocumentLinks {
  /** Where it is fetched. */
  url(place: DocumentPlace): string
  /** Where its code leads. */
  verifyUrl(document: VerifiedDocument): string
  /** The place that a URL names; null where this host did not make it. */
  placeOf(token: string): DocumentPlace | null
  /** What a code says; null where this host did not make it. */
  documentOf(mark: string): VerifiedDocument | null
}

const SIGNED = /^[A-Za-z0-9_-]{23,1000}$/
const Place = z.tuple([z.enum(['sandbox', 'production']), z.string(), z.string()])

// A mark is as short as can be, because every character makes its code finer.
const MARK_VERSION = 1
const ENVIRONMENTS: readonly Environment[] = ['sandbox', 'production']
const FIXED_BYTES = 13
/** Between number and title. */
const SEPARATOR = '\0'

const FINGERPRINT = { from: 5, to: FIXED_BYTES }

function packed({ number, title, environment, issuedAt, fingerprint }: VerifiedDocument): string {
  const fixed = Buffer.alloc(FIXED_BYTES)
  fixed.writeUInt8((MARK_VERSION << 1) | ENVIRONMENTS.indexOf(environment), 0)
  fixed.writeUInt32BE(Math.floor(issuedAt.getTime() / 1000), 1)
  fixed.write(fingerprint, FINGERPRINT.from, 'hex')
  return Buffer.concat([fixed, Buffer.from(`${number}${SEPARATOR}${title}`)]).toString('base64url')
}

function unpacked(text: string): VerifiedDocument | null {
  const bytes = Buffer.from(text, 'base64url')
  const [kind = 0] = bytes
  const environment = ENVIRONMENTS[kind & 1]
  if (bytes.length < FIXED_BYTES || kind >> 1 !== MARK_VERSION || !environment) return null
  const [number = '', title = ''] = bytes.toString('utf8', FIXED_BYTES).split(SEPARATOR)
  const fingerprint = bytes.toString('hex', FINGERPRINT.from, FINGERPRINT.to).toUpperCase()
  return { number, title, environment, issuedAt: new Date(bytes.readUInt32BE(1) * 1000), fingerprint }
}

/**
 * Links that only this host can make and that need no table to be understood. Neither says anything of whom a document is about.
 *
 * @param baseUrl How the server is reached, path included, without a slash at its end: asked with each link, for it may be known only once the server listens.
 */
export function documentLinks(secrets: Secrets, baseUrl: () => string): DocumentLinks {
  const places = signerFor(secrets, 'documents.url')
  const marks = signerFor(secrets, 'documents.mark')
  const opened = (signer: typeof places, signed: string): string | null =>
    SIGNED.test(signed) ? signer.open(signed) : null
  return {
    url: ({ environment, accountId, id }) => {
      const place = Buffer.from(JSON.stringify([environment, accountId, id])).toString('base64url')
      return `${baseUrl()}/documents/${places.sign(place)}`
    },
    verifyUrl: (document) => `${baseUrl()}/documents/verify/${marks.sign(packed(document))}`,
    placeOf(token) {
      const text = opened(places, token)
      if (text === null) return null
      const [environment, accountId, id] = Place.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
      return { environment, accountId, id }
    },
    documentOf(mark) {
      const text = opened(marks, mark)
      return text === null ? null : unpacked(text)
    },
  }
}
