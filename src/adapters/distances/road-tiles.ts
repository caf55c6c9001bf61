// Valhalla's tiles of an extract: made once, checked, and kept under the extract's own mark.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { glob, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import type { Log } from '../../app/ports/log.ts'
import type { Valhalla } from './local-roads.ts'

/** A table of 61 points has 3,721 legs; Valhalla's own limits are lower. */
const MOST_LEGS = 100_000
const MOST_POINTS = 1_000

const Config = z.looseObject({ service_limits: z.looseObject({ auto: z.looseObject({}), truck: z.looseObject({}) }) })
const Status = z.object({ tileset_last_modified: z.number().positive() })

interface Wanted {
  library: Valhalla
  /** Of the package's main file. */
  location: string
  extract: string
  tilesDir: string
  log: Log
}

/** The configuration over the extract's tiles, which are made first where they are not there yet. */
export async function roadTiles(wanted: Wanted): Promise<object> {
  const dir = path.resolve(wanted.tilesDir, await markOf(wanted.extract))
  if (!existsSync(dir)) await makeTiles(wanted, dir)
  return configOver(wanted.library, dir)
}

/** Another file, or the same one changed, has tiles of its own. */
async function markOf(extract: string): Promise<string> {
  const { size, mtimeMs } = await stat(extract)
  return createHash('sha256')
    .update(`${path.resolve(extract)} ${size} ${mtimeMs}`)
    .digest('hex')
    .slice(0, 16)
}

async function makeTiles({ library, location, extract, log }: Wanted, dir: string): Promise<void> {
  const making = `${dir}.making-${process.pid}`
  await mkdir(making, { recursive: true })
  try {
    log.info({ extract }, 'road tiles are being made from the extract; until then distances are estimated')
    const config = await configOver(library, making)
    const configFile = path.join(making, 'config.json')
    await writeFile(configFile, JSON.stringify(config))
    await build(location, configFile, extract, log)
    await refuseBrokenTiles(library, config, making)
    // Whole at once; another process may have been first.
    await rename(making, dir).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
    log.info({ extract }, 'road tiles are ready')
  } finally {
    await rm(making, { recursive: true, force: true })
  }
}

async function configOver(library: Valhalla, dir: string): Promise<object> {
  const config = Config.parse(await library.getConfig({ tileDir: dir }))
  for (const limits of [config.service_limits.auto, config.service_limits.truck])
    Object.assign(limits, { max_matrix_location_pairs: MOST_LEGS, max_locations: MOST_POINTS })
  return config
}

async function build(location: string, configFile: string, extract: string, log: Log): Promise<void> {
  const program = new URL('bin/valhalla-cli.js', location).pathname
  const child = spawn(process.execPath, [program, 'build_tiles', '-c', configFile, path.resolve(extract)], {
    // It leaves notes where it runs.
    cwd: path.dirname(configFile),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let last = ''
  for await (const line of createInterface({ input: child.stderr })) {
    last = line
    log.info({ line }, 'making road tiles')
  }
  const code = child.exitCode ?? (await new Promise<number | null>((resolve) => child.once('close', resolve)))
  if (code !== 0) throw new Error(`the road tiles could not be made: ${last}`)
}

/** Its exit code is 0 even when it made nothing. */
async function refuseBrokenTiles(library: Valhalla, config: object, dir: string): Promise<void> {
  let tiles = 0
  for await (const file of glob('**/*.gph', { cwd: dir })) if ((await stat(path.join(dir, file))).size > 0) tiles++
  const status = Status.safeParse(await new library.Actor(config).status({}))
  if (tiles === 0 || !status.success) throw new Error('no road tiles came of the extract: is it a whole .osm.pbf file?')
}
