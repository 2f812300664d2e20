const BROWSERS = ['Edg', 'Firefox', 'Chrome', 'Safari'] as const
const SYSTEMS = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS X', 'Linux'] as const

/** `Chrome, Windows` of what a browser says of itself. */
export const agentName = (agent: string): string =>
  [BROWSERS.find((name) => agent.includes(name))?.replace('Edg', 'Edge'), SYSTEMS.find((name) => agent.includes(name))]
    .filter((part) => part !== undefined)
    .join(', ') || agent.slice(0, 40)
