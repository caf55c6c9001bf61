// Collects the places, postal codes and states around each cell of the map.
import { METERS_A_DEGREE, straightLineMeters } from '../../geo/geo.ts'
import type { Point } from '../../orders/order.ts'
import { cellsWithin, CELLS_PER_DEGREE, rowAndColumn, surroundingCell } from '../matching/surrounding-cell.ts'
import { indexBoundaries } from './boundary-index.ts'
import type { Line } from '../street-lines.ts'

/** Address parts of a house, folded. */
export interface HouseArea {
  city: string
  placeKeys: readonly string[]
  postcode: string
  state: string
}

/** A town, suburb or region. The surroundings of cells are collected with folded names. */
export interface Settlement {
  names: readonly string[]
  at: Point
  /** Meters from the location to which a place without a boundary extends. */
  radiusMeters: number
  /** Size of the settlement, 0 to 5. 4 is a municipality or a town. */
  rank: number
  /** Lines of the boundary. Empty if it is unknown. */
  boundary: readonly Line[]
  postcode: string
  /** A state, county or country. */
  isRegion: boolean
}

export interface CellSurroundings {
  inside: readonly string[]
  near: ReadonlyMap<string, number>
  postcodes: readonly string[]
  states: readonly string[]
  /** Folded name of the town; empty if unknown. */
  town: string
}

/** Rank of a municipality. All addresses within its boundary belong to it. */
const MUNICIPALITY_RANK = 4
const MIN_TOWN_RANK = 3
/** Distance in cells within which addresses may have the postal codes and places of a house. */
const NEIGHBOR_CELLS = 2
const STATE_CELLS_PER_DEGREE = 25
const COARSE_DEGREES = 0.2

/**
 * Costs if a query names a place that is only near the location. The place can be named in the address of a neighboring
 * house, be a suburb, be the nearest town, or be another town.
 */
const NAME_COSTS = { house: 0.05, suburb: 0.04, town: 0.03, nextTown: 0.26 }

export function collectSurroundings(areas: readonly HouseArea[]) {
  const houses = new Map<number, Set<number>>()
  const states = new Map<string, Set<string>>()
  const settlements: Settlement[] = []
  return {
    settlements,
    addHouse(at: Point, area: number): void {
      const cell = surroundingCell(at)
      const known = houses.get(cell)
      if (known) known.add(area)
      else houses.set(cell, new Set([area]))
      const state = areas[area]?.state
      if (!state) return
      const key = stateKey(at, 0, 0)
      const here = states.get(key)
      if (here) here.add(state)
      else states.set(key, new Set([state]))
    },
    addRoad(line: Line): void {
      for (const point of withDensePoints(line)) {
        const cell = surroundingCell(point)
        if (!houses.has(cell)) houses.set(cell, new Set())
      }
    },
    build: () => buildSurroundings(areas, houses, states, settlements),
  }
}

const stateKey = ({ lat, lng }: Point, row: number, column: number): string =>
  `${Math.floor(lat * STATE_CELLS_PER_DEGREE) + row} ${Math.floor(lng * STATE_CELLS_PER_DEGREE) + column}`

/** Returns the points of a line, with points added so that no cell is skipped. */
export function withDensePoints(line: Line): Point[] {
  return line.flatMap((to, i) => {
    const from = line[i - 1]
    if (!from) return [to]
    const degrees = Math.max(Math.abs(to.lat - from.lat), Math.abs(to.lng - from.lng))
    const steps = Math.max(1, Math.ceil(degrees * CELLS_PER_DEGREE))
    return Array.from({ length: steps }, (_, k) => ({
      lat: from.lat + ((k + 1) / steps) * (to.lat - from.lat),
      lng: from.lng + ((k + 1) / steps) * (to.lng - from.lng),
    }))
  })
}

export interface SurroundingsMap {
  cells(): Iterable<number>
  surroundingsAt(cell: number): CellSurroundings
}

