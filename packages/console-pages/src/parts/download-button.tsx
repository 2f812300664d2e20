import { Button } from '@mantine/core'
import { useState } from 'react'
import { useApi } from '../api/console-api.tsx'
import { download } from '../api/download.ts'
import { Icon } from './icon.tsx'

/** A file to be downloaded. */
export interface Downloadable {
  /** Below the mount. */
  readonly path: string
  readonly name: string
}

/** Downloads a file that takes a moment to be drawn. */
export function DownloadButton(props: {
  readonly file: Downloadable
  readonly text: string
  /** What it downloads, for screen readers. */
  readonly label: string
  /** Null: it went well. */
  readonly onError: (error: unknown) => void
}) {
  const { file, text, label, onError } = props
  const api = useApi()
  const [busy, setBusy] = useState(false)
  const get = async () => {
    setBusy(true)
    onError(null)
    try {
      await download(api, file.path, file.name)
    } catch (error) {
      onError(error)
    }
    setBusy(false)
  }
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<Icon name="download" size={14} />}
      aria-label={label}
      loading={busy}
      onClick={() => void get()}
    >
      {text}
    </Button>
  )
}
