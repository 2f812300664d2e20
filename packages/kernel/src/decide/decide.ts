import type { Decide } from '@parakh/core'

export declare const decide: Decide
