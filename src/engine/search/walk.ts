// The annealing's walk: one step after another over the plan in the arena, at temperatures set by the caller.
import { compareUnassigned, type UnassignedProfits } from '../unassigned.ts'
import * as arena from './arena.ts'
import {
  bankCount,
  beginDrawing,
  countAbsences,
  countUnassigned,
  hasFewerAbsences,
  saveBank,
  restoreBank,
} from './bank.ts'
import { total } from './cost.ts'
import { open, used } from './empties.ts'
import { drawThreshold, type Move } from './move.ts'
import type { SearchParams } from './params.ts'
import { emptyMemory, remember, type RememberedPlan } from './plan.ts'
import { ruinAndRecreate } from './ruin-recreate.ts'
import { restoreStep } from './step.ts'
import { openingBonus, yardstick } from './yardsticks.ts'

export type Judged = Pick<RememberedPlan, 'unserved' | 'cost'>

export function isBetter(unserved: UnassignedProfits, cost: number, than: Judged): boolean {
  const order = compareUnassigned(unserved, than.unserved)
  return order < 0 || (order === 0 && cost < than.cost - 1e-7)
}

/**
 * Position in the cooling (0 hot, 1 cold) up to which a plan is accepted at any cost if its unassigned stops have fewer
 * absences (see `hasFewerAbsences`). The number of unassigned stops must be equal in every rank.
 */
const HOT = 0.4

const timeCosts = (): boolean =>
  arena.balanceTime > 0 || arena.timeRate.subarray(0, arena.routes).some((rate) => rate > 0)

/** Cost of the routes in the arena, plus a penalty per unused vehicle if the objective requires every vehicle. */
function costNow(): number {
  if (!arena.useAll) return total[0]!
  return total[0]! + (open - used) * openingBonus
}

export class Walk {
  /** Best plan of the whole walk. */
  readonly best = emptyMemory()
  /** Best plan since `begin`. */
  readonly found = emptyMemory()
  steps = 0
  readonly #params: SearchParams
  readonly #onBest: (best: RememberedPlan, steps: number) => void
  readonly #moves: readonly { move: Move; tries: number }[]
  readonly #unit = yardstick
  #cost = 0
  #unserved = new Int32Array(arena.rankCount)
  #newUnserved = new Int32Array(arena.rankCount)

  constructor(params: SearchParams, onBest: (best: RememberedPlan, steps: number) => void) {
    this.#params = params
    this.#onBest = onBest
    this.#unit *= timeCosts() ? params.timedHeat : 1
    this.#moves = params.moves
      .filter(({ move }) => move.applies())
      .map(({ move, tries, generalTries }) => ({ move, tries: arena.usesTimeline ? generalTries : tries }))
    this.begin()
    remember(this.best, this.#unserved, this.#cost)
    onBest(this.best, 0)
  }

  /** Continues from the routes in the arena, after they were replaced. */
  begin(): void {
    this.#cost = costNow()
    countUnassigned(this.#unserved)
    remember(this.found, this.#unserved, this.#cost)
    this.#keepBest()
  }

  /** Returns the temperature at a position between hot (0) and cold (1). */
  temperatureAt(done: number): number {
    const { hot, cold } = this.#params
    return this.#unit * hot * (cold / hot) ** done
  }

  /** Takes one step at a position between hot (0) and cold (1): a ruin and recreate, then the moves. */
  step(done: number, temperature: number): void {
    this.steps++
    this.#rebuild(temperature, done < HOT)
    for (const { move, tries } of this.#moves) {
      for (let i = 0; i < tries; i++) if (move.attempt(temperature)) this.#cost = costNow()
    }
    if (isBetter(this.#unserved, this.#cost, this.found)) remember(this.found, this.#unserved, this.#cost)
    this.#keepBest()
  }

  #keepBest(): void {
    if (!isBetter(this.#unserved, this.#cost, this.best)) return
    remember(this.best, this.#unserved, this.#cost)
    this.#onBest(this.best, this.steps)
  }

  #rebuild(temperature: number, hot: boolean): void {
    const wasCost = total[0]!
    saveBank()
    beginDrawing(this.#params)
    const threshold = drawThreshold(temperature)
    // A plan with fewer unassigned stops or more used vehicles may cost any amount.
    const limited = bankCount === 0 && !arena.useAll
    ruinAndRecreate(limited ? wasCost + threshold : Infinity, this.#params)
    countUnassigned(this.#newUnserved)
    const newCost = costNow()
    const order = compareUnassigned(this.#newUnserved, this.#unserved)
    const rarer = order === 0 && bankCount > 0 && hot && hasFewerAbsences()
    const taken = order < 0 || rarer || (order === 0 && newCost - this.#cost < threshold)
    if (!limited) countAbsences()
    if (taken) {
      this.#cost = newCost
      ;[this.#unserved, this.#newUnserved] = [this.#newUnserved, this.#unserved]
    } else {
      restoreBank(restoreStep)
      total[0] = wasCost
    }
  }
}
