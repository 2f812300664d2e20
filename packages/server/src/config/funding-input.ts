import type { Choice } from '@parakh/core'
import type funding from '@parakh/funding'
import type { PaymentGateway } from '@parakh/funding/contract'

type Options = NonNullable<Parameters<typeof funding>[0]>

/** The section `funding` as it is written: the options of `@parakh/funding`, gateways also by the names of drivers with their options beside. */
export type FundingInput = Omit<Options, 'gateways'> & {
  readonly gateways?: Readonly<
    Record<string, Choice<PaymentGateway> | { readonly use: string; readonly [option: string]: unknown }>
  >
}
