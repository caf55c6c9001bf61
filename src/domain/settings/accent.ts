// Makes a business's accent color readable. Keeps its shade if that has enough contrast, else uses the nearest shade
// that has.

export interface Shade {
  /** #rrggbb, for text and marks on the page. */
  accent: string
  /** #rrggbb, for text on the accent. */
  onAccent: string
  /** #rrggbb, a weak shade of the accent as the ground of accent text. */
  tint: string
}

export interface Accent {
  light: Shade
  dark: Shade
}

export const ACCENT_PATTERN = /^#[0-9a-f]{6}$/

/** WCAG 2.2, success criterion 1.4.3. */
const MIN_CONTRAST = 4.5
/** Page backgrounds with the least contrast, and the cards on them. */
const LIGHT = { ground: '#f4f5f7', card: '#ffffff' } as const
const DARK = { ground: '#1f2229', card: '#1a1e24' } as const
const TINT_SHARE = 0.12
const WHITE = '#ffffff'
const INK = '#16191f'
const STEPS = 50

/** Returns readable shades of a #rrggbb color for light and dark mode. */
export const accentShades = (color: string): Accent => ({
  light: shadeOn(LIGHT, color, 0),
  dark: shadeOn(DARK, color, 255),
})

function shadeOn(on: { ground: string; card: string }, color: string, towards: number): Shade {
  const shadeAt = (share: number) => {
    const accent = mixColors(color, gray(towards), share)
    return { accent, tint: mixColors(on.card, accent, TINT_SHARE) }
  }
  let shade = shadeAt(0)
  const isWeak = () => [on.ground, shade.tint].some((ground) => contrast(shade.accent, ground) < MIN_CONTRAST)
  for (let step = 1; step <= STEPS && isWeak(); step++) shade = shadeAt(step / STEPS)
  return { ...shade, onAccent: contrast(shade.accent, WHITE) >= MIN_CONTRAST ? WHITE : INK }
}

const gray = (value: number): string => `#${value.toString(16).padStart(2, '0').repeat(3)}`

const channels = (color: string): number[] => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))

const mixColors = (color: string, other: string, share: number): string => {
  const to = channels(other)
  return `#${channels(color)
    .map((value, i) =>
      Math.round(value + ((to[i] ?? 0) - value) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

/** Returns the contrast ratio of WCAG 2.2, from 1 to 21. */
export function contrast(a: string, b: string): number {
  const [lighter = 0, darker = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
