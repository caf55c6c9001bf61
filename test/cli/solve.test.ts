import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import * as contract from '../../src/contract/optimize.ts'
import { commandLine } from '../helpers/command.ts'
import { json, stubServer } from '../helpers/stub-server.ts'

const dir = mkdtempSync(path.join(os.tmpdir(), 'roundsman-solve-'))
after(() => rmSync(dir, { recursive: true }))

/** Runs the command without a database. */
const run = (args: string[], input = '', env: Record<string, string> = {}) =>
  commandLine({ DATA_DIR: path.join(dir, 'none'), ...env })(['solve', ...args], input)

const problem = contract.optimize.key.examples.body
const file = path.join(dir, 'problem.json')
writeFileSync(file, JSON.stringify(problem))

test('solve FILE prints the response of POST /optimize, here for the example of the reference', async () => {
  const { code, out, err } = await run([file, '--json'])
  assert.deepEqual([code, err], [0, ''])
  const answer = contract.optimize.reply.parse(JSON.parse(out))
  const { summary: _, ...plan } = answer
  const { summary: __, ...expected } = contract.optimize.key.examples.reply
  assert.deepEqual(plan, expected)
})

test('solve - reads standard input, and uses the configured distances', async () => {
  const matrix = [
    [0, 60],
    [60, 0],
  ]
  const server = await stubServer(json({ code: 'Ok', durations: matrix, distances: matrix }))
  const env = { DISTANCES: 'osrm', DISTANCES_URL: server.url }
  const { out } = await run(['-'], JSON.stringify({ ...problem, stops: problem.stops.slice(0, 1) }), env)
  assert.equal(contract.optimize.reply.parse(JSON.parse(out)).distance_source, 'osrm')
})

test('every fault is written to standard error, one per line, and the exit code is 1', async () => {
  const bad = await run(['-'], '{"depot":1,"x":2}')
  assert.deepEqual([bad.code, bad.out], [1, ''])
  assert.deepEqual(bad.err.trim().split('\n'), [
    'depot must be an object',
    'vehicles is required',
    'stops is required',
    'x is not a known field',
  ])
  for (const [args, input, message] of [
    [['-'], '{', /not valid JSON/],
    [[path.join(dir, 'absent.json')], '', /ENOENT/],
    [[], '', /Usage: solve FILE/],
  ] as const) {
    const { code, out, err } = await run([...args], input)
    assert.deepEqual([code, out], [1, ''])
    assert.match(err, message)
  }
})
