import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fleetCellsIn } from '../../../src/domain/imports/fleet-table.ts'

test('columns are recognized by their headers, in any order', () => {
  assert.deepEqual(fleetCellsIn('Driver name\tDriver phone\tVan\tMax weight lbs\nAna\t202-555-0143\tVan 1\t900\n'), [
    { driver: 'Ana', driver_phone: '202-555-0143', vehicle: 'Van 1', capacity_lbs: '900' },
  ])
})

test('without headers, the cells fill the columns from the pasted position', () => {
  assert.deepEqual(fleetCellsIn('Van 1\t900\r\nVan 2\t800'), [
    { vehicle: 'Van 1', capacity_lbs: '900' },
    { vehicle: 'Van 2', capacity_lbs: '800' },
  ])
  assert.deepEqual(fleetCellsIn('Ana\t202-555-0143', 'driver'), [{ driver: 'Ana', driver_phone: '202-555-0143' }])
})

test('quoted cells keep their delimiters and line breaks, and blank rows are skipped', () => {
  assert.deepEqual(fleetCellsIn('Vehicle,Driver\n"Van, red","Ana ""A"""\n,\n"Two\nlines",Ben'), [
    { vehicle: 'Van, red', driver: 'Ana "A"' },
    { vehicle: 'Two\nlines', driver: 'Ben' },
  ])
})
