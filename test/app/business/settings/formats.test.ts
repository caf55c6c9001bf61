import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultFormats } from '../../../../src/app/business/settings/formats.ts'

test('a new business has the formats of its time zone’s country', () => {
  const begins = (timeZone: string) => Object.values(defaultFormats(timeZone)).join(' ')
  assert.equal(begins('America/New_York'), 'US H12 MONTH_FIRST')
  assert.equal(begins('UTC'), 'US H12 MONTH_FIRST')
  assert.equal(begins('Europe/London'), 'UK H24 DAY_FIRST')
  assert.equal(begins('Europe/Berlin'), 'METRIC H24 DAY_FIRST')
  assert.equal(begins('Australia/Sydney'), 'METRIC H12 DAY_FIRST')
  assert.equal(begins('Europe/Stockholm'), 'METRIC H24 YEAR_FIRST')
})
