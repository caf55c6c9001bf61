// The files to run it with set only what is read, and copy what is there.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const variables = new Set([...read('src/config.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map(([, name]) => name))
/** For what stands beside it. */
const OTHERS = ['DOMAIN', 'UPSTREAM', 'NODE_ENV', 'POSTGRES_USER', 'POSTGRES_PASSWORD', 'POSTGRES_DB']

for (const file of [
  'Dockerfile',
  'compose.yaml',
  'deploy/compose.scaled.yaml',
  'deploy/kubernetes.yaml',
  'deploy/roundsman.service',
])
  test(`${file} sets only variables that are read`, () => {
    const named = [...read(file).matchAll(/(?:^|[\s{=])([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|ROLE|HOST|PORT)[:=]/gm)]
    const set = named.map(([, name]) => name ?? '').filter((name) => !OTHERS.includes(name))
    assert.ok(set.length > 0)
    assert.deepEqual(
      set.filter((name) => !variables.has(name)),
      [],
    )
  })

test('the Dockerfile copies what there is, and the context holds it', () => {
  const ignored = read('.dockerignore')
  const copied = [...read('Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names]) =>
    names?.split(' '),
  )
  assert.ok(copied.length > 5)
  for (const name of copied) {
    assert.ok(name && existsSync(new URL(`../${name}`, import.meta.url)), name)
    assert.ok(ignored.split('\n').includes(`!${name}`), name)
  }
})

test('alerts ask for metrics that there are', () => {
  const source = read('src/adapters/metrics.ts')
  const asked = [...read('deploy/prometheus-alerts.yaml').matchAll(/\broundsman_\w+/g)].map(([name]) => name)
  assert.ok(asked.length > 8)
  for (const name of asked) assert.ok(source.includes(`'${name.replace(/_(count|bucket|sum)$/, '')}'`), name)
})
