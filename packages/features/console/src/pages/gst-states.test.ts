import { readFileSync } from 'node:fs'
import { GST_STATES } from '@parakh/core/formats'
import { expect, it } from 'vitest'

/** The pages import nothing of ours: their list is read as text. */
const OFFERED = new URL('../../../../console-pages/src/pages/invoices/gst-states.ts', import.meta.url)
/** Of older GSTINs, or of no buyer. */
const NOT_OFFERED = ['25', '28', '99']

it('the states that the form of billing details offers are those that invoices take', () => {
  const rows = readFileSync(OFFERED, 'utf8').matchAll(/\['(\d\d)', '([^']+)'\]/g)
  const offered = [...rows].map(([, code, name]) => [code, name])
  expect(offered).toEqual([...GST_STATES].filter(([code]) => !NOT_OFFERED.includes(code)))
})
