// The third step: the rows in groups. Rows that need something are corrected in place.
import { type ReactNode, useState } from 'react'
import type { PreviewOut } from '../../../src/contract/office/imports.ts'
import { call } from '../../api/client.ts'
import { useActionRunner } from '../../api/run.ts'
import { Button } from '../../ui/button.tsx'
import { Check } from '../../ui/field.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import page from '../../ui/page.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { words } from '../../words/locale.ts'
import { useRoleReason } from '../session.tsx'
import { FaultRow, LeftOutRow, OutsideHoursItem } from './fault-row.tsx'
import style from './import.module.css'
import { PlaceRow } from './place-row.tsx'
import { Step } from './step.tsx'
import type { Reading } from './use-reading.ts'

interface Props {
  reading: Reading
  onBack: () => void
  onStarted: (importId: string) => void
}

export function CheckStep({ reading, onBack, onStarted }: Props) {
  const { preview, params, body } = reading
  const ownerOnly = useRoleReason('setZonesAside')
  const [override, setOverride] = useState(false)
  const { run, busy, said: fault } = useActionRunner()
  const { good = 0, refused = 0 } = preview.data ?? {}
  const count = good + (override ? refused : 0)
  const start = (): Promise<void> =>
    run(async () => {
      await call('POST /imports/{import_uuid}/start', { params, body: { ...body, override: override || null } })
      onStarted(params.import_uuid)
    })
  return (
    <Step number={3} title={words.imports.checkAndAdd} state="now" sum={words.imports.nothingAdded}>
      <QueryState query={preview} what={words.imports.thePreview}>
        {(data) => (
          <>
            <Tally data={data} />
            <Groups data={data} reading={reading} />
            {ownerOnly === null && data.refused > 0 ? (
              <div className={style.choices}>
                <Check checked={override} onChange={(event) => setOverride(event.target.checked)}>
                  {words.imports.importAnyway}
                </Check>
              </div>
            ) : null}
          </>
        )}
      </QueryState>
      <p role="alert" className={style.fault}>
        {fault}
      </p>
      <div className={style.foot}>
        <span className={page.soft} role="status">
          {preview.data ? summary(preview.data, override) : null}
        </span>
        <Button kind="quiet" onClick={onBack}>
          {words.imports.back}
        </Button>
        <Button
          kind="primary"
          busy={busy || preview.isFetching}
          reason={preview.data && count === 0 ? words.imports.nothingGood : null}
          onClick={() => void start()}
        >
          {preview.data ? words.imports.addOrders(count) : words.imports.checkAndAdd}
        </Button>
      </div>
    </Step>
  )
}

function summary(data: PreviewOut, override: boolean): string {
  const without = data.unplaced + data.ambiguous
  const out = data.bad + data.left_out + (override ? 0 : data.refused)
  const ready = data.good + (override ? data.refused : 0) - without
  const sentence = words.imports.willBeAdded(ready, without, out)
  return data.looked_up > 0 ? `${sentence} ${words.imports.lookedUp(data.looked_up)}` : sentence
}

function Tally({ data }: { data: PreviewOut }) {
  const tiles: [number, string, IconName, string][] = [
    [data.good - data.unplaced - data.ambiguous, words.imports.ready, 'check', 'good'],
    [data.ambiguous, words.imports.whichOne, 'question', 'warn'],
    [data.unplaced, words.imports.noLocation, 'zones', 'warn'],
    [data.bad + data.refused, words.imports.haveFault, 'warning', 'bad'],
  ]
  return (
    <ul className={style.tally} aria-label={words.imports.result}>
      {tiles.map(([count, label, icon, tone]) => (
        <li key={label} data-tone={count > 0 ? tone : undefined}>
          <Icon name={icon} />
          <strong>{count}</strong> <span>{label}</span>
        </li>
      ))}
    </ul>
  )
}

function Groups({ data, reading }: { data: PreviewOut; reading: Reading }) {
  const several = data.unplaced_rows.filter(({ candidates }) => candidates.length > 0)
  const none = data.unplaced_rows.filter(({ candidates }) => candidates.length === 0)
  return (
    <div className={style.groups}>
      <Group title={words.imports.whichOneTitle(data.ambiguous)} hint={words.imports.canBePlacedLater} rows={several}>
        {(row) => <PlaceRow key={`${row.line} ${row.address.line1}`} row={row} reading={reading} />}
      </Group>
      <Group title={words.imports.noLocationTitle(data.unplaced)} hint={words.imports.canBePlacedLater} rows={none}>
        {(row) => <PlaceRow key={`${row.line} ${row.address.line1}`} row={row} reading={reading} />}
      </Group>
      <Group
        title={words.imports.faultTitle(data.bad + data.refused)}
        hint={words.imports.leftOutUnless}
        rows={data.faults}
      >
        {(fault) => (
          <FaultRow
            key={`${fault.line} ${fault.field} ${fault.value} ${fault.message}`}
            fault={fault}
            reading={reading}
          />
        )}
      </Group>
      <Group
        title={words.imports.outsideHoursTitle(data.outside_hours)}
        hint={words.imports.notPlanned}
        rows={data.outside_hours_rows}
      >
        {(row) => <OutsideHoursItem key={row.line} row={row} />}
      </Group>
      <Group
        title={words.imports.leftOutTitle(data.left_out)}
        hint={words.imports.notDelivered}
        rows={data.left_out_rows}
      >
        {(row) => <LeftOutRow key={row.line} row={row} onKeep={() => reading.keep(row.line)} />}
      </Group>
    </div>
  )
}

interface GroupProps<T> {
  title: string
  hint: string
  rows: readonly T[]
  children: (row: T) => ReactNode
}

function Group<T>({ title, hint, rows, children }: GroupProps<T>) {
  return rows.length === 0 ? null : (
    <section className={style.group} aria-label={title}>
      <h3>
        {title} <span>{hint}</span>
      </h3>
      <ul>{rows.map(children)}</ul>
    </section>
  )
}
