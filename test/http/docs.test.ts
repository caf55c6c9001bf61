// The documentation at /docs, as an HTTP client gets it (web/docs has the script of its pages).
import assert from 'node:assert/strict'
import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { isGenuine } from '../../docs/samples/verify-webhook.js'
import { webhookHeaders } from '../../src/app/integrations/webhooks/sign.ts'
import { errorCodes } from '../../src/contract/error-codes.ts'
import { parseDescription, readDescription, type Schema } from '../../src/http/docs/description.ts'
import { apiBindings } from '../../src/http/operations/all.ts'
import { type Json, startService } from '../helpers/service.ts'

const service = await startService()
/** HTML of every page of the site, keyed by its path. */
const pages = new Map<string, string>()

const read = async (path: string): Promise<string> => {
  const answer = await fetch(service.url + path)
  assert.equal(answer.status, 200, path)
  return answer.text()
}

const unescaped = (text: string): string =>
  text
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

const attributes = (html: string, name: string): string[] =>
  [...html.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, value = '']) => unescaped(value))

/** Paths that a page links to, without those of other sites. */
const targetsOf = (html: string): string[] => attributes(html, 'href').filter((href) => /^[/#]/.test(href))

before(async () => {
  const waiting = ['/docs']
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (pages.has(path)) continue
    const html = await read(path)
    pages.set(path, html)
    for (const href of targetsOf(html)) {
      const [target = ''] = href.split('#')
      if (/^\/docs(\/[\w/-]+)?$/.test(target) && !pages.has(target)) waiting.push(target)
    }
  }
})

test('every link and anchor of every page has a target, and no ID occurs twice', async () => {
  assert.ok(pages.size > 60, `${pages.size} pages`)
  const faults: string[] = []
  const others = new Set<string>()
  for (const [path, html] of pages) {
    const ids = attributes(html, 'id')
    for (const id of new Set(ids.filter((each, i) => ids.indexOf(each) !== i))) faults.push(`${path}: two #${id}`)
    for (const href of targetsOf(html)) {
      const [target = '', anchor] = href.split('#')
      const page = pages.get(target === '' ? path : target)
      if (!page) others.add(target)
      else if (anchor !== undefined && !page.includes(` id="${anchor}"`)) faults.push(`${path}: ${href}`)
    }
  }
  for (const other of others) {
    const { status } = await fetch(service.url + other)
    if (status !== 200) faults.push(`${other}: ${status}`)
  }
  assert.deepEqual(faults, [])
})

test('the first view is small, runs only its own files, and its policy allows nothing else', async () => {
  for (const path of ['/docs', '/docs/reference/routes']) {
    const answer = await fetch(service.url + path, { headers: { 'Accept-Encoding': 'gzip' } })
    const policy = answer.headers.get('content-security-policy') ?? ''
    assert.match(policy, /default-src 'none'/)
    assert.doesNotMatch(policy, /https?:|\*|unsafe|data:/)
    const html = pages.get(path) ?? ''
    const loaded = [...html.matchAll(/<(?:script|link)[^>]* (?:src|href)="([^"]+)"/g)].map(([, url = '']) => url)
    assert.ok(loaded.length >= 3)
    let bytes = 0
    for (const url of [path, ...loaded]) bytes += await compressedSize(url)
    assert.ok(bytes < 120_000, `${path}: ${bytes} bytes`)
    assert.doesNotMatch(html, / style="|<style|<script(?![^>]* src=)/)
  }
})

/** Size on the wire. `fetch` inflates the body, so its size is measured again. */
async function compressedSize(path: string): Promise<number> {
  const { stdout } = await promisify(execFile)(
    'curl',
    ['-sS', '-H', 'Accept-Encoding: gzip', '-o', '-', service.url + path],
    { encoding: 'buffer', maxBuffer: 10_000_000 },
  )
  assert.ok(path.endsWith('.svg') || gunzipSync(stdout).length > 0, path)
  return stdout.length
}

test('the reference has every operation, parameter, field, value, event and error code', async () => {
  const { operations, events, schemas } = parseDescription(await readDescription())
  const text = [...pages].flatMap(([path, html]) => (path.startsWith('/docs/reference') ? [html] : [])).join('\n')
  const codes = new Set([...text.matchAll(/<code>(.*?)<\/code>/gs)].map(([, code = '']) => unescaped(code)))
  const wanted = new Set<string>(errorCodes().map(({ code }) => code))
  const visit = (schema: Schema | undefined): void => {
    if (!schema) return
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      wanted.add(name)
      visit(field)
    }
    for (const value of schema.enum ?? []) if (value !== null) wanted.add(`${value}`)
    for (const each of [schema.items, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) visit(each)
    if (typeof schema.additionalProperties === 'object') visit(schema.additionalProperties)
  }
  for (const schema of Object.values(schemas)) visit(schema)
  for (const { path, parameters, body } of operations) {
    wanted.add(`/api/v1${path}`)
    for (const { name } of parameters) wanted.add(name)
    visit(body?.schema)
  }
  const words = unescaped(text)
  assert.deepEqual(
    [...wanted].filter((name) => !codes.has(name) && !words.includes(name)),
    [],
  )
  assert.equal(operations.length, apiBindings.length)
  for (const { summary } of operations) assert.ok(words.includes(summary), summary)
  for (const { name } of events) assert.match(text, new RegExp(`<h2 id="${name.replaceAll('.', '')}">`))
})

test('the search covers each section of guides, concepts, reference and specification', async () => {
  const entries = JSON.parse(await read('/docs/search.json')) as { url: string; title: string; text: string }[]
  const urls = new Set(entries.map(({ url }) => url))
  assert.equal(urls.size, entries.length, 'the search needs unique addresses')
  for (const url of [
    '/docs/guides/webhooks#receive-and-verify',
    '/docs/reference/deliveries#putorder',
    '/docs/reference/deliveries#order',
    '/docs/reference/errors#idempotency_key_reused',
    '/docs/spec/orders#change-feed',
  ])
    assert.ok(urls.has(url), url)
  for (const url of urls) {
    const [path = '', anchor] = url.split('#')
    assert.ok(pages.get(path)?.includes(anchor ? ` id="${anchor}"` : '<h1'), url)
  }
})

test('the samples of the first-order guide create the order and read it', async () => {
  const guide = pages.get('/docs/guides/first-order') ?? ''
  const { apiKey } = await service.business()
  const printed = await pasted(guide, 'first-order', apiKey)
  assert.deepEqual(
    printed.map(({ data }) => data.external_ref),
    ['000481-A', '000481-A'],
  )
  const [, day = ''] = /(\d\d\/\d\d\/\d{4})/.exec(guide) ?? []
  assert.ok(new Date(day) > new Date(), day)
  const other = await service.business()
  const file = fileURLToPath(new URL('../../sdk/typescript/examples/first-order.ts', import.meta.url))
  const shown = unescaped(/<pre data-language="TypeScript".*?<\/pre>/s.exec(guide)?.[0] ?? '')
  assert.equal(
    shown.trim().replaceAll(/\d\d\/\d\d\/\d{4}/g, ''),
    (await readFile(file, 'utf8'))
      .trim()
      .replace("'../src/index.ts'", "'@roundsman/sdk'")
      .replace('https://routes.example.com', service.app.publicUrl)
      .replaceAll(/\d\d\/\d\d\/\d{4}/g, ''),
  )
  const env = { ...process.env, ROUNDSMAN_URL: service.url, ROUNDSMAN_KEY: other.apiKey }
  const { stdout } = await promisify(execFile)(process.execPath, [file, day], { env })
  assert.deepEqual(JSON.parse(stdout), { external_ref: '000481-A', status: 'OPEN', placement: 'PLACED' })
})

test('the command of the webhook guide adds an endpoint', async () => {
  const shop = await service.business()
  const [added] = await pasted(pages.get('/docs/guides/webhooks') ?? '', 'webhooks', shop.apiKey)
  assert.match(String(added?.data.secret), /^whsec_/)
  assert.equal((await shop.get<Json[]>('/webhooks/subscriptions')).body.data.length, 1)
})

test('the day by curl works unchanged, and changes nothing if it is pasted again', async () => {
  const { apiKey } = await service.business()
  const guide = pages.get('/docs/guides/whole-day') ?? ''
  const day = async () => {
    const [order, events] = (await pasted(guide, 'whole-day', apiKey)).slice(-2).map(({ data }) => data)
    assert.equal((order?.stop as Json | undefined)?.status, 'DELIVERED')
    return (events as unknown as { event: string }[]).map(({ event }) => event).toSorted()
  }
  const first = await day()
  assert.ok(['order.created', 'route.dispatched', 'route.started'].every((event) => first.includes(event)))
  assert.deepEqual(await day(), first)
})

/** Responses to the first curl sample of a guide, which is pasted into a shell with a key of the business. */
async function pasted(guide: string, name: string, apiKey: string): Promise<{ data: Json }[]> {
  const sample = unescaped(/<pre data-language="curl".*?<\/pre>/s.exec(guide)?.[0] ?? '')
  assert.ok(sample.includes('curl '), name)
  const script = sample
    .replaceAll(service.app.publicUrl, service.url)
    .replaceAll(/^(\s*(?:get\(\) \{ )?)curl (?!-)/gm, '$1curl -sS --fail ')
  const { stdout } = await promisify(execFile)('bash', ['-ec', script], { env: { ...process.env, API_KEY: apiKey } })
  return stdout
    .replaceAll(/\}\s*(?=\{"data)/g, '}\n')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { data: Json })
}

test('the links of a page as Markdown lead to pages as Markdown', async () => {
  const index = await read('/docs/llms.txt')
  assert.equal(index, await read('/llms.txt'))
  const links = [...index.matchAll(/\]\(http:\/\/roundsman\.test([^)]+\.md)\)/g)].map(([, link = '']) => link)
  const faults: string[] = []
  for (const link of links) {
    const written = (await read(link)).replaceAll(/^```[\s\S]*?^```$/gm, '')
    for (const [, href = ''] of written.matchAll(/\]\(([^)\s]+)\)/g)) {
      const [target = ''] = href.replace(service.app.publicUrl, '').split('#')
      if (target === '' || target.startsWith('https:')) continue
      const { status } = await fetch(service.url + target)
      if (status !== 200 || !target.startsWith('/')) faults.push(`${link}: ${href}`)
    }
  }
  assert.deepEqual(faults, [])
})

test('the example of the specification has the signatures that webhooks have', async () => {
  const page = await read('/docs/spec/webhooks.md')
  const value = (name: string): string => new RegExp(`^\\| \`?${name}\`? \\| \`(.+)\` \\|$`, 'm').exec(page)?.[1] ?? ''
  const headers = webhookHeaders({
    event: 'stop.delivered',
    deliveryId: value('webhook-id'),
    body: Buffer.from(value('body')),
    secrets: [value('secret')],
    now: new Date(Number(value('webhook-timestamp')) * 1000),
  })
  for (const name of ['X-Service-Signature', 'webhook-signature']) assert.equal(value(name), headers[name], name)
  assert.ok(isGenuine(Buffer.from(value('body')), value('X-Service-Signature'), value('secret')))
})

test('the description is served without a key, at both addresses, without indentation', async () => {
  const [described, again] = [await read('/api/v1/openapi.json'), await read('/openapi.json')]
  assert.equal(described, again)
  assert.equal(described, JSON.stringify(JSON.parse(described)))
  assert.match((JSON.parse(described) as { openapi: string }).openapi, /^3\.1/)
})

test('/llms.txt lists each page as Markdown, with dates in the future in its examples', async () => {
  const index = await read('/llms.txt')
  const links = [...index.matchAll(/\]\(http:\/\/roundsman\.test([^)]+)\)/g)].map(([, link = '']) => link)
  const collection = await read('/docs/roundsman.postman_collection.json')
  assert.ok(links.length > 40 && links.includes('/docs/spec/webhooks.md'))
  for (const link of links.filter((each) => each.endsWith('.md'))) {
    const answer = await fetch(service.url + link)
    assert.match(answer.headers.get('content-type') ?? '', /^text\/markdown/)
    const text = await answer.text()
    assert.match(text, /^# /)
    assert.doesNotMatch(text, /routes\.example\.com/)
    if (!/^\/docs\/(guides|concepts)/.test(link)) continue
    for (const [day] of text.matchAll(/\b\d\d\/\d\d\/\d{4}\b/g))
      assert.ok(new Date(day) > new Date(), `${link}: ${day}`)
    // An example of an instant is on one of the same days.
    for (const [day] of text.matchAll(/\b\d{4}-\d\d-\d\d/g)) assert.ok(new Date(day) > new Date(), `${link}: ${day}`)
  }
  for (const [day] of collection.matchAll(/\b\d\d\/\d\d\/\d{4}\b/g)) assert.ok(new Date(day) > new Date(), day)
  assert.equal((await fetch(`${service.url}/docs/spec/..%2F..%2FREADME.md`)).status, 404)
  assert.equal((await fetch(`${service.url}/docs/nothing`)).status, 404)
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

test('the code of the webhook guide verifies a signature: JavaScript', () => {
  for (const [bytes, header, genuine] of cases) assert.equal(isGenuine(bytes, header, secret), genuine)
})

test('the code of the webhook guide verifies a signature: Python', { skip: absent('python3') }, () => {
  const code = `import importlib.util, sys
spec = importlib.util.spec_from_file_location("verify", sys.argv[1]); verify = importlib.util.module_from_spec(spec)
spec.loader.exec_module(verify)
print(verify.is_genuine(sys.stdin.buffer.read(), sys.argv[2], sys.argv[3]))`
  for (const [bytes, header, genuine] of cases) {
    const printed = execFileSync('python3', ['-c', code, own('verify-webhook.py'), header, secret], { input: bytes })
    assert.equal(printed.toString().trim(), genuine ? 'True' : 'False')
  }
})

test('the code of the webhook guide verifies a signature: PHP', { skip: absent('php') }, () => {
  const code = 'require $argv[1]; echo is_genuine(stream_get_contents(STDIN), $argv[2], $argv[3]) ? "true" : "false";'
  for (const [bytes, header, genuine] of cases) {
    const printed = execFileSync('php', ['-r', code, '--', own('verify-webhook.php'), header, secret], { input: bytes })
    assert.equal(printed.toString(), String(genuine))
  }
})

test('the code of the webhook guide verifies a signature: Ruby', { skip: absent('ruby') }, () => {
  const code = 'require ARGV[0]; print genuine?($stdin.binmode.read, ARGV[1], ARGV[2])'
  for (const [bytes, header, genuine] of cases) {
    const printed = execFileSync('ruby', ['-e', code, own('verify-webhook.rb'), header, secret], { input: bytes })
    assert.equal(printed.toString(), String(genuine))
  }
})

test('the code of the webhook guide verifies a signature: Go', { skip: absent('go', 'version') }, async () => {
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
  return fileURLToPath(new URL(`../../docs/samples/${name}`, import.meta.url))
}

function absent(program: string, version = '--version'): string | false {
  return spawnSync(program, [version]).error ? `${program} is not installed here` : false
}
