// Reads vehicles and drivers from a pasted table or a file: its cells, and the meaning of its columns.

export const FLEET_COLUMNS = ['vehicle', 'capacity_lbs', 'shift_start', 'shift_end', 'driver', 'driver_phone'] as const
export type FleetColumn = (typeof FLEET_COLUMNS)[number]
export type FleetCells = Record<FleetColumn, string>

/** Common headers of the columns. The first match counts, so specific ones come first. */
const HEADERS: readonly [FleetColumn, RegExp][] = [
  ['driver_phone', /phone|mobile|cell|tel[eé]fono|m[oó]vil/i],
  ['driver', /driver|conductor|repartidor/i],
  ['capacity_lbs', /capacity|weight|load|lbs?\b|kg\b|capacidad|carga|peso/i],
  ['shift_start', /start|from|begin|desde|inicio/i],
  ['shift_end', /end|to\b|until|finish|hasta|fin/i],
  ['vehicle', /vehicle|van|truck|name|veh[ií]culo|nombre/i],
]

export const MAX_FLEET_ROWS = 200

/** Default shift of a vehicle without times. */
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

/** Splits delimited text, such as text that was copied from a spreadsheet, into rows and cells. Omits blank rows. */
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

/**
 * Returns the rows by column. Columns are identified by their headers; without headers, they are in the given order and
 * begin with the column `at`.
 */
export function fleetCellsIn(
  text: string,
  at: FleetColumn = 'vehicle',
  order: readonly FleetColumn[] = FLEET_COLUMNS,
): Partial<FleetCells>[] {
  const [head = [], ...rest] = cellsIn(text)
  const named = columnsOf(head)
  // A single matching word may be a vehicle called Van 1.
  const isHead =
    head.length > 1 ? named.filter(Boolean).length > 1 : head.every((cell) => /^(vehicle|driver)s?$/i.test(cell))
  const columns = isHead ? named : order.slice(order.indexOf(at))
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
    // A cell with a digit is not a header: "Van 2" next to "Van 3" are vehicles.
    const column = /\d/.test(header)
      ? undefined
      : HEADERS.find(([name, words]) => !found.has(name) && words.test(header))?.[0]
    if (column) found.add(column)
    return column ?? null
  })
}
