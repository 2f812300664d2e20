import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'

/** @param {string} tarball */
function manifestOf(tarball) {
  const { stdout } = spawnSync('tar', ['-xOzf', tarball, 'package/package.json'], { encoding: 'utf8' })
  return JSON.parse(stdout)
}

/**
 * Serves packed packages as a registry of npm does, at 127.0.0.1.
 *
 * @param {string} tarballs Their folder.
 */
export async function servePackages(tarballs) {
  /** @type {Map<string, unknown>} */
  const known = new Map()
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '').slice(1)
    if (path.endsWith('.tgz')) return void response.end(readFileSync(join(tarballs, path.replace(/.*\//, ''))))
    const found = known.get(path)
    response.writeHead(found === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(found ?? {}))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  const url = `http://127.0.0.1:${port}/`
  for (const name of readdirSync(tarballs)) {
    const manifest = manifestOf(join(tarballs, name))
    const integrity = `sha512-${createHash('sha512')
      .update(readFileSync(join(tarballs, name)))
      .digest('base64')}`
    known.set(manifest.name, {
      name: manifest.name,
      'dist-tags': { latest: manifest.version },
      versions: { [manifest.version]: { ...manifest, dist: { tarball: `${url}${name}`, integrity } } },
    })
  }
  const end = async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
  return { url, end }
}
