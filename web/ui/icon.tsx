// Line icons. Every state has its own shape, so that color is never the only difference.

const PATHS = {
  planned: 'M8 3.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9Z',
  arrow: 'M3 8h9M8.5 4.5 12 8l-3.5 3.5',
  dot: 'M8 5.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z',
  checked: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11ZM5.5 8.2l1.7 1.7 3.3-3.5',
  check: 'M3.5 8.5 6.5 11.5 12.5 4.5',
  cross: 'M4 4l8 8M12 4l-8 8',
  skip: 'M4 11V8a3 3 0 0 1 3-3h5M9.5 2.5 12 5 9.5 7.5',
  clock: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11ZM8 5v3l2 1.5',
  held: 'M8 2.5a5.5 5.5 0 1 1-5.2 3.7',
  question: 'M6 6a2 2 0 1 1 3 1.7c-.7.4-1 .8-1 1.6M8 11.7v.1',
  lock: 'M5 7.5V5.5a3 3 0 0 1 6 0v2M4 7.5h8v5.5H4z',
  grip: 'M6 4v.1M10 4v.1M6 8v.1M10 8v.1M6 12v.1M10 12v.1',
  chevron: 'M6 4l4 4-4 4',
  up: 'M4 10l4-4 4 4',
  down: 'M4 6l4 4 4-4',
  back: 'M10 4 6 8l4 4',
  close: 'M4 4l8 8M12 4l-8 8',
  day: 'M4 10.7a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6ZM12 1.7a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6ZM5.8 12.5H10a2.4 2.4 0 0 0 0-4.8H6.2a2.1 2.1 0 0 1 0-4.2h4',
  orders: 'M6 4h7.5M6 8h7.5M6 12h7.5M2.5 4h.1M2.5 8h.1M2.5 12h.1',
  loads: 'M2.5 5 8 2.2 13.5 5v6L8 13.8 2.5 11ZM2.5 5 8 7.8 13.5 5M8 7.8v6',
  fleet:
    'M1.5 4h8v7.5h-8zM9.5 6.5h2.8l2.2 2.5v2.5H9.5M4.5 10.6a1.4 1.4 0 1 0 0 2.8 1.4 1.4 0 0 0 0-2.8ZM11.8 10.6a1.4 1.4 0 1 0 0 2.8 1.4 1.4 0 0 0 0-2.8Z',
  zones: 'm3 4.5 5-2 5 3-1 6.5-6.5 1.5L2.5 10Z',
  reports: 'M2.5 13.5h11M4.5 11V7.5M8 11V3.5M11.5 11V6',
  replies: 'M2.5 3.5h11v7.5H7l-3 2.5V11H2.5Z',
  settings:
    'M2.5 4.5h5M11.5 4.5h2M2.5 11.5h2M8.5 11.5h5M9.5 2.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4ZM6.5 9.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4Z',
  open: 'M8 3.5a4.5 4.5 0 0 1 3.9 2.2M12.4 8.8a4.5 4.5 0 0 1-3.2 3.5M6.4 12.2a4.5 4.5 0 0 1-2.8-3M3.8 6.4a4.5 4.5 0 0 1 2-2.3',
  ended: 'M8 3.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9ZM4.9 11.1l6.2-6.2',
  undo: 'M6 3.5 2.5 7 6 10.5M2.5 7h7a3.5 3.5 0 0 1 0 7H7',
  redo: 'M10 3.5 13.5 7 10 10.5M13.5 7h-7a3.5 3.5 0 0 0 0 7H9',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9ZM10.3 10.3l3.2 3.2',
  more: 'M3.5 8h.1M8 8h.1M12.5 8h.1',
  again: 'M13 8a5 5 0 1 1-1.6-3.7M13 2.5V5h-2.5',
  send: 'M14 2 7 9M14 2 9.5 14 7 9 2 6.5Z',
  target: 'M8 3.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9ZM8 7.4a.6.6 0 1 0 0 1.2.6.6 0 0 0 0-1.2Z',
  fit: 'M3 6V3h3M10 3h3v3M13 10v3h-3M6 13H3v-3',
  filter: 'M2.5 4.5h11M5 8h6M7 11.5h2',
  nowhere:
    'M8 14.2c-3-3-4.5-5.3-4.5-7.5a4.5 4.5 0 0 1 9 0c0 2.2-1.5 4.5-4.5 7.5ZM6.8 5.7a1.2 1.2 0 1 1 1.7 1.1c-.4.2-.5.4-.5.8M8 9.3v.1',
  box: 'M2.5 5V2.5H5M11 2.5h2.5V5M13.5 11v2.5H11M5 13.5H2.5V11M2.5 8h.1M13.4 8h.1M8 2.5h.1M8 13.4h.1',
  lasso:
    'M8 2.5c3.3 0 6 1.8 6 4.2S11.3 11 8 11a8 8 0 0 1-2.5-.4M5.5 10.6C3.4 9.9 2 8.4 2 6.7c0-2.4 2.7-4.2 6-4.2M5.5 10.6a1.5 1.5 0 1 1-1.9 1.9c0 1-.6 1.800-1.600 1.800',
  warning: 'M8 3 14 13H2ZM8 7v2.5M8 11.4v.1',
  changed: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11ZM8 6.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3Z',
  user: 'M8 2.8a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4ZM2.8 13.5c.5-2.6 2.6-4 5.2-4s4.7 1.4 5.2 4',
  document: 'M4 2.5h5l3 3v8H4zM9 2.5v3h3M6 8.5h4M6 11h4',
  bell: 'M4 11V7a4 4 0 0 1 8 0v4l1 1H3ZM6.5 14h3',
  shield: 'M8 2 3 4v4c0 3 2 5 5 6 3-1 5-3 5-6V4Z',
  key: 'M5 8.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5ZM7 9l6-6M10.5 5.5l2 2',
  map: 'M2.5 4 6 2.5l4 1.5 3.5-1.5V12L10 13.5 6 12l-3.5 1.5ZM6 2.5V12M10 4v9.5',
  building: 'M3.5 13.5v-11h9v11M2 13.5h12M6 5.5h.1M10 5.5h.1M6 8h.1M10 8h.1M6.5 13.5v-3h3v3',
  plug: 'M5.5 2v3M10.5 2v3M4 5h8v2.5a4 4 0 0 1-8 0ZM8 11.5V14',
  bag: 'M3.5 5.5h9l.5 8H3ZM6 5.5V4a2 2 0 0 1 4 0v1.5',
  columns: 'M2.5 3.5h11v9h-11zM6.2 3.5v9M9.8 3.5v9',
  plus: 'M8 3v10M3 8h10',
  minus: 'M3 8h10',
  scissors:
    'M4.5 2.8a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4ZM4.5 9.8a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4ZM6 5.5l7 6M6 10.5l7-6',
  home: 'm2.5 7.5 5.5-5 5.5 5M4 6.5v7h8v-7',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  snow: 'M8 2v12M2.8 5l10.4 6M13.2 5 2.8 11M6.3 2.8 8 4.5l1.7-1.7M6.3 13.2 8 11.5l1.7 1.7',
  chilled: 'M6.5 9V3.5a1.5 1.5 0 0 1 3 0V9a3 3 0 1 1-3 0Z',
  polygon: 'M8 2.5l5.5 4-2 7h-7l-2-7Z',
  hole: 'M2.5 2.5h11v11h-11zM6 6h4v4H6z',
  edit: 'M3 13v-2.5L10.5 3 13 5.5 5.5 13Z',
  upload: 'M8 10.5v-8M4.5 6 8 2.5 11.5 6M2.5 10.5v3h11v-3',
  download: 'M8 2.5v8M4.5 7 8 10.5 11.5 7M2.5 10.5v3h11v-3',
  failed: 'M5.3 1.5h5.4l3.8 3.8v5.4l-3.8 3.8H5.3l-3.8-3.8V5.3ZM5.7 5.7l4.6 4.6M10.3 5.7l-4.6 4.6',
} as const

export type IconName = keyof typeof PATHS
export const ICON_NAMES = Object.keys(PATHS) as IconName[]

/**
 * An icon with a label is an image of its own. Without one, screen readers skip it, because the text next to it says the
 * same.
 */
export function Icon({ name, label, className }: { name: IconName; label?: string; className?: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      width="16"
      height="16"
      className={className}
      fill={name === 'dot' ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth={name === 'grip' || name === 'more' ? 2 : 1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
