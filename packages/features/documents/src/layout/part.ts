/** A standard structure type of PDF 1.7 (ISO 32000-1, 14.8.4). */
export type Role = 'H1' | 'H2' | 'P' | 'L' | 'LI' | 'Lbl' | 'LBody' | 'Table' | 'TR' | 'TH' | 'TD' | 'Link' | 'Figure'

/** A part of a document, as a screen reader meets it: in the order in which its first mark is drawn, over pages too. */
export interface Part {
  readonly role: Role
  /** Null: the document. */
  readonly within: Part | null
  /** What a figure shows. */
  readonly alt?: string
}

/** A part of the document, or of another part. */
export const part = (role: Role, within: Part | null = null): Part => ({ role, within })
