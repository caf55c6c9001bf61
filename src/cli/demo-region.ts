// The demo's streets: its extract, added as a region by a process of its own while the demo runs already.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))

/** Roads of the northwest of Washington, DC. */
export const DEMO_EXTRACT = fileURLToPath(new URL('../../example/region/washington-nw.osm.pbf', import.meta.url))

/** Changes nothing where it is there already. Ends with `stop`; errors are printed, and the demo goes on without streets. */
export function prepareDemoRegion(stop: AbortSignal): void {
  const adding = spawn(process.execPath, [MAIN, 'add-region', '--from', DEMO_EXTRACT], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  stop.addEventListener('abort', () => adding.kill(), { once: true })
  let said = ''
  adding.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  adding.once('close', (code) => {
    if (code !== 0 && !stop.aborted) console.error(`The demo's streets could not be added:\n${said}`)
  })
}
