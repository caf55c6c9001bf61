import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { connect } from '../src/cli/connect.ts'
import { readConfig } from '../src/config.ts'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

test('docs/configuration.md has exactly the variables that are read', () => {
  const source = read('../src/config.ts')
  const variables = new Set([...source.matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map(([, name]) => name))
  const documented = new Set(
    [...read('../docs/configuration.md').matchAll(/^\| `([A-Z][A-Z0-9_]+)`/gm)].map(([, name]) => name),
  )
  assert.ok(variables.size > 15)
  assert.deepEqual([...variables.difference(documented)], [], 'read but not documented')
  assert.deepEqual([...documented.difference(variables)], [], 'documented but not read')
})

test('all wrong values are named at once', () => {
  assert.throws(() => readConfig({ PORT: 'x', ROLE: 'boss', PUBLIC_URL: 'localhost:8080', DATABASE_URL: 'p4ssw0rd' }), {
    message: [
      'The configuration is invalid:',
      'PORT: must be a whole number from 0 to 65535, not "x"',
      'PUBLIC_URL: must be a URL that begins with http:// or https://, such as https://example.com, not "localhost:8080"',
      'DATABASE_URL: must be a URL such as postgres://user:password@host:5432/database',
      'ROLE: must be one of all, web, worker, solver, not "boss"',
    ].join('\n  '),
  })
})

test('APP_SECRET is required with DATABASE_URL, and empty variables are absent', () => {
  assert.throws(() => readConfig({ DATABASE_URL: 'postgres://x/y' }), /APP_SECRET is required/)
  assert.equal(readConfig({ DATABASE_URL: '', PORT: '' }).port, 8080)
})

test('metrics on their own port are reachable from other machines only with a token', () => {
  const reading = (more: Record<string, string>) => readConfig({ HOST: '0.0.0.0', ...more }).metrics
  assert.equal(reading({}), null)
  assert.deepEqual(reading({ METRICS_PORT: '9464' }), { port: 9464, host: '127.0.0.1', token: null })
  const METRICS_TOKEN = 'a token for tests only'
  assert.deepEqual(reading({ METRICS_PORT: '9464', METRICS_TOKEN }), {
    port: 9464,
    host: '0.0.0.0',
    token: METRICS_TOKEN,
  })
})

test('a database address may list several servers, and only the primary is used', () => {
  const hosts = 'postgres://u@127.0.0.1:1,127.0.0.1:2/d'
  const reading = (DATABASE_URL: string) => readConfig({ DATABASE_URL, APP_SECRET: 'x'.repeat(32) })
  reading(`${hosts}?target_session_attrs=read-write`)
  assert.throws(() => reading(`${hosts}?target_session_attrs=any`), /no target_session_attrs but read-write or primary/)
})

test('a failed database connection names the setting, but not the password', async () => {
  const connecting = (DATABASE_URL: string) =>
    connect(readConfig({ DATABASE_URL, APP_SECRET: 'x'.repeat(32) }), 'borrow', { info() {}, error() {} })
  await assert.rejects(connecting('postgres://u:p4ss@127.0.0.1:1/d'), {
    message: 'DATABASE_URL: no PostgreSQL responds at 127.0.0.1, port 1.',
  })
  await assert.rejects(connecting('postgres://u:p4#ss@h/d'), {
    message: /^DATABASE_URL is not a valid URL\. Percent-encode/,
  })
})

test('a process that only plans has threads for that', () => {
  assert.equal(readConfig({ ROLE: 'web', SOLVER_THREADS: '0' }).solverThreads, 0)
  assert.throws(() => readConfig({ ROLE: 'solver', SOLVER_THREADS: '0' }), /SOLVER_THREADS: must be at least 1/)
})

test('a text provider’s missing settings are named, and a gateway’s body is checked', () => {
  const http = { SMS: 'http', SMS_FROM: 'Shop', SMS_URL: 'https://sms.test/send?to={to}' }
  assert.throws(() => readConfig(http), /SMS_BODY is required/)
  assert.throws(() => readConfig({ ...http, SMS_BODY: '{"text":"{text}"}' }), /SMS_BODY: must have \{to\}/)
  const { sms } = readConfig({ ...http, SMS_BODY: '{"text":"{text}","to":"{to}"}' })
  assert.equal(sms?.kind === 'http' && sms.allowPrivate, false)
  const account = { SMS_FROM: '+12025550199', SMS_ACCOUNT: 'a', SMS_TOKEN: 't' }
  assert.throws(() => readConfig({ SMS: 'sns', ...account }), /SMS_REGION is required/)
  assert.throws(() => readConfig({ SMS: 'whatsapp', ...account }), /SMS_TEMPLATE is required/)
  assert.equal(readConfig({ SMS: 'vonage', ...account }).sms?.url, 'https://rest.nexmo.com')
})

test('several installations need a name, a port and the addresses of all', () => {
  const all = {
    INSTALLATION: 'a',
    INSTALLATIONS: 'a=http://10.0.0.1:8090, b=https://b.internal/',
    DIRECTORY_PORT: '8090',
  }
  const reading = (more: Record<string, string>) => readConfig({ ...all, ...more }).installations
  assert.equal(readConfig({}).installations, null)
  assert.deepEqual(reading({}), { name: 'a', port: 8090, peers: new Map([['b', 'https://b.internal']]) })
  for (const name of Object.keys(all)) assert.throws(() => reading({ [name]: '' }), /must be set together/)
  assert.throws(() => reading({ INSTALLATION: 'c' }), /must include this installation, c/)
  for (const wrong of ['a', 'a=', 'a=10.0.0.1', 'A=http://x', 'a=http://x,a=http://y', 'a=ftp://x'])
    assert.throws(() => reading({ INSTALLATIONS: wrong }), /must be a name that occurs once/, wrong)
  const many = Array.from({ length: 65 }, (_, i) => `i${i}=http://x`).join()
  assert.throws(() => reading({ INSTALLATION: 'i0', INSTALLATIONS: many }), /at most 64/)
})
