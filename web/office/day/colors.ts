// Colors of routes: twelve that stay apart for color-blind readers, none the gray of what is on no route, each dark enough
// for white figures; then dashed.

const COLORS = [
  '#1559c0',
  '#a8380b',
  '#136f5d',
  '#7a2e8e',
  '#8a5a00',
  '#b0245a',
  '#3d5a00',
  '#0b6a8f',
  '#6b4a36',
  '#4d4db8',
  '#9b2226',
  '#b3139c',
] as const

export interface RouteMark {
  color: string
  dashed: boolean
}

export const routeMark = (number: number): RouteMark => ({
  color: COLORS[number % COLORS.length] ?? COLORS[0],
  dashed: number >= COLORS.length,
})

/** The color as a line on the page's ground, light or dark. */
export const onGround = (color: string): string => `light-dark(${color}, color-mix(in srgb, ${color} 55%, white))`

/** Half way to white, for those who know no CSS functions. */
export const lighter = (color: string): string =>
  `#${[1, 3, 5].map((at) => Math.round((Number.parseInt(color.slice(at, at + 2), 16) + 255) / 2).toString(16)).join('')}`
