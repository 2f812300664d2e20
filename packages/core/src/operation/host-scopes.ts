import { token } from '../token.ts'
import type { Scope } from './scope.ts'

/** The scopes of a host's operations, each once: what an admin credential may be given. */
export const HostScopes = token<readonly Scope[]>('core.scopes')
