// Colors of routes: twelve that color-blind readers can distinguish too. Each is dark enough on a light page for white
// figures, and light enough on a dark page for black ones. None is close to the gray of unassigned deliveries. Routes after
// the twelfth are dashed. test/web/office/colors.test.ts measures this (docs/design.md).

/** Each pair is for a light page and a dark page. */
export const ROUTE_COLORS = [
  ['#0401c4', '#03a0f3'],
  ['#e11d09', '#f9a36c'],
  ['#268457', '#74eebc'],
  ['#996308', '#f6d914'],
  ['#685bff', '#9080c5'],
  ['#6c1361', '#d87e9a'],
  ['#cd0b8b', '#ff2d98'],
  ['#115401', '#389f65'],
  ['#9064a2', '#fdccfe'],
  ['#b80ef5', '#fd5cf7'],
  ['#900303', '#d47113'],
  ['#6322b9', '#d59bfd'],
] as const

export interface RouteMark {
  /** CSS light-dark() value that follows the page's theme. */
  color: string
  /** Both colors, for the map and other libraries that don't evaluate CSS functions. */
  on: { light: string; dark: string }
  dashed: boolean
}

export function routeMark(number: number): RouteMark {
  const [light, dark] = ROUTE_COLORS[number % ROUTE_COLORS.length] ?? ROUTE_COLORS[0]
  return { color: `light-dark(${light}, ${dark})`, on: { light, dark }, dashed: number >= ROUTE_COLORS.length }
}
