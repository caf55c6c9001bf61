// Merges the parts of one street from several sources, such as the houses of an imported list and the roads of a
// region.
import {
  MAX_NUMBER_DIFFERENCE,
  type ParallelHouse,
  MAX_PARALLEL_METERS,
  MAX_PARALLEL_NUMBER_DIFFERENCE,
} from '../../../domain/addresses/estimate-on-street.ts'
import { isSameTown } from '../../../domain/addresses/indexing/divide-streets.ts'
import { areBoxesNear } from '../../../domain/addresses/matching/decide-match.ts'
import { hasNumber, isNumberedByBlocks } from '../../../domain/addresses/matching/locate-number.ts'
import {
  type BoundingBox,
  type IndexedHouse,
  type TownStreet,
  MAX_SAME_STREET_METERS,
} from '../../../domain/addresses/matching/town-street.ts'
import type { HouseNumber } from '../../../domain/addresses/house-numbers.ts'
import { US_STATES } from '../../../domain/addresses/us-address.ts'
import { projectOnLines, type Line } from '../../../domain/addresses/street-lines.ts'
import { straightLineMeters } from '../../../domain/geo/geo.ts'
import { cellOf, cellsAround } from '../../../domain/geo/map-cell.ts'
import {
  findHousesInCells,
  readStreetLines,
  readRoadsNearHouses,
  type StoredStreet,
} from '../../../store/addresses/address-lookups.ts'
import { findHouses, findNeighbors, readFirstHouses, type HouseSearch } from '../../../store/addresses/house-lookups.ts'
import type { SystemTx } from '../../../store/database.ts'

const MAX_LINES = 3_000
/** Maximum number of pairs of a street and a number. */
const MAX_HOUSE_SEARCHES = 800
/** Maximum number of these pairs whose neighbors are read. */
const MAX_NEIGHBOR_SEARCHES = 160
/** A part of a US street without a town belongs to the town of another part within this distance. */
const MAX_US_GAP_METERS = 5_000
/** Streets of one name closer than this continue each other. */
const MAX_JUNCTION_METERS = 60
/** Maximum number of streets whose lines are read. Lines are only needed for streets that lack the number. */
const MAX_STREETS_WITH_LINES = 60
/** Maximum number of streets for which houses on parallel streets are read. A question has as many candidates. */
const MAX_STREETS_WITH_PARALLELS = 8
const MAX_PARALLEL_HOUSES = 200
/** If at least two of the street's own houses have numbers this close, houses on other streets are not needed. */
const MAX_NEAR_NUMBER_DIFFERENCE = 20
/** A house that is farther from its own street's line doesn't indicate the street's direction. */
const MAX_HOUSE_TO_ROAD_METERS = 80

export interface MergedStreet {
  merged: TownStreet
  parts: readonly StoredStreet[]
}

/** Returns the streets of each name, with the houses near the numbers. Lines are read if a number is not known. */
export async function readStreets(
  tx: SystemTx,
  storedStreets: ReadonlyMap<number, readonly StoredStreet[]>,
  numbersByName: ReadonlyMap<number, readonly HouseNumber[]>,
): Promise<Map<number, MergedStreet[]>> {
  const houses = await readHouses(tx, storedStreets, numbersByName)
  const streets = new Map(
    [...storedStreets].map(([nameId, parts]) => [
      nameId,
      markFragments(groupIntoStreets(parts, houses).map((parts) => mergeParts(parts, houses))),
    ]),
  )
  const withoutNumber = [...streets].flatMap(([nameId, streetsOfName]) => {
    const searchedNumbers = numbersByName.get(nameId) ?? []
    return streetsOfName.filter(
      ({ merged }) => searchedNumbers.length === 0 || !searchedNumbers.some((number) => hasNumber(merged, number)),
    )
  })
  const streetsWithLines = new Set(withoutNumber.slice(0, MAX_STREETS_WITH_LINES))
  const lines = await readStreetLines(
    tx,
    [...streetsWithLines].flatMap(({ parts }) => parts.map(({ runId }) => runId)),
    MAX_LINES,
  )
  return new Map(
    [...streets].map(([nameId, streetsOfName]) => [
      nameId,
      streetsOfName.map((street) => (streetsWithLines.has(street) ? withLines(street, lines) : street)),
    ]),
  )
}

