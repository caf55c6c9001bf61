// Imports a file with one row for each kind of error in order files. Compares the preview with the expected result, and
// the import with the preview.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import Papa from 'papaparse'
import { writeExcel } from '../../../src/adapters/sheets/write-excel.ts'
import { importDue } from '../../../src/app/orders/imports/import-due.ts'
import type { ImportOut, ImportProblem, PreviewOut, UploadOut } from '../../../src/contract/office/imports.ts'
import type { OrdersOut } from '../../../src/contract/office/orders.ts'
import type { OrderOut } from '../../../src/contract/order.ts'
import { testClock } from '../../helpers/clock.ts'
import { DIRTY_ORDERS } from '../../helpers/data.ts'
import { signedIn } from '../../helpers/office.ts'
import { type JsonBody, startService } from '../../helpers/service.ts'

const clock = testClock(new Date('2026-11-17T15:00:00Z'))
const service = await startService({ replaced: { clock: clock.now } })
const { app } = service

/** The order that the row becomes. */
type Made = Partial<Pick<OrderOut, 'customer_name' | 'delivery_date' | 'load_weight_lbs' | 'instructions'>> & {
  line1?: string
  region?: string | null
  postal_code?: string | null
  windows?: [string | null, string | null]
}
/** The column and reason if the row is not imported. */
type Refused = { column: string | null; why: RegExp }

const DAY = '11/20/2026'
const EXPECTED: Record<string, Made | Refused> = {
  ok: { customer_name: 'Test One', load_weight_lbs: 40, windows: ['09:00', '12:00'], delivery_date: DAY },
  zip_plus4: { postal_code: '20001-4321' },
  trailing_spaces: { customer_name: 'Test Three', line1: '300 Third St NW', postal_code: '20001', region: 'DC' },
  po_box: { line1: 'PO Box 1234' },
  quadrant_missing: { line1: '500 Fifth St', postal_code: null },
  other_state: { region: 'WA' },
  negative_weight: { column: 'Weight', why: /must be/ },
  weight_text: { column: 'Weight', why: /^"heavy" is not a weight; write it as 40 lb or 18 kg$/ },
  weight_unit: { load_weight_lbs: 39.683207 },
  weight_comma: { load_weight_lbs: 1250.5 },
  zero_weight: { load_weight_lbs: 0 },
  window_reversed: { column: 'To', why: /^must be later than the start of its window$/ },
  time_24h: { windows: ['13:00', '17:30'] },
  two_digit_year: { delivery_date: DAY },
  iso_date: { delivery_date: DAY },
  impossible_date: { column: 'Date', why: /^"02\/30\/2027" is not a date/ },
  past_date: { column: null, why: /has passed/ },
  no_date: { column: 'Date', why: /required/ },
  repeated_ref: { column: 'Order ID', why: /^line 2 has this reference already$/ },
  formula_injection: { customer_name: '=HYPERLINK("http://example.com","x")', instructions: '@SUM(A1)' },
  emoji: { customer_name: 'Test 😀 Zoë' },
  nbsp: { line1: '2300 23rd St NW', customer_name: 'Test Twenty Three' },
  missing_zip: { postal_code: null },
  lowercase_state: { line1: '2500 25th St NW' },
  state_name: { line1: '2600 26th St NW' },
  no_number: { line1: '27th St NW' },
  no_name: { column: 'Name', why: /empty|required/ },
  no_address: { column: 'Address', why: /empty|required/ },
  no_reference: { column: 'Order ID', why: /empty|required/ },
  too_long_notes: { column: 'Notes', why: /2,?000/ },
  zip_zeros_lost: { postal_code: '02108' },
  line_break: { instructions: 'Ring.\nThen wait.' },
}

const isRefused = (expected: Made | Refused): expected is Refused => 'why' in expected

function asWorkbook(csv: Buffer): Promise<Uint8Array> {
  const [headers = [], ...rows] = Papa.parse<string[]>(csv.toString()).data
  return writeExcel({ headers, rows: rows.map((cells) => cells.map((cell) => cell || null)) })
}

