/** A master key, and the data keys that are wrapped under it. */
export interface MasterKeyUse {
  readonly keyId: string
  /** How many data keys: each account has one at most. */
  readonly dataKeys: number
  /** Whether new data keys are wrapped under it. */
  readonly isCurrent: boolean
  /** `missing`: no key provider has it, or another key stands under its id. `away`: its provider cannot be asked. */
  readonly state: 'there' | 'missing' | 'away'
}
/** What is still known by hashes under a pepper. Those of ended keys and credentials are not counted. */
export interface PepperUse {
  readonly pepperId: string
  /** Whether new hashes are made under it. */
  readonly isCurrent: boolean
  readonly isConfigured: boolean
  /** Secrets of active API keys, replaced ones that are still accepted included. */
  readonly apiSecrets: number
  /** Active credentials of the admin API. */
  readonly adminTokens: number
  /** Fields by which records of plugins are found. */
  readonly recordKeys: number
  /** Identifiers of people in the subject index. */
  readonly subjects: number
}
/** A subject key, and the identifiers of people that the subject index has under it. */
export interface SubjectKeyUse {
  readonly keyId: string
  readonly subjects: number
  /** Whether new hashes are made under it. */
  readonly isCurrent: boolean
  readonly isConfigured: boolean
}
/** How a rewrap ended. */
export interface Rewrapped {
  readonly keyId: string
  /** Data keys that this run has wrapped under it. */
  readonly rewrapped: number
  /** Data keys that are under others: written meanwhile by a process whose first master key is another, or unreadable. */
  readonly left: number
}
/** Which secrets of the configuration the rows of a store depend on. */
export interface StoredSecrets {
  /** The master keys of all data keys, and the current one. */
  masterKeys(): Promise<readonly MasterKeyUse[]>
  peppers(): Promise<readonly PepperUse[]>
  subjectKeys(): Promise<readonly SubjectKeyUse[]>
  /**
   * Ensures that a key provider has each master key that data keys need, and the configuration each subject key of the index of people.
   *
   * @throws `MASTER_KEY_MISSING`, `MASTER_KEY_UNAVAILABLE`, `SUBJECT_KEY_MISSING`
   */
  requireKeys(): Promise<void>
  /**
   * Wraps every data key under the current master key, in short transactions, so that it can run beside servers and twice at once. One that was
   * interrupted is resumed by another run. What is encrypted under the data keys stays as it is.
   *
   * @param progress Called after each transaction with the number so far.
   * @throws `MASTER_KEY_UNAVAILABLE`
   */
  rewrap(progress?: (rewrapped: number) => void): Promise<Rewrapped>
}
