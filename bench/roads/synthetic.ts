// A synthetic city in the form of an extract: a grid of streets with arterials every 4, 16 and 64 blocks. It has
// one-way streets, gaps, signals where arterials cross, and some forbidden turns.
import type { Costing } from '../../src/domain/planning/costing.ts'
import { MOTOR_VEHICLES } from '../../src/roads/profile.ts'
import type { ReadHours } from '../../src/roads/read/conditions.ts'
import type { Tags } from '../../src/roads/read/tags.ts'
import { readRoads, type Roads } from '../../src/roads/read/read-roads.ts'
import { seeded } from '../random.ts'

const BLOCK_DEGREES = 0.001
const BLOCKS_A_WAY = 8

/** Streets from the middle of the city whose tags may have hours. */
const INNER_LINES = 14
/** Tags of streets of the inner city: a pedestrian zone, a school street, and a ban at night. */
const INNER_STREETS: readonly Tags[] = [
  { highway: 'pedestrian', motor_vehicle: 'no', 'motor_vehicle:conditional': 'delivery @ (06:00-11:00)' },
  { highway: 'pedestrian', motor_vehicle: 'no', 'motor_vehicle:conditional': 'delivery @ (Mo-Sa 18:30-10:30)' },
  { highway: 'residential', 'motor_vehicle:conditional': 'no @ (Mo-Fr 07:30-08:30,15:00-16:00)' },
  { highway: 'residential', 'motor_vehicle:conditional': 'no @ (22:00-06:00)' },
]

/** Share of the ways that have limits, and their tags: bridges, zones for heavy vehicles, narrow lanes, and bans at night. */
const LIMITED_SHARE = 0.02
export const LIMITS: readonly Tags[] = [
  { maxheight: '3' },
  { maxheight: '3.5' },
  { maxheight: '3.8' },
  { maxheight: '4.2' },
  { maxweight: '3.5' },
  { maxweight: '7.5' },
  { maxweight: '7.5', 'maxweight:conditional': 'none @ delivery' },
  { maxweight: '12' },
  { maxweight: '18' },
  { 'hgv:conditional': 'delivery @ (weight > 7.5)' },
  { maxwidth: '2.2' },
  { maxaxleload: '6' },
  { 'hgv:conditional': 'no @ (22:00-06:00 AND weight > 7.5)' },
]

const SEED = 11

/**
 * Returns the roads of a city with `side` × `side` crossings for these kinds of vehicles. With `readHours`, streets of the inner city
 * have hours. If `limits` is true, some ways have limits. All other roads stay the same.
 */
export function syntheticRoads(
  side: number,
  {
    readHours,
    limits = false,
    costings = MOTOR_VEHICLES,
  }: { readHours?: ReadHours; limits?: boolean; costings?: readonly Costing[] } = {},
): Roads {
  const random = seeded(SEED)
  const innerTags = seeded(SEED + 1)
  const limitTags = seeded(SEED + 2)
  const isInner = (line: number): boolean => Math.abs(line - side / 2) < INNER_LINES
  const nodeAt = (row: number, column: number): number => row * side + column + 1
  const ways = readRoads(readHours, costings)
  let wayId = 0
  const waysThrough = new Map<number, number[]>()
  for (const across of [true, false])
    for (let line = 0; line < side; line++) {
      const highway = kindOf(line)
      const plain = highway === 'residential'
      const oneway = line % 3 === 0 && highway !== 'primary' && highway !== 'secondary'
      let refs: number[] = []
      for (let block = 0; block < side; block++) {
        const node = across ? nodeAt(line, block) : nodeAt(block, line)
        refs.push(node)
        const gap = plain && random() < 0.12
        if (!gap && refs.length <= BLOCKS_A_WAY && block < side - 1) continue
        if (refs.length > 1) {
          const id = ++wayId
          if (oneway && line % 2 === 0) refs.reverse()
          const inner = readHours && plain && isInner(line) && isInner(block)
          const tags = inner ? INNER_STREETS[Math.floor(innerTags() * 2 * INNER_STREETS.length)] : undefined
          const isLimited = limits && limitTags() < LIMITED_SHARE
          const limit = isLimited ? LIMITS[Math.floor(limitTags() * LIMITS.length)] : {}
          ways.way(id, refs, { ...(tags ?? { highway, ...(oneway && { oneway: 'yes' }) }), ...limit })
          for (const ref of [refs[0] as number, refs.at(-1) as number])
            waysThrough.set(ref, [...(waysThrough.get(ref) ?? []), id])
        }
        refs = gap ? [] : [node]
      }
    }
  for (const [via, [from, to]] of waysThrough)
    if (from !== undefined && to !== undefined && random() < 0.1)
      ways.relation({
        members: [
          { type: 'way', ref: from, role: 'from' },
          { type: 'node', ref: via, role: 'via' },
          { type: 'way', ref: to, role: 'to' },
        ],
        tags: { type: 'restriction', restriction: 'no_left_turn' },
      })
  const nodes = ways.done()
  for (let row = 0; row < side; row++)
    for (let column = 0; column < side; column++) {
      const [lat, lng] = [row, column].map((at) => 38 + (at + 0.4 * random()) * BLOCK_DEGREES) as [number, number]
      const kinds = [kindOf(row), kindOf(column)]
      const signals = !kinds.includes('residential') && kinds.some((kind) => kind !== 'tertiary')
      nodes.node(nodeAt(row, column), lat, lng - 115, signals ? { highway: 'traffic_signals' } : undefined)
    }
  return nodes.done()
}

export function kindOf(line: number): 'primary' | 'secondary' | 'tertiary' | 'residential' {
  if (line % 64 === 0) return 'primary'
  if (line % 16 === 0) return 'secondary'
  return line % 4 === 0 ? 'tertiary' : 'residential'
}
