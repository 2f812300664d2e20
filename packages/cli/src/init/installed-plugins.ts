import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Lookups and features that run without options, in the order of a configuration. */
const WITHOUT_OPTIONS = [
  ...['ifsc', 'pan', 'gst', 'rc', 'dl', 'challan', 'voter', 'ration', 'agristack', 'npci', 'otp', 'print'],
  ...['documents', 'webhooks', 'funding', 'invoicing', 'resale', 'plans', 'analytics', 'console'],
].map((name) => `@parakh/${name}`)

/** Where Node finds a file of a package from a folder, or from one above it; null: nowhere. */
export function installedFile(folder: string, name: string): string | null {
  const file = join(folder, 'node_modules', name)
  if (existsSync(file)) return file
  return dirname(folder) === folder ? null : installedFile(dirname(folder), name)
}

/** The packages among them that a folder can use. */
export const installedPlugins = (folder: string): readonly string[] =>
  WITHOUT_OPTIONS.filter((name) => installedFile(folder, join(name, 'package.json')) !== null)
