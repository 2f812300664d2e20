import type { ServerSection } from './server-section.ts'

/**
 * The names at which callers reach a server, by its configuration: lower case, without a port. None where nothing says so.
 *
 * @example
 * ownHosts({ publicUrl: 'https://api.acme.example/verify', listeners: {} }) // ['api.acme.example']
 */
export function ownHosts({ publicUrl, listeners }: Pick<ServerSection, 'publicUrl' | 'listeners'>): readonly string[] {
  const urls = [publicUrl, ...Object.values(listeners).map((listener) => listener.publicUrl)]
  return [...new Set(urls.flatMap((url) => (url === undefined ? [] : [new URL(url).hostname])))]
}
