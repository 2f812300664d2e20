/** A sign-in at an identity provider that this tab has begun. */
export interface BegunSso {
  readonly provider: string
  /** Proves that the answer comes back to who asked. */
  readonly sign_in: string
}
const KEY = 'console.sso'

/** Keeps it until the provider sends the browser back: in this tab alone. */
export const keepSso = (begun: BegunSso): void => sessionStorage.setItem(KEY, JSON.stringify(begun))

/** Takes it, once; null: this tab has begun none. */
export function takeSso(): BegunSso | null {
  const kept = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  return kept === null ? null : JSON.parse(kept)
}
