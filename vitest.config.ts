import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/longest-first.ts'

export default defineConfig({
  // Packages resolve to their source, so tests need no build. Naming `import` here would make require() load ESM.
  resolve: { conditions: ['@parakh/source'] },
  ssr: { resolve: { conditions: ['@parakh/source'], externalConditions: ['@parakh/source'] } },
  test: {
    include: ['packages/**/src/**/*.test.ts', 'examples/**/*.test.ts', 'test/**/*.test.ts'],
    // `npm run test:long` runs them too.
    exclude: ['**/node_modules/**', '**/dist/**', ...(process.env['PARAKH_FULL'] === '1' ? [] : ['**/*.long.test.ts'])],
    globalSetup: ['test/postgres.ts', 'packages/providers/ifsc/scripts/build-directory.mjs'],
    pool: 'forks',
    // Most of the time went into importing the same modules for each file (docs/decisions/0069-test-files-share-processes.md).
    isolate: false,
    setupFiles: ['test/leave-clean.ts'],
    // On 2 cores the default is one worker; most of them wait more than they work.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    // They end what hangs; no promise is about them. A machine of a quarter of the usual speed must not meet them.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
