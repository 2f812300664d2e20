/** A file response in place of JSON. */
export interface AdminFile {
  readonly kind: 'admin-file'
  /** Its media type: one of the route's `files`. */
  readonly type: string
  /** The file name: letters, digits, `.`, `_` and `-`. */
  readonly name: string
  readonly bytes: Uint8Array
}

/**
 * Makes a file response, for a route whose `response` is `z.custom<AdminFile>(isAdminFile)` or a union with it.
 *
 * @example
 * handle: async ({ host, params }) => adminFile({ type: 'application/pdf', name: 'statement.pdf', bytes: await draw(host, params) })
 */
export const adminFile = (file: Omit<AdminFile, 'kind'>): AdminFile => ({ kind: 'admin-file', ...file })

/** Whether a response is a file. */
export const isAdminFile = (answer: unknown): answer is AdminFile =>
  typeof answer === 'object' && answer !== null && 'kind' in answer && answer.kind === 'admin-file'
