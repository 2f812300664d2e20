import type { AuthPolicy, AuthScheme } from '@parakh/core'

/** A scheme of the configuration. */
export interface SchemeInForce {
  /** In the configuration. */
  readonly name: string
  /** The id of its driver: what endpoints accept. */
  readonly driver: string
  readonly scheme: AuthScheme
}

/** The schemes that an endpoint accepts, in the order of the configuration. */
export const acceptedOf = <Scheme extends Pick<SchemeInForce, 'driver'>>(
  schemes: readonly Scheme[],
  { accepts }: Pick<AuthPolicy, 'accepts'>,
): readonly Scheme[] => (accepts === 'any' ? schemes : schemes.filter(({ driver }) => accepts.includes(driver)))
