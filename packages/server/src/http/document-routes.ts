import { Documents, type FoundDocument, Ids, type VerifiedDocument } from '@parakh/core'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { serverErrors } from '../error-codes.ts'
import { type BrandedPage, brandedPage, brandedPagePolicy } from './branded-page.ts'
import type { ServerParts } from './server-parts.ts'

interface DocumentRoute {
  Params: { '*': string }
}
type Refusal = 'DOCUMENTS_BUSY' | 'DOCUMENT_LINK_EXPIRED' | 'DOCUMENT_LINK_INVALID' | 'DOCUMENT_NOT_ISSUED'

const METHODS = ['GET', 'HEAD']
const STATUS: Readonly<Record<Refusal, number>> = {
  DOCUMENTS_BUSY: 503,
  DOCUMENT_LINK_EXPIRED: 403,
  DOCUMENT_LINK_INVALID: 403,
  DOCUMENT_NOT_ISSUED: 404,
}
const HEADINGS: Readonly<Record<Refusal, string>> = {
  DOCUMENTS_BUSY: 'One moment, please',
  DOCUMENT_LINK_EXPIRED: 'This link has expired',
  DOCUMENT_LINK_INVALID: 'This link is not valid',
  DOCUMENT_NOT_ISSUED: 'Not a document of ours',
}

/** Programs request JSON, browsers do not. */
const wantsJson = ({ headers }: FastifyRequest): boolean =>
  /\bapplication\/(?:[\w.-]+\+)?json\b/i.test(headers.accept ?? '') && !/\btext\/html\b/i.test(headers.accept ?? '')

const time = new Intl.DateTimeFormat('en-IN', { timeZone: 'Asia/Kolkata', dateStyle: 'long', timeStyle: 'medium' })

/** Headers for personal data: no caching, no referrer, no indexing. */
const guard = (reply: FastifyReply): FastifyReply =>
  reply
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
    .header('x-robots-tag', 'noindex, nofollow')
    .header('referrer-policy', 'no-referrer')
    .header('vary', 'accept')

/**
 * `/documents/<token>`: a document, drawn on request. `/documents/verify/<mark>`: whether this host issued a document. The last part is
 * a wildcard, because an embedding application may limit the length of parameters. URLs are not logged.
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
      if (opened.kind === 'found') return sendPdf(parts, { request, reply, found: opened })
      parts.metrics.fetched(opened.kind)
      const code = opened.kind === 'expired' ? 'DOCUMENT_LINK_EXPIRED' : 'DOCUMENT_LINK_INVALID'
      return refuse(parts, { request, reply, code })
    },
  })
}

interface RequestAndReply {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** A HEAD or an unchanged document is answered without drawing, so HEAD has no content length. */
async function sendPdf(
  parts: ServerParts,
  exchange: RequestAndReply & { found: FoundDocument },
): Promise<FastifyReply> {
  const { request, reply, found } = exchange
  const { etag, fileName } = found
  const unchanged = request.headers['if-none-match'] === etag
  const pdf = unchanged || request.method === 'HEAD' ? undefined : await found.pdf()
  if (pdf === null) {
    parts.metrics.fetched('busy')
    return refuse(parts, { request, reply: reply.header('retry-after', '1'), code: 'DOCUMENTS_BUSY' })
  }
  parts.metrics.fetched(pdf ? 'sent' : 'without_body')
  reply.header('etag', etag)
  if (unchanged) return reply.code(304).send()
  const ascii = fileName.replace(/[^\x20-\x7e]|["\\]/g, '_')
  return reply
    .type('application/pdf')
    .header('content-disposition', `inline; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(fileName)}`)
    .send(pdf && Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength))
}

function confirm(
  { config }: ServerParts,
  { request, reply, found }: RequestAndReply & { found: VerifiedDocument },
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
      : `${config.brand.name} issued a document of this number, title and time: compare them with yours. This does not confirm that a copy is unaltered, and it says nothing of whom the document is about.`,
    facts: [
      ['Document', title],
      ['Number', number],
      ['Issued', `${time.format(issuedAt)} IST`],
      ['Fingerprint', fingerprintText],
    ],
  })
}

function refuse(
  { host, config }: ServerParts,
  { request, reply, code }: RequestAndReply & { code: Refusal },
): FastifyReply {
  const status = STATUS[code]
  reply.code(status)
  const message = serverErrors.text(code, { brand: config.brand.name })
  if (!wantsJson(request)) return sendPage(config.brand, reply, { heading: HEADINGS[code], text: `${message}.` })
  const requestId = host.get(Ids).next()
  return reply.send(
    host.envelope.fault({ outcome: status === 503 ? 'failed' : 'refused', status, code, message, requestId }).body,
  )
}

function sendPage(brand: ServerParts['config']['brand'], reply: FastifyReply, page: BrandedPage): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', brandedPagePolicy(brand))
    .send(brandedPage(brand, page))
}
