import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'

/** Leads to a payment in the queue of transfers, where it is approved or rejected. */
export const ToTransfers = ({ reference, children }: { readonly reference: string; readonly children: string }) => (
  <Anchor
    fz="sm"
    renderRoot={(props) => <Link to="/work/$queue" params={{ queue: 'transfers' }} search={{ reference }} {...props} />}
  >
    {children}
  </Anchor>
)
