import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { accentShades, contrast } from '../../../src/domain/settings/accent.ts'

test('contrast is computed as in WCAG', () => {
  assert.equal(contrast('#000000', '#ffffff'), 21)
  assert.equal(contrast('#777777', '#777777'), 1)
  assert.ok(Math.abs(contrast('#777777', '#ffffff') - 4.48) < 0.01)
})

test('a readable color stays, and any other is made readable on light and dark backgrounds', () => {
  assert.deepEqual(accentShades('#1559c0').light, { accent: '#1559c0', onAccent: '#ffffff', tint: '#e3ebf7' })
  const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
  fc.assert(
    fc.property(hex, (color) => {
      const { light, dark } = accentShades(color)
      for (const [ground, { accent, onAccent, tint }] of [
        ['#ffffff', light],
        ['#f4f5f7', light],
        ['#16181d', dark],
        ['#1f2229', dark],
      ] as const) {
        assert.ok(contrast(accent, ground) >= 4.5, `${accent} on ${ground}`)
        assert.ok(contrast(accent, tint) >= 4.5, `${accent} on ${tint}`)
        assert.ok(contrast(onAccent, accent) >= 4.5, `${onAccent} on ${accent}`)
      }
    }),
  )
})
