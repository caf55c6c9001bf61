// Requirements that a vehicle must meet to use a road: limits of its size, and conditions that also depend on the hours of
// its drives. Searches skip the edges whose requirement the vehicle doesn't meet (Geisberger, Rice, Sanders and Tsotras,
// "Route planning with flexible edge restrictions", 2012). Requirements have numbers, so that an edge needs one number.
import { type Measure, MEASURES, type VehicleSize } from '../domain/planning/road-vehicle.ts'
import type { WeekHours } from '../domain/planning/week-hours.ts'

/** Requirement that every vehicle meets. */
export const NO_REQUIREMENT = 0
/** Requirement that no vehicle meets. */
export const NEVER = -1

/** Condition that is not a plain limit. Conditions have numbers, too. */
export type Condition = SizeCondition | LocalCondition

/**
 * Hours at which a road is open, by the size of the vehicle. The limits of each measure divide its values into cells. A cell is
 * below the first limit, equal to it, between it and the next limit, and so on. The list `hours` has the hours of each
 * combination of cells. The cells of the last measure vary fastest.
 */
export interface SizeCondition {
  limits: Partial<Record<Measure, readonly number[]>>
  hours: readonly WeekHours[]
}

/** Returns the index of the cell of a vehicle of this size in lists like `hours`. */
export function cellOf(limits: SizeCondition['limits'], size: VehicleSize): number {
  let at = 0
  for (const measure of MEASURES) {
    const cuts = limits[measure]
    if (cuts) at = at * (2 * cuts.length + 1) + cellAmong(cuts, size[measure])
  }
  return at
}

/** Returns the cell of a value: even cells are between limits, odd cells are at a limit. */
const cellAmong = (limits: readonly number[], own: number): number =>
  2 * limits.filter((limit) => limit < own).length + (limits.includes(own) ? 1 : 0)

/**
 * Condition of vehicles that may use a road only at the beginning or end of a drive. They don't meet the requirement
 * `unless`, or they can't reach one of the areas from the main network and return.
 */
export interface LocalCondition {
  unless: number
  areas: readonly number[]
}

/** Requirement in a road file: a maximum of each measure, in the order of `MEASURES`, and numbers of conditions. */
export interface StoredRequirement {
  limits?: readonly (number | null)[]
  conditions?: readonly number[]
}

/** All requirements and conditions in use. Combined requirements are added when they are needed. */
export class Requirements {
  readonly conditions: Condition[] = []
  /** Maxima of each requirement, `MEASURES.length` per requirement. `Infinity` if there is no limit. */
  readonly #limits: number[] = []
  readonly #conditionsOf: (readonly number[])[] = []
  readonly #numbers = new Map<string, number>()
  readonly #conditionNumbers = new Map<string, number>()
  readonly #combined = new Map<number, number>()

  constructor() {
    this.#numberOf(
      MEASURES.map(() => Infinity),
      [],
    )
  }

  /** Returns equal requirements, to which others can be added independently. */
  copy(): Requirements {
    return Requirements.from(this.stored(), this.conditions)
  }

  static from(requirements: readonly StoredRequirement[], conditions: readonly Condition[]): Requirements {
    const read = new Requirements()
    for (const condition of conditions) read.conditionNumber(condition)
    for (const { limits, conditions: own = [] } of requirements)
      read.#numberOf(
        MEASURES.map((_, i) => limits?.[i] ?? Infinity),
        own,
      )
    return read
  }

  get count(): number {
    return this.#conditionsOf.length
  }

  stored(): StoredRequirement[] {
    return this.#conditionsOf.map((conditions, at) => {
      const limits = this.limitsOf(at).map((limit) => (limit === Infinity ? null : limit))
      return {
        ...(limits.some((limit) => limit !== null) && { limits }),
        ...(conditions.length > 0 && { conditions }),
      }
    })
  }

  limitsOf(requirement: number): number[] {
    return this.#limits.slice(requirement * MEASURES.length, (requirement + 1) * MEASURES.length)
  }

  conditionsOf(requirement: number): readonly number[] {
    return this.#conditionsOf[requirement]!
  }

  /** Returns the number of a requirement with these maxima and at most one condition. */
  of(maxima: Partial<VehicleSize>, condition?: Condition): number {
    const conditions = condition ? [this.conditionNumber(condition)] : []
    return this.#numberOf(
      MEASURES.map((measure) => maxima[measure] ?? Infinity),
      conditions,
    )
  }

  conditionNumber(condition: Condition): number {
    const key = JSON.stringify(condition)
    const known = this.#conditionNumbers.get(key)
    if (known !== undefined) return known
    this.#conditionNumbers.set(key, this.conditions.length)
    return this.conditions.push(condition) - 1
  }

  /** Returns the requirement that a vehicle meets if it meets both. */
  both(a: number, b: number): number {
    if (a === b || b === NO_REQUIREMENT) return a
    if (a === NO_REQUIREMENT) return b
    if (a === NEVER || b === NEVER) return NEVER
    const key = a < b ? a * 2 ** 26 + b : b * 2 ** 26 + a
    const known = this.#combined.get(key)
    if (known !== undefined) return known
    const [one, other] = [this.limitsOf(a), this.limitsOf(b)]
    const limits = one.map((limit, i) => Math.min(limit, other[i]!))
    const conditions = [...new Set([...this.conditionsOf(a), ...this.conditionsOf(b)])].sort((x, y) => x - y)
    const found = this.#isContradiction(limits, conditions) ? NEVER : this.#numberOf(limits, conditions)
    this.#combined.set(key, found)
    return found
  }

  /** Returns whether every vehicle that meets `b` also meets `a`. May be false if that follows only from the hours. */
  isNoTighter(a: number, b: number): boolean {
    if (a === b || a === NO_REQUIREMENT) return true
    if (b === NO_REQUIREMENT) return false
    return this.#follows(a, (i) => this.#limits[b * MEASURES.length + i]!, this.conditionsOf(b))
  }

  #follows(a: number, limit: (measure: number) => number, conditions: readonly number[]): boolean {
    for (let i = 0; i < MEASURES.length; i++) if (this.#limits[a * MEASURES.length + i]! < limit(i)) return false
    for (const condition of this.#conditionsOf[a]!) if (!conditions.includes(condition)) return false
    return true
  }

  /** Returns whether vehicles must meet a requirement and also not meet it. */
  #isContradiction(limits: readonly number[], conditions: readonly number[]): boolean {
    return conditions.some((number) => {
      const condition = this.conditions[number]!
      if (!('unless' in condition) || condition.areas.length > 0) return false
      return this.#follows(condition.unless, (i) => limits[i]!, conditions)
    })
  }

  #numberOf(limits: readonly number[], conditions: readonly number[]): number {
    const key = `${limits.join()} ${conditions.join()}`
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    const number = this.#conditionsOf.push(conditions) - 1
    this.#limits.push(...limits)
    this.#numbers.set(key, number)
    return number
  }
}
