// Sends many full-size photos at the same time through drivers' links. Each must be stored in the end, the server's
// memory must stay within limits, and other requests must get responses.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp, { type SharpOptions } from 'sharp'
import { showDriverLink } from '../../src/app/driving/show-driver-link.ts'
import type { App } from '../../src/app/context.ts'
import { type Caller, createCaller } from './caller.ts'
import { tomorrow } from './mixed-load.ts'
import { prepareServerProcess } from './server-process.ts'
import { addVan, openAppBeside, newShop } from './shops.ts'

export interface UploadsResult {
  pictures: number
  links: number
  megabytesEach: number
  /** Number of responses that asked for a retry. */
  refused: number
  /** Seconds that another business waits for its list of deliveries, requested repeatedly. */
  reads: { count: number; p50: number; p99: number; slowest: number }
  /** MB of the server and its child processes, before and maximum. */
  memory: { before: number; most: number }
  seconds: number
  faults: string[]
}

/** Memory limit for the server and its child processes while every concurrency slot processes a picture of maximum size. */
const MAX_MEMORY_MB = 600

/** Runs the proof. `side`: width and height of a picture in pixels. */
export async function uploadsRun(
  databaseUrl: string,
  { pictures, links, side }: { pictures: number; links: number; side: number },
): Promise<UploadsResult> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'roundsman-uploads-'))
  const running = await openAppBeside(databaseUrl, {}, { DATA_DIR: dataDir })
  const server = await prepareServerProcess(databaseUrl, { env: { DATA_DIR: dataDir } })
  const faults: string[] = []
  try {
    await server.start()
    const { businessId, apiKey } = await newShop(running.app)
    const shop = createCaller([server.url], apiKey, businessId)
    const another = await newShop(running.app)
    const other = createCaller([server.url], another.apiKey, another.businessId)
    await other.write('/orders', orderBody(0), 201)
    for (let i = 1; i < links; i++) await addVan(running.app, businessId)
    const targets = await openDoors(running.app, server.url, shop, links)
    const picture = await largePicture(side)

    const memory = { before: await memoryOf(server.pid()), most: 0 }
    const waits: number[] = []
    const working = { over: false }
    const watching = Promise.all([
      repeatUntil(working, async () => {
        memory.most = Math.max(memory.most, await memoryOf(server.pid()))
        await sleep(100)
      }),
      repeatUntil(working, async () => {
        const asked = performance.now()
        await other.read('/orders')
        waits.push((performance.now() - asked) / 1000)
        await sleep(50)
      }),
    ])
    const began = performance.now()
    let refused = 0
    const send = async (i: number): Promise<void> => {
      const sent = await sendPicture(targets[i % targets.length] ?? '', picture, i)
      refused += sent.refused
      if (sent.fault) faults.push(sent.fault)
    }
    await Promise.all(Array.from({ length: pictures }, (_, i) => send(i)))
    const seconds = (performance.now() - began) / 1000
    working.over = true
    await watching
    const [row] = await running.app.db.query<{ count: number }>(
      'select count(*) from proofs where business_uuid = $1',
      [businessId],
    )
    if (row?.count !== pictures) faults.push(`${row?.count} of ${pictures} pictures are kept`)
    const left = await readdir(path.join(dataDir, 'scratch')).catch(() => [])
    if (left.length > 0) faults.push(`${left.length} temporary folders remain`)
    faults.push(...shop.faults, ...other.faults)
    if (memory.most > MAX_MEMORY_MB) faults.push(`the server took ${memory.most} MB`)
    return {
      pictures,
      links,
      megabytesEach: Math.round(picture.size / 1e5) / 10,
      refused,
      reads: readFigures(waits),
      memory,
      seconds: Math.round(seconds),
      faults,
    }
  } finally {
    await server.stop('SIGKILL')
    await running.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

function readFigures(waits: number[]): UploadsResult['reads'] {
  const sorted = waits.toSorted((a, b) => a - b)
  const wait = (share: number) => Math.round((sorted[Math.floor((sorted.length - 1) * share)] ?? 0) * 1000) / 1000
  return { count: sorted.length, p50: wait(0.5), p99: wait(0.99), slowest: wait(1) }
}

/** Dispatches a route for each link. Returns the URL to which each link sends its photos. */
async function openDoors(app: App, origin: string, shop: Caller, links: number): Promise<string[]> {
  const targets: string[] = []
  for (let i = 0; i < links; i++) {
    await shop.write('/orders', orderBody(i), 201)
    const built = await shop.write('/routes/build', { date: tomorrow() }, 201)
    const [route] = built.data.routes as { route_uuid: string; stops: { stop_uuid: string }[] }[]
    await shop.write(`/routes/${route?.route_uuid}/dispatch`, undefined, 200)
    const link = await showDriverLink(app, route?.route_uuid ?? '')
    targets.push(`${origin}${new URL(link.url).pathname}/stops/${route?.stops[0]?.stop_uuid}/proof`)
  }
  return targets
}

/** Sends a picture until it is accepted, or refused for another reason than the server's load. */
async function sendPicture(url: string, picture: Blob, i: number): Promise<{ refused: number; fault: string | null }> {
  for (let refused = 0; ; refused++) {
    const form = new FormData()
    form.append('photo', picture, 'photo.png')
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'idempotency-key': `picture-${i}` },
      body: form,
    }).catch(() => null)
    const said = await answer?.text()
    if (answer?.ok) return { refused, fault: null }
    const retryAfter = Number(answer?.headers.get('retry-after') ?? (answer ? Number.NaN : 1))
    if (Number.isNaN(retryAfter)) return { refused, fault: `picture ${i}: ${answer?.status} ${said}` }
    await sleep((retryAfter + Math.random()) * 1000)
  }
}

/** Returns a PNG of up to 15 MB: as much noise as fits, surrounded by one color. */
async function largePicture(side: number): Promise<Blob> {
  const patch = Math.min(side, 1_550)
  const noise = {
    create: { width: patch, height: patch, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  }
  const content = await sharp({ create: { width: side, height: side, channels: 3, background: '#406080' } })
    .composite([
      {
        input: await sharp(noise as SharpOptions)
          .png({ compressionLevel: 1 })
          .toBuffer(),
      },
    ])
    .png({ compressionLevel: 1 })
    .toBuffer()
  return new Blob([new Uint8Array(content)], { type: 'image/png' })
}

async function repeatUntil(working: { over: boolean }, work: () => Promise<void>): Promise<void> {
  while (!working.over) await work()
}

/** Returns the MB of a process and its children. Shared memory counts once. */
async function memoryOf(pid: number | string | null): Promise<number> {
  const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')
  const own = Math.round(Number(/^Pss:\s+(\d+)/m.exec(await read('smaps_rollup'))?.[1] ?? 0) / 1024)
  const children = (await read(`task/${pid}/children`)).split(' ').filter(Boolean)
  return (await Promise.all(children.map(memoryOf))).reduce((sum, each) => sum + each, own)
}

const orderBody = (i: number) => ({
  external_ref: `picture-${i}`,
  customer_name: 'Proof customer',
  address: { line1: `${i + 1} Proof Street`, lat: 38.9 + i / 1_000, lng: -77.03 },
  delivery_date: tomorrow(),
})
