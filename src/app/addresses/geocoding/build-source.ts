// Builds one source of GEOCODER=local from the entries of a file. Houses and roads are staged in the database and sorted
// by street, so that memory holds only the address areas, the surroundings and one street at a time.
import type pg from 'pg'
import type { StagedHouse, StagedRoad } from '../../../domain/addresses/indexing/staged-entries.ts'
import { extentOfPoints, middlePoint, divideIntoStreets } from '../../../domain/addresses/indexing/divide-streets.ts'
import {
  type CellSurroundings,
  collectSurroundings,
  withDensePoints,
  type HouseArea,
  type Settlement,
  type SurroundingsMap,
} from '../../../domain/addresses/indexing/surroundings.ts'
import { surroundingCell } from '../../../domain/addresses/matching/surrounding-cell.ts'
import { normalizeRegion } from '../../../domain/addresses/us-address.ts'
import { streetNameKey } from '../../../domain/addresses/words/name-key.ts'
import { foldedKey, postcodeKey } from '../../../domain/addresses/words/tokens.ts'
import { straightLineMeters } from '../../../domain/geo/geo.ts'
import type { Point } from '../../../domain/orders/order.ts'
import {
  createStagingTables,
  readStagedByName,
  stageHouses,
  stageRoads,
} from '../../../store/addresses/stage-addresses.ts'
import {
  createEmptySource,
  finishSource,
  type NewArea,
  type NewPlace,
  type NewStreet,
  type NewSurroundings,
  type AddressSource,
  writeAreas,
  writePlaces,
  writeStreets,
  writeSurroundings,
} from '../../../store/addresses/write-addresses.ts'
import { asExclusiveWriter } from '../../../store/addresses/address-index.ts'
import type { AddressFileEntry, HouseEntry, RoadEntry } from './file-entries.ts'
import { createBatchWriter } from './batch-writer.ts'

const BATCH_SIZE = 5_000
const PROGRESS_INTERVAL_ENTRIES = 50_000
/** Houses and roads of the streets that are written at once. */
const WRITE_BATCH_ITEMS = 20_000

export interface ImportCounts {
  /** Entries with a house number, a street and a location. */
  addresses: number
  /** Named ways of an extract. */
  roads: number
  /** Entries that lack a house number, a street or a location. */
  skipped: number
}

/** Result of reading a file: the houses and roads are in the session's tables, everything else is here. */
export interface StagedSource {
  counts: ImportCounts
  areas: readonly NewArea[]
  surroundings: SurroundingsMap
  places: ReadonlyMap<string, NewPlace>
  postcodes: ReadonlyMap<string, readonly Point[]>
  states: ReadonlySet<string>
}

/** Reads the entries into the session's tables. */
export async function stageSource(
  client: pg.Client,
  entries: AsyncIterable<AddressFileEntry>,
  onProgress: (counts: ImportCounts) => void = () => {},
): Promise<StagedSource> {
  await createStagingTables(client)
  const counts: ImportCounts = { addresses: 0, roads: 0, skipped: 0 }
  const gazetteer = collectGazetteer()
  const houses = createBatchWriter<StagedHouse>(BATCH_SIZE, (batch) => stageHouses(client, batch))
  const roads = createBatchWriter<StagedRoad>(BATCH_SIZE, (batch) => stageRoads(client, batch))
  let entryCount = 0
  for await (const entry of entries) {
    if (entry === null) counts.skipped++
    else if ('house' in entry) {
      counts.addresses++
      const area = gazetteer.addHouse(entry.house)
      for (const house of stagedHouses(entry.house, area)) await houses.add(house)
    } else if ('road' in entry) {
      counts.roads++
      gazetteer.surroundings.addRoad(entry.road.line)
      for (const road of stagedRoads(entry.road)) await roads.add(road)
    } else gazetteer.addPlace(entry.place)
    if (++entryCount % PROGRESS_INTERVAL_ENTRIES === 0) onProgress(counts)
  }
  await houses.flush()
  await roads.flush()
  return { counts, ...gazetteer.build() }
}