/**
 * Returns the houses with the numbers that are searched on each street, and the neighbors of numbers that it lacks.
 * Without a number, returns the first house of each street.
 */
async function readHouses(
  tx: SystemTx,
  storedStreets: ReadonlyMap<number, readonly StoredStreet[]>,
  numbersByName: ReadonlyMap<number, readonly HouseNumber[]>,
): Promise<Map<number, IndexedHouse[]>> {
  const searches = new Map<string, HouseSearch & { isInPlaces: boolean; number: HouseNumber }>()
  const withoutNumber = new Set<number>()
  for (const [nameId, parts] of storedStreets)
    for (const { runId, isInPlaces } of parts) {
      const numbers = numbersByName.get(nameId) ?? []
      if (numbers.length === 0) withoutNumber.add(runId)
      for (const number of numbers) {
        const { raw, main, to } = number
        searches.set(`${runId} ${raw}`, { runId, main, to: to ?? main, number, isInPlaces })
      }
    }
  const mostLikely = [...searches.values()]
    .sort((a, b) => Number(b.isInPlaces) - Number(a.isInPlaces))
    .slice(0, MAX_HOUSE_SEARCHES)
  const found = await findHouses(tx, mostLikely)
  const isFound = ({ runId, number }: HouseSearch & { number: HouseNumber }): boolean =>
    found.get(runId)?.some((house) => house.number.raw === number.raw) ?? false
  // If a street in the places of the query has the number, an estimate on a street elsewhere can't be better.
  const isFoundInPlaces = mostLikely.some((search) => search.isInPlaces && isFound(search))
  const lacking = mostLikely.filter((search) => !isFound(search) && (search.isInPlaces || !isFoundInPlaces))
  const neighbors = await findNeighbors(tx, lacking.slice(0, MAX_NEIGHBOR_SEARCHES))
  const first = await readFirstHouses(
    tx,
    [...withoutNumber].filter((runId) => !found.has(runId)),
  )
  const streets = new Set([...found.keys(), ...neighbors.keys(), ...first.keys()])
  return new Map([...streets].map((runId) => [runId, [found, neighbors, first].flatMap((of) => of.get(runId) ?? [])]))
}

/** Groups the parts with one name into streets. Parts of a US street in one town are one street, however far apart. */
function groupIntoStreets(
  parts: readonly StoredStreet[],
  houses: ReadonlyMap<number, readonly IndexedHouse[]>,
): StoredStreet[][] {
  const groups: StoredStreet[][] = []
  const isInUs = ({ runId }: StoredStreet): boolean => isNumberedByBlocks(houses.get(runId) ?? [])
  const isSameStreet = (part: StoredStreet, other: StoredStreet): boolean => {
    if (part.town === '') return areBoxesNear(other, part, isInUs(other) ? MAX_US_GAP_METERS : MAX_SAME_STREET_METERS)
    return isSameTown(other.town, part.town) && (isInUs(other) || areBoxesNear(other, part, MAX_SAME_STREET_METERS))
  }
  // Parts with a town come first, so that parts without a town can join their street.
  for (const part of parts.toSorted((a, b) => Number(a.town === '') - Number(b.town === ''))) {
    const group = groups.find((members) => members.some((other) => isSameStreet(part, other)))
    if (group) group.push(part)
    else groups.push([part])
  }
  return groups
}

function mergeParts(
  parts: readonly StoredStreet[],
  houses: ReadonlyMap<number, readonly IndexedHouse[]>,
): MergedStreet {
  const [first] = parts as [StoredStreet]
  const largest = parts.reduce((best, part) => (part.radiusMeters > best.radiusMeters ? part : best), first)
  const merged: TownStreet = {
    id: parts.map(({ runId }) => runId).join(' '),
    town: first.town,
    isPlace: parts.every(({ isPlace }) => isPlace),
    middle: largest.middle,
    radiusMeters: Math.max(...parts.map((part) => part.radiusMeters + straightLineMeters(part.middle, largest.middle))),
    box: parts.map(({ box }) => box).reduce(unionBox),
    postcodes: new Set(parts.flatMap(({ postcodes }) => postcodes)),
    houseCount: parts.reduce((sum, part) => sum + part.houseCount, 0),
    isFragment: false,
    highestNumber: Math.max(...parts.map(({ highestNumber }) => highestNumber)),
    houses: housesByPrecedence(parts, houses),
    lines: [],
  }
  return { merged, parts }
}

