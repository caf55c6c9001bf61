// Detects whether traffic keeps to the left, from the direction of roundabouts. If traffic keeps to the right,
// roundabouts are driven counterclockwise.
import { COSTINGS } from '../../domain/planning/costing.ts'
import type { Roads } from '../read/read-roads.ts'
import { ROUNDABOUT } from '../read/ways.ts'
import { accessAlong } from '../read/ways.ts'

/** Returns true if more closed roundabouts are driven clockwise than counterclockwise. False if there are none. */
export function drivesOnLeft({ ways, wayNodes, nodes }: Roads): boolean {
  let clockwise = 0
  for (let way = 0; way < ways.count; way++) {
    const [first, end] = [ways.firstNode[way] as number, ways.firstNode[way + 1] as number]
    const isWhole = wayNodes[first] === wayNodes[end - 1]
    if (!isWhole || !((ways.flags[way] as number) & ROUNDABOUT)) continue
    // Twice the enclosed area; positive if the points are in counterclockwise order.
    let area = 0
    for (let i = first; i < end - 1; i++) {
      const [a, b] = [wayNodes[i] as number, wayNodes[i + 1] as number]
      area +=
        (nodes.lngs[a] as number) * (nodes.lats[b] as number) - (nodes.lngs[b] as number) * (nodes.lats[a] as number)
    }
    const bits = ways.access[way] as number
    const alongItsPoints = COSTINGS.some((costing) => accessAlong(bits, costing, false) > 0)
    clockwise += area > 0 === alongItsPoints ? -1 : 1
  }
  return clockwise > 0
}
