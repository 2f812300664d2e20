import { afterAll, vi } from 'vitest'

// Test files share a process: what one of them changes there ends with it, also where one of its tests fails before it tidies up.
const environment = { ...process.env }

afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
  Object.assign(process.env, environment)
})
