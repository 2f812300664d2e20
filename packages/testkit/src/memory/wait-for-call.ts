import type { MemoryTables } from './memory-tables.ts'

/** Resolves when something has come true, looked at after each batch, or after the time in milliseconds. */
export function waitForCall(tables: MemoryTables, timeoutMs: number, isOver: () => boolean): Promise<void> {
  if (isOver()) return Promise.resolve()
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      tables.listeners.delete(look)
      resolve()
    }
    const look = (): void => {
      if (isOver()) end()
    }
    const timer = setTimeout(end, timeoutMs)
    tables.listeners.add(look)
  })
}
