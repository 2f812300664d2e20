import { readFileSync } from 'node:fs'

const DOCUMENT = new URL('../../../docs/reference/gateway-events.md', import.meta.url)

/** A row of "What each gateway sends". */
export interface GatewayEventRow {
  readonly gateway: string
  readonly event: string
  /** The field that tells, and its value; null: none does. */
  readonly field: readonly [string, string] | null
  readonly readAs: string
}
/** A row of "What an event does". */
export interface EffectRow {
  readonly event: string
  readonly before: string
  /** Rupees. */
  readonly wallet: string
  readonly order: string
  readonly account: string
  readonly alert: string
}

const rowsBelow = (heading: string): readonly (readonly string[])[] => {
  const section =
    readFileSync(DOCUMENT, 'utf8')
      .split(/^## /m)
      .find((text) => text.startsWith(heading)) ?? ''
  const lines = section.split('\n').filter((line) => line.startsWith('|'))
  return lines.slice(2).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )
}

/** The events of gateways, as docs/reference/gateway-events.md lists them. */
export const gatewayEventRows = (): readonly GatewayEventRow[] =>
  rowsBelow('What each gateway sends').map(([gateway = '', event = '', field = '', readAs = '']) => {
    const [, name, value] = /^`(\w+)` (\w+)$/.exec(field) ?? []
    return {
      gateway,
      event: event.replaceAll('`', ''),
      field: name === undefined || value === undefined ? null : [name, value],
      readAs,
    }
  })

/** What events do, as docs/reference/gateway-events.md lists it. */
export const effectRows = (): readonly EffectRow[] =>
  rowsBelow('What an event does').map(
    ([event = '', before = '', wallet = '', order = '', account = '', alert = '']) => ({
      event,
      before,
      wallet,
      order,
      account,
      alert,
    }),
  )
