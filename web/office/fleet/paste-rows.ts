// The result of each pasted row, before it is added: new, already in the fleet, or faulty.
import type { FleetOut } from '../../../src/contract/office/fleet.ts'
import { type FleetCells, FLEET_COLUMNS, type FleetColumn } from '../../../src/domain/imports/fleet-table.ts'
import { timeIn } from '../../../src/domain/imports/import-cells.ts'
import { numberIn } from '../../../src/domain/imports/import-numbers.ts'
import type { ApiError } from '../../api/client.ts'
import { storedValueOf } from '../../ui/format.ts'
import { words } from '../../words/locale.ts'

export interface RowResult {
  state: 'new' | 'known' | 'fault'
  /** Invalid cell. */
  column: FleetColumn | null
  text: string
}

export const isFilled = (row: FleetCells): boolean => FLEET_COLUMNS.some((column) => row[column].trim())

const keyOf = (name: string): string => name.trim().toLowerCase()

/** Result of a row, and of an empty row null. */
export function resultOf(row: FleetCells, fleet: FleetOut, fault: ReadonlyMap<FleetColumn, string>): RowResult | null {
  if (!isFilled(row)) return null
  for (const column of FLEET_COLUMNS) {
    const text = fault.get(column) ?? unreadable(row, column)
    if (text) return { state: 'fault', column, text }
  }
  const isKnown = row.vehicle.trim()
    ? isIn(fleet.vehicles, row.vehicle)
    : isIn(fleet.drivers, row.driver) && !row.driver_phone.trim()
  return isKnown
    ? { state: 'known', column: null, text: words.firstSteps.known }
    : { state: 'new', column: null, text: words.firstSteps.isNew }
}

const isIn = (records: readonly { name: string }[], name: string): boolean =>
  records.some((one) => keyOf(one.name) === keyOf(name))

function unreadable(row: FleetCells, column: FleetColumn): string | null {
  const typed = row[column].trim()
  if (!typed) return null
  if (column === 'capacity_lbs') return numberIn(typed, null) === null ? words.firstSteps.notNumber(typed) : null
  if (column !== 'shift_start' && column !== 'shift_end') return null
  return timeIn(typed) === null ? words.firstSteps.notTime(typed) : null
}

/** Number of different vehicles and drivers that the rows add. */
export function newRecords(rows: readonly FleetCells[], fleet: FleetOut): { vehicles: number; drivers: number } {
  const count = (column: 'vehicle' | 'driver', known: readonly { name: string }[]): number =>
    new Set(rows.map((row) => keyOf(row[column])).filter((name) => name && !isIn(known, name))).size
  return { vehicles: count('vehicle', fleet.vehicles), drivers: count('driver', fleet.drivers) }
}

/** Converts a row for the request body. */
export const rowOf = (row: FleetCells) => ({
  vehicle: row.vehicle || null,
  capacity_lbs: storedValueOf('weight', row.capacity_lbs ? numberIn(row.capacity_lbs, null) : null),
  shift_start: row.shift_start ? timeIn(row.shift_start) : null,
  shift_end: row.shift_end ? timeIn(row.shift_end) : null,
  driver: row.driver || null,
  driver_phone: row.driver_phone || null,
})

export type Faults = ReadonlyMap<number, ReadonlyMap<FleetColumn, string>>

/** Faults that the server found, by row and column. `sent` has the positions of the sent rows. */
export function faultsIn({ faults }: ApiError, sent: readonly number[]): Faults {
  const found = new Map<number, Map<FleetColumn, string>>()
  for (const [field, fault] of faults) {
    const [, row = '', column = ''] = /^rows\.(\d+)\.(\w+)$/.exec(field) ?? []
    const at = sent[Number(row)]
    if (row && at !== undefined) found.set(at, new Map(found.get(at)).set(column as FleetColumn, fault))
  }
  return found
}
