// Map of a plan. If the browser can't show it, the list next to it has the same information.
import { lazy, Suspense } from 'react'
import { ErrorBoundary } from '../../ui/error-boundary.tsx'
import { words } from '../../words/locale.ts'
import type { DrawnPlan } from './drawn-plan.ts'
import style from './plan-map.module.css'
import { Empty } from '../../ui/empty.tsx'

const PlanMap = lazy(() => import('./plan-map.tsx'))

interface Props {
  label: string
  plan: DrawnPlan
  around: readonly { lat: number; lng: number }[]
  chosen: string | null
}

export const PlanMapPane = (props: Props) => (
  <div className={style.frame}>
    <ErrorBoundary instead={<Empty>{words.map.noMap}</Empty>}>
      <Suspense fallback={<Empty>{words.day.loadingMap}</Empty>}>
        <PlanMap {...props} />
      </Suspense>
    </ErrorBoundary>
  </div>
)

/** `before`: the map also has the former paths. */
export const MapLegend = ({ before = false }: { before?: boolean }) => (
  <p className={style.legend}>
    {words.map.legend} {before ? words.map.legendBefore : null}
  </p>
)
