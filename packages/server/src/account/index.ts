import { definePlugin } from '@parakh/core'
import { authToken } from './auth-token.ts'
import { balance } from './balance.ts'

/** The built-in plugin of every server: tokens and the wallet's balance (spec: Token and wallet). */
export const account = definePlugin({ id: 'account', contract: 1, endpoints: [authToken, balance] })
