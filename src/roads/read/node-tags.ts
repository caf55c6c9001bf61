// Tags of a road node: barriers, and objects that delay drivers.
import { COSTINGS, type Costing } from '../../domain/planning/costing.ts'
import { PROFILES } from '../profile.ts'
import { Requirements } from '../requirements.ts'
import { nodeAccess } from './access.ts'
import { type Access, DESTINATION, NO, YES } from './access-level.ts'
import { noHours, type ReadHours } from './conditions.ts'
import { type Tags, valuesOf } from './tags.ts'
import type { VehicleAccess } from './vehicle-access.ts'

/**
 * Bits that describe a node. The lower bits are signals, stop signs and yield signs, for each direction of the way. The
 * bits from `BARRIER_SHIFT` on are the access at a barrier, 2 bits per costing.
 */
export const SIGNALS_FORWARD = 1
export const SIGNALS_BACKWARD = 2
export const STOP_FORWARD = 4
export const STOP_BACKWARD = 8
export const YIELD_FORWARD = 16
export const YIELD_BACKWARD = 32
/** The tags of a signal or sign have no direction, so it applies only to traffic toward the nearer junction. */
export const UNDIRECTED = 64
const BARRIER_SHIFT = 7
const CONTROLS = SIGNALS_FORWARD | STOP_FORWARD | YIELD_FORWARD

const OPEN_BARRIERS = new Set(
  (
    'gate lift_gate swing_gate sliding_gate hampshire_gate bump_gate toll_booth border_control checkpoint sally_port ' +
    'cattle_grid entrance height_restrictor kerb coupure sliding_beam no'
  ).split(' '),
)

/** Returns the bits of a node. Zero if the node has no effect on drivers. */
export function nodeBits(tags: Tags, access: NodeAccess): number {
  const passed = COSTINGS.reduce((sum, costing, i) => sum | ((YES - access[costing].access) << (2 * i)), 0)
  return controlBits(tags) | (passed << BARRIER_SHIFT)
}

/** Access of each kind of vehicle to a node, with its requirements and hours. */
export type NodeAccess = Readonly<Record<Costing, VehicleAccess>>

export const accessAtNode = (
  tags: Tags,
  readHours: ReadHours = noHours,
  requirements = new Requirements(),
): NodeAccess =>
  Object.fromEntries(
    COSTINGS.map((costing) => [
      costing,
      nodeAccess(tags, PROFILES[costing], usualAccess(tags, costing), readHours, requirements),
    ]),
  ) as unknown as NodeAccess

/**
 * Returns whether any vehicle of this kind may pass a node: YES, DESTINATION or NO.
 */
export const passableVehicles = (bits: number, costing: Costing): Access =>
  (YES - ((bits >> (BARRIER_SHIFT + 2 * COSTINGS.indexOf(costing))) & 3)) as Access

/** Barriers that stop cars, but not cargo bikes. */
const OPEN_TO_BICYCLES = new Set(['bollard', 'block', 'planter', 'bus_trap', 'sump_buster'])

const LOWERED = new Set(['removable', 'rising', 'foldable'])

/** Returns the default access of a barrier without signs. A key to a locked gate is available only to those who live there. */
function usualAccess(tags: Tags, costing: Costing): Access {
  const barriers = valuesOf(tags['barrier'] ?? '')
  const isPassed = (barrier: string): boolean => costing === 'BICYCLE' && OPEN_TO_BICYCLES.has(barrier)
  if (barriers.every((barrier) => OPEN_BARRIERS.has(barrier) || isPassed(barrier)))
    return tags['locked'] === 'yes' && !barriers.every(isPassed) ? DESTINATION : YES
  return valuesOf(tags['bollard'] ?? '').some((kind) => LOWERED.has(kind)) ? DESTINATION : NO
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
  if (direction === 'forward') return control
  if (direction === 'backward') return control << 1
  return control | (control << 1) | (direction === 'both' ? 0 : UNDIRECTED)
}

/** Returns the signals and signs for one direction of the way, as bits of `…_FORWARD` for both directions. */
export const controlsAlong = (bits: number, backward: boolean): number => (backward ? bits >> 1 : bits) & CONTROLS
