// Builds one source of GEOCODER=local from the entries of a file. Houses and roads are staged in the database and sorted
// by street, so that memory holds only the address areas, the surroundings and one street at a time.
import type pg from 'pg'
import type { StagedHouse, StagedRoad } from '../../../domain/addresses/indexing/staged.ts'
import { extentOf, middlePoint, streetsOf } from '../../../domain/addresses/indexing/runs.ts'
import {
  type CellSurroundings,
  collectSurroundings,
  denseLine,
  type HouseArea,
  type SurroundingsMap,
} from '../../../domain/addresses/indexing/surroundings.ts'
import { surroundingCell } from '../../../domain/addresses/matching/surrounding-cell.ts'
import { plainRegion } from '../../../domain/addresses/us-address.ts'
import { nameKey } from '../../../domain/addresses/words/name-key.ts'
import { keyOf, postcodeKey } from '../../../domain/addresses/words/tokens.ts'
import { straightLineMeters } from '../../../domain/geo/geo.ts'
import type { Point } from '../../../domain/orders/order.ts'
import { openStage, stagedByName, stageHouses, stageRoads } from '../../../store/addresses/stage-addresses.ts'
import {
  emptySource,
  finishSource,
  type NewArea,
  type NewPlace,
  type NewRun,
  type NewSurroundings,
  type Source,
  writeAreas,
  writePlaces,
  writeRuns,
  writeSurroundings,
} from '../../../store/addresses/write-addresses.ts'
import { asOnlyWriter } from '../../../store/addresses/address-index.ts'
import type { Found, FoundHouse, FoundPlace, FoundRoad } from './found.ts'
import { portions } from './portions.ts'

const PORTION = 5_000
const PROGRESS_EVERY = 50_000
/** Houses and roads of the streets that are written at once. */
const WRITTEN_AT_ONCE = 20_000

export interface Counts {
  /** Entries with a house number, a street and a location. */
  addresses: number
  /** Named ways of an extract. */
  roads: number
  /** Entries that lack a house number, a street or a location. */
  skipped: number
}

/** Result of reading a file: the houses and roads are in the session's tables, everything else is here. */
export interface Staged {
  counts: Counts
  areas: readonly NewArea[]
  surroundings: SurroundingsMap
  places: ReadonlyMap<string, NewPlace>
  postcodes: ReadonlyMap<string, readonly Point[]>
  states: ReadonlySet<string>
}

/** Reads the entries into the session's tables. */
export async function stageSource(
  client: pg.Client,
  read: AsyncIterable<Found>,
  counted: (counts: Counts) => void = () => {},
): Promise<Staged> {
  await openStage(client)
  const counts: Counts = { addresses: 0, roads: 0, skipped: 0 }
  const gazetteer = collectGazetteer()
  const houses = portions<StagedHouse>(PORTION, (portion) => stageHouses(client, portion))
  const roads = portions<StagedRoad>(PORTION, (portion) => stageRoads(client, portion))
  let entries = 0
  for await (const found of read) {
    if (found === null) counts.skipped++
    else if ('house' in found) {
      counts.addresses++
      const area = gazetteer.addHouse(found.house)
      for (const house of stagedHouses(found.house, area)) await houses.add(house)
    } else if ('road' in found) {
      counts.roads++
      gazetteer.surroundings.addRoad(found.road.line)
      for (const road of stagedRoads(found.road)) await roads.add(road)
    } else gazetteer.addPlace(found.place)
    if (++entries % PROGRESS_EVERY === 0) counted(counts)
  }
  await houses.end()
  await roads.end()
  return { counts, ...gazetteer.done() }
}

function* stagedHouses(house: FoundHouse, area: number): Generator<StagedHouse> {
  const { streets, isPlace, numbers, estimated, lat, lng } = house
  for (const name of streets) {
    const key = nameKey(name)
    if (key === '' || keyOf(name) === '') continue
    for (const number of numbers) yield { kind: 'HOUSE', key, name, isPlace, number, estimated, area, lat, lng }
  }
}

function* stagedRoads({ names, line, postcode }: FoundRoad): Generator<StagedRoad> {
  const keyed = new Map(names.filter((name) => keyOf(name) !== '').map((name) => [nameKey(name), name]))
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
  const places = new Map<string, { key: string; at: Point[]; isRegion: boolean; isShaped: boolean }>()
  const postcodes = new Map<string, Point[]>()
  const states = new Set<string>()
  const surroundings = collectSurroundings(areas)
  const addPlace = (key: string, at: Point | null, region: { isShaped: boolean } | null = null): void => {
    if (key === '' || /^\d+$/.test(key)) return
    const known = places.get(key) ?? { key, at: [], isRegion: false, isShaped: false }
    places.set(key, known)
    known.isRegion ||= region !== null
    known.isShaped ||= region?.isShaped === true
    if (at) addApart(known.at, at, 2_000, 12)
  }
  return {
    surroundings,
    addHouse(house: FoundHouse): number {
      const id = JSON.stringify([house.city, house.places, house.postcode, house.state, house.regions])
      let area = areaIds.get(id)
      if (area === undefined) {
        area = areas.push(areaOf(house)) - 1
        areaIds.set(id, area)
        for (const text of house.regions) for (const key of regionKeys(text)) addPlace(key, null, { isShaped: false })
      }
      const { keys, postcode, state } = areas[area] as HouseArea
      for (const key of keys) addPlace(key, house)
      if (state) states.add(state)
      if (postcode) addApart(postcodes.get(postcode) ?? newList(postcodes, postcode), house, 1_500, 6)
      if (!house.estimated) surroundings.addHouse(house, area)
      return area
    },
    addPlace(place: FoundPlace): void {
      const names = place.names.map(keyOf).filter((key) => key !== '')
      const isShaped = place.boundary.length > 0
      for (const key of names) addPlace(key, place.isRegion ? null : place.at, place.isRegion ? { isShaped } : null)
      surroundings.settlements.push({ ...place, names, postcode: postcodeKey(place.postcode) })
    },
    done: () => ({ areas, surroundings: surroundings.done(), places, postcodes, states }),
  }
}

