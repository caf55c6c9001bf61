// One change of the activity log as a sentence: person, action and record.
import { useId, useState } from 'react'
import type { AuditOut } from '../../../src/contract/office/audit.ts'
import type { ActorKind } from '../../../src/domain/users/actor.ts'
import { Button } from '../../ui/button.tsx'
import { timeOf, timeToSecond } from '../../ui/format.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { words } from '../../words/locale.ts'
import { IconMark, InitialsMark } from '../mark.tsx'
import { Link } from '../link.tsx'
import { useSession } from '../session.tsx'
import style from './activity.module.css'

/** Marks of actors who are not persons of the office. Persons of the office have their initials. */
const MARKS: Readonly<Record<Exclude<ActorKind, 'OFFICE'>, IconName>> = {
  API: 'plug',
  DRIVER: 'fleet',
  CUSTOMER: 'user',
  OPERATOR: 'settings',
  SYSTEM: 'settings',
}

interface Props {
  entry: AuditOut
  /** Shows only the changes of this record. */
  onRecord: (record: string) => void
}

export function ActivityEntry({ entry, onRecord }: Props) {
  const id = useId()
  const zone = useSession().business.time_zone
  const [isOpen, setOpen] = useState(false)
  const { at, kind, by, changes, more } = entry
  const fields = [...changes.map(({ field }) => field), ...more]
  return (
    <li className={isOpen ? style.open : undefined}>
      <time dateTime={at} title={timeToSecond(at, zone)}>
        {timeOf(at, zone)}
      </time>
      <Mark kind={kind} by={by} />
      <div className={style.text}>
        <p>
          <b className={by === null ? style.unnamed : undefined}>{by ?? words.audit.sources[kind]}</b> {entry.words}{' '}
          <button type="button" className={style.record} onClick={() => onRecord(entry.entity_uuid)}>
            {entry.record ?? words.audit.subjectOf(entry.entity)}
          </button>
        </p>
        {!isOpen && fields.length > 0 ? <p className={style.soft}>{fields.join(', ')}</p> : null}
        {isOpen ? <Details id={id} entry={entry} /> : null}
      </div>
      <span className={style.source}>{words.audit.sources[kind]}</span>
      <Button
        kind="quiet"
        small
        icon
        aria-label={words.audit.details}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="chevron" className={style.turn} />
      </Button>
    </li>
  )
}

const Mark = ({ kind, by }: Pick<AuditOut, 'kind' | 'by'>) =>
  kind === 'OFFICE' ? <InitialsMark name={by ?? ''} /> : <IconMark icon={MARKS[kind]} />

const Details = ({ id, entry }: { id: string; entry: AuditOut }) => (
  <dl id={id} className={style.details}>
    {entry.changes.map(({ field, before, after }) => (
      <div key={field}>
        <dt>{field}</dt>
        <dd>
          <s>{before ?? words.audit.noValue}</s> {after ?? words.audit.noValue}
        </dd>
      </div>
    ))}
    {entry.more.map((one) => (
      <div key={one}>
        <dt />
        <dd>{one}</dd>
      </div>
    ))}
    {entry.request_id ? (
      <div>
        <dt>{words.audit.request}</dt>
        <dd>
          <code>{entry.request_id}</code>
        </dd>
      </div>
    ) : null}
    {entry.entity === 'order' ? (
      <div>
        <dt>{words.audit.record}</dt>
        <dd>
          <Link href={`/orders?order=${entry.entity_uuid}`}>{words.audit.open}</Link>
        </dd>
      </div>
    ) : null}
  </dl>
)
