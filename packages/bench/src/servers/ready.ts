/** Headers that say who calls. */
export type CallerHeaders = Readonly<Record<string, string>>

/** What a measured server tells its parent when it can be called. */
export interface Ready {
  readonly url: string
  /** Headers of each caller; calls go round among them. */
  readonly callers: readonly CallerHeaders[]
  /** Milliseconds from the start of the process. */
  readonly startedMs: number
}

/** Tells the parent, and ends when it lets go. */
export function reportReady(ready: Omit<Ready, 'startedMs'>): void {
  process.send?.({ ...ready, startedMs: Math.round(performance.now()) })
  process.on('disconnect', () => process.exit(0))
}

/** The path that is called in every measurement. */
export const LOOKUP_PATH = '/api/v1/bank-ifsc-details?ifsc=KKBK0000261'
/** What a bare route answers: a body of the size of the real one. */
export const SAMPLE_BODY = {
  success: true,
  request_id: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  meta: { charged: 0.5, environment: 'sandbox', balance: 99.5, response_ms: 3 },
  data: {
    ifsc: 'KKBK0000261',
    bank: 'Kotak Mahindra Bank',
    branch: 'GURGAON',
    address: 'UNIT NO. 8&9, SEWA CORPORATE PARK, MG ROAD, GURGAON, HARYANA - 122001',
    city: 'GURGAON',
    district: 'GURGAON',
    state: 'HARYANA',
    contact: null,
    micr: '110485010',
    neft: true,
    rtgs: true,
    imps: true,
    upi: true,
    details: 'branch',
  },
}