function* stagedHouses(house: HouseEntry, area: number): Generator<StagedHouse> {
  const { streets, isPlace, numbers, estimated, lat, lng } = house
  for (const name of streets) {
    const key = streetNameKey(name)
    if (key === '' || foldedKey(name) === '') continue
    for (const number of numbers) yield { kind: 'HOUSE', key, name, isPlace, number, estimated, area, lat, lng }
  }
}

function* stagedRoads({ names, line, postcode }: RoadEntry): Generator<StagedRoad> {
  const keyed = new Map(names.filter((name) => foldedKey(name) !== '').map((name) => [streetNameKey(name), name]))
  const [main] = keyed.keys()
  for (const [key, name] of keyed) {
    const aliases = [...keyed].filter(([other]) => other !== key).map(([, alias]) => alias)
    yield { kind: 'ROAD', key, name, aliases, isMain: key === main, postcode: postcodeKey(postcode), line }
  }
}

/** Collects address areas, places, postal codes and states, which are few compared to houses. */
function collectGazetteer() {
  const areas: (NewArea & HouseArea)[] = []
  const areaIds = new Map<string, number>()
  const placesByKey = new Map<string, { key: string; at: Point[]; isRegion: boolean; hasBoundary: boolean }>()
  const postcodes = new Map<string, Point[]>()
  const states = new Set<string>()
  const surroundings = collectSurroundings(areas)
  const addPlace = (key: string, location: Point | null, region: { hasBoundary: boolean } | null = null): void => {
    if (key === '' || /^\d+$/.test(key)) return
    const place = placesByKey.get(key) ?? { key, at: [], isRegion: false, hasBoundary: false }
    placesByKey.set(key, place)
    place.isRegion ||= region !== null
    place.hasBoundary ||= region?.hasBoundary === true
    if (location) addIfDistant(place.at, location, 2_000, 12)
  }
  return {
    surroundings,
    addHouse(house: HouseEntry): number {
      const id = JSON.stringify([house.city, house.places, house.postcode, house.state, house.regions])
      let area = areaIds.get(id)
      if (area === undefined) {
        area = areas.push(addressAreaOf(house)) - 1
        areaIds.set(id, area)
        for (const text of house.regions)
          for (const key of regionKeys(text)) addPlace(key, null, { hasBoundary: false })
      }
      const { placeKeys, postcode, state } = areas[area] as HouseArea
      for (const key of placeKeys) addPlace(key, house)
      if (state) states.add(state)
      if (postcode) addIfDistant(postcodes.get(postcode) ?? addEmptyList(postcodes, postcode), house, 1_500, 6)
      if (!house.estimated) surroundings.addHouse(house, area)
      return area
    },
    addPlace(place: Settlement): void {
      const names = place.names.map(foldedKey).filter((key) => key !== '')
      const hasBoundary = place.boundary.length > 0
      for (const key of names) addPlace(key, place.isRegion ? null : place.at, place.isRegion ? { hasBoundary } : null)
      surroundings.settlements.push({ ...place, names, postcode: postcodeKey(place.postcode) })
    },
    build: () => ({ areas, surroundings: surroundings.build(), places: placesByKey, postcodes, states }),
  }
}

function addEmptyList<K, T>(lists: Map<K, T[]>, key: K): T[] {
  const list: T[] = []
  lists.set(key, list)
  return list
}

/** Adds a point if it is not near a known one and the list is not full. */
function addIfDistant(points: Point[], { lat, lng }: Point, meters: number, maxPoints: number): void {
  if (points.length < maxPoints && !points.some((point) => straightLineMeters(point, { lat, lng }) < meters))
    points.push({ lat, lng })
}

/** Returns the keys of a region, for a US state also that of its code. */
const regionKeys = (text: string): Set<string> => new Set([foldedKey(text), normalizeRegion(text)])

function addressAreaOf(house: HouseEntry): NewArea & HouseArea {
  const state = house.state === '' ? '' : foldedKey(normalizeRegion(house.state))
  return {
    city: foldedKey(house.city),
    cityText: house.city || (house.places[0] ?? ''),
    placeKeys: [...new Set([house.city, ...house.places].map(foldedKey))].filter((key) => key !== ''),
    postcode: postcodeKey(house.postcode),
    postcodeText: house.postcode,
    stateText: house.state,
    state,
    states: state ? [state] : [],
  }
}

