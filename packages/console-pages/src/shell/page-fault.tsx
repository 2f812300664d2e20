import { Failure } from '../parts/failure.tsx'

/** A page that failed by a fault of its own, or whose files are of an older version of the console: loading it again helps both. */
export const PageFault = ({ error }: { readonly error: unknown }) => (
  <Failure error={error} retry={() => location.reload()} />
)
