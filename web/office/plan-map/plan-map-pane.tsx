// A plan's map where there can be one; where not, the list beside it says the same.
import { lazy, Suspense } from 'react'
import { WithoutMap } from '../../ui/map/without-map.tsx'
import { words } from '../../words/locale.ts'
import page from '../../ui/page.module.css'
import type { DrawnPlan } from './drawn-plan.ts'
import style from './plan-map.module.css'

const PlanMap = lazy(() => import('./plan-map.tsx'))

interface Props {
  label: string
  plan: DrawnPlan
  around: readonly { lat: number; lng: number }[]
  chosen: string | null
}

export const PlanMapPane = (props: Props) => (
  <div className={style.frame}>
    <WithoutMap instead={<p className={page.empty}>{words.map.noMap}</p>}>
      <Suspense fallback={<p className={page.empty}>{words.day.loadingMap}</p>}>
        <PlanMap {...props} />
      </Suspense>
    </WithoutMap>
  </div>
)

export const MapLegend = () => <p className={style.legend}>{words.map.legend}</p>
