// The thread on which a large area is read or indexed. Each thread runs one task.
import '../behind-requests.ts'
import { parentPort, workerData } from 'node:worker_threads'
import type { ZoneGeometry } from '../../domain/zones/zone.ts'
import { indexArea } from './indexed-area.ts'
import { readAreas } from './read-areas.ts'

export type AreaTask =
  | { kind: 'read'; body: Uint8Array<ArrayBuffer>; member: string }
  | { kind: 'index'; geometry: string }

const port = parentPort!
const task = workerData as AreaTask
if (task.kind === 'read') port.postMessage(readAreas(new TextDecoder().decode(task.body), task.member))
else {
  const area = indexArea(JSON.parse(task.geometry) as ZoneGeometry)
  port.postMessage(area, [area.edges.buffer, area.parts.buffer, area.index as ArrayBuffer])
}
