// The map where there can be one; where not, the lists and the timeline carry on without it.
import { lazy, Suspense } from 'react'
import type { DayOut } from '../../../src/contract/office/day.ts'
import { WithoutMap } from '../../ui/map/without-map.tsx'
import { words } from '../../words/locale.ts'
import style from './day.module.css'
import type { OnMap } from './day-view.ts'

const DayMap = lazy(() => import('./map.tsx'))

const NoWebGl = () => <p className={style.empty}>{words.day.noMap}</p>

interface Props {
  day: DayOut
  selected: ReadonlySet<string>
  onSelect: (orderId: string) => void
  onArea: (orderIds: ReadonlySet<string>) => void
  onMap: OnMap
}

export const MapPane = (props: Props) => (
  <WithoutMap instead={<NoWebGl />}>
    <Suspense fallback={<p className={style.empty}>{words.day.loadingMap}</p>}>
      <DayMap {...props} />
    </Suspense>
  </WithoutMap>
)
