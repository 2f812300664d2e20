/** An expression could not be evaluated. Carries a code only, because messages of JSONata quote the data. */
export class ExpressionFailure extends Error {
  override readonly name = 'ExpressionFailure'
  constructor(readonly code: string) {
    super(code)
  }
}
