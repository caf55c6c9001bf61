// Parameters and moves of every search. The values were measured, see docs/engine.md.
import { fleetChange } from './fleet-change.ts'
import type { SearchParams } from './params.ts'
import { swapStar } from './swap-star.ts'
import { tripSwapStar } from './trips/swap.ts'
import { tripTails } from './trips/tails.ts'
import { reloadMove, tripMove, tripVehicleSwap } from './trips/whole-trips.ts'
import { twoOptStar } from './two-opt-star.ts'
import { vehicleSwap } from './vehicle-swap.ts'

export const DEFAULT_PARAMS: SearchParams = {
  hot: 2,
  cold: 0.1,
  timedHeat: 2,
  leastSteps: 3000,
  stepsPerPair: 15,
  laterSteps: 1 / 2,
  warm: 0.4,
  patience: 2,
  patienceOfTime: 0.2,
  mostPatience: 12,
  evolveBelow: 400,
  evolveFrom: 300,
  founders: 4,
  founderSteps: 300,
  founderShare: 0.09,
  exchanged: 0.3,
  childSteps: 6,
  childWarm: 0.88,
  population: 8,
  barren: 60,
  agreeing: 3,
  clockEvery: 256,
  neighbors: 60,
  wholeStops: 500,
  partSize: 200,
  partSteps: 50,
  retried: 12,
  meanRemoved: 10,
  longestString: 10,
  splitChance: 0.5,
  keepMoreChance: 0.01,
  tripRuins: 0.7,
  tripJoins: 0.5,
  blinkChance: 0.01,
  farLeg: 0.3,
  timedPlaces: 4,
  moves: [
    { move: twoOptStar({ near: 20, splitEvery: 8 }), tries: 10, generalTries: 1 },
    { move: swapStar({ near: 20 }), tries: 4, generalTries: 1 },
    { move: vehicleSwap, tries: 1, generalTries: 1 },
    { move: tripTails({ near: 20, splitEvery: 8, ofTrips: 0.5 }), tries: 10, generalTries: 0 },
    { move: tripSwapStar({ near: 20 }), tries: 4, generalTries: 0 },
    { move: tripMove, tries: 2, generalTries: 0 },
    { move: reloadMove, tries: 2, generalTries: 0 },
    { move: tripVehicleSwap, tries: 1, generalTries: 0 },
    { move: fleetChange({ often: 0.3, byRate: 0.2, routes: 2, stops: 40 }), tries: 1, generalTries: 1 },
  ],
}
