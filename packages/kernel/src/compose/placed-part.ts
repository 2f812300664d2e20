import type { Plugin } from '@parakh/core'

/** A plugin whose contract and schemas are sound, with its place in the configuration. */
export interface SoundPlugin {
  readonly plugin: Plugin
  /** `plugins.@parakh/pan`. Empty for core, whose sections stand at the top. */
  readonly path: string
}
/** A part of a plugin, such as a contribution. */
export interface PlacedPart<Part> {
  /** The plugin's id, and the part's: `night-discount/night`. */
  readonly id: string
  readonly plugin: string
  /** Of the plugin, for faults. */
  readonly path: string
  readonly part: Part
}

/** Places a part. @param id Its id within the plugin. */
export const placed = <Part>({ plugin, path }: SoundPlugin, id: string, part: Part): PlacedPart<Part> => ({
  id: `${plugin.id}/${id}`,
  plugin: plugin.id,
  path: path === '' ? 'services' : path,
  part,
})

/** The path of a key in a plugin's section. */
export const pathOfKey = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`)
