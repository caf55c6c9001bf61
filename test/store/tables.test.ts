// The declarations of src/store/tables match the database, and a duty that a new table lacks is named.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { FILE_COLUMNS, SELECTS } from '../../src/store/operations/named-files.ts'
import { ALL, storedTable } from '../../src/store/tables/all.ts'
import { ofBusiness, ofInstallation, type Table, text, uuid } from '../../src/store/tables/table.ts'
import { testDatabase } from '../helpers/database.ts'
import { faultsOf } from '../helpers/tables.ts'

const { url, drop } = await testDatabase()
const client = new pg.Client(url)
await client.connect()
after(async () => {
  await client.end()
  await drop()
})

test('every table, column and policy of the database matches its declaration', async () => {
  assert.ok(ALL.length > 70, `${ALL.length} tables`)
  assert.deepEqual(await faultsOf(client, ALL), [])
})

test('each column with names of files is read by the check of stored files', () => {
  const selects = Object.values(SELECTS)
  const columns = FILE_COLUMNS.filter(({ table }) => table !== 'unnamed_files')
  const isRead = (one: (typeof columns)[number]) =>
    selects.some((select) => select.includes(one.column) && new RegExp(`from ${one.table}\\b`).test(select))
  assert.deepEqual(
    columns.filter((one) => !isRead(one)),
    [],
  )
  assert.equal(columns.length, selects.length)
})

const columns = { sampleId: uuid, routeId: uuid, note: text('TEXT').nullable }
const SAMPLE = ofBusiness({ key: ['sampleId'], depots: ['routes'] }).columns(columns)

const TABLE = `
  create table samples (
    business_uuid uuid not null, sample_uuid uuid not null, route_uuid uuid not null, note text,
    primary key (business_uuid, sample_uuid), foreign key (business_uuid, route_uuid) references routes)`
const RIGHTS =
  'grant select, insert, update, delete on samples to roundsman_app; grant select, delete on samples to roundsman_system'
const DEPOTS = `
  create policy of_depots on samples as restrictive for select to roundsman_depots
    using (current_user <> 'roundsman_depots' or (exists (
      select from routes r where r.business_uuid = samples.business_uuid and r.route_uuid = samples.route_uuid)))`
const WALL = `select wall_off('samples')`
const MIGRATION = [TABLE, RIGHTS, DEPOTS, WALL]

/** Faults of a database with the sample and all other tables. */
async function faults(migration: readonly string[], sample: Table | null = SAMPLE): Promise<string[]> {
  await client.query('begin')
  try {
    await client.query(migration.join(';'))
    return await faultsOf(client, sample ? [...ALL, storedTable('samples', sample)] : ALL)
  } finally {
    await client.query('rollback')
  }
}

test('a table with one migration and one declaration is complete', async () => {
  assert.deepEqual(await faults(MIGRATION), [])
})

const but = (from: string, to: string) => MIGRATION.map((part) => part.replaceAll(from, to))
const and = (more: string) => [...MIGRATION, more]
const without = (part: string) => MIGRATION.filter((one) => one !== part)
const TRIGGER = (of: string) => `create trigger sample after update on samples for each row execute function ${of}`