/**
 * Replaces the source with the staged entries, in one transaction, which commits when `beforeCommit` is fulfilled.
 * Returns the number of its houses.
 */
export function writeSource(
  client: pg.Client,
  source: AddressSource,
  staged: StagedSource,
  progress: (part: number) => void = () => {},
  beforeCommit: Promise<unknown> = Promise.resolve(),
): Promise<number> {
  const { counts, surroundings, areas } = staged
  return asExclusiveWriter(client, async () => {
    const id = await createEmptySource(client, source)
    const areaIds = await writeAreas(client, id, areas)
    const cells = createBatchWriter<NewSurroundings>(BATCH_SIZE, (batch) => writeSurroundings(client, id, batch))
    for (const cell of surroundings.cells()) await cells.add({ cell, ...surroundings.surroundingsAt(cell) })
    await cells.flush()
    progress(0.2)
    let streets: NewStreet[] = []
    let [processedItems, pendingItems, houses] = [0, 0, 0]
    const save = async (): Promise<void> => {
      await writeStreets(client, id, streets, areaIds)
      ;[streets, pendingItems] = [[], 0]
      progress(0.2 + 0.7 * Math.min(1, processedItems / Math.max(1, counts.addresses + counts.roads)))
    }
    for await (const group of readStagedByName(client)) {
      const newStreets = buildStreets(group, areas, surroundings)
      streets.push(...newStreets)
      houses += newStreets.reduce((sum, street) => sum + street.houses.length, 0)
      processedItems += group.length
      pendingItems += group.length
      if (pendingItems >= WRITE_BATCH_ITEMS) await save()
    }
    await save()
    await writePlaces(client, id, {
      places: [...staged.places.values()],
      postcodes: staged.postcodes,
      states: staged.states,
    })
    await finishSource(client, id, houses)
    await client.query('drop table pg_temp.staged_houses, pg_temp.staged_roads')
    await beforeCommit
    return houses
  })
}

/** Returns the streets of one name. */
function buildStreets(
  group: readonly (StagedHouse | StagedRoad)[],
  areas: readonly NewArea[],
  surroundings: SurroundingsMap,
): NewStreet[] {
  const surroundingsAt = (at: Point): CellSurroundings => surroundings.surroundingsAt(surroundingCell(at))
  const townOf = (item: StagedHouse | StagedRoad): string =>
    item.kind === 'ROAD'
      ? surroundingsAt(middlePoint(item.line)).town
      : areas[item.area]?.city || surroundingsAt(item).town
  return divideIntoStreets(group, townOf).flatMap(({ town, houses, roads }) => {
    const hasOnlyAliases = houses.length === 0 && !roads.some(({ isMain }) => isMain)
    if (hasOnlyAliases) return []
    const unique = distinctHouses(houses)
    const points = [...unique, ...roads.flatMap(({ line }) => withDensePoints(line))]
    const cells = [...new Set(points.map(surroundingCell))].map((cell) => surroundings.surroundingsAt(cell))
    const [{ key, name }] = group as [StagedHouse | StagedRoad]
    const aliases = roads.flatMap((road) => road.aliases.map((alias) => [streetNameKey(alias), alias] as const))
    const placeKeys = [
      town,
      ...unique.flatMap((house) => areas[house.area]?.placeKeys ?? []),
      ...cells.flatMap(({ inside, near, postcodes }) => [...inside, ...near.keys(), ...postcodes]),
      ...unique.flatMap((house) => areas[house.area]?.postcode || []),
    ]
    return {
      names: new Map([...aliases, [key, name]]),
      town,
      isPlace: roads.length === 0 && houses.every(({ isPlace }) => isPlace),
      ...extentOfPoints(points),
      postcodes: [...new Set(roads.flatMap(({ postcode }) => postcode || []))],
      placeKeys: [...new Set(placeKeys)].filter((one) => one !== ''),
      houses: unique,
      lines: roads.map(({ line }) => line),
    }
  })
}

/** Two entries with the same number at the same location count once. */
const distinctHouses = (houses: readonly StagedHouse[]): StagedHouse[] => [
  ...new Map(
    houses.map((house) => [`${house.number.raw} ${house.lat.toFixed(4)} ${house.lng.toFixed(4)}`, house]),
  ).values(),
]
