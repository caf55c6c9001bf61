// Joins what several sources know of one street: houses of an imported list, and roads of a region.
import {
  FARTHEST_NUMBER,
  type Abreast,
  ABREAST_METERS,
  FARTHEST_ABREAST_NUMBER,
} from '../../../domain/addresses/along-street.ts'
import { isSameTown } from '../../../domain/addresses/indexing/runs.ts'
import { areNear } from '../../../domain/addresses/matching/decide.ts'
import { isKnownIn, isNumberedByBlocks } from '../../../domain/addresses/matching/place-number.ts'
import { type Box, type KnownHouse, type Run, SAME_STREET_METERS } from '../../../domain/addresses/matching/run.ts'
import type { HouseNumber } from '../../../domain/addresses/house-numbers.ts'
import { US_STATES } from '../../../domain/addresses/us-address.ts'
import { footOn, type Line } from '../../../domain/addresses/street-lines.ts'
import { straightLineMeters } from '../../../domain/geo/geo.ts'
import { cellOf, cellsAround } from '../../../domain/geo/map-cell.ts'
import {
  housesIn,
  housesNear,
  linesOf,
  roadsBeside,
  someHouses,
  type StoredRun,
} from '../../../store/addresses/address-lookups.ts'
import type { SystemTx } from '../../../store/database.ts'

const MOST_LINES = 3_000
/** A piece of a US street without a town belongs to the town of another piece within this distance. */
const FARTHEST_US_PIECE_METERS = 5_000
/** Streets without the number whose lines are read. */
const MOST_LINED = 60
/** Streets for which houses on parallel streets are read. */
const MOST_WITH_ABREAST = 12
const MOST_ABREAST = 200
/** If at least two of the street's own houses have numbers this close, houses on other streets are not needed. */
const NEAR_NUMBER = 20
/** A house that is farther from its own street's line doesn't indicate the street's direction. */
const BESIDE_METERS = 80

export interface Street {
  run: Run
  parts: readonly StoredRun[]
}

/** Returns the streets of each name, with the houses near the numbers. Lines are read if a number is not known. */
export async function readStreets(
  tx: SystemTx,
  stored: ReadonlyMap<number, readonly StoredRun[]>,
  numbersOf: ReadonlyMap<number, readonly HouseNumber[]>,
): Promise<Map<number, Street[]>> {
  const numbers = [...numbersOf.values()].flat()
  const ids = [...new Set([...stored.values()].flatMap((runs) => runs.map(({ runId }) => runId)))]
  const ranges = [...new Map(numbers.map(({ main, to }) => [`${main} ${to}`, { main, to: to ?? main }])).values()]
  const houses = ranges.length > 0 ? await housesNear(tx, ids, ranges) : await someHouses(tx, ids)
  const streets = new Map(
    [...stored].map(([nameId, runs]) => [
      nameId,
      groupsOf(runs, houses).map((parts) => joined(parts, houses, new Map())),
    ]),
  )
  const unknown = [...streets].flatMap(([nameId, of]) => {
    const wanted = numbersOf.get(nameId) ?? []
    return of.filter(({ run }) => wanted.length === 0 || !wanted.some((number) => isKnownIn(run, number)))
  })
  const lined = new Set(unknown.slice(0, MOST_LINED))
  const lines = await linesOf(
    tx,
    [...lined].flatMap(({ parts }) => parts.map(({ runId }) => runId)),
    MOST_LINES,
  )
  return new Map(
    [...streets].map(([nameId, of]) => [
      nameId,
      of.map((street) => (lined.has(street) ? joined(street.parts, houses, lines) : street)),
    ]),
  )
}

/** Divides runs of one name into streets. Pieces of a US street in one town are one street, however far apart. */
function groupsOf(runs: readonly StoredRun[], houses: ReadonlyMap<number, readonly KnownHouse[]>): StoredRun[][] {
  const groups: StoredRun[][] = []
  const isInUs = ({ runId }: StoredRun): boolean => isNumberedByBlocks(houses.get(runId) ?? [])
  const belongs = (run: StoredRun, other: StoredRun): boolean => {
    if (run.town === '') return areNear(other, run, isInUs(other) ? FARTHEST_US_PIECE_METERS : SAME_STREET_METERS)
    return isSameTown(other.town, run.town) && (isInUs(other) || areNear(other, run, SAME_STREET_METERS))
  }
  // Runs with a town come first, so that those without one join the nearest.
  for (const run of runs.toSorted((a, b) => Number(a.town === '') - Number(b.town === ''))) {
    const group = groups.find((of) => of.some((other) => belongs(run, other)))
    if (group) group.push(run)
    else groups.push([run])
  }
  return groups
}

