// A synthetic city in the form of an extract: a grid of streets with arterials every 4, 16 and 64 blocks. It has
// one-way streets, gaps, signals where arterials cross, and some forbidden turns.
import { readRoads, type Roads } from '../../src/roads/read/read-roads.ts'
import { seeded } from '../random.ts'

const BLOCK_DEGREES = 0.001
const BLOCKS_A_WAY = 8

/** Returns the roads of a city with `side` × `side` crossings. */
export function syntheticRoads(side: number, seed = 11): Roads {
  const random = seeded(seed)
  const nodeAt = (row: number, column: number): number => row * side + column + 1
  const ways = readRoads()
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
          ways.way(id, refs, { highway, ...(oneway && { oneway: 'yes' }) })
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
