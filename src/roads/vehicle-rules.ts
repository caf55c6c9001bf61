// Rules of a road file for one vehicle: the edges, arcs and nodes that it may use, and why it may not use others.
import { type Obstacle, type RoadVehicle, roadVehicleKey } from '../domain/planning/road-vehicle.ts'
import { hasRequirements, type RoadFile } from './file/road-file.ts'
import { type Fitting, fittingOf, requirementsMet, SMALLEST } from './fit.ts'
import { NO_STATE } from './graph/state-graph.ts'
import type { Met } from './hierarchy/hierarchy.ts'
import { obstacleOn } from './obstacle.ts'
import { NEVER, NO_REQUIREMENT } from './requirements.ts'
import { indexIn } from './sorted-index.ts'
import { readRules } from './stored-rules.ts'

export interface VehicleRules {
  /** Requirements that the vehicle meets. Null if it meets those of all edges. */
  metOnEdges: Met
  /** Returns the states at the end of an arc from which a drive that begins on the arc may continue. */
  startStates(arc: number): number[]
  /** Returns whether a drive may turn into an arc over this entry of the arc. */
  mayEnter(entry: number): boolean
  /** Returns whether a drive may begin and end on the arc. */
  mayUse(arc: number): boolean
}

export interface FileRules {
  of(vehicle: RoadVehicle): VehicleRules
  /** Rules of a vehicle that meets all requirements. */
  smallest(): VehicleRules
  /** Returns the first arc or node of a drive that the vehicle may not use. Null if there is none. */
  obstacleOn(arcs: readonly number[], vehicle: RoadVehicle): Obstacle | null
}

interface Tables {
  ends: Int32Array
  tails: Int32Array
  access: Uint8Array
}

/** Maximum number of vehicles whose rules are kept. */
const MAX_VEHICLES = 100

/** Reads the rules of a file. Files of earlier versions have none. */
export function rulesOf(file: RoadFile, tables: Tables): FileRules {
  if (!hasRequirements(file.version)) return withoutRules(tables)
  const stored = readRules(file)
  const { facts, requirements, arcs, through, local, apart, otherEnds, entries } = stored
  const isRestricted = file.numbers('upRequirements').length > 0 || file.numbers('downRequirements').length > 0
  const known = new Map<string, VehicleRules>()
  const rulesFor = (fitting: Fitting): VehicleRules => {
    const met = requirementsMet(requirements, facts.areas, fitting)
    const isMet = (requirement: number): boolean => requirement !== NEVER && met[requirement] === 1
    const isOpen = (at: number): boolean => isMet(through[at]!) || isMet(local[at]!)
    return {
      metOnEdges: isRestricted && met.includes(0) ? met : null,
      startStates(arc) {
        const own = tables.ends[2 * arc]!
        const at = indexIn(arcs, arc)
        if (at < 0) return statesOf(own)
        if (apart[at] === NEVER) return isOpen(at) ? statesOf(own) : []
        return [...(isMet(apart[at]!) ? statesOf(own) : []), ...(isMet(through[at]!) ? statesOf(otherEnds[at]!) : [])]
      },
      mayEnter: (entry) => isMet(entries[entry] ?? NO_REQUIREMENT),
      mayUse(arc) {
        const at = indexIn(arcs, arc)
        return at < 0 || isOpen(at)
      },
    }
  }
  const rulesBy = (key: string, fitting: () => Fitting): VehicleRules => {
    const found = known.get(key) ?? rulesFor(fitting())
    known.delete(key)
    known.set(key, found)
    for (const oldest of known.keys()) if (known.size > MAX_VEHICLES) known.delete(oldest)
    return found
  }
  return {
    of: (vehicle) => rulesBy(roadVehicleKey(vehicle), () => fittingOf(vehicle)),
    smallest: () => rulesBy('', () => SMALLEST),
    obstacleOn: (driven, vehicle) => obstacleOn(stored, tables, driven, fittingOf(vehicle)),
  }
}

const statesOf = (state: number): number[] => (state === NO_STATE ? [] : [state])

/** Returns the rules of a file without requirements, which are the same for all vehicles. */
function withoutRules({ ends }: Tables): FileRules {
  const all: VehicleRules = {
    metOnEdges: null,
    startStates: (arc) => statesOf(ends[2 * arc]!),
    mayEnter: () => true,
    mayUse: () => true,
  }
  return { of: () => all, smallest: () => all, obstacleOn: () => null }
}
