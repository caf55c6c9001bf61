// The audit log: who changed what, what it was and is, when, and from where; for owners.
import { useQuery } from '@tanstack/react-query'
import type { AuditOut } from '../../../src/contract/office/audit.ts'
import { ACTOR_KINDS, type ActorKind } from '../../../src/domain/users/actor.ts'
import { actionInWords, actionsOn, AUDIT_SUBJECTS, type AuditSubject } from '../../../src/domain/audit.ts'
import { addressOf } from '../../api/client.ts'
import { read } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { Field, SelectField } from '../../ui/field.tsx'
import { timeToSecond } from '../../ui/format.ts'
import page from '../../ui/page.module.css'
import { Table } from '../../ui/table.tsx'
import { Link } from '../link.tsx'
import log from '../log/log.module.css'
import { Paged, usePages } from '../log/paged.tsx'
import { TypedField } from '../log/typed-field.tsx'
import { useView } from '../log/view.ts'
import { ReportsTabs } from '../reports/tabs.tsx'
import { useRoleReason, useSession } from '../session.tsx'

/** From where a change came, in words. */
const SOURCES: Record<ActorKind, string> = {
  OFFICE: 'office',
  API: 'API',
  DRIVER: 'driver’s link',
  CUSTOMER: 'tracking page',
  OPERATOR: 'command line',
  SYSTEM: 'the service itself',
}

export function AuditPage() {
  const role = useRoleReason('OWNER')
  return (
    <div className={log.page}>
      <h1>Reports</h1>
      <ReportsTabs />
      {role ? <p className={page.empty}>{role} The audit log is for owners.</p> : <Log />}
    </div>
  )
}

function Log() {
  const { params, filters, change, clear, bound, boundDay } = useView()
  const users = useQuery(read('GET /users'))
  const pages = usePages('GET /audit', filters, false)
  const subject = params.get('subject') as AuditSubject | null
  return (
    <>
      <search className={log.filters}>
        <SelectField label="From" {...bound('kind')}>
          <option value="">Anywhere</option>
          {ACTOR_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {SOURCES[kind]}
            </option>
          ))}
        </SelectField>
        <SelectField label="By" {...bound('actor')}>
          <option value="">Anyone</option>
          {users.data?.map(({ user_uuid, name }) => (
            <option key={user_uuid} value={user_uuid}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Kind of record"
          value={subject ?? ''}
          onChange={(event) => change({ subject: event.target.value, action: '' })}
        >
          <option value="">Any</option>
          {AUDIT_SUBJECTS.map((one) => (
            <option key={one} value={one}>
              {one.replaceAll('_', ' ')}
            </option>
          ))}
        </SelectField>
        <SelectField label="What" {...bound('action')}>
          <option value="">Anything</option>
          {actionsOn(subject).map((action) => (
            <option key={action} value={action}>
              {actionInWords(action)}
            </option>
          ))}
        </SelectField>
        <TypedField
          label="Order reference or record id"
          value={params.get('record') ?? ''}
          onTyped={(record) => change({ record })}
        />
        <Field label="From day" {...boundDay('from')} />
        <Field label="To day" {...boundDay('to')} />
        <Button kind="quiet" onClick={clear}>
          Clear
        </Button>
      </search>
      <p>
        <a href={addressOf('GET /audit.csv', { query: filters })} download>
          Export as CSV
        </a>
      </p>
      <Paged
        pages={pages}
        what="changes"
        rowsOf={({ entries }) => entries}
        empty={
          params.size > 0 ? (
            <p>No change matches. Clear a filter to see more.</p>
          ) : (
            <p>Nothing has been changed yet. Add a depot and vehicles under Fleet, or import orders.</p>
          )
        }
      >
        {(rows) => <Entries rows={rows} onRecord={(record) => change({ record })} />}
      </Paged>
    </>
  )
}

function Entries({ rows, onRecord }: { rows: readonly AuditOut[]; onRecord: (record: string) => void }) {
  const { business } = useSession()
  return (
    <Table scrolls label="Changes" columns={['When', 'Who', 'What', 'Record', 'From']}>
      {rows.map((row) => (
        <tr key={row.audit_uuid}>
          <td>
            <time dateTime={row.at}>{timeToSecond(row.at, business.time_zone)}</time>
          </td>
          <td>{row.by ?? SOURCES[row.kind]}</td>
          <td className={log.break}>
            {row.words}
            <Changes {...row} />
          </td>
          <td className={log.break}>
            <button type="button" className={log.open} onClick={() => onRecord(row.entity_uuid)}>
              {row.record ?? row.entity.replaceAll('_', ' ')}
            </button>
            {row.entity === 'order' ? (
              <>
                {' '}
                <Link href={`/orders?order=${row.entity_uuid}`}>open</Link>
              </>
            ) : null}
          </td>
          <td>
            {SOURCES[row.kind]}
            {row.request_id ? (
              <>
                <br />
                <code className={log.soft} title={`Request ${row.request_id}`}>
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
          {field}: {before ?? 'none'} → {after ?? 'none'}
        </li>
      ))}
      {more.map((one) => (
        <li key={one}>{one}</li>
      ))}
    </ul>
  )
