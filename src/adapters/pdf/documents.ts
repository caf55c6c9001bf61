// Draws documents as PDF. Each document has its own thread with limits on memory and time.
import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import type { Documents, PrintedDocument, PrintedLabels } from '../../app/ports/documents.ts'

const MAX_MEGABYTES = 512
const MAX_MS = 60_000

/** Message of the thread: the next bytes, or null at the end. */
export type Drawn = Uint8Array | null

export const openDocuments = (): Documents => ({ pdf: draw })

/** Returns the stream as soon as it has begun. Rejects if the thread fails before that. */
function draw(document: PrintedDocument | PrintedLabels): Promise<Readable> {
  const worker = new Worker(new URL('./documents-worker.ts', import.meta.url), {
    workerData: document,
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEGABYTES },
  })
  const timer = setTimeout(() => stream.destroy(new Error('the document took too long')), MAX_MS)
  const stream = new Readable({
    read: () => {},
    destroy: (error, callback) => {
      clearTimeout(timer)
      void worker.terminate().then(() => callback(error))
    },
  })
  return new Promise((resolve, reject) => {
    let whole = false
    stream.once('error', reject)
    worker.on('message', (drawn: Drawn) => {
      whole = drawn === null
      stream.push(drawn)
      resolve(stream)
    })
    worker.once('error', (error) => stream.destroy(error instanceof Error ? error : new Error(String(error))))
    worker.once('exit', () => {
      if (!whole) stream.destroy(new Error('the document was not finished'))
    })
  })
}
