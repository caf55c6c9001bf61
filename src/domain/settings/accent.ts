// Makes a business's accent color readable. Keeps its shade if that has enough contrast, else uses the nearest shade
// that has.

export interface Shade {
  /** #rrggbb, for text and marks on the page. */
  accent: string
  /** #rrggbb, for text on the accent. */
  onAccent: string
}

export interface Accent {
  light: Shade
  dark: Shade
}

export const ACCENT_PATTERN = /^#[0-9a-f]{6}$/

/** WCAG 2.2, success criterion 1.4.3. */
const MIN_CONTRAST = 4.5
/** Page backgrounds with the least contrast: sunken in light mode, raised in dark mode. */
const GROUND = { light: '#f4f5f7', dark: '#1f2229' } as const
const WHITE = '#ffffff'
const INK = '#16191f'
const STEPS = 50

/** Returns readable shades of a #rrggbb color for light and dark mode. */
export const accentShades = (color: string): Accent => ({
  light: shadeOn(GROUND.light, color, 0),
  dark: shadeOn(GROUND.dark, color, 255),
})

function shadeOn(ground: string, color: string, towards: number): Shade {
  let accent = color
  for (let step = 1; step <= STEPS && contrast(accent, ground) < MIN_CONTRAST; step++)
    accent = mixColors(color, towards, step / STEPS)
  return { accent, onAccent: contrast(accent, WHITE) >= MIN_CONTRAST ? WHITE : INK }
}

const channels = (color: string): number[] => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))

const mixColors = (color: string, towards: number, share: number): string =>
  `#${channels(color)
    .map((value) =>
      Math.round(value + (towards - value) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

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
