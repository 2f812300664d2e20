import { grouped } from '../formats/rupees.ts'
import classes from './bars.module.css'

/** A bar: how high, its name, and what it says. */
export interface Bar {
  readonly label: string
  readonly value: number
  /** A part of it, drawn in the colour of failures. */
  readonly failed?: number
  readonly text: string
}

const HEIGHT = 160
const WIDTH = 10

/** Bars over time: one image for a screen reader; the same figures stand in a table beneath. */
export function Bars({ bars, label }: { readonly bars: readonly Bar[]; readonly label: string }) {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  const step = 100 / Math.max(1, bars.length)
  const named = Math.max(1, Math.ceil(bars.length / 6))
  return (
    <figure className={classes.figure}>
      <span className={classes.most} aria-hidden="true">
        {grouped(most)}
      </span>
      <svg
        className={classes.bars}
        viewBox={`0 0 ${bars.length * (WIDTH + 4)} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        {[0.25, 0.5, 0.75].map((share) => (
          <line key={share} className={classes.grid} x1="0" x2="100%" y1={HEIGHT * share} y2={HEIGHT * share} />
        ))}
        {bars.map(({ label: name, value, failed = 0, text }, at) => {
          const whole = (value / most) * (HEIGHT - 4)
          const bad = (failed / most) * (HEIGHT - 4)
          const x = at * (WIDTH + 4) + 2
          return (
            <g key={name}>
              <title>{text}</title>
              <rect className={classes.good} x={x} width={WIDTH} y={HEIGHT - whole} height={whole - bad} />
              <rect className={classes.bad} x={x} width={WIDTH} y={HEIGHT - bad} height={bad} />
            </g>
          )
        })}
      </svg>
      <div className={classes.axis} aria-hidden="true">
        {bars.map(({ label: name }, at) => (
          <span key={name} style={{ width: `${step}%` }}>
            {at % named === 0 ? name : ''}
          </span>
        ))}
      </div>
    </figure>
  )
}
