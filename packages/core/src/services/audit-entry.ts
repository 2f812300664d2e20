/** One audited change. Entries are kept permanently. */
export interface AuditEntry {
  readonly id: string
  readonly at: Date
  /**
   * The actor: the operator's name on the command line, `admin:<name of the credential>` over HTTP, `system:<task>` for the host
   * itself.
   */
  readonly actor: string
  /** What was done, such as `account.suspend` or `price.set`. */
  readonly action: string
  /** The changed object: `account/<id>`, `key/<id>`, `price/<endpoint>`, `funding/<id>`, `wallet/<account>/<environment>`. */
  readonly subject: string
  /** The account whose branch may read it; null: operators only. */
  readonly accountId: string | null
  /** The changed values before and after, without secrets and identity numbers. Null: nothing before, or nothing left. */
  readonly before: Readonly<Record<string, unknown>> | null
  readonly after: Readonly<Record<string, unknown>> | null
}
