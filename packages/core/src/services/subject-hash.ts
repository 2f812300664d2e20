/** A keyed hash of an identifier of a person, as the index of people keeps it. */
export interface SubjectHash {
  /** `<id of its key>.<base64url>`. */
  readonly subject: string
  /** The id of the subject key that made it; null: a pepper made it, because the configuration has no subject keys. */
  readonly subjectKey: string | null
}

const SHOWN = 8

/** What lists and logs show of a person: the id of the key, and the beginning of the keyed hash. @param subject The whole. */
export const shownSubject = (subject: string): string => subject.slice(0, subject.indexOf('.') + 1 + SHOWN)
