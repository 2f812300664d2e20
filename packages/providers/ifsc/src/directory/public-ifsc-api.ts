import type { HttpSource } from '@parakh/core'
import type { IfscProvider } from '../contract.ts'

const textOf = (field: string): string => `body.${field} ? body.${field} : null`
const flagOf = (field: string): string => `$type(body.${field}) = "boolean" ? body.${field} : null`

/**
 * The public IFSC HTTP API of Razorpay (https://ifsc.razorpay.com) as a live provider: full details of every branch without an
 * import. It is free and promises nothing about its availability.
 *
 * @example
 * ifsc({ live: [publicIfscApi, directory({})] })
 */
export const publicIfscApi: HttpSource<(typeof IfscProvider)['operations']> = {
  provider: 'http',
  baseUrl: 'https://ifsc.razorpay.com',
  timeoutMs: 5_000,
  operations: {
    branch: {
      method: 'GET',
      path: '/{{input.ifsc}}',
      none: 'status = 404',
      record: {
        ifsc: 'body.IFSC',
        bank: textOf('BANK'),
        branch: textOf('BRANCH'),
        address: textOf('ADDRESS'),
        city: textOf('CITY'),
        district: textOf('DISTRICT'),
        state: textOf('STATE'),
        contact: textOf('CONTACT'),
        micr: textOf('MICR'),
        neft: flagOf('NEFT'),
        rtgs: flagOf('RTGS'),
        imps: flagOf('IMPS'),
        upi: flagOf('UPI'),
        details: '"branch"',
      },
    },
  },
}
