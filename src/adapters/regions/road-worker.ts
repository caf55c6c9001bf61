// The code of the thread of road-thread.ts.
import { parentPort } from 'node:worker_threads'
import { type Drives, openDrives } from '../../roads/drives.ts'
import type { DriveTable } from '../../roads/ends.ts'
import { chainOver, hoursOver, obstaclesOver, tableOver } from '../../roads/multi-region.ts'
import { GrowingTables } from './growing-tables.ts'
import type { Question, SharedRoads, WorkerMessage, WorkerRequest } from './road-thread.ts'

/** Locations that are added to a growing table before other queries run, which takes some hundredths of a second. */
const POINTS_PER_TURN = 50

const port = parentPort!
/** Keyed by file: its roads, or the error if it can't be opened. */
const opened = new Map<string, Drives | Error>()
const growing = new GrowingTables()

port.on('message', (sent: WorkerRequest | { forget: string[] }) => {
  if (!('forget' in sent)) return answer(sent)
  for (const key of sent.forget) opened.delete(key)
  growing.forget(sent.forget)
})

function answer(sent: WorkerRequest): void {
  const { id, keys, opening, question } = sent
  const say = (said: WorkerMessage, moved: ArrayBuffer[] = []): void => port.postMessage(said, moved)
  const sayTable = (table: DriveTable): void =>
    say({ id, answer: table }, [table.durations.buffer, table.distances.buffer])
  try {
    for (const file of opening) opened.set(file.key, openedOf(file))
    const roads = roadsOf(keys)
    const regions = [...roads.values()]
    if (question.kind === 'table') {
      sayTable(tableOver(regions, question.points, question.vehicle))
    } else if (question.kind === 'growing') {
      const table = growTable(roads, question)
      if (table) sayTable(table)
      else setImmediate(answer, { ...sent, opening: [] })
    } else if (question.kind === 'keys') {
      const isOn = (key: string): boolean => question.points.some((point) => roads.get(key)?.snap(point))
      say({ id, answer: keys.filter(isOn) })
    } else if (question.kind === 'obstacles') {
      say({ id, answer: obstaclesOver(regions, question.from, question.to, question.vehicle) })
    } else if (question.kind === 'hours') {
      say({ id, answer: hoursOver(regions, question.points, question.vehicle) })
    } else {
      const drives = chainOver(regions, question.points, question.vehicle)
      say({ id, answer: question.lines ? drives : drives.map((drive) => drive && { ...drive, line: [] }) })
    }
  } catch (error) {
    say({ id, fault: error instanceof Error ? error.message : String(error) })
  }
}

function openedOf({ buffer }: SharedRoads): Drives | Error {
  try {
    return openDrives(buffer)
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** Throws if a file is not open, because locations in its region would count as outside all regions. */
function roadsOf(keys: readonly string[]): Map<string, Drives> {
  const roadsIn = (key: string): Drives => {
    const roads = opened.get(key) ?? new Error('the roads were replaced during the query')
    if (roads instanceof Error) throw roads
    return roads
  }
  return new Map(keys.map((key) => [key, roadsIn(key)]))
}

/** Adds locations to a growing table. Returns null while locations are still missing. */
function growTable(
  roads: ReadonlyMap<string, Drives>,
  { name, points, vehicle }: Question & { kind: 'growing' },
): DriveTable | null {
  const tables = growing.of(name, roads, vehicle)
  if (!tables.every((table) => table.add(points, POINTS_PER_TURN))) return null
  const table = tableOver(tables, points)
  growing.trim()
  return table
}
