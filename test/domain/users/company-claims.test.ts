import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOfDomain, isSubject, nameIn, roleIn, verifiedEmail } from '../../../src/domain/users/company-claims.ts'

test('an address counts if the provider marks it as verified, in the provider’s own way', () => {
  const email = 'someone@company.test'
  assert.equal(verifiedEmail({ email, email_verified: true }), email)
  assert.equal(verifiedEmail({ email, xms_edov: '1' }), email, 'Entra ID')
  for (const claims of [{}, { email_verified: false }, { email_verified: 'true' }, { xms_edov: '0' }])
    assert.equal(verifiedEmail({ email, ...claims }), null, JSON.stringify(claims))
  const others = [
    7,
    'a\u0000b@company.test',
    'a\r\nBcc: b@company.test',
    `${'a'.repeat(320)}@company.test`,
    'a b@company.test',
    'a@b@company.test',
  ]
  for (const other of others) assert.equal(verifiedEmail({ email: other, email_verified: true }), null, String(other))
})

test('a subject and a name can be stored, whatever the provider sends', () => {
  assert.ok(isSubject('248289761001'))
  for (const subject of ['', 'a\u0000b', 'a'.repeat(256)]) assert.ok(!isSubject(subject), subject)
  assert.equal(nameIn({ name: ' Some\u0000one\nelse ' }), 'Some one else')
  assert.equal(nameIn({ name: 'a'.repeat(300) })?.length, 200)
  for (const name of [undefined, 7, ' ', '\u0000']) assert.equal(nameIn({ name }), null)
})

test('the domain is everything after the last @', () => {
  assert.ok(isOfDomain('Someone@Company.Test', ['other.test', 'company.test']))
  for (const email of ['a@evil-company.test', 'a@company.test.evil.test', 'a@company.test@evil.test', 'company.test@'])
    assert.ok(!isOfDomain(email, ['company.test']), email)
})

test('the highest role counts, from a list, one value, or a nested claim, or else the default', () => {
  const roleRules = [
    { value: 'all', role: 'VIEWER' },
    { value: 'heads', role: 'OWNER' },
  ] as const
  const as = (roleClaim: string | null) => ({ roleClaim, roleRules, defaultRole: null })
  assert.equal(roleIn({ groups: ['all', 'heads'] }, as('groups')), 'OWNER')
  assert.equal(roleIn({ role: 'all' }, as('role')), 'VIEWER')
  assert.equal(roleIn({ realm_access: { roles: ['heads'] } }, as('realm_access.roles')), 'OWNER', 'Keycloak')
  assert.equal(roleIn({ 'https://company.test/roles': ['all'] }, as('https://company.test/roles')), 'VIEWER')
  assert.equal(roleIn({ groups: ['heads, too'] }, as('groups')), null)
  assert.equal(roleIn({}, as('constructor.name')), null)
  assert.equal(roleIn({ groups: ['heads'] }, { ...as(null), defaultRole: 'DISPATCHER' }), 'DISPATCHER')
})

test('the longest address and subject are accepted, one character more is not', () => {
  const email = (characters: number) => `${'a'.repeat(characters - '@company.test'.length)}@company.test`
  assert.equal(verifiedEmail({ email: email(320), email_verified: true }), email(320))
  assert.equal(verifiedEmail({ email: email(321), email_verified: true }), null)
  assert.ok(isSubject('a'.repeat(255)))
  for (const subject of ['\u0000a', 'a\u007f']) assert.ok(!isSubject(subject), JSON.stringify(subject))
})

test('every way in which Entra ID marks a verified domain counts', () => {
  const email = 'someone@company.test'
  for (const xms_edov of [true, 1, '1', 'true']) assert.equal(verifiedEmail({ email, xms_edov }), email)
  for (const xms_edov of [false, 0, 'yes', null]) assert.equal(verifiedEmail({ email, xms_edov }), null)
})

test('an address has a domain of several labels', () => {
  for (const email of ['a@company.co.test', 'a.b@company.test'])
    assert.equal(verifiedEmail({ email, email_verified: true }), email)
  for (const email of ['a@company', 'a@company.', 'a@.test', 'a@company.test.', '@company.test'])
    assert.equal(verifiedEmail({ email, email_verified: true }), null, email)
})

test('a claim whose path meets a text, null or nothing gives no role', () => {
  const rules = { roleClaim: 'a.length', roleRules: [{ value: 'x', role: 'VIEWER' }], defaultRole: null } as const
  for (const a of ['x', null, undefined, 7]) assert.equal(roleIn({ a }, rules), null)
})
