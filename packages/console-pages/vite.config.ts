import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** What `@parakh/console` publishes and reads into memory. */
const SITE = fileURLToPath(new URL('../features/console/site', import.meta.url))

/** Leaves `.br` and `.gz` beside each file that they make smaller: a server compresses nothing. */
const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  closeBundle() {
    const folder = join(SITE, 'assets')
    for (const name of readdirSync(folder)) {
      const plain = readFileSync(join(folder, name))
      const br = brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } })
      if (br.length < plain.length) writeFileSync(join(folder, `${name}.br`), br)
      const gzip = gzipSync(plain, { level: 9 })
      if (gzip.length < plain.length) writeFileSync(join(folder, `${name}.gz`), gzip)
    }
  },
}

export default defineConfig({
  // Addresses are relative: the server may be mounted below any path.
  base: './',
  plugins: [react(), compressed],
  build: {
    outDir: SITE,
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // What every page needs is one file: over HTTP/1.1 each further one waits for a connection.
      output: { codeSplitting: { groups: [{ name: 'first', test: /\/src\/main\.tsx$/ }] } },
    },
  },
})
