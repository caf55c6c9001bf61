// Every field of a request body is in the page of the specification that describes the request.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { description } from './helpers/described.ts'
import { ROOT } from './helpers/repository-files.ts'

type Json = Record<string, unknown>

/** Pages that describe the request bodies of openapi.json. */
const PAGES: Record<string, string[]> = {
  OrderInput: ['orders'],
  OrderBatchInput: ['orders'],
  RecurringOrderInput: ['recurring-orders', 'orders'],
  RecurringDateInput: ['recurring-orders'],
  BuildInput: ['routes'],
  BuildDaysInput: ['routes'],
  ReplanInput: ['routes'],
  AcceptReplanInput: ['routes'],
  OutcomeInput: ['routes'],
  ProofInput: ['routes'],
  OptimizeInput: ['optimize'],
  WebhookEndpointInput: ['webhooks'],
  WebhookReplayInput: ['webhooks'],
  TestDayInput: ['test-mode'],
}

const { schemas } = description.components as { schemas: Record<string, Json> }

/** Names of the members of a schema and of its parts. */
function membersOf(value: unknown, seen = new Set<string>()): string[] {
  if (Array.isArray(value)) return value.flatMap((part) => membersOf(part, seen))
  if (typeof value !== 'object' || value === null) return []
  const { $ref, properties, example: _example, examples: _examples, ...parts } = value as Json
  const name = typeof $ref === 'string' ? ($ref.split('/').at(-1) ?? '') : ''
  const referred = name && !seen.has(name) ? membersOf(schemas[name], seen.add(name)) : []
  const own = Object.entries((properties as Json | undefined) ?? {})
  return [
    ...referred,
    ...own.flatMap(([member, part]) => [member, ...membersOf(part, seen)]),
    ...membersOf(Object.values(parts), seen),
  ]
}

test('every input of openapi.json has a page', () => {
  assert.deepEqual(
    Object.keys(schemas)
      .filter((name) => name.endsWith('Input'))
      .toSorted(),
    Object.keys(PAGES).toSorted(),
  )
})

for (const [name, pages] of Object.entries(PAGES))
  test(`docs/spec names every field of ${name}`, () => {
    const text = pages.map((page) => readFileSync(path.join(ROOT, 'docs', 'spec', `${page}.md`), 'utf8')).join('\n')
    const code = [...text.matchAll(/^```[^]*?^```|^ {4}.*$|`[^`\n]+`/gm)].map(([found]) => found).join('\n')
    const named = new Set(code.match(/\w+/g))
    const members = new Set(membersOf(schemas[name]))
    assert.ok(members.size > 0)
    assert.deepEqual(
      [...members].filter((member) => !named.has(member)),
      [],
    )
  })
