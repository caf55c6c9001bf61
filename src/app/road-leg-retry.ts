// Lets a transaction use road legs that are not computed yet. Waiting for them would keep its rows locked. Therefore
// the transaction is rolled back, the legs are computed without a transaction, and the work runs again.
import type { RoadVehicle } from '../domain/planning/road-vehicle.ts'
import type { Point } from '../domain/orders/order.ts'
import type { Tx } from '../store/database.ts'
import type { Log } from './ports/log.ts'
import type { RoadDistances, RoadLeg } from './ports/roads.ts'

const BUDGET_MS = 1_000
/** Maximum runs of one transaction. Each run may need the legs of another chain of locations. */
const MAX_RUNS = 8

export interface RoadLegRetry {
  /** Returns the legs of the chain. Null if this server has no road data, or if the legs don't arrive in time. */
  of(tx: Tx, chain: readonly Point[], vehicle: RoadVehicle): Promise<(RoadLeg | null)[] | null>
  /**
   * Runs the work, and runs it again after missing legs have been computed. Transactions passed to `mark` never wait
   * for legs. The work must be safe to run again.
   */
  running<T>(run: (mark: (tx: Tx) => void) => Promise<T>): Promise<T>
}

class LegsWanted extends Error {
  readonly chain: readonly Point[]
  readonly vehicle: RoadVehicle
  constructor(chain: readonly Point[], vehicle: RoadVehicle) {
    super('legs are requested outside the transaction')
    this.chain = chain
    this.vehicle = vehicle
  }
}

export function createRoadLegRetry(distances: RoadDistances | null, log: Log): RoadLegRetry {
  const own = distances?.own
  const waitForNone = new WeakSet<Tx>()
  let providerUnavailable = false
  const ask = async (chain: readonly Point[], vehicle: RoadVehicle): Promise<(RoadLeg | null)[] | null> => {
    try {
      return (await own?.legs(chain, AbortSignal.timeout(BUDGET_MS), vehicle)) ?? null
    } catch (error) {
      log.warn({ err: error }, 'no legs from the road data; straight-line estimates are used')
      return null
    }
  }
  return {
    async of(tx, chain, vehicle) {
      if (!own) return null
      const known = own.known(chain, vehicle)
      if (known) return known
      if (!waitForNone.has(tx)) return ask(chain, vehicle)
      if (providerUnavailable) return null
      throw new LegsWanted(chain, vehicle)
    },
    async running(run) {
      providerUnavailable = false
      for (let runs = 1; ; runs++)
        try {
          return await run((tx) => waitForNone.add(tx))
        } catch (error) {
          if (!(error instanceof LegsWanted)) throw error
          providerUnavailable = (await ask(error.chain, error.vehicle)) === null || runs === MAX_RUNS
        }
    },
  }
}
