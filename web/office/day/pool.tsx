// Unassigned deliveries of the day. They can be filtered, selected and dragged.
import { memo, useState } from 'react'
import type { PoolOrder } from '../../../src/contract/day.ts'
import type { OfficeUnassigned } from '../../../src/contract/build.ts'
import { TEMPERATURE_CLASSES } from '../../../src/domain/orders/order.ts'
import { Button } from '../../ui/button.tsx'
import { locale, words } from '../../words/locale.ts'
import style from './day.module.css'
import { useDayCommands } from './day-commands.ts'
import { containsText, poolFilterPredicate, NO_FILTER, NO_ZONE, type PoolFilter, setPoolFilter } from './pool-filter.ts'
import { poolRow } from './rows.tsx'
import { StopList } from './stop-list.tsx'
import { Options } from '../../ui/options.tsx'

/** Number of rows that are shown at first, and that each request for more rows adds. */
const PAGE = 100

interface Props {
  pool: readonly PoolOrder[]
  /** Number of unassigned deliveries. `pool` may hold only the first of them. */
  count: number
  search: string
  filter: PoolFilter
  selected: string
  readOnly: boolean
  routed: number
  leftOff: ReadonlyMap<string, OfficeUnassigned>
}

export const Pool = memo(function Pool({ pool, count, search, filter, selected, readOnly, routed, leftOff }: Props) {
  const deeds = useDayCommands()
  const [filtering, setFiltering] = useState(filter !== NO_FILTER)
  const [shown, setShown] = useState(PAGE)
  const found = pool
    .filter(poolFilterPredicate(filter))
    .filter((order) => containsText(search, order.line1, order.customer_name, order.external_ref))
  const narrowed = search !== '' || filter !== NO_FILTER
  return (
    <section className={style.route} aria-labelledby="pool" data-pool>
      <div className={style.poolHead}>
        <h2 id="pool">{words.day.unassignedCount(count.toLocaleString(locale()))}</h2>
        <span>
          {narrowed ? words.day.shown(found.length) : null}
          {found.length > 1 ? (
            <Button kind="quiet" onClick={() => deeds.select(new Set(found.map(({ order_uuid }) => order_uuid)))}>
              {words.day.selectAll}
            </Button>
          ) : null}
          <Button kind="quiet" aria-expanded={filtering} onClick={() => setFiltering(!filtering)}>
            {words.day.filter}
          </Button>
        </span>
      </div>
      {filtering ? <Filters pool={pool} filter={filter} /> : null}
      <StopList
        label={words.common.unassigned}
        route={null}
        readOnly={readOnly}
        selected={selected}
        rows={found.slice(0, shown).map((order) => poolRow(order, leftOff.get(order.order_uuid) ?? null))}
        empty={
          narrowed && pool.length > 0 ? words.day.noMatches : routed > 0 ? words.day.allRouted : words.day.noDeliveries
        }
      />
      {found.length > shown ? (
        <Button kind="quiet" onClick={() => setShown(shown + PAGE)}>
          {words.day.showMore(Math.min(PAGE, found.length - shown), found.length)}
        </Button>
      ) : null}
      {count > pool.length ? (
        <p className={style.empty}>{words.day.firstHere(pool.length.toLocaleString(locale()))}</p>
      ) : null}
    </section>
  )
})

function Filters({ pool, filter }: { pool: readonly PoolOrder[]; filter: PoolFilter }) {
  const own = filter.zone === NO_ZONE ? '' : filter.zone
  const zones = [...new Set([own, ...pool.map(({ zone }) => zone ?? '')])].filter(Boolean).sort()
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
          if (option) setPoolFilter({ ...filter, [name]: option[0] })
        }}
      >
        <Options options={options.map(([value, name]) => [value, name])} />
      </select>
    </label>
  )
  return (
    <div className={style.poolFilters}>
      {choice('temperature', words.day.class, [
        ['', words.common.any],
        ...TEMPERATURE_CLASSES.map((one) => [one, words.common.temperature[one]] as const),
      ])}
      {choice('window', words.common.window, [
        ['', words.common.any],
        ['none', words.day.none],
        ['morning', words.day.endsByNoon],
        ['afternoon', words.day.afterNoon],
      ])}
      {choice('zone', words.common.zone, [
        ['', words.day.anyZone],
        ...zones.map((zone) => [zone, zone] as const),
        [NO_ZONE, words.day.outsideZones],
      ])}
      {choice('placed', words.day.onTheMap, [
        ['', words.common.any],
        ['yes', words.day.placed],
        ['no', words.day.noLocation],
        ['doubt', words.day.inDoubt],
      ])}
      <Button kind="quiet" onClick={() => setPoolFilter(NO_FILTER)}>
        {words.day.clear}
      </Button>
    </div>
  )
}
