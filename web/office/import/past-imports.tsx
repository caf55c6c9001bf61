// List of the past imports with their results.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import type { ImportOut } from '../../../src/contract/office/imports.ts'
import { urlOf } from '../../api/client.ts'
import { endpointQuery, useInvalidate } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { timeAndDay } from '../../ui/format.ts'
import page from '../../ui/page.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { words } from '../../words/locale.ts'
import { useSession } from '../session.tsx'
import { ImportProblems } from './import-problems.tsx'
import style from './import.module.css'

const REFRESH_MS = 1_000

type Counts = ImportOut['counts']

export const notImportedCount = ({ bad, refused }: Counts): number => bad + refused

/** Returns "2 added, 1 not imported". Omits zeros, except that nothing was added. */
export function countsText(counts: Counts): string {
  const others: [number, (count: number) => string][] = [
    [counts.updated, words.imports.updated],
    [counts.unchanged, words.imports.unchanged],
    [counts.left_out, words.imports.leftOut],
    [notImportedCount(counts), words.imports.notImported],
    [counts.failing, words.imports.failing],
  ]
  return [
    words.imports.added(counts.created),
    ...others.flatMap(([count, text]) => (count > 0 ? [text(count)] : [])),
  ].join(', ')
}

export function PastImports() {
  const again = useInvalidate()
  const imports = useQuery({
    ...endpointQuery('GET /imports'),
    refetchInterval: ({ state }) => (state.data?.some((one) => one.status === 'RUNNING') ? REFRESH_MS : false),
  })
  // Reads undo steps and first steps again, because a finished import adds an undo step and may complete a first step.
  const running = imports.data?.some(({ status }) => status === 'RUNNING')
  useEffect(() => {
    if (running === false) void again('GET /undo-steps', 'GET /first-steps')
  }, [running, again])
  return (
    <section className={style.pastImports} aria-label={words.imports.imports}>
      <h2>{words.imports.past}</h2>
      <QueryState query={imports} what={words.imports.theImports}>
        {(list) =>
          list.length === 0 ? (
            <Empty>{words.imports.none}</Empty>
          ) : (
            <ul>
              {list.map((one) => (
                <PastImport key={one.import_uuid} one={one} />
              ))}
            </ul>
          )
        }
      </QueryState>
    </section>
  )
}

function PastImport({ one }: { one: ImportOut }): ReactNode {
  const zone = useSession().business.time_zone
  const [open, setOpen] = useState(false)
  const bad = notImportedCount(one.counts)
  return (
    <li>
      <strong>{one.file_name}</strong>
      <span>{countsText(one.counts)}</span>
      <span className={page.actions}>
        {bad + one.counts.failing > 0 ? (
          <Button small aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? words.imports.hideRows : words.imports.showRows}
          </Button>
        ) : null}
        {bad > 0 ? (
          <a
            href={urlOf('GET /imports/{import_uuid}/bad-rows.csv', { params: { import_uuid: one.import_uuid } })}
            download
          >
            {words.imports.download(bad)}
          </a>
        ) : null}
        <span className={page.soft}>{timeAndDay(one.created_at, zone)}</span>
      </span>
      {open ? <ImportProblems one={one} /> : null}
    </li>
  )
}
