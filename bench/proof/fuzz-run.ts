// Hostile requests, generated from openapi.json. No response may have a status 5xx, and every response must match the
// description.
import { assertConforms } from '../../test/helpers/conformity.ts'
import { inProcess } from './in-process.ts'
import { type Operation, operations } from './operations.ts'
import { seeded } from '../random.ts'
import { newShop } from './shops.ts'

export interface FuzzResult {
  requests: number
  /** Number of responses by status. */
  statuses: Record<string, number>
  faults: string[]
}

type Random = () => number

/** Without a geocoder, addresses can't be geocoded, so 503 is the documented response. */
const NEED_GEOCODER = ['getAvailability', 'findPlace']

export async function runFuzzProof(databaseUrl: string, requests: number, seed: number): Promise<FuzzResult> {
  const service = await inProcess(databaseUrl)
  const random = seeded(seed)
  const statuses: Record<string, number> = {}
  const faults: string[] = []
  try {
    const { apiKey } = await newShop(service.app)
    const all = operations()
    for (let i = 0; i < requests; i++) {
      const operation = pick(random, all)
      const { path, init } = hostileRequest(random, operation, apiKey)
      const what = `request ${i}, ${operation.method} ${path.slice(0, 120)}`
      const response = await fetch(service.api + path, init)
      statuses[response.status] = (statuses[response.status] ?? 0) + 1
      const text = await response.text()
      try {
        if (response.status >= 500 && !(response.status === 503 && NEED_GEOCODER.includes(operation.id)))
          throw new Error(`answered ${response.status}`)
        assertConforms(operation.method, path, {
          status: response.status,
          headers: response.headers,
          body: JSON.parse(text),
        })
      } catch (error) {
        faults.push(`${what}: ${error instanceof Error ? error.message : String(error)}`.slice(0, 600))
      }
    }
    return { requests, statuses, faults }
  } finally {
    await service.close()
  }
}

const TEXTS = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '﷽'.repeat(80),
  'a'.repeat(5_000),
  "'; drop table orders; --",
  '../../etc/passwd',
  '%00',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '__proto__',
  '9999-99-99',
  '02/30/2026',
  '13/01/2026',
  '11/23/2026',
  '24:00',
  '23:59:60',
  '1e309',
  '-0',
  '٣',
  'OPEN,OPEN,',
  '00000000-0000-0000-0000-000000000000',
  '2026-11-23T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
]
const VALUES: readonly unknown[] = [
  ...TEXTS,
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 53,
  1e308,
  -1e-320,
  181,
  [],
  [[]],
  {},
  { constructor: { prototype: {} } },
  [null],
]

function hostileRequest(random: Random, operation: Operation, apiKey: string): { path: string; init: RequestInit } {
  const text = () => encodeURIComponent(pick(random, TEXTS).toWellFormed()) || '%20'
  const ids = operation.path.replaceAll(/\{\w+\}/g, () => (random() < 0.5 ? crypto.randomUUID() : text()))
  const query = operation.queries.filter(() => random() < 0.4).map((name) => `${name}=${text()}`)
  if (random() < 0.05) query.push(`${text()}=${text()}`)
  const headers: Record<string, string> = { authorization: `Bearer ${apiKey}` }
  if (random() < 0.03) headers.authorization = pick(random, ['Bearer', 'Basic YTph', `Bearer ${'x'.repeat(3_000)}`])
  if (operation.keyed && random() < 0.95) headers['idempotency-key'] = random() < 0.9 ? crypto.randomUUID() : ' '
  const init: RequestInit = { method: operation.method, headers }
  if (operation.body?.kind === 'json' || (operation.method !== 'GET' && random() < 0.1)) {
    headers['content-type'] = random() < 0.97 ? 'application/json' : pick(random, ['text/plain', 'application/xml'])
    init.body = damageText(random, mutateValue(random, operation.body?.kind === 'json' ? operation.body.example : {}))
  }
  return { path: ids + (query.length > 0 ? `?${query.join('&')}` : ''), init }
}

/** Makes up to 3 changes anywhere in the value. */
function mutateValue(random: Random, value: unknown): unknown {
  let changed = structuredClone(value)
  for (let changes = Math.floor(random() * 4); changes > 0; changes--) changed = changeOnce(random, changed)
  return changed
}

function changeOnce(random: Random, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || random() < 0.1) return pick(random, VALUES)
  const entries = Object.entries(value)
  if (entries.length === 0 || random() < 0.1) return Array.isArray(value) ? [...value, value] : { ...value, more: 1 }
  const [name, member] = pick(random, entries)
  const next = random() < 0.15 ? undefined : changeOnce(random, member)
  return Array.isArray(value) ? value.with(Number(name), next) : { ...value, [name]: next }
}

/** Sometimes returns text that is not valid JSON, or JSON that is ambiguous. */
function damageText(random: Random, value: unknown): string {
  const json = JSON.stringify(value) ?? ''
  const chance = random()
  if (chance < 0.02) return json.slice(0, Math.floor(random() * json.length))
  if (chance < 0.03) return json.replace('{', '{"a":1,"a":2,')
  if (chance < 0.04) return '['.repeat(10_000)
  return json
}

const pick = <T>(random: Random, from: readonly T[]): T => {
  const found = from[Math.floor(random() * from.length)]
  if (found === undefined) throw new Error('nothing to pick from')
  return found
}
