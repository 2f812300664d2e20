/** A keyed hash of an identifier of a person, as the index of people keeps it. */
export interface SubjectHash {
  /** `<id of its key>.<base64url>`. */
  readonly subject: string
  /** The id of the subject key that made it; null: a pepper made it, because the configuration has no subject keys. */
  readonly subjectKey: string | null
}
