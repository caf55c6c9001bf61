// Lists the rows of an import that were not imported, with reasons.
import { useQuery } from '@tanstack/react-query'
import type { ImportOut } from '../../../src/contract/office/imports.ts'
import { endpointQuery } from '../../api/query.ts'
import { timeOf } from '../../ui/format.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { Table } from '../../ui/table.tsx'
import { words } from '../../words/locale.ts'
import { useSession } from '../session.tsx'
import style from './import.module.css'

export function ImportProblems({ one }: { one: ImportOut }) {
  const timeZone = useSession().business.time_zone
  const { counts } = one
  const rows = endpointQuery('GET /imports/{import_uuid}/problems', { params: { import_uuid: one.import_uuid } })
  const problems = useQuery({
    ...rows,
    // The counts make the query run again when more rows fail.
    queryKey: [...rows.queryKey, counts.bad + counts.refused, counts.failing],
    placeholderData: (before) => before,
  })
  return (
    <QueryState query={problems} what={words.imports.theRows}>
      {(rows) => (
        <div
          className={style.faults}
          role="region"
          aria-label={words.imports.rowsNotImported(one.file_name)}
          tabIndex={0}
        >
          <Table columns={[words.imports.row, words.common.reason]}>
            {rows.map(({ line, reason, retry_at }) => (
              <tr key={line}>
                <td>{line}</td>
                <td>
                  {reason} {retry_at ? words.imports.nextAttempt(timeOf(retry_at, timeZone)) : null}
                </td>
              </tr>
            ))}
          </Table>
        </div>
      )}
    </QueryState>
  )
}
