// A separate thread that reads like a quiet business, at a fixed rate that doesn't depend on earlier reads. It measures
// from the planned time of each request, and doesn't wait for the rest of the proof.
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, Worker, workerData } from 'node:worker_threads'

export interface Reading {
  origin: string
  apiKey: string
  /** Paths that are read one after another, again and again. */
  paths: string[]
  /** Requests per second. */
  rate: number
}

export interface ReadFigures {
  millis: number[]
  /** Responses with a status other than 200, and responses whose data differs from the first. */
  faults: string[]
}

/** Starts reading. `stop` ends it and returns the figures. */
export function startQuietReader(reading: Reading): { stop(): Promise<ReadFigures> } {
  const worker = new Worker(new URL(import.meta.url), { workerData: reading })
  return {
    stop: () =>
      new Promise((resolve, reject) => {
        worker.once('error', reject)
        worker.once('message', (figures: ReadFigures) => {
          void worker.terminate()
          resolve(figures)
        })
        worker.postMessage('stop', [])
      }),
  }
}

const read = (
  { origin, apiKey }: Reading,
  agent: http.Agent,
  path: string,
): Promise<{ status: number; data: string }> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${apiKey}` }
    http
      .get(`${origin}/api/v1${path}`, { agent, headers, signal: AbortSignal.timeout(60_000) }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        response.once('end', () => {
          const { data } = (text.startsWith('{') ? JSON.parse(text) : {}) as { data?: unknown }
          resolve({ status: response.statusCode ?? 0, data: JSON.stringify(data) })
        })
      })
      .once('error', reject)
  })

async function readUntilOver(reading: Reading, over: () => boolean): Promise<ReadFigures> {
  const agent = new http.Agent({ keepAlive: true })
  const figures: ReadFigures = { millis: [], faults: [] }
  const began = performance.now()
  const sent: Promise<void>[] = []
  const first = new Map<string, string>()
  for (let n = 0; !over(); n++) {
    const due = began + (n * 1000) / reading.rate
    await sleep(Math.max(0, due - performance.now()))
    const path = reading.paths[n % reading.paths.length] ?? ''
    sent.push(
      read(reading, agent, path).then(
        ({ status, data }) => {
          figures.millis.push(performance.now() - due)
          if (status !== 200) return void figures.faults.push(`a quiet read of ${path} answered ${status}`)
          if (!first.has(path)) first.set(path, data)
          if (first.get(path) !== data)
            figures.faults.push(`a quiet read of ${path} got a different response than before`)
        },
        (error: Error) => void figures.faults.push(`a quiet read of ${path} was not answered: ${error.message}`),
      ),
    )
  }
  await Promise.all(sent)
  agent.destroy()
  return figures
}

if (parentPort && workerData) {
  let over = false
  parentPort.once('message', () => (over = true))
  parentPort.postMessage(await readUntilOver(workerData as Reading, () => over), [])
}
