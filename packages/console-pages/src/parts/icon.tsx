const PATHS = {
  home: 'M3 11.5 12 4l9 7.5M5.5 10v9.5h13V10M10 19.5v-5h4v5',
  play: 'M7 4.5v15l12-7.5z',
  grid: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  key: 'M14.5 14.5a5 5 0 1 0-4.6-3L4 17.5V20h2.5l1-1v-2h2l1.6-1.6a5 5 0 0 0 3.4-.9ZM15.5 8.5h.01',
  list: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
  chart: 'M4 20h16M7 16v-5M12 16V6M17 16v-8',
  wallet: 'M4 7.5A2.5 2.5 0 0 1 6.5 5H17v3M4 7.5V17a2 2 0 0 0 2 2h13a1 1 0 0 0 1-1V9a1 1 0 0 0-1-1H5M16 13.5h.01',
  layers: 'm12 3 9 5-9 5-9-5zM3 12.5l9 5 9-5M3 17l9 5 9-5',
  receipt: 'M6 3.5h12v17l-2-1.4-2 1.4-2-1.4-2 1.4-2-1.4-2 1.4zM9 8.5h6M9 12.5h6',
  hook: 'M9.5 13.5a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1.6 1.6M14.5 10.5a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1.6-1.6',
  box: 'm12 3 8 4.5v9L12 21l-8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9',
  shield: 'M12 3.5 5 6v5.5c0 4.2 2.9 7.4 7 9 4.1-1.6 7-4.8 7-9V6zM9 12l2.2 2.2L15.2 10',
  history: 'M4 12a8 8 0 1 0 2.6-5.9L4 8.5M4 4v4.5h4.5M12 8v4.5l3 1.8',
  people:
    'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 19.5c.6-3.3 3-5 6.5-5s5.900 1.700 6.5 5M16 4.800a3.500 3.500 0 0 1 0 6.400M18 15c2 .700 3.200 2.200 3.600 4.500',
  bell: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 2h-15zM10 20.5h4',
  lock: 'M6 10.500h12v9.500H6zM8.500 10.500V8a3.500 3.500 0 0 1 7 0v2.500M12 14.500v2',
  copy: 'M9 9h10v11H9zM15 9V4.500H5V15h4',
  check: 'm5 12.500 4.500 4.500L19 7.500',
  cross: 'M6 6l12 12M18 6 6 18',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 3v2M12 19v2M3 12h2M19 12h2M5.600 5.600 7 7M17 17l1.400 1.400M5.600 18.400 7 17M17 7l1.400-1.400',
  moon: 'M20 13.500A8 8 0 1 1 10.500 4a6.500 6.500 0 0 0 9.500 9.500Z',
  plus: 'M12 5v14M5 12h14',
  refresh: 'M20 11a8 8 0 0 0-14-4.500L4 8.500M4 4v4.500h4.500M4 13a8 8 0 0 0 14 4.500l2-2M20 20v-4.500h-4.500',
  download: 'M12 4v11M7.500 11l4.500 4.500 4.500-4.500M5 20h14',
  chevron: 'm9 6 6 6-6 6',
  back: 'M20 12H5M11 6l-6 6 6 6',
  warn: 'M12 4 2.500 20h19zM12 10v4.500M12 17.500h.01',
  out: 'M14 4.500H5v15h9M10 12h10M16.500 8.500 20 12l-3.500 3.500',
  qr: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2.500v2.500M20 14v6h-6M17.500 17.500H20',
  dots: 'M5 12h.01M12 12h.01M19 12h.01',
  server: 'M4 5h16v6H4zM4 13h16v6H4zM8 8h.01M8 16h.01',
  plug: 'M9 3v5M15 3v5M6 8h12v3a6 6 0 0 1-12 0zM12 17v4',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM20.500 20.500 16 16',
  external: 'M10 5H5v14h14v-5M13 4.500h6.500V11M19 5l-9 9',
} as const
/** The name of an icon. */
export type IconName = keyof typeof PATHS

/** An icon of one line, in the colour of its text. What it says stands beside it: screen readers skip it. */
export function Icon({ name, size = 18 }: { readonly name: IconName; readonly size?: number }) {
  const wide = name === 'dots' ? 3 : 1.7
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={wide}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
