// Random small street maps with many rules: one-way and private streets, gates, barriers, signals, and restrictions via
// nodes and ways.
import fc from 'fast-check'
import type { Tags } from '../../src/roads/read/tags.ts'
import type { MapDescription, MapWay } from './road-map.ts'

const SIDE = 4
const STREETS = 2 * SIDE * (SIDE - 1)
const CORNERS = SIDE * SIDE

const streetTags = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Tags>({}) },
  { weight: 2, arbitrary: fc.constant<Tags>({ oneway: 'yes' }) },
  fc.constant<Tags>({ oneway: '-1' }),
  fc.constant<Tags>({ highway: 'primary' }),
  fc.constant<Tags>({ highway: 'tertiary' }),
  fc.constant<Tags>({ access: 'private' }),
  fc.constant<Tags>({ hgv: 'no' }),
  fc.constant<Tags>({ highway: 'service', service: 'driveway' }),
)
const cornerTags = fc.oneof(
  { weight: 8, arbitrary: fc.constant<Tags>({}) },
  fc.constant<Tags>({ highway: 'traffic_signals' }),
  fc.constant<Tags>({ highway: 'stop' }),
  fc.constant<Tags>({ barrier: 'gate', access: 'private' }),
  fc.constant<Tags>({ barrier: 'bollard' }),
)
const rule = fc.record({
  restriction: fc.constantFrom('no_left_turn', 'no_u_turn', 'only_straight_on', 'no_straight_on'),
  /**
   * Number that chooses the first street. The numbers of `turns` then choose the next street among those that meet at
   * its end.
   */
  start: fc.nat(),
  turns: fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
})

/** The streets of a grid, some omitted, with its corners moved a little. Some have the given tags. */
export const randomMapWith = (
  moreStreets: readonly Tags[],
  moreCorners: readonly Tags[],
): fc.Arbitrary<MapDescription> =>
  mapOf(
    moreStreets.length > 0 ? fc.oneof(streetTags, fc.constantFrom(...moreStreets)) : streetTags,
    moreCorners.length > 0
      ? fc.oneof({ weight: 4, arbitrary: cornerTags }, fc.constantFrom(...moreCorners))
      : cornerTags,
  )

const mapOf = (street: fc.Arbitrary<Tags>, corner: fc.Arbitrary<Tags>): fc.Arbitrary<MapDescription> =>
  fc
    .record({
      streets: fc.array(fc.option(street, { freq: 5 }), { minLength: STREETS, maxLength: STREETS }),
      corners: fc.array(corner, { minLength: CORNERS, maxLength: CORNERS }),
      moved: fc.array(fc.tuple(fc.nat(60), fc.nat(60)), { minLength: CORNERS, maxLength: CORNERS }),
      rules: fc.array(rule, { maxLength: 8 }),
    })
    .map(({ streets, corners, moved, rules }) => {
      const name = (row: number, column: number): string => `${'abcdefgh'[row]}${column}`
      const nodes: Record<string, [number, number]> = {}
      const nodeTags: Record<string, Tags> = {}
      const ways: Record<string, MapWay> = {}
      let at = 0
      for (let row = 0; row < SIDE; row++)
        for (let column = 0; column < SIDE; column++) {
          const [east, north] = moved[row * SIDE + column] as [number, number]
          nodes[name(row, column)] = [column + east / 100, row + north / 100]
          nodeTags[name(row, column)] = corners[row * SIDE + column] as Tags
          const next = [
            [row, column + 1],
            [row + 1, column],
          ] as const
          for (const [r, c] of next) {
            if (r >= SIDE || c >= SIDE) continue
            const tags = streets[at++]
            if (tags) ways[`way${at}`] = { along: `${name(row, column)} ${name(r, c)}`, tags }
          }
        }
      return { nodes, nodeTags, ways, relations: rules.flatMap((one) => relationOf(ways, one)) }
    })

export const randomMap = randomMapWith([], [])

/** A restriction from one street via connected ones. Empty if no street connects. */
function relationOf(
  ways: Record<string, MapWay>,
  { restriction, start, turns }: { restriction: string; start: number; turns: readonly number[] },
): NonNullable<MapDescription['relations']> {
  const names = Object.keys(ways)
  if (names.length === 0) return []
  const ends = (way: string): string[] => ways[way]?.along.split(' ') ?? []
  const chain = [names[start % names.length] as string]
  const first = ends(chain[0] as string)[1] as string
  let node = first
  for (const turn of turns) {
    const meeting = names.filter((one) => one !== chain.at(-1) && ends(one).includes(node))
    if (meeting.length === 0) return []
    const next = meeting[turn % meeting.length] as string
    chain.push(next)
    node = ends(next).find((end) => end !== node) as string
  }
  const between = chain.length === 2 ? [`via ${first}`] : chain.slice(1, -1).map((way) => `via ${way}`)
  return [{ members: [`from ${chain[0]}`, ...between, `to ${chain.at(-1)}`], tags: { restriction } }]
}