const withLines = ({ merged, parts }: MergedStreet, lines: ReadonlyMap<number, readonly Line[]>): MergedStreet => ({
  merged: { ...merged, lines: parts.flatMap(({ runId }) => lines.get(runId) ?? []) },
  parts,
})

/** Marks the streets without houses that continue another street of the same name. */
const markFragments = (streets: readonly MergedStreet[]): MergedStreet[] =>
  streets.map(({ merged, parts }) => {
    const continues = (other: MergedStreet): boolean =>
      other.merged.houseCount > 0 && areBoxesNear(other.merged, merged, MAX_JUNCTION_METERS)
    return { merged: { ...merged, isFragment: merged.houseCount === 0 && streets.some(continues) }, parts }
  })

const unionBox = (a: BoundingBox, b: BoundingBox): BoundingBox => ({
  south: Math.min(a.south, b.south),
  west: Math.min(a.west, b.west),
  north: Math.max(a.north, b.north),
  east: Math.max(a.east, b.east),
})

/** If several sources have a number, only the houses of the source with precedence count. */
function housesByPrecedence(
  parts: readonly StoredStreet[],
  houses: ReadonlyMap<number, readonly IndexedHouse[]>,
): IndexedHouse[] {
  const ranks = new Map<string, number>()
  const all = parts
    .toSorted((a, b) => b.precedence - a.precedence)
    .flatMap(({ runId, precedence }) => (houses.get(runId) ?? []).map((house) => ({ house, rank: precedence })))
  return all.flatMap(({ house, rank }) => {
    const best = ranks.get(house.number.raw) ?? rank
    ranks.set(house.number.raw, best)
    return best === rank ? [house] : []
  })
}

/**
 * Returns houses on parallel streets that help to locate a number, keyed by the street's ID and the number, as in `12 400`.
 * Only US cities number by blocks. Reads the houses for the first streets only.
 */
export async function readParallelHouses(
  tx: SystemTx,
  streets: readonly { street: MergedStreet; number: number }[],
): Promise<Map<string, ParallelHouse[]>> {
  const found = new Map<string, ParallelHouse[]>()
  const lacking = new Map(
    streets.filter(lacksNearHouses).map((one) => [`${one.street.merged.id} ${one.number}`, one] as const),
  )
  for (const [key, { street, number }] of [...lacking].slice(0, MAX_STREETS_WITH_PARALLELS))
    found.set(key, await findParallelHouses(tx, street, number))
  return found
}

const lacksNearHouses = ({ street: { merged }, number }: { street: MergedStreet; number: number }): boolean =>
  merged.lines.length > 0 &&
  merged.houses.filter((house) => Math.abs(house.number.main - number) <= MAX_NEAR_NUMBER_DIFFERENCE).length <= 1

async function findParallelHouses(
  tx: SystemTx,
  { merged, parts }: MergedStreet,
  number: number,
): Promise<ParallelHouse[]> {
  const ownHouses = merged.houses.filter((house) => Math.abs(house.number.main - number) <= MAX_NUMBER_DIFFERENCE)
  const cells = cellsAround(ownHouses.length > 0 ? ownHouses : merged.lines.flat(), MAX_PARALLEL_METERS)
  const near = await findHousesInCells(tx, cells, {
    number,
    maxNumberDifference: MAX_PARALLEL_NUMBER_DIFFERENCE,
    maxHouses: MAX_PARALLEL_HOUSES,
    states: US_STATES,
  })
  const ownStreetIds = new Set(parts.map(({ runId }) => runId))
  const others = near.filter(({ runId }) => !ownStreetIds.has(runId))
  const roads = await readRoadsNearHouses(
    tx,
    others.map((house) => ({ runId: house.runId, cell: cellOf(house) })),
  )
  return others.flatMap((house) => {
    const projection = projectOnLines(roads.get(house.runId) ?? [], house)
    return projection && projection.meters <= MAX_HOUSE_TO_ROAD_METERS
      ? [{ ...house, heading: projection.heading }]
      : []
  })
}
