import { definePlugin } from '@parakh/core'
import { authToken } from './auth-token.ts'
import { balance } from './balance.ts'
import { requestStatus, requestStatusByQuery } from './request-status.ts'

const endpoints = [balance, requestStatus, requestStatusByQuery]

/** The built-in plugin of every server: tokens, the wallet's balance and call status (spec: Token and wallet). */
export const account = definePlugin({ id: 'account', contract: 1, endpoints: [authToken, ...endpoints] })
/** The same for a server that issues no tokens, because it has no scheme of keys or none of tokens. */
export const accountWithoutTokens = definePlugin({ id: 'account', contract: 1, endpoints })
