import type { ServerSection } from './server-section.ts'

/**
 * The configured host names of a server: lower case, without a port. Empty if none is configured.
 *
 * @example
 * ownHosts({ publicUrl: 'https://api.acme.example/verify', listeners: {} }) // ['api.acme.example']
 */
export function ownHosts({ publicUrl, listeners }: Pick<ServerSection, 'publicUrl' | 'listeners'>): readonly string[] {
  const urls = [publicUrl, ...Object.values(listeners).map((listener) => listener.publicUrl)]
  return [...new Set(urls.flatMap((url) => (url === undefined ? [] : [new URL(url).hostname])))]
}
