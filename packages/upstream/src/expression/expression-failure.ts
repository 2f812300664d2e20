/** An expression could not be evaluated. Carries a code only, because messages of JSONata quote the data. */
export class ExpressionFailure extends Error {
  override readonly name = 'ExpressionFailure'
  /** @param field The field of the record that it was to make. */
  constructor(
    readonly code: string,
    readonly field?: string,
  ) {
    super(code)
  }
}
