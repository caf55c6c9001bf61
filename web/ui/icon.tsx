// Line icons. Every state has its own shape, so that color is never the only difference.

const PATHS = {
  planned: 'M8 3.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9Z',
  arrow: 'M3 8h9M8.5 4.5 12 8l-3.5 3.5',
  dot: 'M8 5.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z',
  check: 'M3.5 8.5 6.5 11.5 12.5 4.5',
  cross: 'M4 4l8 8M12 4l-8 8',
  skip: 'M4 11V8a3 3 0 0 1 3-3h5M9.5 2.5 12 5 9.5 7.5',
  clock: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11ZM8 5v3l2 1.5',
  held: 'M8 2.5a5.5 5.5 0 1 1-5.2 3.7',
  question: 'M6 6a2 2 0 1 1 3 1.7c-.7.4-1 .8-1 1.6M8 11.7v.1',
  lock: 'M5 7.5V5.5a3 3 0 0 1 6 0v2M4 7.5h8v5.5H4z',
  grip: 'M6 4v.1M10 4v.1M6 8v.1M10 8v.1M6 12v.1M10 12v.1',
  chevron: 'M6 4l4 4-4 4',
  back: 'M10 4 6 8l4 4',
  close: 'M4 4l8 8M12 4l-8 8',
  warning: 'M8 3 14 13H2ZM8 7v2.5M8 11.4v.1',
} as const

export type IconName = keyof typeof PATHS

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
      strokeWidth={name === 'grip' ? 2 : 1.6}
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
