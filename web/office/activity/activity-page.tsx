// The activity log: each change as a sentence, by day, newest first. An entry opens in place with the values before and
// after.
import { useQuery } from '@tanstack/react-query'
import type { AuditOut } from '../../../src/contract/office/audit.ts'
import { actionsOfSubject, AUDIT_SUBJECTS } from '../../../src/domain/audit.ts'
import { ACTOR_KINDS } from '../../../src/domain/users/actor.ts'
import { urlOf } from '../../api/client.ts'
import { endpointQuery } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { dateOf } from '../../ui/format.ts'
import button from '../../ui/button.module.css'
import { words } from '../../words/locale.ts'
import { DayFilter, Filters, SelectFilter } from '../log/filters.tsx'
import { Paged, usePages } from '../log/paged.tsx'
import { TypedField } from '../log/typed-field.tsx'
import { useView } from '../log/view.ts'
import { useSession } from '../session.tsx'
import { SettingsFrame } from '../settings/settings-frame.tsx'
import { ActivityEntry } from './activity-entry.tsx'
import style from './activity.module.css'

const FILTERS = ['kind', 'actor', 'subject', 'action', 'record', 'from', 'to']

export default function ActivityPage() {
  const view = useView(FILTERS)
  const pages = usePages('GET /audit', view.filters, false)
  return (
    <SettingsFrame
      title={words.audit.title}
      lead={words.audit.lead}
      actions={
        <a className={button.button} href={urlOf('GET /audit.csv', { query: view.filters })} download>
          {words.orders.exportCsv}
        </a>
      }
    >
      <ActivityFilters view={view} />
      <Paged
        pages={pages}
        what={words.audit.changes}
        rowsOf={({ entries }) => entries}
        empty={view.isFiltered ? <p>{words.audit.noMatch}</p> : <p>{words.audit.none}</p>}
      >
        {(rows) => <Days rows={rows} onRecord={(record) => view.change({ record })} />}
      </Paged>
    </SettingsFrame>
  )
}

function ActivityFilters({ view }: { view: ReturnType<typeof useView> }) {
  const { filters, isFiltered, change, clear, bound, boundDay } = view
  const users = useQuery(endpointQuery('GET /users'))
  const subject = AUDIT_SUBJECTS.find((one) => one === filters.subject) ?? null
  return (
    <Filters>
      <TypedField
        label={words.audit.recordOrReference}
        isPlaceholder
        value={filters.record ?? ''}
        onTyped={(record) => change({ record })}
      />
      <SelectFilter
        label={words.audit.by}
        {...bound('actor')}
        none={words.audit.anyone}
        options={users.data?.map(({ user_uuid, name }) => [user_uuid, name])}
      />
      <SelectFilter
        label={words.audit.kindOfRecord}
        value={subject ?? ''}
        onChange={(event) => change({ subject: event.target.value, action: '' })}
        none={words.common.any}
        options={AUDIT_SUBJECTS.map((one) => [one, words.audit.subjects[one]])}
      />
      <SelectFilter
        label={words.audit.what}
        {...bound('action')}
        none={words.audit.anything}
        options={actionsOfSubject(subject).map((action) => [action, words.audit.action(action)])}
      />
      <SelectFilter
        label={words.audit.source}
        {...bound('kind')}
        none={words.audit.anywhere}
        options={ACTOR_KINDS.map((kind) => [kind, words.audit.sources[kind]])}
      />
      <DayFilter label={words.audit.fromDay} {...boundDay('from')} />
      <DayFilter label={words.audit.toDay} {...boundDay('to')} />
      {isFiltered ? (
        <Button kind="quiet" onClick={clear}>
          {words.common.clear}
        </Button>
      ) : null}
    </Filters>
  )
}

interface DaysProps {
  rows: readonly AuditOut[]
  onRecord: (record: string) => void
}

function Days({ rows, onRecord }: DaysProps) {
  const zone = useSession().business.time_zone
  const days = Map.groupBy(rows, ({ at }) => dateOf(at, zone))
  const today = dateOf(new Date().toISOString(), zone)
  return (
    <div className={style.log} role="region" aria-label={words.audit.changesLabel}>
      {[...days].map(([day, entries]) => (
        <section key={day} aria-label={day}>
          <h2>{day === today ? words.common.today : day}</h2>
          <ol>
            {entries.map((entry) => (
              <ActivityEntry key={entry.audit_uuid} entry={entry} onRecord={onRecord} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}
