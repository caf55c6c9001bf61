// Prepares the search of a problem with several trips.
import { prepareTripCosts } from './cost.ts'
import { loadTrips } from './data.ts'
import { prepareTripExchanges } from './exchange.ts'
import { prepareTripPlans } from './plan.ts'
import { prepareTripRuins } from './ruin.ts'

/** Loads the reloads of the problem in the arena, and grows all arrays for it. */
export function prepareTrips(): void {
  loadTrips()
  prepareTripCosts()
  prepareTripPlans()
  prepareTripExchanges()
  prepareTripRuins()
}
