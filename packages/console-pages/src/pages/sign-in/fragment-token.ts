import { useEffect, useState } from 'react'

/** A token that came behind `#`: read once and taken out of the address, so that it is in no history, log or Referer. */
export function useFragmentToken(): string {
  const [token] = useState(() => {
    const found = location.hash.slice(1)
    if (found !== '') history.replaceState(history.state, '', location.pathname + location.search)
    return found
  })
  // Another link that is opened here changes nothing but what stands behind `#`.
  useEffect(() => {
    const again = () => location.reload()
    addEventListener('hashchange', again)
    return () => removeEventListener('hashchange', again)
  }, [])
  return token
}