const FORGOTTEN: [duty: string, fault: string, migration: readonly string[], sample?: Table | null][] = [
  ['the declaration', 'samples is in the database, but not declared in src/store/tables.', MIGRATION, null],
  ['the migration', 'samples is declared, but not in the database.', []],
  [
    'the business',
    'samples: it has a business, but is declared ofInstallation.',
    MIGRATION,
    ofInstallation({ key: ['sampleId'], moves: false }).columns({ businessId: uuid, ...columns }),
  ],
  [
    'the business in the primary key',
    'samples: the business is not first in its primary key.',
    but('primary key (business_uuid, sample_uuid)', 'primary key (sample_uuid, business_uuid)'),
  ],
  [
    'the business in a unique index',
    'samples: note is unique over all businesses, but findsBusiness is none.',
    and('create unique index on samples (lower(note))'),
  ],
  [
    'the business in a reference',
    "samples: the references samples_route_uuid_fkey don't name the business.",
    and('alter table samples add foreign key (route_uuid) references proofs (proof_uuid)'),
  ],
  [
    'row security',
    "samples: it is not behind the wall between businesses: call wall_off('samples').",
    [TABLE, RIGHTS.split(';')[0] ?? '', DEPOTS],
  ],
  [
    'the policies of a business that is served elsewhere',
    "samples: roundsman_system may update rows of businesses that are served elsewhere: call wall_off('samples') after the grants.",
    and('grant update (note) on samples to roundsman_system'),
  ],
  [
    'the policy of the system role',
    "samples: roundsman_system has rights but no policy: call wall_off('samples') after the grants.",
    [TABLE, RIGHTS.replace('select, delete', 'select'), DEPOTS, WALL, 'drop policy system on samples'],
  ],
  ['the depots', 'samples: it has no policy of_depots, but is not declared SHARED.', without(DEPOTS)],
  [
    'that the table is not shared',
    'samples: it has a policy of_depots, but is declared SHARED.',
    MIGRATION,
    { ...SAMPLE, depots: 'SHARED' },
  ],
  [
    'a table of the depots',
    'samples: its policy of_depots reads routes, but none is declared.',
    MIGRATION,
    { ...SAMPLE, depots: 'OWN' },
  ],
  [
    'a text column',
    'samples: the column word is not declared, nor what it holds of customers.',
    and('alter table samples add word text'),
  ],
  ['the type', 'samples: the column note is json, but declared as text.', but('note text', 'note json')],
  ['null', 'samples: the column note can be null in its declaration alone.', but('note text', 'note text not null')],
  [
    'a default',
    'samples: the column note has a default in the database alone.',
    but('note text', `note text default ''`),
  ],
  [
    'the right to erase a text',
    "samples: an erased customer can't be taken out of note, because roundsman_app may not update it.",
    but('insert, update, delete', 'insert, delete'),
  ],
  [
    'the right to erase a row',
    "samples: rows with an erased customer in note can't be deleted, because roundsman_app may not.",
    but('insert, update, delete', 'insert, update'),
    ofBusiness({ key: ['sampleId'], depots: ['routes'] }).columns({ ...columns, note: text('ROW').nullable }),
  ],
  [
    'history',
    'samples: it has no trigger into history, but history is declared.',
    MIGRATION,
    { ...SAMPLE, history: true },
  ],
  [
    'to declare history',
    'samples: it has a trigger into history, but no history is declared.',
    and(TRIGGER('route_history()')),
  ],
  ['undo', 'samples: its triggers record ROUTE for undo, but none is declared.', and(TRIGGER(`step_row('ROUTE')`))],
  [
    'that rows can be lost and stay',
    'samples: it is unlogged, but not declared lost.',
    but('create table', 'create unlogged table'),
  ],
  ['that rows move', 'samples: it is not unlogged, but declared lost.', MIGRATION, { ...SAMPLE, lost: true }],
  [
    'partitions',
    'samples: it is partitioned, but no partitions are declared.',
    but('references routes)', 'references routes) partition by range (sample_uuid)'),
  ],
  [
    'the span of partitions',
    'samples: partition_span is null days, but 7 are declared.',
    but('references routes)', 'references routes) partition by range (sample_uuid)'),
    { ...SAMPLE, partitions: { days: 7, kept: null } },
  ],
]

for (const [duty, fault, migration, sample] of FORGOTTEN)
  test(`a table that lacks ${duty} is named`, async () => {
    assert.deepEqual(await faults(migration, sample), [fault])
  })

/** Duties that the compiler checks. */
export const neverCompiles = () => [
  // @ts-expect-error The rule for depots is missing.
  ofBusiness({ key: ['sampleId'] }),
  // @ts-expect-error It is not said whether the rows move.
  ofInstallation({ key: ['sampleId'] }),
  // @ts-expect-error The kind of customer data in the text is missing.
  text(),
  // @ts-expect-error The key has no such column.
  ofBusiness({ key: ['sampleId'], depots: 'SHARED' }).columns({ note: text('NONE') }),
]
