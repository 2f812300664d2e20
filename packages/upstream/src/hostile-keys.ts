const HOSTILE_KEYS: readonly string[] = ['__proto__', 'constructor']

/** The deepest nesting that is taken from an upstream, in levels. */
export const MAX_DEPTH = 100

/** Whether a key could reach into a prototype, where an object is merged carelessly. */
export const isHostileKey = (key: string): boolean => HOSTILE_KEYS.includes(key)
