// Colors of routes: twelve that stay apart for everybody, for color-blind readers too, each dark enough on a light page for
// white figures, and light enough on a dark one for black; none near the gray of what is on no route. Then dashed.
// test/web/office/colors.test.ts measures it (docs/design.md).

/** On a light page, and on a dark one. */
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
  /** As CSS has it: by itself the right one of both. */
  color: string
  /** For those who know no CSS functions, such as the map. */
  on: { light: string; dark: string }
  dashed: boolean
}

export function routeMark(number: number): RouteMark {
  const [light, dark] = ROUTE_COLORS[number % ROUTE_COLORS.length] ?? ROUTE_COLORS[0]
  return { color: `light-dark(${light}, ${dark})`, on: { light, dark }, dashed: number >= ROUTE_COLORS.length }
}
