// The thread of road-thread.ts.
import { parentPort } from 'node:worker_threads'
import type { Point } from '../../domain/orders/order.ts'
import { type Drive, type Drives, openDrives } from '../../roads/drives.ts'
import type { Said, Sent } from './road-thread.ts'

const port = parentPort!
const opened = new Map<string, Drives>()

port.on('message', (sent: Sent | { forget: string[] }) => {
  if ('forget' in sent) {
    for (const key of sent.forget) opened.delete(key)
    return
  }
  const { id, keys, opening, question } = sent
  const say = (said: Said, moved: ArrayBuffer[] = []): void => port.postMessage(said, moved)
  try {
    for (const { key, buffer } of opening) opened.set(key, openDrives(buffer))
    const regions = keys.flatMap((key) => opened.get(key) ?? [])
    if (question.kind === 'table') {
      const answer = regionOf(regions, question.points).table(question.points)
      say({ id, answer }, [answer.durations.buffer, answer.distances.buffer])
    } else if (question.kind === 'keys') {
      const isOn = (key: string): boolean => question.points.some((point) => opened.get(key)?.snap(point))
      say({ id, answer: keys.filter(isOn) })
    } else say({ id, answer: chain(regions, question.points, question.lines) })
  } catch (error) {
    say({ id, fault: error instanceof Error ? error.message : String(error) })
  }
})

/** The region of most of the points. The others must be off every map: no drive leads from one region into another. */
function regionOf(regions: readonly Drives[], points: readonly Point[]): Drives {
  const known = regions.map((region) => points.map((point) => region.snap(point) !== null))
  const counts = known.map((those) => those.filter(Boolean).length)
  const best = counts.indexOf(Math.max(...counts))
  const [region, inside] = [regions[best], known[best]]
  if (!region || !inside) throw new Error('no region is added')
  if (points.some((_, i) => !inside[i] && known.some((those) => those[i])))
    throw new Error('no single region has all of these places')
  return region
}

function chain(regions: readonly Drives[], points: readonly Point[], lines: boolean): (Drive | null)[] {
  return points.slice(1).map((to, i) => {
    const from = points[i]!
    for (const region of regions) {
      const drive = region.drive(from, to)
      if (drive) return lines ? drive : { ...drive, line: [] }
    }
    return null
  })
}
