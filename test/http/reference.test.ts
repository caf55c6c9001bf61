import assert from 'node:assert/strict'
import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { errorCodes } from '../../src/contract/error-codes.ts'
import { isGenuine } from '../../src/http/reference/verify-webhook.js'
import { type Json, startService } from '../helpers/service.ts'

const service = await startService()
const page = await (await fetch(`${service.url}/docs`)).text()

test('/docs loads nothing from elsewhere, and its policy forbids it', async () => {
  const loaded = [...page.matchAll(/<(?:script|link|img|iframe)[^>]*(?:src|href)="([^"]*)"/g)].map(
    ([, url]) => url ?? '',
  )
  assert.ok(loaded.length >= 4)
  for (const url of loaded.filter((link) => link !== 'data:,')) {
    assert.match(url, /^\/docs\/assets\//)
    const asset = await fetch(`${service.url}${url}`)
    assert.equal(asset.status, 200, url)
    assert.doesNotMatch(await asset.text(), /@import|sourceMappingURL=http/)
  }
  const policy = (await fetch(`${service.url}/docs`)).headers.get('content-security-policy') ?? ''
  assert.match(policy, /default-src 'none'/)
  assert.doesNotMatch(policy, /https?:|\*/)
})

test('/docs names every event, error code and limit', () => {
  for (const text of [
    'stop.corrected',
    'IDEMPOTENCY_KEY_REUSED',
    'ORDER_ON_DISPATCHED_ROUTE',
    'RateLimit-Remaining',
    'routes:dispatch',
    '1,200',
  ])
    assert.ok(page.includes(text), text)
  assert.doesNotMatch(page, /\{\{|undefined/)
})

/** Output of a block of /docs that is pasted into a shell with a key of the business. */
async function pasted(block: RegExp, apiKey: string): Promise<{ data: Json }[]> {
  const [, commands = ''] = block.exec(page) ?? []
  const script = commands
    .replaceAll('&quot;', '"')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll('http://roundsman.test', service.url)
    .replaceAll('curl ', 'curl -sS --fail ')
  const { stdout } = await promisify(execFile)('bash', ['-ec', script], { env: { ...process.env, API_KEY: apiKey } })
  return stdout
    .replaceAll(/\}\s*(?=\{"data)/g, '}\n')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { data: Json })
}

test('the commands of the first order of /docs create it', async () => {
  const { apiKey } = await service.business()
  const [put, got] = await pasted(/<pre id="first-order"><code[^>]*>(.*?)<\/code>/s, apiKey)
  assert.deepEqual([put?.data.external_ref, got?.data.external_ref], ['000481-A', '000481-A'])
})

test('the command of /docs that adds an endpoint creates it', async () => {
  const shop = await service.business()
  const [added] = await pasted(/<pre id="add-endpoint"><code[^>]*>(.*?)<\/code>/s, shop.apiKey)
  assert.match(String(added?.data.secret), /^whsec_/)
  assert.equal((await shop.get<Json[]>('/webhooks/subscriptions')).body.data.length, 1)
})

test('the day by curl of /docs works unchanged, and changes nothing if it is pasted again', async () => {
  const { apiKey } = await service.business()
  const block = /<details id="day-sh">.*?<code[^>]*>(.*?)<\/code>/s
  const told = async () => {
    const [order, events] = (await pasted(block, apiKey)).slice(-2).map(({ data }) => data)
    assert.equal((order?.stop as Json | undefined)?.status, 'DELIVERED')
    return (events as unknown as { event: string }[]).map(({ event }) => event).toSorted()
  }
  const first = await told()
  assert.ok(['order.created', 'route.dispatched', 'route.started'].every((event) => first.includes(event)))
  assert.deepEqual(await told(), first)
})

test('the date in the examples is always in the future', async () => {
  const collection = await (await fetch(`${service.url}/docs/roundsman.postman_collection.json`)).text()
  const markdown = await (await fetch(`${service.url}/docs.md`)).text()
  for (const text of [page, markdown, collection]) {
    const days = [...text.matchAll(/\b(\d\d\/\d\d\/\d{4})\b/g)].map(([, day = '']) => new Date(day))
    assert.ok(days.length > 0)
    for (const day of days) assert.ok(day > new Date(), String(day))
  }
})

test('the description is served without a key', async () => {
  const answer = await fetch(`${service.url}/api/v1/openapi.json`)
  assert.equal(answer.status, 200)
  assert.match(answer.headers.get('content-type') ?? '', /^application\/json/)
  const { openapi } = (await answer.json()) as { openapi: string }
  assert.match(openapi, /^3\.1/)
})

test('/llms.txt links to the description and every page of the specification, as Markdown', async () => {
  const index = await (await fetch(`${service.url}/llms.txt`)).text()
  const links = [...index.matchAll(/\]\(http:\/\/roundsman\.test([^)]+)\)/g)].map(([, link = '']) => link)
  assert.ok(links.length > 10 && links.includes('/docs/spec/webhooks.md'))
  for (const link of links) {
    const answer = await fetch(service.url + link)
    assert.equal(answer.status, 200, link)
    if (link.endsWith('.md')) {
      assert.match(answer.headers.get('content-type') ?? '', /^text\/markdown/)
      assert.match(await answer.text(), /^# /)
    }
  }
  assert.equal((await fetch(`${service.url}/docs/spec/..%2Fsecurity.md`)).status, 404)
})

test('the reference exists as Markdown, with every section, sample and table row', async () => {
  const text = `${await (await fetch(`${service.url}/docs.md`)).text()}\n`
  const sections = [...page.matchAll(/<h2[^>]*>([^<]+)<\/h2>/g)].map(([, title = '']) => title)
  assert.ok(sections.length > 10)
  for (const title of sections) assert.ok(text.includes(`## ${title}\n`), title)
  const sample = await readFile(new URL('../../sdk/python/examples/day.py', import.meta.url), 'utf8')
  const [, day = ''] = / examples\/day\.py (\S+)/.exec(text) ?? []
  assert.ok(text.includes(sample.trim().replace('11/23/2026', day)))
  for (const { code } of errorCodes()) assert.ok(text.includes(`| \`${code}\` `), code)
  assert.ok(text.includes('`sha256=<hex>`: HMAC-SHA256'))
})

const body = Buffer.from('{"event":"stop.delivered","data":{"driver_notes":"Übergabe – läuft"}}')
const secret = 'whsec_for-this-test-only'
const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
/** The first case is genuine. The others are altered in each way that a receiver has to detect. */
const cases: [body: Buffer, header: string, genuine: boolean][] = [
  [body, signature, true],
  [Buffer.concat([body, Buffer.from(' ')]), signature, false],
  [body, signature.replace('sha256=', ''), false],
  [body, `${signature.slice(0, -1)}${signature.endsWith('0') ? '1' : '0'}`, false],
  [body, '', false],
]

test('the code of /docs verifies a signature: JavaScript', () => {
  for (const [bytes, header, genuine] of cases) assert.equal(isGenuine(bytes, header, secret), genuine)
})

test('the code of /docs verifies a signature: Python', { skip: absent('python3') }, () => {
  const code = `import importlib.util, sys
spec = importlib.util.spec_from_file_location("verify", sys.argv[1]); verify = importlib.util.module_from_spec(spec)
spec.loader.exec_module(verify)
print(verify.is_genuine(sys.stdin.buffer.read(), sys.argv[2], sys.argv[3]))`
  for (const [bytes, header, genuine] of cases) {
    const printed = execFileSync('python3', ['-c', code, own('verify-webhook.py'), header, secret], { input: bytes })
    assert.equal(printed.toString().trim(), genuine ? 'True' : 'False')
  }
})

test('the code of /docs verifies a signature: PHP', { skip: absent('php') }, () => {
  const code = 'require $argv[1]; echo is_genuine(stream_get_contents(STDIN), $argv[2], $argv[3]) ? "true" : "false";'
  for (const [bytes, header, genuine] of cases) {
    const printed = execFileSync('php', ['-r', code, '--', own('verify-webhook.php'), header, secret], { input: bytes })
    assert.equal(printed.toString(), String(genuine))
  }
})

test('the code of /docs verifies a signature: Ruby', { skip: absent('ruby') }, () => {
  const code = 'require ARGV[0]; print genuine?($stdin.binmode.read, ARGV[1], ARGV[2])'
  for (const [bytes, header, genuine] of cases) {
    const printed = execFileSync('ruby', ['-e', code, own('verify-webhook.rb'), header, secret], { input: bytes })
    assert.equal(printed.toString(), String(genuine))
  }
})

test('the code of /docs verifies a signature: Go', { skip: absent('go', 'version') }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'verify-'))
  const sample = await readFile(own('verify-webhook.go'), 'utf8')
  await writeFile(join(folder, 'verify.go'), sample.replace('package webhooks', 'package main'))
  await writeFile(
    join(folder, 'main.go'),
    `package main
import ("fmt"; "io"; "os")
func main() { body, _ := io.ReadAll(os.Stdin); fmt.Print(IsGenuine(body, os.Args[1], os.Args[2])) }`,
  )
  const env = { ...process.env, GO111MODULE: 'off' }
  execFileSync('go', ['build', '-o', 'verify', '.'], { cwd: folder, env })
  for (const [bytes, header, genuine] of cases)
    assert.equal(execFileSync(join(folder, 'verify'), [header, secret], { input: bytes }).toString(), String(genuine))
})

function own(name: string): string {
  return fileURLToPath(new URL(`../../src/http/reference/${name}`, import.meta.url))
}

function absent(program: string, version = '--version'): string | false {
  return spawnSync(program, [version]).error ? `${program} is not installed here` : false
}