for (const kind of ['csv', 'xlsx'] as const)
  test(`each row of a dirty file (${kind}) has the expected result, and the preview shows it in advance`, async () => {
    const shop = await service.business()
    const office = await signedIn(service, shop.businessId, 'DISPATCHER')
    const content = readFileSync(DIRTY_ORDERS)
    const sent = await fetch(`${service.url}/office/api/imports?name=dirty.${kind}`, {
      method: 'POST',
      headers: {
        cookie: office.cookie,
        'x-csrf-token': office.session?.csrf_token ?? '',
        'content-type': 'application/octet-stream',
      },
      body: new Uint8Array(kind === 'csv' ? content : await asWorkbook(content)),
    })
    const file = ((await sent.json()) as JsonBody<UploadOut>).data.file ?? assert.fail()
    const { mapping } = file
    for (const field of ['external_ref', 'customer_name', 'line1', 'delivery_date', 'weight'] as const)
      assert.notEqual(mapping[field], undefined, `${field} is found by its header alone`)
    const preview = (await office.post<PreviewOut>(`/imports/${file.import_uuid}/preview`, { mapping })).body.data

    // Only the last row has cells with line breaks, so that row numbers equal line numbers.
    const lines = content.toString().split('\r\n')
    const cases = lines
      .slice(1)
      .flatMap((line, i) => (/^[a-z]/.test(line) ? [{ line: i + 2, cells: line.split(',') }] : []))
    const caseOf = ({ cells: [name = ''] }: (typeof cases)[number]): string => name
    assert.deepEqual(cases.map(caseOf).sort(), Object.keys(EXPECTED).sort())
    const refused = cases.filter((one) => isRefused(EXPECTED[caseOf(one)] ?? {}))
    assert.deepEqual([preview.good, preview.bad + preview.refused], [cases.length - refused.length, refused.length])
    for (const one of refused) {
      const { column, why } = EXPECTED[caseOf(one)] as Refused
      const said = preview.faults.filter(({ line }) => line === one.line)
      assert.deepEqual(
        said.map((fault) => [fault.column, why.test(fault.message)]),
        [[column, true]],
        `${caseOf(one)}: ${said.map(({ message }) => message).join('; ')}`,
      )
    }

    await office.post(`/imports/${file.import_uuid}/start`, { mapping })
    while (await importDue(app));
    const { counts } = (await office.get<ImportOut>(`/imports/${file.import_uuid}`)).body.data
    assert.deepEqual([counts.created, counts.bad, counts.refused], [preview.good, preview.bad, preview.refused])
    const problems = (await office.get<ImportProblem[]>(`/imports/${file.import_uuid}/problems`)).body.data
    assert.deepEqual(
      problems.map(({ line }) => line).sort((a, b) => a - b),
      refused.map(({ line }) => line),
    )

    for (const one of cases) {
      const expected = EXPECTED[caseOf(one)]
      if (!expected || isRefused(expected)) continue
      const ref = one.cells[1]?.trim()
      const { body } = await shop.get<OrderOut>(`/orders/${ref}`)
      const { line1, region, postal_code, windows, ...plain } = expected
      const { address, window_start, window_end } = body.data
      const own = {
        ...Object.fromEntries(Object.keys(plain).map((name) => [name, body.data[name as keyof typeof plain]])),
        ...(line1 !== undefined && { line1: address.line1 }),
        ...(region !== undefined && { region: address.region }),
        ...(postal_code !== undefined && { postal_code: address.postal_code }),
        ...(windows && { windows: [window_start, window_end] }),
      }
      assert.deepEqual(own, expected, caseOf(one))
    }

    const answer = await fetch(`${service.url}/office/api/orders.csv`, { headers: { cookie: office.cookie } })
    const csv = await answer.text()
    assert.ok(csv.includes(`"'=HYPERLINK(""http`), 'a formula remains text in a spreadsheet')
    assert.ok(csv.includes(`'@SUM(A1)`))
    assert.equal((await office.get<OrdersOut>('/orders')).body.data.orders.length, preview.good)
  })
