// What stands at a node of a road: barriers, and what makes drivers wait.
import { COSTINGS, type Costing } from '../../domain/planning/costing.ts'
import { PROFILES } from '../profile.ts'
import { type Access, DESTINATION, nodeAccess, NO, YES } from './access.ts'
import type { Tags } from './tags.ts'

/** Bits of a node: controls by the direction of the way they stand on, then who passes its barrier, 2 bits a costing. */
export const SIGNALS_FORWARD = 1
export const SIGNALS_BACKWARD = 2
export const STOP_FORWARD = 4
export const STOP_BACKWARD = 8
export const YIELD_FORWARD = 16
export const YIELD_BACKWARD = 32
/** Its tags don't say for which direction: for the one that comes to the nearer junction. */
export const UNDIRECTED = 64
/** Only the lesser roads stop. */
export const MINOR_ONLY = 128
/** Opened, paid at or slowed down for. */
export const GATE = 256
const BARRIER_SHIFT = 9
const CONTROLS = SIGNALS_FORWARD | STOP_FORWARD | YIELD_FORWARD

const SLOW_BARRIERS = new Set(
  'gate lift_gate swing_gate sliding_gate hampshire_gate bump_gate toll_booth border_control checkpoint sally_port'.split(
    ' ',
  ),
)
const OPEN_BARRIERS = new Set([...SLOW_BARRIERS, ...'cattle_grid entrance height_restrictor kerb no'.split(' ')])

/** Zero for a node that no driver notices. */
export function nodeBits(tags: Tags): number {
  const bits = controlBits(tags)
  const usual = usualAccess(tags)
  const passed = COSTINGS.reduce(
    (sum, costing, i) => sum | ((YES - nodeAccess(tags, PROFILES[costing], usual)) << (2 * i)),
    0,
  )
  return bits | (SLOW_BARRIERS.has(tags['barrier'] ?? '') ? GATE : 0) | (passed << BARRIER_SHIFT)
}

/** Who passes what stands at the node; everybody where nothing does. */
export const passing = (bits: number, costing: Costing): Access =>
  (YES - ((bits >> (BARRIER_SHIFT + 2 * COSTINGS.indexOf(costing))) & 3)) as Access

/** Of a barrier without signs. */
function usualAccess(tags: Tags): Access {
  if (OPEN_BARRIERS.has(tags['barrier'] ?? '')) return YES
  return ['removable', 'rising', 'foldable'].includes(tags['bollard'] ?? '') ? DESTINATION : NO
}

function controlBits(tags: Tags): number {
  const highway = tags['highway']
  const signals = highway === 'traffic_signals' || tags['crossing'] === 'traffic_signals'
  const control = signals
    ? SIGNALS_FORWARD
    : highway === 'stop'
      ? STOP_FORWARD
      : highway === 'give_way'
        ? YIELD_FORWARD
        : 0
  if (control === 0) return 0
  const direction = tags['traffic_signals:direction'] ?? tags['direction']
  const minor = tags['stop'] === 'minor' ? MINOR_ONLY : 0
  if (direction === 'forward') return control | minor
  if (direction === 'backward') return (control << 1) | minor
  return control | (control << 1) | minor | (direction === 'both' ? 0 : UNDIRECTED)
}

/** The controls met when driving that way along the way, as bits of `…_FORWARD`. */
export const controlsAlong = (bits: number, backward: boolean): number => (backward ? bits >> 1 : bits) & CONTROLS
