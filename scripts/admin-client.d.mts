/** Runs operations of a server over its admin API. */
export interface AdminClient {
  /** Whether the server has an operation. */
  has(id: string): boolean
  /** Runs one by its id, such as `keys.create`. */
  run(id: string, input: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>>
}
export function adminClient(url: string, token: string): Promise<AdminClient>
