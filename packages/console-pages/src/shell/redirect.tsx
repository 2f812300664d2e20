import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/**
 * Goes elsewhere, once. While the other page loads, this one is still shown at the new address: to go again from there would never arrive.
 *
 * @param path Below the console, with its query; the first one counts.
 */
export function Redirect({ path }: { readonly path: string }) {
  const navigate = useNavigate()
  const [first] = useState(path)
  useEffect(() => {
    const [to = '/', query = ''] = first.split('?')
    void navigate({ to, search: Object.fromEntries(new URLSearchParams(query)), replace: true })
  }, [navigate, first])
  return null
}
