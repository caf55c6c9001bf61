// After signing in, the browser goes only to a page of this server, whatever the address contains.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signInUrlFor, safeRedirectPath } from '../../../src/domain/users/safe-redirect.ts'

const HOST = 'https://routes.office.test'

test('only a page of this host is accepted', () => {
  const asked = {
    '/orders?date=2026-11-25&search=a%20b': '/orders?date=2026-11-25&search=a%20b',
    '/settings/sign-on': '/settings/sign-on',
    [`${HOST}/team#x`]: '/team',
    'https://evil.test/team': '/',
    '//evil.test': '/',
    '/\\evil.test': '/',
    '\t//evil.test': '/',
    '/.//evil.test': '/',
    'javascript:alert(1)': '/',
    'https://routes.office.test@evil.test': '/',
    'http://routes.office.test/team': '/',
    'https://': '/',
    '/sign-in?refused=CODE': '/',
    '/sign-in/company/x': '/',
    '/forgot-password': '/',
    '/forgot-password-help': '/forgot-password-help',
    '/orders/sign-in': '/orders/sign-in',
    [`/${'x'.repeat(1_000)}`]: '/',
  }
  for (const [path, led] of Object.entries(asked)) assert.equal(safeRedirectPath(path, HOST), led, path)
  assert.equal(safeRedirectPath(null, HOST), '/')
  assert.equal(signInUrlFor('/sign-in', '/'), '/sign-in')
  assert.equal(
    safeRedirectPath(new URL(signInUrlFor('/sign-in', '/orders?a=1&b=2'), HOST).searchParams.get('to'), HOST),
    '/orders?a=1&b=2',
  )
})
