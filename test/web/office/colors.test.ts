// Routes are distinguishable by their colors for all users, on light and dark backgrounds (docs/design.md).
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import {
  type Color,
  differenceEuclidean,
  filterDeficiencyDeuter,
  filterDeficiencyProt,
  filterDeficiencyTrit,
  parse,
  wcagContrast,
} from 'culori'
import { ROUTE_COLORS, routeMark } from '../../../web/office/day/colors.ts'

/** Distances in OKLab. The smallest difference that is visible side by side is about 0.02. */
const APART = 0.12
const APART_FOR_COLOR_BLIND = 0.06

const SIGHTS: Record<string, { least: number; see: (color: Color) => Color }> = {
  usual: { least: APART, see: (color) => color },
  protanopia: { least: APART_FOR_COLOR_BLIND, see: filterDeficiencyProt(1) },
  deuteranopia: { least: APART_FOR_COLOR_BLIND, see: filterDeficiencyDeuter(1) },
  tritanopia: { least: APART_FOR_COLOR_BLIND, see: filterDeficiencyTrit(1) },
}

/** Each token's color on a light and on a dark page. */
const tokens = new Map(
  [...readFileSync('web/ui/tokens.css', 'utf8').matchAll(/(--[\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(
    ([, name, light, dark]) => [name, { light, dark }],
  ),
)
/** Colors of a map without streets. */
const grounds = readFileSync('web/ui/map/open-map.ts', 'utf8').match(
  /light: '(?<light>#\w{6})', dark: '(?<dark>#\w{6})'/,
)?.groups

const colorOf = (text: string | undefined): Color => {
  const color = parse(text ?? '')
  assert.ok(color, `${text} is a color`)
  return color
}

for (const [i, ground] of (['light', 'dark'] as const).entries())
  for (const [sight, { least, see }] of Object.entries(SIGHTS))
    test(`twelve routes and unassigned stops have distinct colors on a ${ground} page, with ${sight} sight`, () => {
      assert.ok(ROUTE_COLORS.length >= 12)
      const all = [...ROUTE_COLORS.map((pair) => pair[i]), tokens.get('--route-none')?.[ground]]
      const near = all.flatMap((one, at) =>
        all.slice(at + 1).flatMap((other) => {
          const apart = differenceEuclidean('oklab')(see(colorOf(one)), see(colorOf(other)))
          return apart < least ? [`${one} and ${other}: ${apart.toFixed(3)}`] : []
        }),
      )
      assert.deepEqual(near, [])
    })

test('digits are readable on every route, and its line on the map’s background', () => {
  for (const [i, ground] of (['light', 'dark'] as const).entries())
    for (const pair of ROUTE_COLORS) {
      const color = colorOf(pair[i])
      assert.ok(wcagContrast(color, colorOf(tokens.get('--on-route')?.[ground])) >= 4.5, `digits on ${pair[i]}`)
      for (const under of [grounds?.[ground], tokens.get('--surface')?.[ground]])
        assert.ok(wcagContrast(color, colorOf(under)) >= 3, `${pair[i]} on ${under}`)
    }
})

test('the thirteenth route has the first color, dashed', () => {
  assert.deepEqual([routeMark(12).on, routeMark(12).dashed], [routeMark(0).on, true])
  assert.equal(routeMark(11).dashed, false)
})
