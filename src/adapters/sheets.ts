// Reads files off the event loop: a thread a file, with bounds on what a hostile one can take.
import { Worker } from 'node:worker_threads'
import type { Sheet, Sheets } from '../app/ports.ts'

const MOST_MEGABYTES = 768
const MOST_MS = 30_000

export const sheets: Sheets = {
  read: (content, mostRows) =>
    new Promise<Sheet | { fault: string }>((resolve) => {
      const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), {
        workerData: { content, mostRows },
        resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
      })
      const end = (answer: Sheet | { fault: string }) => {
        clearTimeout(timer)
        resolve(answer)
        void worker.terminate()
      }
      const unreadable = () => end({ fault: 'The file could not be read as a table.' })
      const timer = setTimeout(unreadable, MOST_MS)
      worker.once('message', end)
      worker.once('error', unreadable)
      worker.once('exit', unreadable)
    }),
}
