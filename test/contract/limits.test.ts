// Every endpoint names its limit, and the documentation has the current limits.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { linkEndpoints, officeEndpoints } from '../../src/contract/all.ts'
import { withLimits } from '../../src/cli/write-limits.ts'
import { LIMITS, LINK_LIMITS, NETWORK_LIMITS, SESSION_LIMITS } from '../../src/contract/limits.ts'
import { apiBindings } from '../../src/http/operations/all.ts'

test('every endpoint has a limit for its session, its link, its key or its network', () => {
  const without: string[] = []
  const check = ({ method, path }: { method: string; path: string }, limits: readonly string[], known: object) => {
    if (limits.length === 0 || !limits.every((limit) => limit in known)) without.push(`${method} ${path}`)
  }
  assert.ok(officeEndpoints.length > 150 && linkEndpoints.length > 8 && apiBindings.length > 60)
  for (const endpoint of officeEndpoints)
    check(endpoint, [endpoint.limit], endpoint.permission === null ? NETWORK_LIMITS : SESSION_LIMITS)
  for (const endpoint of linkEndpoints) check(endpoint, [endpoint.limit], LINK_LIMITS)
  for (const { endpoint } of apiBindings)
    if (endpoint.permission !== null) check(endpoint, endpoint.limits({ lat: '1', address: 'x' }), LIMITS)
  assert.deepEqual(without, [])
  // GET /health has no rate limit, because load balancers poll it, and it must respond even if all other requests are
  // refused. Only the limit of concurrent requests applies.
  const open = apiBindings.filter(({ endpoint }) => endpoint.permission === null).map(({ endpoint }) => endpoint.path)
  assert.deepEqual(open, ['/health'])
})

test('docs/security.md has the current limits', () => {
  const page = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8')
  assert.equal(page, withLimits(page), 'npm run openapi writes the limits')
})
