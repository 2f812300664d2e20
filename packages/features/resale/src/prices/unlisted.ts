import { type BasePrice, zero } from '@parakh/core'
import type { SoldEndpoint } from './sold-endpoint.ts'

/** The price where no list and no account has one. */
export function unlisted({ listed, listedSource, configured }: SoldEndpoint): BasePrice {
  return configured === null
    ? { price: listed ?? zero, source: listedSource, version: listedSource, volume: undefined }
    : { price: configured, source: 'configuration', version: 'configuration', volume: undefined }
}
