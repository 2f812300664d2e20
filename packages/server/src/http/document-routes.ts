import { createHash } from 'node:crypto'
import { Documents, Envelopes, Ids, type OpenedDocument, type VerifiedDocument } from '@parakh/core'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { serverErrors } from '../error-codes.ts'
import { type BrandedPage, brandedPage, brandedPagePolicy } from './branded-page.ts'
import type { ServerParts } from './server-parts.ts'

interface DocumentRoute {
  Params: { '*': string }
}
type Refusal = 'DOCUMENT_LINK_EXPIRED' | 'DOCUMENT_LINK_INVALID' | 'DOCUMENT_NOT_ISSUED'

const METHODS = ['GET', 'HEAD']
const STATUS: Readonly<Record<Refusal, number>> = {
  DOCUMENT_LINK_EXPIRED: 403,
  DOCUMENT_LINK_INVALID: 403,
  DOCUMENT_NOT_ISSUED: 404,
}
const HEADINGS: Readonly<Record<Refusal, string>> = {
  DOCUMENT_LINK_EXPIRED: 'This link has expired',
  DOCUMENT_LINK_INVALID: 'This link is not valid',
  DOCUMENT_NOT_ISSUED: 'Not a document of ours',
}

/** Programs ask for JSON, browsers never do. */
const wantsJson = ({ headers }: FastifyRequest): boolean =>
  /\bapplication\/(?:[\w.-]+\+)?json\b/i.test(headers.accept ?? '') && !/\btext\/html\b/i.test(headers.accept ?? '')

const time = new Intl.DateTimeFormat('en-IN', { timeZone: 'Asia/Kolkata', dateStyle: 'long', timeStyle: 'medium' })

/** Of all that says something about a person: kept nowhere on the way, told to nobody else. */
const guard = (reply: FastifyReply): FastifyReply =>
  reply
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
    .header('x-robots-tag', 'noindex, nofollow')
    .header('referrer-policy', 'no-referrer')
    .header('vary', 'accept')

/**
 * `/documents/<token>`: a document, drawn now. `/documents/verify/<mark>`: whether this host issued a document. Their last part is
 * taken whole, because an application around us may allow short parameters only. Neither is written into a log.
 */
export function addDocumentRoutes(app: FastifyInstance, parts: ServerParts): void {
  const documents = parts.host.get(Documents)
  app.route<DocumentRoute>({
    ...{ method: METHODS, url: '/documents/verify/*' },
    handler: (request, reply) => {
      const found = documents.verify(request.params['*'])
      guard(reply)
      return found
        ? confirm(parts, { request, reply, found })
        : refuse(parts, { request, reply, code: 'DOCUMENT_NOT_ISSUED' })
    },
  })
  app.route<DocumentRoute>({
    ...{ method: METHODS, url: '/documents/*' },
    handler: async (request, reply) => {
      const opened = await documents.open(request.params['*'])
      guard(reply)
      if (opened.kind === 'found') return sendPdf(request, reply, opened)
      const code = opened.kind === 'expired' ? 'DOCUMENT_LINK_EXPIRED' : 'DOCUMENT_LINK_INVALID'
      return refuse(parts, { request, reply, code })
    },
  })
}

interface Asked {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

function sendPdf(
  request: FastifyRequest,
  reply: FastifyReply,
  { pdf, fileName }: Extract<OpenedDocument, { kind: 'found' }>,
): FastifyReply {
  const etag = `"${createHash('sha256').update(pdf).digest('base64url')}"`
  reply.header('etag', etag)
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  const ascii = fileName.replace(/[^\x20-\x7e]|["\\]/g, '_')
  return reply
    .type('application/pdf')
    .header('content-disposition', `inline; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(fileName)}`)
    .send(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength))
}

function confirm(
  { config }: ServerParts,
  { request, reply, found }: Asked & { found: VerifiedDocument },
): FastifyReply {
  const { number, title, environment, issuedAt, fingerprint } = found
  const fingerprintText = fingerprint.replace(/(.{4})(?=.)/g, '$1 ')
  if (wantsJson(request)) {
    const issued_at = issuedAt.toISOString()
    return reply.send({ issued: true, number, title, environment, issued_at, fingerprint, issuer: config.brand.name })
  }
  const sandbox = environment === 'sandbox'
  return sendPage(config.brand, reply, {
    heading: sandbox ? 'A sandbox document, not a record' : `Issued by ${config.brand.name}`,
    text: sandbox
      ? 'This document was made for a test. What stands on it is fictitious.'
      : 'Compare what stands here with the document. Number and fingerprint must be the same. The page says nothing of whom the document is about.',
    facts: [
      ['Document', title],
      ['Number', number],
      ['Issued', `${time.format(issuedAt)} IST`],
      ['Fingerprint', fingerprintText],
    ],
  })
}

function refuse({ host, config }: ServerParts, { request, reply, code }: Asked & { code: Refusal }): FastifyReply {
  const status = STATUS[code]
  reply.code(status)
  const message = serverErrors.text(code, { brand: config.brand.name })
  if (!wantsJson(request)) return sendPage(config.brand, reply, { heading: HEADINGS[code], text: `${message}.` })
  const requestId = host.get(Ids).next()
  return reply.send(host.get(Envelopes).fallback.fault({ outcome: 'refused', status, code, message, requestId }).body)
}

function sendPage(brand: ServerParts['config']['brand'], reply: FastifyReply, page: BrandedPage): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', brandedPagePolicy(brand))
    .send(brandedPage(brand, page))
}
