import { token } from '../token.ts'

/** The host names of a server, as configured: lower case, without a port. No account may have one as its own. */
export const OwnHosts = token<readonly string[]>('core.own-hosts')
