// The cookies in which a browser keeps its sessions.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FastifyRequest } from 'fastify'
import { MAX_SESSIONS } from '../../src/app/people/sign-in/browser-sessions.ts'
import { sessionTokens } from '../../src/http/office/cookie.ts'

const URL_WITHOUT_TLS = 'http://shop.test'
const tokensIn = (cookie: string) => sessionTokens({ headers: { cookie } } as FastifyRequest, URL_WITHOUT_TLS)
const MANY = Array.from({ length: 1_000 }, (_, i) => `token${i}`)

test('the tokens of a browser are the active one and the others', () => {
  assert.deepEqual(tokensIn('roundsman=first; roundsman-others=second~third'), ['first', 'second', 'third'])
  assert.deepEqual(tokensIn('roundsman-others=second'), ['second'])
  assert.deepEqual(tokensIn(''), [])
})

test('the tokens of a browser are limited, because each is looked for', () => {
  const cookie = `roundsman=${MANY.join('~')}; roundsman-others=${MANY.join('~')}`
  assert.equal(tokensIn(cookie).length, MAX_SESSIONS)
})
