import { token } from '../token.ts'

/** The admin API of a server: it is there unless the configuration switches it off. */
export interface AdminApi {
  /** Below the prefix of the server. */
  readonly path: string
}
/** The admin API, for what needs it: `composition.has(AdminApi)`. */
export const AdminApi = token<AdminApi>('core.admin-api')
