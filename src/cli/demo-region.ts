// Adds the demo's extract as a region, in a separate process while the demo is already running.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))

/** The southeast of Baltimore, MD, with its houses. */
export const DEMO_EXTRACT = fileURLToPath(new URL('../../example/region/baltimore.osm.pbf', import.meta.url))

/**
 * Adds the region if it doesn't exist. Ends when `stop` is aborted. Prints errors; the demo then continues without
 * streets.
 */
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
