// A row without a location. The user corrects its address, chooses one of the candidates, or puts a pin on the map. The
// location is confirmed for the address, so that every row and later delivery with it gets it.
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import type { UnplacedRow } from '../../../src/contract/office/imports.ts'
import type { CandidatesOut } from '../../../src/contract/office/orders.ts'
import { call } from '../../api/client.ts'
import { endpointQuery, useInvalidate } from '../../api/query.ts'
import { useActionRunner } from '../../api/run.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorBoundary } from '../../ui/error-boundary.tsx'
import page from '../../ui/page.module.css'
import { words } from '../../words/locale.ts'
import { Candidates, letterOf } from '../orders/candidates.tsx'
import { Suggesting, useAddressSuggestions } from '../orders/address-suggestions.tsx'
import { completedLabel, type Suggestion } from '../orders/found-suggestions.ts'
import type { PinPoint } from '../../ui/map/pin-map.tsx'
import { addressCorrections } from './columns.ts'
import style from './import.module.css'
import type { Reading } from './use-reading.ts'

const PinMap = lazy(() => import('../../ui/map/pin-map.tsx'))

interface Props {
  row: UnplacedRow
  reading: Reading
}

export function PlaceRow({ row, reading }: Props) {
  const { line, name, address } = row
  const { city, region, postal_code } = address
  const rest = [city, region, postal_code].filter(Boolean).join(', ')
  const isWhole = reading.mapping.line1 === undefined
  const value = isWhole && rest ? `${address.line1}, ${rest}` : address.line1
  const [text, setText] = useState(value)
  const [open, setOpen] = useState(false)
  const [chosen, setChosen] = useState<Suggestion['address'] | null>(null)
  const { field, list } = useAddressSuggestions((suggestion) => {
    setText(isWhole ? completedLabel(suggestion, address) : suggestion.completed_line1)
    setChosen(suggestion.address)
  })
  return (
    <li className={style.row}>
      <span className={style.line}>{words.imports.rowNumber(line)}</span>
      <span className={style.who}>
        <strong>{name}</strong>
        <span>{isWhole ? null : rest}</span>
      </span>
      <form
        className={style.fix}
        onSubmit={(event) => {
          event.preventDefault()
          reading.correct(addressCorrections(reading.mapping, line, text, chosen))
        }}
      >
        <Suggesting list={list}>
          <input
            aria-label={words.imports.valueIn(words.common.address, line)}
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              setChosen(null)
            }}
            {...field}
          />
        </Suggesting>
        <Button type="submit" small reason={text === value ? words.imports.changeFirst : null}>
          {words.common.save}
        </Button>
      </form>
      <Button
        small
        aria-expanded={open}
        aria-label={words.imports.placeRow(line, row.candidates.length)}
        onClick={() => setOpen(!open)}
      >
        {row.candidates.length > 0 ? words.imports.choose : words.imports.placeOnMap}
      </Button>
      {open ? <PlacePanel row={row} reading={reading} /> : null}
    </li>
  )
}

function PlacePanel({ row, reading }: Props) {
  const { address } = row
  const { params } = reading
  const again = useInvalidate()
  const { run, busy, said: fault } = useActionRunner()
  const [pin, setPin] = useState<PinPoint | null>(null)
  const search = useQuery({
    ...endpointQuery('POST /imports/{import_uuid}/candidates', { params, body: { address } }),
    enabled: row.candidates.length === 0,
  })
  const fleet = useQuery(endpointQuery('GET /fleet'))
  const depot = fleet.data?.depots.find(({ is_default }) => is_default) ?? null
  const found = useMemo(() => candidatesOf(row) ?? search.data ?? null, [row, search.data])
  const others = useMemo(
    () => found?.candidates.map(({ lat, lng, label }, i) => ({ lat, lng, label, letter: letterOf(i) })),
    [found],
  )
  const start = pin ?? found?.candidates[0] ?? depot
  const place = ({ lat, lng }: PinPoint): Promise<void> =>
    run(async () => {
      await call('POST /imports/{import_uuid}/location', { params, body: { address, lat, lng } })
      await again('POST /imports/{import_uuid}/preview')
    })
  return (
    <div className={style.panel}>
      {start ? (
        <ErrorBoundary instead={<p className={page.soft}>{words.orders.noMap}</p>}>
          <Suspense fallback={<p className={page.soft}>{words.day.loadingMap}</p>}>
            <PinMap
              point={start}
              pinned={pin !== null}
              others={pin ? undefined : others}
              onMove={pin ? setPin : null}
              label={words.orders.mapOfDelivery}
            />
          </Suspense>
        </ErrorBoundary>
      ) : null}
      <div className={page.fields}>
        {search.isLoading ? <p className={page.soft}>{words.imports.searching}</p> : null}
        <p role="alert" className={page.bad}>
          {fault || search.error?.message}
        </p>
        {found && !pin ? (
          <Candidates found={found} reason={null} busy={busy} onChoose={(one) => void place(one)} />
        ) : null}
        <div className={page.actions}>
          {pin ? (
            <>
              <Button kind="primary" busy={busy} onClick={() => void place(pin)}>
                {words.orders.savePin}
              </Button>
              <Button kind="quiet" onClick={() => setPin(null)}>
                {words.orders.leaveIt}
              </Button>
            </>
          ) : (
            <Button
              reason={start ? null : fleet.isPending ? words.common.loading : words.orders.addDepotFirst}
              onClick={() => start && setPin({ lat: start.lat, lng: start.lng })}
            >
              {words.orders.placePin}
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}

/** The candidates of an ambiguous address. Null if it has none. */
const candidatesOf = ({ candidates }: UnplacedRow): CandidatesOut | null =>
  candidates.length === 0
    ? null
    : {
        cause: candidates.length > 1 ? 'SEVERAL' : 'NOT_SURE',
        town_miles: null,
        candidates: candidates.map(({ address: label, lat, lng }) => ({
          lat,
          lng,
          label,
          precision: 'PLACED',
          differs: null,
          far_miles: null,
        })),
      }
