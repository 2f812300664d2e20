import { token } from '../token.ts'

/** A message to an address of the configuration. */
export interface SignedPost {
  readonly url: string
  /** `whsec_…`. */
  readonly secret: string
  /** The same at each attempt, so that the receiver knows it again. */
  readonly id: string
  readonly body: string
}
/** Posts messages as webhooks are posted: signed, to checked addresses alone. */
export interface SignedPosts {
  /** One attempt; never throws. @returns Null: the receiver took it. Else why not, as a code: `HTTP_STATUS`, `TARGET_BLOCKED`. */
  post(message: SignedPost): Promise<string | null>
}
/** The posts of a host that has webhooks. */
export const SignedPosts = token<SignedPosts>('core.signed-posts', { broughtBy: '@parakh/webhooks' })
