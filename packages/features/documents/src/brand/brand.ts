/** Whose name documents carry. */
export interface DocumentBrand {
  readonly name: string
  /** Where holders of a document ask. */
  readonly supportEmail?: string
  /** `#rrggbb`; a dark blue unless given. */
  readonly colour?: string
  /** A PNG or JPEG of at most 1,000,000 pixels. */
  readonly logo?: Uint8Array
}