function buildSurroundings(
  areas: readonly HouseArea[],
  houses: ReadonlyMap<number, ReadonlySet<number>>,
  states: ReadonlyMap<string, ReadonlySet<string>>,
  settlements: readonly Settlement[],
): SurroundingsMap {
  const boundaries = indexBoundaries(
    settlements.filter(({ boundary }) => boundary.length > 0).map((value) => ({ value, boundary: value.boundary })),
  )
  const nodes = settlementsByCoarseCell(
    settlements.filter(({ boundary, radiusMeters }) => boundary.length === 0 && radiusMeters > 0),
  )
  const computeSurroundings = (cell: number): CellSurroundings => {
    const at = centerOfCell(cell)
    const neighborAreas = new Set(cellsWithin(cell, NEIGHBOR_CELLS).flatMap((one) => [...(houses.get(one) ?? [])]))
    const neighbors = [...neighborAreas].flatMap((area) => areas[area] ?? [])
    const own = [...(houses.get(cell) ?? [])].flatMap((area) => areas[area]?.city || [])
    const containing = boundaries.boundariesAround(cell).sort((a, b) => b.share - a.share)
    const nearby = (nodes.get(coarseKey(at)) ?? [])
      .map((settlement) => ({ settlement, share: straightLineMeters(settlement.at, at) / settlement.radiusMeters }))
      .filter(({ share }) => share < 1)
      .sort((a, b) => a.share - b.share)
      .map(({ settlement }) => settlement)
    const municipality = containing.find(({ value }) => value.rank === MUNICIPALITY_RANK)?.value
    const postcodes = [
      ...containing.flatMap(({ value }) => value.postcode || []),
      ...neighbors.flatMap(({ postcode }) => postcode || []),
    ]
    const nearest = nearby.find(({ rank }) => rank >= MIN_TOWN_RANK) ?? containing[0]?.value ?? nearby[0]
    return {
      inside: [...new Set(containing.flatMap(({ value }) => value.names))],
      near: nearbyNameCosts(neighbors, nearby, municipality !== undefined),
      postcodes: [...new Set(postcodes)],
      states: statesAround(states, at),
      town:
        municipality?.names[0] ??
        mostFrequent(own) ??
        mostFrequent(neighbors.flatMap(({ city }) => city || [])) ??
        nearest?.names[0] ??
        '',
    }
  }
  const cache = new Map<number, CellSurroundings>()
  return {
    cells: () => houses.keys(),
    surroundingsAt(cell) {
      const known = cache.get(cell)
      if (known) return known
      const one = computeSurroundings(cell)
      // A street's cells are needed together. The limit bounds the memory.
      if (cache.size >= 100_000) cache.clear()
      cache.set(cell, one)
      return one
    },
  }
}

function centerOfCell(cell: number): Point {
  const { row, column } = rowAndColumn(cell)
  return { lat: (row + 0.5) / CELLS_PER_DEGREE, lng: (column + 0.5) / CELLS_PER_DEGREE }
}

const coarseKey = ({ lat, lng }: Point): string =>
  `${Math.floor(lat / COARSE_DEGREES)} ${Math.floor(lng / COARSE_DEGREES)}`

/** Returns the places without a boundary, by each coarse cell that they reach. */
function settlementsByCoarseCell(settlements: readonly Settlement[]): Map<string, Settlement[]> {
  const cells = new Map<string, Settlement[]>()
  for (const settlement of settlements) {
    const { lat, lng } = settlement.at
    const latRange = settlement.radiusMeters / METERS_A_DEGREE
    const lngRange = latRange / Math.max(0.05, Math.cos((lat * Math.PI) / 180))
    const step = (degrees: number) => Math.floor(degrees / COARSE_DEGREES)
    for (let row = step(lat - latRange); row <= step(lat + latRange); row++)
      for (let column = step(lng - lngRange); column <= step(lng + lngRange); column++) {
        const key = `${row} ${column}`
        cells.set(key, [...(cells.get(key) ?? []), settlement])
      }
  }
  return cells
}

/** Returns the names around a cell with their costs. Only the nearest town costs little. */
function nearbyNameCosts(
  neighbors: readonly HouseArea[],
  nearby: readonly Settlement[],
  inMunicipality: boolean,
): Map<string, number> {
  const costs = new Map<string, number>()
  const lowerCost = (key: string, cost: number): void => {
    if (cost < (costs.get(key) ?? Infinity)) costs.set(key, cost)
  }
  for (const { placeKeys } of neighbors) for (const key of placeKeys) lowerCost(key, NAME_COSTS.house)
  let towns = inMunicipality ? 1 : 0
  for (const { rank, names } of nearby) {
    const cost = rank < MIN_TOWN_RANK ? NAME_COSTS.suburb : towns++ === 0 ? NAME_COSTS.town : NAME_COSTS.nextTown
    for (const name of names) lowerCost(name, cost)
  }
  return costs
}

function statesAround(states: ReadonlyMap<string, ReadonlySet<string>>, at: Point): string[] {
  const steps = [-1, 0, 1]
  const around = steps.flatMap((row) => steps.flatMap((column) => [...(states.get(stateKey(at, row, column)) ?? [])]))
  return [...new Set(around)]
}

function mostFrequent(words: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0]
}
