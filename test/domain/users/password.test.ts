import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isGuessable } from '../../../src/domain/users/password.ts'

test('words of stolen lists, keyboard sequences and repetitions are guessable', () => {
  for (const password of [
    'password12',
    'passwordpassword',
    'P@ssw0rd2026!',
    '1234567890',
    '0987654321',
    'qwertyuiop',
    'qwerty123456',
    '1q2w3e4r5t',
    'abcdefghij',
    'aaaaaaaaaaaa',
    '1111111111',
    'abababababab',
    'welcome2026!',
    'Roundsman2026',
    'admin12345678',
    'iloveyou1234',
    'letmein12345',
  ])
    assert.ok(isGuessable(password), password)
})

test('any other password is accepted, with any characters, in any alphabet', () => {
  for (const password of [
    'correct horse battery staple',
    'a password for tests',
    'tW4$-kq9Zr',
    'пароль не для всех',
    '山と川と海と空と雲',
    '8302 9174 6655',
    'our van is green',
  ])
    assert.ok(!isGuessable(password), password)
})
