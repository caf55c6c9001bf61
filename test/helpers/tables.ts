// Compares the tables of a database with their declarations in src/store/tables. Returns a sentence for each unmet duty.
import type pg from 'pg'
import { snake } from '../../src/domain/names.ts'
import type { StoredTable } from '../../src/store/tables/all.ts'
import { KINDS } from '../../src/store/tables/table.ts'

interface Found {
  name: string
  isPartitioned: boolean
  isUnlogged: boolean
  isForced: boolean
  key: string[]
  columns: Record<string, { type: string; isNullable: boolean; isDefaulted: boolean; mayUpdate: boolean }>
  policies: string[]
  /** Tables that the policy for depots reads. */
  depots: string[]
  /** Columns of indexes that are unique across all businesses. */
  unique: string[]
  /** Foreign keys to tables of businesses that don't include the business. */
  loose: string[]
  triggers: string[]
  spanDays: number | null
  systemMay: string[]
  appMayDelete: boolean
}

const CATALOG = `
  select c.relname as name, c.relkind = 'p' as "isPartitioned", c.relpersistence = 'u' as "isUnlogged",
    c.relrowsecurity and c.relforcerowsecurity as "isForced",
    array(select a.attname::text from pg_index x cross join unnest(x.indkey) with ordinality k (attnum, place)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
      where x.indrelid = c.oid and x.indisprimary order by k.place) as key,
    (select jsonb_object_agg(a.attname, jsonb_build_object('type', format_type(a.atttypid, a.atttypmod),
        'isNullable', not a.attnotnull, 'isDefaulted', a.atthasdef or a.attidentity <> '',
        'mayUpdate', has_column_privilege('roundsman_app', c.oid, a.attnum, 'update')))
      from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
    array(select polname || case when polpermissive then '' else ' restrictive' end || ' to '
        || array_to_string(array(select r::regrole::text from unnest(polroles) r), ',')
      from pg_policy where polrelid = c.oid) as policies,
    array(select distinct r.relname::text from pg_policy p
      join pg_depend d on d.classid = 'pg_policy'::regclass and d.objid = p.oid and d.refclassid = 'pg_class'::regclass
      join pg_class r on r.oid = d.refobjid
      where p.polrelid = c.oid and p.polname = 'of_depots' and r.oid <> c.oid order by 1) as depots,
    array(select distinct substring(pg_get_indexdef(x.indexrelid, 1, true) from '\\w+(?=\\)?$)') from pg_index x
      where x.indrelid = c.oid and x.indisunique and not t.attnum = any(x.indkey) order by 1) as unique,
    array(select f.conname::text from pg_constraint f join pg_attribute r on r.attrelid = f.confrelid and r.attname = 'business_uuid'
      where f.contype = 'f' and f.conrelid = c.oid and not (t.attnum = any(f.conkey) and r.attnum = any(f.confkey))) as loose,
    array(select distinct p.proname || ' ' || encode(g.tgargs, 'escape') from pg_trigger g join pg_proc p on p.oid = g.tgfoid
      where g.tgrelid = c.oid and not g.tgisinternal) as triggers,
    extract(day from partition_span(c.relname))::int as "spanDays",
    array(select k from unnest(array['select', 'insert', 'update', 'delete']) k
      where has_table_privilege('roundsman_system', c.oid, k)
        or k <> 'delete' and has_any_column_privilege('roundsman_system', c.oid, k)) as "systemMay",
    has_table_privilege('roundsman_app', c.oid, 'delete') as "appMayDelete"
  from pg_class c left join pg_attribute t on t.attrelid = c.oid and t.attname = 'business_uuid'
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`

/** Returns a sentence with table and duty for each difference. Empty if the declarations match. */
export async function faultsOf(client: pg.Client, tables: readonly StoredTable[]): Promise<string[]> {
  const { rows } = await client.query<Found>(CATALOG)
  const declared = new Map(tables.map((table) => [table.name, table]))
  const found = new Set(rows.map(({ name }) => name))
  return [
    ...tables.flatMap(({ name }) => (found.has(name) ? [] : [`${name} is declared, but not in the database.`])),
    ...rows.flatMap((row) => {
      const table = declared.get(row.name)
      if (!table) return [`${row.name} is in the database, but not declared in src/store/tables.`]
      const faults = [...keys(row, table), ...walls(row, table), ...columns(row, table), ...life(row, table)]
      return faults.map((fault) => `${row.name}: ${fault}.`)
    }),
  ]
}

const list = (names: readonly string[]): string => names.join(', ') || 'none'
const same = (a: readonly string[], b: readonly string[]): boolean => list(a) === list(b)

