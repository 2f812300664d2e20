import { GST_STATES as KNOWN } from '@parakh/core/formats'
import { expect, it } from 'vitest'
import { GST_STATES } from '../../../../console-pages/src/pages/invoices/gst-states.ts'

/** Of older GSTINs, or of no buyer. */
const NOT_OFFERED = ['25', '28', '99']

it('the states that the form of billing details offers are those that invoices take', () => {
  expect(GST_STATES).toEqual([...KNOWN].filter(([code]) => !NOT_OFFERED.includes(code)))
})