function newList<K, T>(lists: Map<K, T[]>, key: K): T[] {
  const list: T[] = []
  lists.set(key, list)
  return list
}

/** Adds a point if it is not near a known one and the list is not full. */
function addApart(points: Point[], { lat, lng }: Point, meters: number, most: number): void {
  if (points.length < most && !points.some((point) => straightLineMeters(point, { lat, lng }) < meters))
    points.push({ lat, lng })
}

/** Returns the keys of a region, for a US state also that of its code. */
const regionKeys = (text: string): Set<string> => new Set([keyOf(text), plainRegion(text)])

function areaOf(house: FoundHouse): NewArea & HouseArea {
  const state = house.state === '' ? '' : keyOf(plainRegion(house.state))
  return {
    city: keyOf(house.city),
    cityText: house.city || (house.places[0] ?? ''),
    keys: [...new Set([house.city, ...house.places].map(keyOf))].filter((key) => key !== ''),
    postcode: postcodeKey(house.postcode),
    postcodeText: house.postcode,
    stateText: house.state,
    state,
    states: state ? [state] : [],
  }
}

/** Replaces the source with the staged entries, in one transaction. Returns the number of its houses. */
export function writeSource(
  client: pg.Client,
  source: Source,
  staged: Staged,
  progress: (part: number) => void = () => {},
): Promise<number> {
  const { counts, surroundings, areas } = staged
  return asOnlyWriter(client, async () => {
    const id = await emptySource(client, source)
    const areaIds = await writeAreas(client, id, areas)
    const cells = portions<NewSurroundings>(PORTION, (portion) => writeSurroundings(client, id, portion))
    for (const cell of surroundings.cells()) await cells.add({ cell, ...surroundings.at(cell) })
    await cells.end()
    progress(0.2)
    let runs: NewRun[] = []
    let [done, waiting, houses] = [0, 0, 0]
    const save = async (): Promise<void> => {
      await writeRuns(client, id, runs, areaIds)
      ;[runs, waiting] = [[], 0]
      progress(0.2 + 0.7 * Math.min(1, done / Math.max(1, counts.addresses + counts.roads)))
    }
    for await (const group of stagedByName(client)) {
      const built = runsOf(group, areas, surroundings)
      runs.push(...built)
      houses += built.reduce((sum, run) => sum + run.houses.length, 0)
      done += group.length
      waiting += group.length
      if (waiting >= WRITTEN_AT_ONCE) await save()
    }
    await save()
    await writePlaces(client, id, {
      places: [...staged.places.values()],
      postcodes: staged.postcodes,
      states: staged.states,
    })
    await finishSource(client, id, houses)
    await client.query('drop table pg_temp.staged_houses, pg_temp.staged_roads')
    return houses
  })
}

/** Returns the streets of one name. */
function runsOf(
  group: readonly (StagedHouse | StagedRoad)[],
  areas: readonly NewArea[],
  surroundings: SurroundingsMap,
): NewRun[] {
  const around = (at: Point): CellSurroundings => surroundings.at(surroundingCell(at))
  const townOf = (item: StagedHouse | StagedRoad): string =>
    item.kind === 'ROAD' ? around(middlePoint(item.line)).town : areas[item.area]?.city || around(item).town
  return streetsOf(group, townOf).flatMap(({ town, houses, roads }) => {
    const isNamedElsewhere = houses.length === 0 && !roads.some(({ isMain }) => isMain)
    if (isNamedElsewhere) return []
    const unique = distinctHouses(houses)
    const points = [...unique, ...roads.flatMap(({ line }) => denseLine(line))]
    const cells = [...new Set(points.map(surroundingCell))].map((cell) => surroundings.at(cell))
    const [{ key, name }] = group as [StagedHouse | StagedRoad]
    const aliases = roads.flatMap((road) => road.aliases.map((alias) => [nameKey(alias), alias] as const))
    const places = [
      town,
      ...unique.flatMap((house) => areas[house.area]?.keys ?? []),
      ...cells.flatMap(({ inside, near, postcodes }) => [...inside, ...near.keys(), ...postcodes]),
      ...unique.flatMap((house) => areas[house.area]?.postcode || []),
    ]
    return {
      names: new Map([...aliases, [key, name]]),
      town,
      isPlace: roads.length === 0 && houses.every(({ isPlace }) => isPlace),
      ...extentOf(points),
      postcodes: [...new Set(roads.flatMap(({ postcode }) => postcode || []))],
      places: [...new Set(places)].filter((one) => one !== ''),
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
