import { CounterMetric, Metrics, service, token } from '@parakh/core'

/** Counts requests for documents by their URL, by outcome: sent, without_body, busy, expired, invalid. */
export const DocumentFetches = token<CounterMetric>('documents.fetches')
/** Makes the counter. */
export const documentFetches = service(
  DocumentFetches,
  {},
  () => new CounterMetric('parakh_document_fetches_total', 'Documents asked for by their URL'),
)
/** Exports it. */
export const documentMetrics = Metrics.contribute({
  ...{ id: 'documents', needs: { fetches: DocumentFetches } },
  make: ({ fetches }) => [fetches],
})
