import {
  Documents,
  defineRoute,
  type FoundDocument,
  type RouteAnswers,
  type RouteRequest,
  type RouteResponse,
  ServerBrand,
  type VerifiedDocument,
} from '@parakh/core'
import { documentsErrors } from '../error-codes.ts'
import { DocumentFetches } from './document-metrics.ts'

type Refusal = 'DOCUMENTS_BUSY' | 'DOCUMENT_LINK_EXPIRED' | 'DOCUMENT_LINK_INVALID' | 'DOCUMENT_NOT_ISSUED'

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
const wantsJson = ({ headers: { accept = '' } }: RouteRequest): boolean =>
  /\bapplication\/(?:[\w.-]+\+)?json\b/i.test(accept) && !/\btext\/html\b/i.test(accept)

const time = new Intl.DateTimeFormat('en-IN', { timeZone: 'Asia/Kolkata', dateStyle: 'long', timeStyle: 'medium' })

/** Headers for personal data: no caching, no referrer, no indexing. */
const GUARD = {
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'no-referrer',
  vary: 'accept',
} as const
const guarded = (response: RouteResponse): RouteResponse => ({
  ...response,
  headers: { ...GUARD, ...response.headers },
})

interface Exchange {
  readonly request: RouteRequest
  readonly answer: RouteAnswers
  readonly brand: ServerBrand
}

const verification = defineRoute({
  ...{ id: 'documents.verification', method: 'GET', path: '/documents/verify/{mark...}' },
  needs: { documents: Documents, brand: ServerBrand },
  handle({ documents, ...exchange }) {
    const found = documents.verify(exchange.request.params['mark'] ?? '')
    return guarded(found ? confirm(exchange, found) : refuse(exchange, 'DOCUMENT_NOT_ISSUED'))
  },
})

const download = defineRoute({
  ...{ id: 'documents.download', method: 'GET', path: '/documents/{token...}' },
  needs: { documents: Documents, brand: ServerBrand, fetches: DocumentFetches },
  async handle({ documents, fetches, ...exchange }) {
    const opened = await documents.open(exchange.request.params['token'] ?? '')
    if (opened.kind !== 'found') {
      fetches.add({ outcome: opened.kind })
      return guarded(refuse(exchange, opened.kind === 'expired' ? 'DOCUMENT_LINK_EXPIRED' : 'DOCUMENT_LINK_INVALID'))
    }
    const { outcome, response } = await sendPdf(exchange, opened)
    fetches.add({ outcome })
    return guarded(response)
  },
})

/** `/documents/<token>`: a document, drawn on request. `/documents/verify/<mark>`: whether this host issued a document. */
export const documentRoutes = [verification, download] as const

/** A HEAD or an unchanged document is answered without drawing, so HEAD has no content length. */
async function sendPdf(
  exchange: Exchange,
  { etag, fileName, pdf: draw }: FoundDocument,
): Promise<{ readonly outcome: 'sent' | 'without_body' | 'busy'; readonly response: RouteResponse }> {
  const { headers, method } = exchange.request
  if (headers['if-none-match'] === etag)
    return { outcome: 'without_body', response: { status: 304, headers: { etag } } }
  const ascii = fileName.replace(/[^\x20-\x7e]|["\\]/g, '_')
  const named = {
    ...{ etag, 'content-type': 'application/pdf' },
    'content-disposition': `inline; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(fileName)}`,
  }
  if (method === 'HEAD') return { outcome: 'without_body', response: { headers: named } }
  const body = await draw()
  if (body) return { outcome: 'sent', response: { headers: named, body } }
  const busy = refuse(exchange, 'DOCUMENTS_BUSY')
  return { outcome: 'busy', response: { ...busy, headers: { ...busy.headers, 'retry-after': '1' } } }
}

function confirm({ request, answer, brand }: Exchange, found: VerifiedDocument): RouteResponse {
  const { number, title, environment, issuedAt, fingerprint } = found
  const fingerprintText = fingerprint.replace(/(.{4})(?=.)/g, '$1 ')
  if (wantsJson(request)) {
    const issued_at = issuedAt.toISOString()
    return answer.json({ issued: true, number, title, environment, issued_at, fingerprint, issuer: brand.name })
  }
  const sandbox = environment === 'sandbox'
  return answer.page({
    heading: sandbox ? 'A sandbox document, not a record' : `Issued by ${brand.name}`,
    text: sandbox
      ? 'This document was made for a test. What stands on it is fictitious.'
      : `${brand.name} issued a document of this number, title and time: compare them with yours. This does not confirm that a copy is unaltered, and it says nothing of whom the document is about.`,
    facts: [
      ['Document', title],
      ['Number', number],
      ['Issued', `${time.format(issuedAt)} IST`],
      ['Fingerprint', fingerprintText],
    ],
  })
}

function refuse({ request, answer, brand }: Exchange, code: Refusal): RouteResponse {
  const status = STATUS[code]
  const message = documentsErrors.text(code, { brand: brand.name })
  return wantsJson(request)
    ? answer.fault({ status, code, message })
    : answer.page({ heading: HEADINGS[code], text: `${message}.` }, status)
}
