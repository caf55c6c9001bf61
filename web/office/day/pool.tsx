// The tray at the foot of the list: unassigned deliveries of the day. They can be filtered, selected and dragged.
import { memo, useState } from 'react'
import type { PoolOrder } from '../../../src/contract/day.ts'
import type { OfficeUnassigned } from '../../../src/contract/build.ts'
import { TEMPERATURE_CLASSES } from '../../../src/domain/orders/order.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { MenuButton, MenuChoice } from '../../ui/menu.tsx'
import { locale, words } from '../../words/locale.ts'
import { useRoleReason } from '../session.tsx'
import { useDayCommands } from './day-commands.ts'
import { useDragged } from './dragging.ts'
import { containsText, poolFilterPredicate, NO_FILTER, NO_ZONE, type PoolFilter, setPoolFilter } from './pool-filter.ts'
import style from './pool.module.css'
import { poolRow } from './rows.tsx'
import { actionsOf } from './selection.ts'
import { StopList } from './stop-list.tsx'
import { Options } from '../../ui/options.tsx'

/** In a window of this size, the tray is closed at first. */
const LOW = '(max-width: 1279px) and (max-height: 820px)'
/** Actions on the selection that the tray offers for all its deliveries. */
const FOR_ALL: readonly string[] = ['fit-in', 'day', 'cancel']
/** Further rows are shown on request. */
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
  const role = useRoleReason('planRoutes')
  const dragged = useDragged()
  const [filtering, setFiltering] = useState(filter !== NO_FILTER)
  const [isOpen, setOpen] = useState(() => !window.matchMedia(LOW).matches)
  const found = pool
    .filter(poolFilterPredicate(filter))
    .filter((order) => containsText(search, order.line1, order.customer_name, order.external_ref))
  const figure = count.toLocaleString(locale())
  // A drag opens a closed tray, so that stops can be dropped there.
  const shows = isOpen || dragged.length > 0
  const narrowed = search !== '' || filter !== NO_FILTER
  const empty =
    narrowed && pool.length > 0 ? words.day.noMatches : routed > 0 ? words.day.allRouted : words.day.noDeliveries
  return (
    <section className={style.tray} aria-labelledby="pool" data-pool data-full={routed === 0 || undefined}>
      <div className={style.head}>
        <h2 id="pool" aria-label={words.day.unassignedCount(figure)}>
          {words.common.unassigned} <span className={style.count}>{figure}</span>
        </h2>
        <span className={style.shown}>{narrowed ? words.day.shown(found.length) : null}</span>
        <Button
          small
          kind="quiet"
          icon
          aria-label={words.day.filter}
          title={words.day.filter}
          aria-expanded={filtering}
          onClick={() => {
            setOpen(true)
            setFiltering(!filtering)
          }}
        >
          <Icon name="filter" />
        </Button>
        <All found={found} role={role} />
        <Button
          small
          kind="quiet"
          icon
          className={style.fold}
          aria-label={words.day.trayIs}
          title={words.day.trayIs}
          aria-expanded={shows}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="chevron" className={shows ? style.down : style.up} />
        </Button>
      </div>
      {shows ? (
        <div className={style.body}>
          {filtering ? <Filters pool={pool} filter={filter} /> : null}
          <Found {...{ found, selected, readOnly, leftOff }} empty={empty} />
          {count > pool.length ? (
            <p className={style.more}>{words.day.firstHere(pool.length.toLocaleString(locale()))}</p>
          ) : null}
        </div>
      ) : null}
    </section>
  )
})

type FoundProps = Pick<Props, 'selected' | 'readOnly' | 'leftOff'> & { found: readonly PoolOrder[]; empty: string }

/** List of the deliveries that the filter and the search leave, a page at a time. */
function Found({ found, selected, readOnly, leftOff, empty }: FoundProps) {
  const [shown, setShown] = useState(PAGE)
  return (
    <>
      <StopList
        label={words.common.unassigned}
        route={null}
        rows={found.slice(0, shown).map((order) => poolRow(order, leftOff.get(order.order_uuid) ?? null))}
        {...{ readOnly, selected, empty }}
      />
      {found.length > shown ? (
        <Button kind="quiet" onClick={() => setShown(shown + PAGE)}>
          {words.day.showMore(Math.min(PAGE, found.length - shown), found.length)}
        </Button>
      ) : null}
    </>
  )
}

/** Actions on all deliveries of the tray that the filter and the search leave. */
function All({ found, role }: { found: readonly PoolOrder[]; role: string | null }) {
  const deeds = useDayCommands()
  const ids = new Set(found.map(({ order_uuid }) => order_uuid))
  const actionsNow = () => actionsOf(deeds.day(), ids, deeds, role)
  const none = found.length === 0 ? words.day.noMatches : null
  return (
    <MenuButton
      label={words.day.trayMenu}
      small
      icon={<Icon name="more" />}
      onAction={(key) =>
        key === 'select'
          ? deeds.select(ids)
          : actionsNow()
              .find((one) => one.key === key)
              ?.run()
      }
    >
      <MenuChoice id="select" name={words.day.selectAll} reason={none} note={String(found.length)} />
      {actionsNow()
        .filter(({ key }) => FOR_ALL.includes(key))
        .map(({ key, name, reason, danger }) => (
          <MenuChoice key={key} id={key} name={name} reason={none ?? reason} ending={danger} />
        ))}
    </MenuButton>
  )
}

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
    <div className={style.filters}>
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
