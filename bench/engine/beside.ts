// npm run bench beside: order reads of a complete service, without a solve and during solves, in one run. The solves
// are POST /optimize with 1,000 stops on 50 vehicles, repeated until the reads end.
//   --seconds 5 (budget of a solve)   --rounds 3 (solves)   --connections 4
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { runChild } from '../api/child.ts'
import type { LoadArguments, LoadResult } from '../api/load.ts'
import { type BenchedBusiness, startService } from '../api/service.ts'
import { parseOptions } from '../given-options.ts'

const options = parseOptions({ seconds: 5, rounds: 3, connections: 4 })
const budget = options.seconds
const rounds = options.rounds
const depot = { lat: 38.9072, lng: -77.0369 }

const plan = JSON.stringify({
  depot,
  vehicles: Array.from({ length: 50 }, (_, i) => ({
    id: `v${i}`,
    capacity_lbs: 1_000,
    shift_start: '08:00',
    shift_end: '17:00',
    cost_per_mile: 1,
  })),
  stops: Array.from({ length: 1_000 }, (_, i) => ({
    id: `s${i}`,
    lat: depot.lat + (((i * 7_919) % 1_999) - 1_000) / 10_000,
    lng: depot.lng + (((i * 104_729) % 1_997) - 1_000) / 10_000,
    load_weight_lbs: 10 + (i % 50),
    ...(i % 2 === 0 && { window_start: i % 4 === 0 ? '08:00' : '12:00', window_end: i % 4 === 0 ? '12:00' : '16:00' }),
  })),
  options: { time_limit_seconds: budget, seed: 1 },
})

/** Sends the solves one after another. Returns the seconds until each response. */
async function solves({ api, apiKey }: BenchedBusiness): Promise<number[]> {
  const took: number[] = []
  for (let round = 0; round < rounds; round++) {
    const began = performance.now()
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
    const answer = await fetch(`${api}/optimize`, { method: 'POST', headers, body: plan })
    if (!answer.ok) throw new Error(await answer.text())
    await answer.arrayBuffer()
    took.push((performance.now() - began) / 1000)
  }
  return took
}

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'roundsman-bench-'))
const service = await startService({ DATABASE_URL: '', DATA_DIR: dataDir })
try {
  const shop = await service.newBusiness()
  const load = (kind: LoadArguments['kind'], seconds: number, refs: string[] = []) =>
    runChild<LoadResult>('load.ts', { ...shop, connections: options.connections, seconds, kind, refs })
  const { refs } = await load('writes', 3)
  await load('reads', 2, refs)
  const seconds = (budget + 0.5) * rounds
  console.log('| order reads | per second | p50 ms | p99 ms |\n|---|---|---|---|')
  const print = (name: string, { perSecond, p50Ms, p99Ms, failed }: LoadResult) => {
    console.log(`| ${name} | ${perSecond} | ${p50Ms} | ${p99Ms} |`)
    if (failed > 0) throw new Error(`${failed} reads failed`)
  }
  print('alone', await load('reads', seconds, refs))
  const [beside, took] = await Promise.all([load('reads', seconds, refs), solves(shop)])
  print('beside a solve', beside)
  console.log(`a budget of ${budget} s was answered after ${took.map((each) => each.toFixed(2)).join(', ')} s`)
} finally {
  await service.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
