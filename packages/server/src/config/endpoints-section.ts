import * as z from 'zod'

/** YAML of an older version, and JSON, have no `off`. */
const Switch = z
  .preprocess((value) => (value === false ? 'off' : value === true ? 'on' : value), z.enum(['on', 'off']))
  .describe('off: not offered. What earlier calls left is followed to its end')

/** The section `endpoints`: which ones are offered, by id. All are unless it says otherwise. */
export const EndpointsSchema = z.record(z.string(), Switch).describe('Endpoints that are switched off, by id')
