import { useState } from 'react'
import { grouped } from '../formats/rupees.ts'
import classes from './bars.module.css'

/** A bar: its name, the height of each of its parts from the bottom, and what it says. */
export interface Bar {
  readonly label: string
  readonly parts: readonly number[]
  readonly text: string
}
/** What a part of each bar stands for. */
export interface Series {
  readonly name: string
  readonly tone: 'good' | 'plain' | 'warn' | 'bad'
}

const HEIGHT = 160
const WIDTH = 10
const STEP = 14
const NAMED = 5
const HALVES = [1, 2, 3, 4, 5, 6, 8, 10]

/** The top of the axis: its half is a round number too. */
export function topOf(most: number): number {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, most / 2))))
  const half = HALVES.find((one) => one * power * 2 >= most) ?? 10
  return half * power * 2
}

/** Bars over time: one image for a screen reader, which reads the figures of all of them. */
export function Bars(props: {
  readonly bars: readonly Bar[]
  readonly series: readonly Series[]
  readonly label: string
  /** A value of the axis in words; default: a number. */
  readonly tick?: (value: number) => string
}) {
  const { bars, series, label, tick = grouped } = props
  const [over, setOver] = useState<Bar | null>(null)
  const sums = bars.map(({ parts }) => parts.reduce((sum, part) => sum + part, 0))
  const top = topOf(Math.max(0, ...sums))
  const every = Math.max(1, Math.ceil(bars.length / NAMED))
  return (
    <figure className={classes.figure}>
      <figcaption className={classes.legend} aria-hidden="true">
        {series.map(({ name, tone }) => (
          <span key={name}>
            <i data-tone={tone} />
            {name}
          </span>
        ))}
        <output>{over?.text}</output>
      </figcaption>
      <div className={classes.plot}>
        <div className={classes.ticks} aria-hidden="true">
          {[top, top / 2, 0].map((value) => (
            <span key={value}>{tick(value)}</span>
          ))}
        </div>
        <svg
          className={classes.bars}
          viewBox={`0 0 ${bars.length * STEP} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={label}
          onPointerLeave={() => setOver(null)}
        >
          {[0, HEIGHT / 2, HEIGHT].map((y) => (
            <line key={y} className={classes.grid} x1="0" x2={bars.length * STEP} y1={y} y2={y} />
          ))}
          {bars.map((bar, at) => (
            <g key={bar.label} className={classes.bar} onPointerEnter={() => setOver(bar)}>
              <title>{bar.text}</title>
              <rect className={classes.space} x={at * STEP} width={STEP} y={0} height={HEIGHT} />
              {series.map(({ name, tone }, part) => {
                const below = bar.parts.slice(0, part).reduce((sum, one) => sum + one, 0)
                const height = ((bar.parts[part] ?? 0) / top) * HEIGHT
                const y = HEIGHT - (below / top) * HEIGHT - height
                return <rect key={name} data-tone={tone} x={at * STEP + 2} width={WIDTH} y={y} height={height} />
              })}
            </g>
          ))}
        </svg>
        <div className={classes.axis} aria-hidden="true">
          {bars.map(({ label: name }, at) => (
            <span key={name}>{(bars.length - 1 - at) % every === 0 ? name : ''}</span>
          ))}
        </div>
      </div>
    </figure>
  )
}
