// The thread of road-thread.ts.
import { parentPort } from 'node:worker_threads'
import { type Drives, openDrives } from '../../roads/drives.ts'
import { chainOver, tableOver } from '../../roads/side-by-side.ts'
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
      const answer = tableOver(regions, question.points)
      say({ id, answer }, [answer.durations.buffer, answer.distances.buffer])
    } else if (question.kind === 'keys') {
      const isOn = (key: string): boolean => question.points.some((point) => opened.get(key)?.snap(point))
      say({ id, answer: keys.filter(isOn) })
    } else {
      const drives = chainOver(regions, question.points)
      say({ id, answer: question.lines ? drives : drives.map((drive) => drive && { ...drive, line: [] }) })
    }
  } catch (error) {
    say({ id, fault: error instanceof Error ? error.message : String(error) })
  }
})