function joined(
  parts: readonly StoredRun[],
  houses: ReadonlyMap<number, readonly KnownHouse[]>,
  lines: ReadonlyMap<number, readonly Line[]>,
): Street {
  const [first] = parts as [StoredRun]
  const largest = parts.reduce((best, part) => (part.reach > best.reach ? part : best), first)
  const run: Run = {
    id: parts.map(({ runId }) => runId).join(' '),
    town: first.town,
    isPlace: parts.every(({ isPlace }) => isPlace),
    middle: largest.middle,
    reach: Math.max(...parts.map((part) => part.reach + straightLineMeters(part.middle, largest.middle))),
    box: parts.map(({ box }) => box).reduce(around),
    postcodes: new Set(parts.flatMap(({ postcodes }) => postcodes)),
    houseCount: parts.reduce((sum, part) => sum + part.houses, 0),
    highestNumber: Math.max(...parts.map(({ highest }) => highest)),
    houses: byPrecedence(parts, houses),
    lines: parts.flatMap(({ runId }) => lines.get(runId) ?? []),
  }
  return { run, parts }
}

const around = (a: Box, b: Box): Box => ({
  south: Math.min(a.south, b.south),
  west: Math.min(a.west, b.west),
  north: Math.max(a.north, b.north),
  east: Math.max(a.east, b.east),
})

/** If several sources have a number, only the houses of the source with precedence count. */
function byPrecedence(parts: readonly StoredRun[], houses: ReadonlyMap<number, readonly KnownHouse[]>): KnownHouse[] {
  const ranks = new Map<string, number>()
  const all = parts
    .toSorted((a, b) => b.rank - a.rank)
    .flatMap(({ runId, rank }) => (houses.get(runId) ?? []).map((house) => ({ house, rank })))
  return all.flatMap(({ house, rank }) => {
    const best = ranks.get(house.number.raw) ?? rank
    ranks.set(house.number.raw, best)
    return best === rank ? [house] : []
  })
}

/**
 * Returns houses on parallel streets that help to locate a number. Only US cities number by blocks. Reads the houses for
 * the first streets only.
 */
export async function readAbreast(
  tx: SystemTx,
  streets: readonly { street: Street; number: number }[],
): Promise<Map<string, Abreast[]>> {
  const found = new Map<string, Abreast[]>()
  for (const { street, number } of streets.slice(0, MOST_WITH_ABREAST)) {
    const near = street.run.houses.filter((house) => Math.abs(house.number.main - number) <= NEAR_NUMBER)
    if (near.length <= 1 && street.run.lines.length > 0)
      found.set(`${street.run.id} ${number}`, await abreastOf(tx, street, number))
  }
  return found
}

async function abreastOf(tx: SystemTx, { run, parts }: Street, number: number): Promise<Abreast[]> {
  const own = run.houses.filter((house) => Math.abs(house.number.main - number) <= FARTHEST_NUMBER)
  const cells = cellsAround(own.length > 0 ? own : run.lines.flat(), ABREAST_METERS)
  const near = await housesIn(tx, cells, {
    number,
    reach: FARTHEST_ABREAST_NUMBER,
    most: MOST_ABREAST,
    states: US_STATES,
  })
  const itself = new Set(parts.map(({ runId }) => runId))
  const others = near.filter(({ runId }) => !itself.has(runId))
  const roads = await roadsBeside(
    tx,
    others.map((house) => ({ runId: house.runId, cell: cellOf(house) })),
  )
  return others.flatMap((house) => {
    const foot = footOn(roads.get(house.runId) ?? [], house)
    return foot && foot.meters <= BESIDE_METERS ? [{ ...house, heading: foot.heading }] : []
  })
}
