import { Clock, Documents, ISSUED_DOCUMENTS, type RecordScope, type Service, type Store, service } from '@parakh/core'
import { fakeDocuments } from '@parakh/testkit'
import * as z from 'zod'

const LIFETIME_SECONDS = 900
const Kept = z.looseObject({ expiresAt: z.int() })

/** Documents that expire by the clock of the host, after a quarter of an hour unless they are renewed for longer. */
export const lastingDocuments: Service = service(Documents, { clock: Clock }, ({ clock }) => {
  const after = (seconds: number): number => clock.now().getTime() + seconds * 1000
  return {
    ...fakeDocuments(),
    async prepare(request) {
      const { issued, kept } = await fakeDocuments().prepare(request)
      const text = JSON.stringify({ ...JSON.parse(kept ?? '{}'), expiresAt: after(LIFETIME_SECONDS) })
      return { issued, kept: text }
    },
    renew(text, { forSeconds = LIFETIME_SECONDS } = {}) {
      const kept = Kept.parse(JSON.parse(text))
      const expiresAt = after(forSeconds)
      return kept.expiresAt >= expiresAt ? null : JSON.stringify({ ...kept, expiresAt })
    },
  }
})

/** Whether the document behind a URL can be fetched now. */
export async function opens({ store, clock }: { store: Store; clock: Clock }, scope: RecordScope, url: string) {
  const row = await store.records.get(ISSUED_DOCUMENTS, scope, url.slice(url.lastIndexOf('/') + 1))
  return row !== null && Kept.parse(JSON.parse(row.value)).expiresAt > clock.now().getTime()
}
