// The deliveries of the day that wait for a route: filtered, chosen together, dragged.
import { memo, useState } from 'react'
import type { OfficeUnassigned, PoolOrder } from '../../../src/contract/office/day.ts'
import { TEMPERATURE_CLASSES } from '../../../src/domain/orders/order.ts'
import { Button } from '../../ui/button.tsx'
import style from './day.module.css'
import { useDeeds } from './deeds.ts'
import { hasText, inPool, NO_FILTER, NO_ZONE, type PoolFilter } from './pool-filter.ts'
import { poolRow } from './rows.tsx'
import { StopList } from './stop-list.tsx'

/** More are shown when asked for; filters find them sooner. */
const PAGE = 100

interface Props {
  pool: readonly PoolOrder[]
  /** All that wait; `pool` may hold only the first of them. */
  count: number
  search: string
  selected: string
  readOnly: boolean
  routed: number
  leftOff: ReadonlyMap<string, OfficeUnassigned>
}

export const Pool = memo(function Pool({ pool, count, search, selected, readOnly, routed, leftOff }: Props) {
  const deeds = useDeeds()
  const [filter, setFilter] = useState(NO_FILTER)
  const [filtering, setFiltering] = useState(false)
  const [shown, setShown] = useState(PAGE)
  const found = pool
    .filter(inPool(filter))
    .filter((order) => hasText(search, order.line1, order.customer_name, order.external_ref))
  const narrowed = search !== '' || filter !== NO_FILTER
  return (
    <section className={style.route} aria-labelledby="pool">
      <div className={style.poolHead}>
        <h2 id="pool">Unassigned ({count.toLocaleString('en-US')})</h2>
        <span>
          {narrowed ? `${found.length} shown` : null}
          {found.length > 1 ? (
            <Button kind="quiet" onClick={() => deeds.select(new Set(found.map(({ order_uuid }) => order_uuid)))}>
              Select all
            </Button>
          ) : null}
          <Button kind="quiet" aria-expanded={filtering} onClick={() => setFiltering(!filtering)}>
            Filter
          </Button>
        </span>
      </div>
      {filtering ? <Filters pool={pool} filter={filter} onFilter={setFilter} /> : null}
      <StopList
        label="Unassigned"
        route={null}
        readOnly={readOnly}
        selected={selected}
        rows={found.slice(0, shown).map((order) => poolRow(order, leftOff.get(order.order_uuid) ?? null))}
        empty={
          narrowed && pool.length > 0
            ? 'No matches.'
            : routed > 0
              ? 'Every delivery is on a route. Drop stops here to remove them from their route.'
              : 'No deliveries on this day. Add or import some under Orders and Import, send them by the API, or load the demo (npm run demo).'
        }
      />
      {found.length > shown ? (
        <Button kind="quiet" onClick={() => setShown(shown + PAGE)}>
          Show {Math.min(PAGE, found.length - shown)} more of {found.length}
        </Button>
      ) : null}
      {count > pool.length ? (
        <p className={style.empty}>
          The first {pool.length.toLocaleString('en-US')} are here; the rest are found under Orders.
        </p>
      ) : null}
    </section>
  )
})

function Filters({
  pool,
  filter,
  onFilter,
}: {
  pool: readonly PoolOrder[]
  filter: PoolFilter
  onFilter: (filter: PoolFilter) => void
}) {
  const zones = [...new Set(pool.flatMap(({ zone }) => zone ?? []))].sort()
  const set = (change: Partial<PoolFilter>) => {
    const next = { ...filter, ...change }
    onFilter(Object.values(next).every((value) => value === '') ? NO_FILTER : next)
  }
  const choice = <K extends keyof PoolFilter>(
    name: K,
    label: string,
    options: readonly (readonly [PoolFilter[K], string])[],
  ) => (
    <label>
      {label}
      <select
        className={style.select}
        value={filter[name]}
        onChange={(event) => {
          const option = options.find(([value]) => value === event.target.value)
          if (option) set({ [name]: option[0] })
        }}
      >
        {options.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </label>
  )
  return (
    <div className={style.poolFilters}>
      {choice('temperature', 'Class', [
        ['', 'Any'],
        ...TEMPERATURE_CLASSES.map((one) => [one, one.toLowerCase()] as const),
      ])}
      {choice('window', 'Window', [
        ['', 'Any'],
        ['none', 'None'],
        ['morning', 'Ends by noon'],
        ['afternoon', 'Starts after noon'],
      ])}
      {choice('zone', 'Zone', [['', 'Any'], ...zones.map((zone) => [zone, zone] as const), [NO_ZONE, 'Outside zones']])}
      {choice('placed', 'On the map', [
        ['', 'Any'],
        ['yes', 'Placed'],
        ['no', 'No location'],
        ['doubt', 'In doubt'],
      ])}
      <Button kind="quiet" onClick={() => onFilter(NO_FILTER)}>
        Clear
      </Button>
    </div>
  )
}
