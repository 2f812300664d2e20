import {
  type Clock,
  DescribedDocument,
  type DocumentRequest,
  type Documents,
  ISSUED_DOCUMENTS,
  type RecordStore,
  type Secrets,
} from '@parakh/core'
import type { DocumentBrand } from './brand/brand.ts'
import { documentLinks } from './document-links.ts'
import { DrawingQueue } from './drawing-queue.ts'
import { DrawnDocuments } from './drawn-documents.ts'
import { entityTags } from './entity-tag.ts'
import { documentsErrors } from './error-codes.ts'
import { fileNameOf } from './file-name.ts'
import type { Drawing } from './paint/drawing.ts'
import { StoredDocument } from './stored-document.ts'

/** What the documents of a server are made from. */
export interface DocumentsOptions {
  readonly brand: DocumentBrand
  /** How the server is reached, path included, without a slash at its end: it makes every link. */
  readonly baseUrl: () => string
  /** How long a URL lasts, in whole seconds: `pdf_expires_in`. */
  readonly expiresInSeconds: number
  readonly clock: Clock
  readonly secrets: Secrets
  readonly records: RecordStore
}

const FINGERPRINT_DIGITS = 16
/** A URL that was renewed a moment ago is not renewed again. */
const RENEWED_WITHIN_MS = 1000
const DRAWING = { atOnce: 2, waiting: 32 }
const MOST_DRAWN_BYTES = 8_000_000

/**
 * Documents that are drawn when they are fetched, from what the host keeps of them: any process can, and nothing lies on disk.
 *
 * @returns `prepare` rejects with `DOCUMENT_INVALID`, or `LOGO_UNUSABLE` where the logo was not looked at before.
 * @example
 * service(Documents, { clock: Clock, secrets: Secrets, store: Store }, ({ clock, secrets, store }) =>
 *   createDocuments({
 *     brand: { name: 'Acme Verify' }, baseUrl: () => 'https://api.acme.example', expiresInSeconds: 900,
 *     clock, secrets, records: store.records,
 *   }),
 * )
 */
export function createDocuments(options: DocumentsOptions): Documents {
  const { brand, baseUrl, expiresInSeconds, clock, secrets, records } = options
  const drawing = whenNeeded(async () => (await import('./paint/drawing.ts')).openDrawing(brand))
  const links = documentLinks(secrets, baseUrl)
  const entityTagOf = entityTags(brand)
  const drawn = new DrawnDocuments(new DrawingQueue(DRAWING), MOST_DRAWN_BYTES)
  const nowMs = (): number => clock.now().getTime()
  return {
    async prepare(request) {
      const { id, call, document } = request
      const described = describe(request)
      const { environment, reference: number, account: accountId } = call
      const issuedAt = new Date(Math.floor(nowMs() / 1000) * 1000)
      const fingerprint = fingerprintOf(secrets, [id, issuedAt.getTime(), described])
      const { title, fileName, blocks } = described
      const kept: StoredDocument = {
        ...{ document: document.id, number, title, fileName, blocks, environment, fingerprint },
        issuedAt: issuedAt.getTime(),
        verifyUrl: links.verifyUrl({ number, title, environment, issuedAt, fingerprint }),
        expiresAt: nowMs() + expiresInSeconds * 1000,
        lifetimeSeconds: expiresInSeconds,
      }
      const issued = {
        pdf_url: links.url({ accountId, environment, id }),
        pdf_expires_in: expiresInSeconds,
        file_name: fileName,
        pages: (await drawing()).pages(kept),
      }
      return { issued, kept: JSON.stringify(kept) }
    },
    renew(text, { forSeconds } = {}) {
      const kept = StoredDocument.parse(JSON.parse(text))
      const expiresAt = nowMs() + (forSeconds ?? kept.lifetimeSeconds) * 1000
      return kept.expiresAt > expiresAt - RENEWED_WITHIN_MS ? null : JSON.stringify({ ...kept, expiresAt })
    },
    async open(token) {
      const place = links.placeOf(token)
      if (!place) return { kind: 'invalid' }
      const { id, ...scope } = place
      const row = await records.get(ISSUED_DOCUMENTS, scope, id)
      const kept = row && StoredDocument.parse(JSON.parse(row.value))
      if (!kept || kept.expiresAt <= nowMs()) return { kind: 'expired' }
      const etag = entityTagOf(place, kept)
      const draw = async () => (await drawing()).pdf({ ...kept, issuedAt: new Date(kept.issuedAt) })
      return { kind: 'found', etag, fileName: kept.fileName, pdf: () => drawn.get(etag, draw) }
    },
    verify: (mark) => links.documentOf(mark),
  }
}

/** Reading the drawing library takes time and memory that a server without documents, and a command, need not spend. */
function whenNeeded(open: () => Promise<Drawing>): () => Promise<Drawing> {
  let opened: Promise<Drawing> | null = null
  return () => {
    opened ??= open()
    return opened
  }
}

/** What a definition says of a record. Only where it is wrong is told in an error, never what stands there. */
function describe({ document, record }: DocumentRequest): DescribedDocument {
  const { title, fileName, blocks } = document.definition
  const described = DescribedDocument.safeParse({
    title,
    fileName: fileNameOf(fileName(record)),
    blocks: blocks(record),
  })
  if (described.success) return described.data
  const [issue] = described.error.issues
  const detail = `${issue?.path.join('.')}: ${issue?.message}`
  throw documentsErrors.error('DOCUMENT_INVALID', { id: document.id, detail })
}

/** Keyed, because what stands on a document could be guessed. */
function fingerprintOf(secrets: Secrets, content: unknown): string {
  const hash = secrets.hash(`documents.fingerprint\n${JSON.stringify(content)}`)
  const bytes = Buffer.from(hash.slice(hash.lastIndexOf('.') + 1), 'base64url')
  return bytes.toString('hex').slice(0, FINGERPRINT_DIGITS).toUpperCase()
}
