// The audit log: who changed what, the values before and after, the time, and the source.
import { useQuery } from '@tanstack/react-query'
import type { AuditOut } from '../../../src/contract/office/audit.ts'
import { ACTOR_KINDS } from '../../../src/domain/users/actor.ts'
import { actionsOfSubject, AUDIT_SUBJECTS } from '../../../src/domain/audit.ts'
import { urlOf } from '../../api/client.ts'
import { endpointQuery } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { Field, SelectField } from '../../ui/field.tsx'
import { timeToSecond } from '../../ui/format.ts'
import { Table } from '../../ui/table.tsx'
import { words } from '../../words/locale.ts'
import { Link } from '../link.tsx'
import log from '../log/log.module.css'
import { Paged, usePages } from '../log/paged.tsx'
import { TypedField } from '../log/typed-field.tsx'
import { useView } from '../log/view.ts'
import { ReportsTabs } from '../reports/tabs.tsx'
import { useSession } from '../session.tsx'
import { Page } from '../../ui/page.tsx'

export default function AuditPage() {
  return (
    <Page wide title={words.shell.reports}>
      <ReportsTabs />
      <AuditLog />
    </Page>
  )
}

const FILTERS = ['kind', 'actor', 'subject', 'action', 'record', 'from', 'to']

function AuditLog() {
  const { filters, isFiltered, change, clear, bound, boundDay } = useView(FILTERS)
  const users = useQuery(endpointQuery('GET /users'))
  const pages = usePages('GET /audit', filters, false)
  const subject = AUDIT_SUBJECTS.find((one) => one === filters.subject) ?? null
  return (
    <>
      <search className={log.filters}>
        <SelectField
          label={words.audit.from}
          {...bound('kind')}
          none={words.audit.anywhere}
          options={ACTOR_KINDS.map((kind) => [kind, words.audit.sources[kind]])}
        />
        <SelectField
          label={words.audit.by}
          {...bound('actor')}
          none={words.audit.anyone}
          options={users.data?.map(({ user_uuid, name }) => [user_uuid, name])}
        />
        <SelectField
          label={words.audit.kindOfRecord}
          value={subject ?? ''}
          onChange={(event) => change({ subject: event.target.value, action: '' })}
          none={words.common.any}
          options={AUDIT_SUBJECTS.map((one) => [one, words.audit.subjects[one]])}
        />
        <SelectField
          label={words.audit.what}
          {...bound('action')}
          none={words.audit.anything}
          options={actionsOfSubject(subject).map((action) => [action, words.audit.action(action)])}
        />
        <TypedField
          label={words.audit.recordOrReference}
          value={filters.record ?? ''}
          onTyped={(record) => change({ record })}
        />
        <Field label={words.audit.fromDay} {...boundDay('from')} />
        <Field label={words.audit.toDay} {...boundDay('to')} />
        <Button kind="quiet" onClick={clear}>
          {words.common.clear}
        </Button>
      </search>
      <p>
        <a href={urlOf('GET /audit.csv', { query: filters })} download>
          {words.orders.exportCsv}
        </a>
      </p>
      <Paged
        pages={pages}
        what={words.audit.changes}
        rowsOf={({ entries }) => entries}
        empty={isFiltered ? <p>{words.audit.noMatch}</p> : <p>{words.audit.none}</p>}
      >
        {(rows) => <AuditEntries rows={rows} onRecord={(record) => change({ record })} />}
      </Paged>
    </>
  )
}

function AuditEntries({ rows, onRecord }: { rows: readonly AuditOut[]; onRecord: (record: string) => void }) {
  const { business } = useSession()
  return (
    <Table
      scrolls
      label={words.audit.changesLabel}
      columns={[words.audit.when, words.audit.who, words.audit.what, words.audit.record, words.audit.from]}
    >
      {rows.map((row) => (
        <tr key={row.audit_uuid}>
          <td>
            <time dateTime={row.at}>{timeToSecond(row.at, business.time_zone)}</time>
          </td>
          <td>{row.by ?? words.audit.sources[row.kind]}</td>
          <td className={log.break}>
            {row.words}
            <Changes {...row} />
          </td>
          <td className={log.break}>
            <button type="button" className={log.open} onClick={() => onRecord(row.entity_uuid)}>
              {row.record ?? words.audit.subjectOf(row.entity)}
            </button>
            {row.entity === 'order' ? (
              <>
                {' '}
                <Link href={`/orders?order=${row.entity_uuid}`}>{words.audit.open}</Link>
              </>
            ) : null}
          </td>
          <td>
            {words.audit.sources[row.kind]}
            {row.request_id ? (
              <>
                <br />
                <code className={log.soft} title={words.audit.requestOf(row.request_id)}>
                  {row.request_id.slice(-12)}
                </code>
              </>
            ) : null}
          </td>
        </tr>
      ))}
    </Table>
  )
}

const Changes = ({ changes, more }: Pick<AuditOut, 'changes' | 'more'>) =>
  changes.length + more.length === 0 ? null : (
    <ul className={log.soft}>
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          {field}: {before ?? words.audit.noValue} → {after ?? words.audit.noValue}
        </li>
      ))}
      {more.map((one) => (
        <li key={one}>{one}</li>
      ))}
    </ul>
  )
