// Colors of routes: twelve that color-blind readers can distinguish too. Each is dark enough on a light page for white
// figures, and light enough on a dark page for black ones. None is close to the gray of unassigned deliveries. Routes after
// the twelfth are dashed. test/web/office/colors.test.ts measures this (docs/design.md).

/** Each pair is for a light page and a dark page. */
export const ROUTE_COLORS = [
  ['#4532c9', '#4f97ff'],
  ['#8a0905', '#fd9915'],
  ['#018543', '#64d395'],
  ['#815900', '#f5ce4c'],
  ['#666ad3', '#a780d9'],
  ['#71185e', '#cd7b8d'],
  ['#c71b76', '#ff5ab0'],
  ['#264d01', '#00a168'],
  ['#015190', '#09d8f9'],
  ['#993ae6', '#e19bff'],
  ['#b4554a', '#d47000'],
  ['#2b1b8b', '#d0d8ff'],
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
