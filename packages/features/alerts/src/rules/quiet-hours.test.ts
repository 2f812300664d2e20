import { expect, it } from 'vitest'
import { quietUntil } from './quiet-hours.ts'

/** A time of day in India, on 27 November 2026. */
const at = (time: string, day = 27): number => Date.parse(`2026-11-${day}T${time}:00+05:30`)

it.each([
  ['before they begin', '21:59', null],
  ['when they begin', '22:00', at('07:00', 28)],
  ['at midnight in India', '00:00', at('07:00')],
  ['in their last minute', '06:59', at('07:00')],
  ['when they end', '07:00', null],
])('quiet hours over midnight, %s', (_, time, until) => {
  expect(quietUntil(at(time), { from: '22:00', until: '07:00' })).toBe(until)
})

it.each([
  ['before', '12:59', null],
  ['in', '13:30', at('14:00')],
  ['after', '14:00', null],
])('quiet hours within a day, %s them', (_, time, until) => {
  expect(quietUntil(at(time), { from: '13:00', until: '14:00' })).toBe(until)
})

it('no quiet hours are never', () => expect(quietUntil(at('03:00'), null)).toBeNull())