function* keys(row: Found, { isOfBusiness, key, declared }: StoredTable): Generator<string> {
  if ('business_uuid' in row.columns !== isOfBusiness)
    return yield `it has ${isOfBusiness ? 'no business, but is declared ofBusiness' : 'a business, but is declared ofInstallation'}`
  if (isOfBusiness && row.key[0] !== 'business_uuid') yield 'the business is not first in its primary key'
  else if (!same(row.key, key)) yield `its primary key is ${list(row.key)}, but ${list(key)} is declared`
  if (!('depots' in declared)) return
  const unique = (declared.findsBusiness ?? []).map((name) => nameOf(name))
  if (!same(row.unique, unique.toSorted()))
    yield `${list(row.unique)} is unique over all businesses, but findsBusiness is ${list(unique)}`
  if (row.loose.length > 0) yield `the references ${list(row.loose)} don't name the business`
}

const nameOf = snake

function* walls({ name, policies, depots, ...row }: Found, { isOfBusiness, declared }: StoredTable): Generator<string> {
  if (!isOfBusiness || !('depots' in declared)) return
  const has = (policy: string): boolean => policies.some((one) => one.startsWith(policy))
  if (!row.isForced || !has('own_business to roundsman_app') || !has('owner to '))
    yield `it is not behind the wall between businesses: call wall_off('${name}')`
  if (
    row.systemMay.length > 0 &&
    !policies.some((one) => one.endsWith(' to roundsman_system') && !one.startsWith('held'))
  )
    yield `roundsman_system has rights but no policy: call wall_off('${name}') after the grants`
  for (const command of row.systemMay)
    if (command !== 'select' && !row.isUnlogged && !has(`held_${command} restrictive to roundsman_system`))
      yield `roundsman_system may ${command} rows of businesses that are served elsewhere: call wall_off('${name}') after the grants`
  const isWalled = has('of_depots restrictive to roundsman_depots')
  if (isWalled === (declared.depots === 'SHARED'))
    yield isWalled
      ? 'it has a policy of_depots, but is declared SHARED'
      : 'it has no policy of_depots, but is not declared SHARED'
  const read = typeof declared.depots === 'string' ? [] : declared.depots.map(nameOf).toSorted()
  if (isWalled && declared.depots !== 'SHARED' && !same(depots, read))
    yield `its policy of_depots reads ${list(depots)}, but ${list(read)} is declared`
}

function* columns(row: Found, { isOfBusiness, columns: declared }: StoredTable): Generator<string> {
  for (const name of Object.keys(row.columns))
    if (!declared.has(name)) yield `the column ${name} is not declared, nor what it holds of customers`
  for (const [name, { kind, holds, isNullable = false, isDefaulted = false }] of declared) {
    const column = row.columns[name]
    if (!column) {
      yield `the column ${name} is declared, but not in the database`
      continue
    }
    if (!KINDS[kind].some((type) => type === column.type))
      yield `the column ${name} is ${column.type}, but declared as ${kind}`
    if (column.isNullable !== isNullable)
      yield `the column ${name} can be null in ${isNullable ? 'its declaration' : 'the database'} alone`
    if (column.isDefaulted !== isDefaulted)
      yield `the column ${name} has a default in ${isDefaulted ? 'its declaration' : 'the database'} alone`
    if ((holds === 'TEXT' || holds === 'JSON') && !column.mayUpdate)
      yield `an erased customer can't be taken out of ${name}, because roundsman_app may not update it`
    if (
      ['ROW', 'PLAN', 'ADDRESS'].includes(holds) &&
      !(isOfBusiness ? row.appMayDelete : row.systemMay.includes('delete'))
    )
      yield `rows with an erased customer in ${name} can't be deleted, because ${isOfBusiness ? 'roundsman_app' : 'roundsman_system'} may not`
  }
}

function* life(
  row: Found,
  { declared: { lost = false, partitions, history = false, undo } }: StoredTable,
): Generator<string> {
  if (row.isUnlogged !== lost)
    yield `it is ${row.isUnlogged ? '' : 'not '}unlogged, but ${lost ? '' : 'not '}declared lost`
  if (row.isPartitioned !== (partitions !== undefined))
    yield row.isPartitioned
      ? 'it is partitioned, but no partitions are declared'
      : 'partitions are declared, but it is not partitioned'
  else if (row.spanDays !== (partitions?.days ?? null))
    yield `partition_span is ${row.spanDays} days, but ${partitions?.days} are declared`
  const isRecorded = row.triggers.some((one) => one.split(' ')[0]?.endsWith('_history'))
  if (isRecorded !== history)
    yield `it has ${isRecorded ? 'a' : 'no'} trigger into history, but ${history ? '' : 'no '}history is declared`
  const steps = row.triggers.flatMap((one) => (one.startsWith('step_row ') ? [one.slice(9).replace('\\000', '')] : []))
  if (!same(steps, undo ? [undo] : []))
    yield `its triggers record ${list(steps)} for undo, but ${undo ?? 'none'} is declared`
}
