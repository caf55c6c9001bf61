// Lints openapi.json with Redocly and Spectral and their recommended rules.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectral from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'

const FILE = new URL('../openapi.json', import.meta.url)
const text = readFileSync(FILE, 'utf8')
const description: unknown = JSON.parse(text)

test('the description is valid OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(description as Record<string, unknown>))
  assert.ok(valid, JSON.stringify(errors))
  const broken = await new Validator().validate({
    ...structuredClone(description as Record<string, unknown>),
    paths: { '/x': { get: 7 } },
  })
  assert.equal(broken.valid, false)
})

test('Redocly finds no faults in the description', async () => {
  assert.deepEqual(await redocly(text), [])
  assert.notDeepEqual(await redocly(text.replace('"operationId": "putOrder"', '"operationId": "getOrder"')), [])
})

test('Spectral finds no faults in the description', async () => {
  const linter = new spectral.Spectral()
  linter.setRuleset({ extends: [rulesets.oas as never] })
  const found = await linter.run(description as Record<string, unknown>)
  assert.deepEqual(
    found.map(({ code, message, path }) => `${code} ${path.join('/')}: ${message}`),
    [],
  )
  assert.notDeepEqual(
    await linter.run({ openapi: '3.1.1', info: { title: 'x', version: '1' }, paths: { '/a/': {} } }),
    [],
  )
})

async function redocly(source: string): Promise<string[]> {
  const config = await createConfig({
    extends: ['recommended-strict'],
    rules: {
      // Off, because OpenAPI matches a concrete path before a path with parameters. The reported paths also have
      // different methods.
      'no-ambiguous-paths': 'off',
    },
  })
  const found = await lintFromString({ source, absoluteRef: FILE.pathname, config })
  return (
    found
      .map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`)
      // GET /health has no parameters and needs no key, so it has no 4xx response.
      .filter((fault) => !fault.startsWith('operation-4xx-response #/paths/~1health/get'))
  )
}
