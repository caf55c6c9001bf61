// Vehicles and drivers as a table that was pasted or read from a file: its cells, and which column is what.

export const FLEET_COLUMNS = ['vehicle', 'capacity_lbs', 'shift_start', 'shift_end', 'driver', 'driver_phone'] as const
export type FleetColumn = (typeof FLEET_COLUMNS)[number]
export type FleetCells = Record<FleetColumn, string>

/** What people write above the columns; the first that fits counts, so the special ones come first. */
const HEADERS: readonly [FleetColumn, RegExp][] = [
  ['driver_phone', /phone|mobile|cell|tel[eé]fono|m[oó]vil/i],
  ['driver', /driver|conductor|repartidor/i],
  ['capacity_lbs', /capacity|weight|load|lbs?\b|kg\b|capacidad|carga|peso/i],
  ['shift_start', /start|from|begin|desde|inicio/i],
  ['shift_end', /end|to\b|until|finish|hasta|fin/i],
  ['vehicle', /vehicle|van|truck|name|veh[ií]culo|nombre/i],
]

export const MAX_FLEET_ROWS = 200

/** Of a vehicle whose times are left blank. */
export const USUAL_SHIFT = { start: '08:00', end: '17:00' }

const DELIMITERS = ['\t', ';', ','] as const

export const NO_CELLS: FleetCells = {
  vehicle: '',
  capacity_lbs: '',
  shift_start: '',
  shift_end: '',
  driver: '',
  driver_phone: '',
}

/** Rows and cells of delimited text, such as a spreadsheet puts on the clipboard; blank rows are left out. */
export function cellsIn(text: string): string[][] {
  const [firstLine = ''] = text.split(/\r?\n/, 1)
  const delimiter = DELIMITERS.find((one) => firstLine.includes(one)) ?? '\t'
  const rows: string[][] = [[]]
  let cell = ''
  let quoted = false
  const endCell = (): void => {
    rows.at(-1)?.push(cell.trim())
    cell = ''
  }
  for (let i = 0; i < text.length; i++) {
    const character = text.charAt(i)
    if (quoted) {
      if (character !== '"') cell += character
      else if (text.charAt(i + 1) === '"') cell += text.charAt(++i)
      else quoted = false
    } else if (character === '"' && cell === '') quoted = true
    else if (character === delimiter) endCell()
    else if (character === '\n') {
      endCell()
      rows.push([])
    } else if (character !== '\r') cell += character
  }
  endCell()
  return rows.filter((cells) => cells.some(Boolean))
}

/** The rows by column: as their headers say, or else from the column `at` on. */
export function fleetCellsIn(text: string, at: FleetColumn = 'vehicle'): Partial<FleetCells>[] {
  const [head = [], ...rest] = cellsIn(text)
  const named = columnsOf(head)
  // One word that fits may be a vehicle called Van 1.
  const isHead =
    head.length > 1 ? named.filter(Boolean).length > 1 : head.every((cell) => /^(vehicle|driver)s?$/i.test(cell))
  const columns = isHead ? named : FLEET_COLUMNS.slice(FLEET_COLUMNS.indexOf(at))
  return (isHead ? rest : [head, ...rest]).map((cells) => {
    const row: Partial<FleetCells> = {}
    for (const [i, cell] of cells.entries()) {
      const column = columns[i]
      if (column) row[column] = cell
    }
    return row
  })
}

function columnsOf(head: readonly string[]): (FleetColumn | null)[] {
  const found = new Set<FleetColumn>()
  return head.map((header) => {
    // A figure names no column: "Van 2" beside "Van 3" are vehicles.
    const column = /\d/.test(header)
      ? undefined
      : HEADERS.find(([name, words]) => !found.has(name) && words.test(header))?.[0]
    if (column) found.add(column)
    return column ?? null
  })
}
