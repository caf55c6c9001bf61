// The zones as a list at the left, or as a menu in the toolbar of a narrow window.
import type { ZoneOut } from '../../../src/contract/zones.ts'
import { shortWeekday, squareMiles } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { MenuButton, MenuChoice } from '../../ui/menu.tsx'
import { words } from '../../words/locale.ts'
import style from './zones.module.css'

interface Props {
  list: readonly ZoneOut[]
  /** Null while a zone is added. */
  selected: ZoneOut | null
  onSelect: (zoneId: string) => void
}

export const ZoneList = ({ list, selected, onSelect }: Props) => (
  <ul className={style.list} aria-label={words.zones.title}>
    {list.map((zone) => (
      <li key={zone.zone_uuid}>
        <button
          type="button"
          aria-current={zone.zone_uuid === selected?.zone_uuid || undefined}
          onClick={() => onSelect(zone.zone_uuid)}
        >
          <Icon name="zones" />
          <span>
            <b>{zone.name}</b>
            <small>{zone.active ? rulesOf(zone) : words.zones.notInUse}</small>
          </span>
          <small>{squareMiles(zone.square_miles)}</small>
        </button>
      </li>
    ))}
    {selected ? null : (
      <li>
        <p>
          <Icon name="zones" />
          {words.zones.newZone}
        </p>
      </li>
    )}
  </ul>
)

export const ZonePicker = ({ list, selected, onSelect }: Props) => (
  <MenuButton label={selected?.name ?? words.zones.newZone} className={style.picker} onAction={onSelect}>
    {list.map(({ zone_uuid, name, square_miles }) => (
      <MenuChoice key={zone_uuid} id={zone_uuid} name={name} note={squareMiles(square_miles)} />
    ))}
  </MenuButton>
)

/** Example: "Mon–Fri, Sun · 60 a day" */
function rulesOf({ hours, capacity }: ZoneOut): string {
  const runs: { from: number; to: number }[] = []
  for (const [i, day] of hours.entries()) {
    if (!day) continue
    const last = runs.at(-1)
    if (last?.to === i - 1) last.to = i
    else runs.push({ from: i, to: i })
  }
  const days = runs.map(({ from, to }) => `${shortWeekday(from)}${to > from ? `–${shortWeekday(to)}` : ''}`).join(', ')
  return [days, capacity === null ? words.zones.anyNumber : words.zones.aDay(capacity)].join(' · ')
}
