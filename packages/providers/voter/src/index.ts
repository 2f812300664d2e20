import { definePlugin } from '@parakh/core'
import { VoterProvider } from './contract.ts'
import { voterMobileLink } from './endpoints/voter-mobile-link.ts'

export { VoterProvider } from './contract.ts'
export { MobileLinkUpdated, OLD_CARD_WARNING, voterMobileLink } from './endpoints/voter-mobile-link.ts'

/**
 * Linking a mobile number to a voter card. Without a live provider it serves the sandbox alone; it is regulated and stays locked in
 * production until there is a licence and a consent policy.
 *
 * @example
 * createServer({ plugins: [voter({ live: { provider: 'http', baseUrl: 'https://upstream.example', operations } })] })
 */
const voter = definePlugin({ id: 'voter', contract: 1, provider: VoterProvider, endpoints: [voterMobileLink] })

export default voter
