// Loads of a day's vehicles at the dock, for people who load: the next to leave first, and each load from its last stop.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { endpointQuery } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { addDays } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Page } from '../../ui/page.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { words } from '../../words/locale.ts'
import { setSearchParams } from '../location.ts'
import { DayField, useRequestedDate } from '../requested-date.tsx'
import { dayToIso } from '../../ui/format.ts'
import { Dock } from './dock.tsx'
import { HandIns } from './hand-ins.tsx'
import { LoadList } from './load-list.tsx'
import { docksOf } from './load-state.ts'
import style from './loads.module.css'

export default function LoadsPage() {
  const date = useRequestedDate()
  const query = useQuery(endpointQuery('GET /loads', { query: { date } }))
  const [chosen, setChosen] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  return (
    <Page
      fills
      title={words.loads.title}
      actions={
        <>
          <p role="status" className={style.said}>
            {said}
          </p>
          <Days date={date} />
        </>
      }
    >
      <QueryState query={query} what={words.loads.theLoads}>
        {({ routes }) => {
          const docks = docksOf(routes)
          const shown = docks.find(({ key }) => key === chosen) ?? docks.find(({ load }) => !load.check) ?? docks[0]
          return shown ? (
            <div className={style.work}>
              <LoadList {...{ docks }} shown={shown.key} onShow={setChosen} />
              <Dock
                key={shown.key + (shown.load.check?.checked_at ?? '')}
                dock={shown}
                onChecked={(done) => {
                  setSaid(done)
                  setChosen(shown.key)
                }}
              />
            </div>
          ) : (
            <div className={style.none}>
              <Empty>{words.loads.none}</Empty>
            </div>
          )
        }}
      </QueryState>
      <div className={style.returns}>
        <HandIns date={date} />
      </div>
    </Page>
  )
}

const Days = ({ date }: { date: string }) => (
  <div className={style.days}>
    <Button
      kind="quiet"
      icon
      aria-label={words.day.dayBefore}
      onClick={() => setSearchParams({ date: dayToIso(addDays(date, -1)) })}
    >
      <Icon name="back" />
    </Button>
    <DayField date={date} />
    <Button
      kind="quiet"
      icon
      aria-label={words.day.dayAfter}
      onClick={() => setSearchParams({ date: dayToIso(addDays(date, 1)) })}
    >
      <Icon name="chevron" />
    </Button>
  </div>
)
