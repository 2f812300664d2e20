import {
  type AccountPeople,
  type Accounts,
  type AlertRule,
  type Clock,
  type Ids,
  type Logger,
  type Scope,
  type TableAccess,
  token,
} from '@parakh/core'
import type { AlertSection } from '../settings.ts'

/** What alerts are told with. */
export interface AlertParts {
  readonly tables: TableAccess
  /** That of the database: rows are leased by it. */
  readonly clock: Pick<Clock, 'now'>
  readonly ids: Ids
  readonly logger: Logger
  readonly accounts: Pick<Accounts, 'get'>
  /** All of the host, by their ids. */
  readonly rules: ReadonlyMap<string, AlertRule>
  readonly scopes: readonly Scope[]
  /** Null: nobody is mailed on this host. */
  readonly people: AccountPeople | null
  readonly settings: AlertSection
}
/** The parts of a host's alerts. */
export const AlertParts = token<AlertParts>('alerts.parts')

/** The place of an account; empty: the operators'. */
export const placeOf = (accountId: string | null): string => accountId ?? ''
/** The account of a place; null: the operators'. */
export const accountOf = (place: string): string | null => (place === '' ? null : place)
/** Now, in milliseconds since 1970. */
export const nowOf = ({ clock }: Pick<AlertParts, 'clock'>): number => clock.now().getTime()
