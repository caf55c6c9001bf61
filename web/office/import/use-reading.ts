// Settings for reading a file, and the result of reading it with them.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UploadedFile } from '../../../src/contract/office/imports.ts'
import type { ColumnMapping, FileUnits } from '../../../src/domain/imports/import-columns.ts'
import type { DateOrder } from '../../../src/domain/imports/import-dates.ts'
import { endpointQuery } from '../../api/query.ts'
import { isoToDay } from '../../ui/format.ts'
import { type Correction, withCorrections } from './columns.ts'

/** `step` decides whether the rows are located. A started import is no longer read. */
export function useReading(file: UploadedFile, step: 'COLUMNS' | 'CHECK' | 'DONE') {
  const locate = step === 'CHECK'
  const [mapping, setMapping] = useState<ColumnMapping>(file.mapping)
  const [day, setDay] = useState('')
  const [dateOrder, setDateOrder] = useState<DateOrder | null>(null)
  const [units, setUnits] = useState<FileUnits | null>(null)
  const [corrections, setCorrections] = useState<Correction[]>([])
  const [kept, setKept] = useState<number[]>([])
  const body = {
    mapping,
    default_date: day ? isoToDay(day) : null,
    date_order: dateOrder,
    units,
    corrections,
    kept,
  }
  const params = { import_uuid: file.import_uuid }
  const preview = useQuery({
    ...endpointQuery('POST /imports/{import_uuid}/preview', { params, body: { ...body, locate } }),
    enabled: step !== 'DONE',
    // The counts of rows that were not located would be wrong for located ones.
    placeholderData: (before, query) => (isLocated(query?.queryKey) === locate ? before : undefined),
  })
  return {
    file,
    params,
    body,
    preview,
    mapping,
    setMapping,
    day,
    setDay,
    dateOrder,
    setDateOrder,
    units,
    setUnits,
    correct: (added: readonly Correction[]) => setCorrections(withCorrections(corrections, added)),
    keep: (line: number) => setKept([...kept, line]),
  }
}

const isLocated = (key: readonly unknown[] | undefined): boolean =>
  (key?.[1] as { body?: { locate?: boolean } } | undefined)?.body?.locate === true

export type Reading = ReturnType<typeof useReading>
