import * as z from 'zod'

const OFF = 'off: not offered. What earlier calls left is followed to its end'
/** YAML of an older version, and JSON, have no `off`. */
const Switch = z.preprocess(
  (value) => (value === false ? 'off' : value === true ? 'on' : value),
  z.enum(['on', 'off']).describe(OFF),
)
const Line = (longest: number) => z.string().trim().min(1).max(longest)
const Shown = z.strictObject({
  offered: Switch.default('on').describe(OFF),
  category: Line(60).optional().describe('Under which heading it is shown, in place of that of its plugin'),
  summary: Line(120).optional().describe('Its title, in place of that of its plugin'),
  description: Line(4_000).optional().describe('Markdown that is shown in place of the title above its price'),
})

/** The message for what is neither a word nor an object; the fields of an object have their own. */
const oneOfBoth = (input: unknown): string | undefined =>
  typeof input === 'object' && input !== null
    ? undefined
    : `is wrong. Allowed: on, off, or an object of ${Object.keys(Shown.shape).join(', ')}`

/** The section `endpoints`: which ones are offered, and how they are shown, by id. */
export const EndpointsSchema = z
  .record(z.string(), z.union([Switch, Shown], { error: ({ input }) => oneOfBoth(input) }))
  .describe('Endpoints that are switched off, or shown in words of your own, by id')

/** An endpoint of the section `endpoints`, as a configuration in TypeScript has it. */
export type EndpointConfig =
  | 'on'
  | 'off'
  | {
      readonly offered?: 'on' | 'off'
      readonly category?: string
      readonly summary?: string
      readonly description?: string
    }
type EndpointsSection = z.output<typeof EndpointsSchema>

/** The ids of those that are not offered. */
export const switchedOff = (section: EndpointsSection): readonly string[] =>
  Object.entries(section).flatMap(([id, one]) => ((typeof one === 'string' ? one : one.offered) === 'off' ? [id] : []))
