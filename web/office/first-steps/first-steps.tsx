// Steps from an empty business to its first plan. The day shows all steps, and other screens show the next one.
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { FirstStepsOut } from '../../../src/contract/office/first-steps.ts'
import { call } from '../../api/client.ts'
import { endpointQuery, useInvalidate } from '../../api/query.ts'
import { useActionRunner } from '../../api/run.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { dayToIso } from '../../ui/format.ts'
import { words } from '../../words/locale.ts'
import { Link } from '../link.tsx'
import { useChanges } from '../live.tsx'
import { useSharedReason } from '../session.tsx'
import shell from '../shell.module.css'
import style from './first-steps.module.css'
import { hasOwnData, useSample } from './sample.tsx'

export type Step = FirstStepsOut['steps'][number]['step']

/** `/fleet?add=` and `/?do=build` open the dialog of the step. */
const STEP_PATHS: Readonly<Record<Step, string>> = {
  ADDRESSES: '/settings/region',
  DEPOT: '/fleet?add=depot',
  VEHICLES: '/fleet?add=table',
  DRIVERS: '/fleet?add=table',
  ORDERS: '/import',
  PLAN: '/?do=build',
}

/** The first plan is for the first date with deliveries to plan. */
export const stepPath = ({ plan_date: date }: FirstStepsOut, step: Step): string =>
  step === 'PLAN' && date ? `${STEP_PATHS.PLAN}&date=${dayToIso(date)}` : STEP_PATHS[step]

/** Screens that show only the next step. The day shows all of them. */
const NEXT_STEP_PATHS = new Set(['/fleet', '/import', '/orders', '/settings/region'])
const REFRESH_MS = 3_000

/** Returns the first steps to show. Null while they load, if there is a plan, or if the user closed them. */
export function useFirstSteps(enabled: boolean): FirstStepsOut | null {
  const { data } = useQuery({
    ...endpointQuery('GET /first-steps'),
    enabled,
    // A colleague may complete a step at the same time. Polling stops after the first plan, because it is rarely removed.
    refetchInterval: ({ state }) => (state.data && !isOpen(state.data) ? false : REFRESH_MS),
  })
  const open = data !== undefined && isOpen(data)
  const again = useInvalidate()
  useChanges(useCallback(() => (open ? void again('GET /first-steps') : undefined), [open, again]))
  return open ? data : null
}

const isOpen = ({ steps, hidden }: FirstStepsOut): boolean =>
  !hidden && steps.some(({ step, done }) => step === 'PLAN' && !done)

/** Steps of a day that already has deliveries, above its lists. */
export function FirstSteps({ data }: { data: FirstStepsOut }) {
  const steps = words.firstSteps
  const done = data.steps.filter((one) => one.done).length
  return (
    <section className={style.steps} aria-label={steps.title}>
      <h2>{steps.title}</h2>
      <p className={style.soft}>{steps.doneOf(done, data.steps.length)}</p>
      <ol>
        {data.steps.map((one) => (
          <li key={one.step} className={one.done ? style.done : undefined}>
            {one.done ? (
              <>
                <Icon name="check" /> <span className="visually-hidden">{steps.isDone} </span>
                {steps.steps[one.step]}
              </>
            ) : (
              <Link href={stepPath(data, one.step)}>{steps.steps[one.step]}</Link>
            )}
          </li>
        ))}
      </ol>
      <StepsFoot data={data} />
    </section>
  )
}

/** Offers sample data to a business without its own data, and hides the steps. */
export function StepsFoot({ data }: { data: FirstStepsOut }) {
  const again = useInvalidate()
  const { load, busy, said } = useSample()
  const hiding = useActionRunner()
  const hide = async (): Promise<string> => {
    await call('POST /first-steps/hide')
    await again('GET /first-steps')
    return ''
  }
  return (
    <>
      <div className={style.actions}>
        {data.sample || hasOwnData(data) ? null : (
          <>
            <span className={style.soft}>{words.firstSteps.orTry}</span>
            <Button busy={busy} onClick={() => void load()}>
              {words.firstSteps.load}
            </Button>
          </>
        )}
        <Button kind="quiet" busy={hiding.busy} onClick={() => void hiding.run(hide)}>
          {words.firstSteps.hide}
        </Button>
      </div>
      <p role="status">{said || hiding.said}</p>
    </>
  )
}

/** Shows the next step on the screens where the other steps are done. */
export function NextStep({ pathname }: { pathname: string }) {
  const isBeside = NEXT_STEP_PATHS.has(pathname)
  const role = useSharedReason('changeFleet')
  const data = useFirstSteps(isBeside && role === null)
  const next = isBeside && !role ? data?.steps.find(({ done }) => !done)?.step : undefined
  if (!next || !data) return null
  return (
    <section className={shell.news} aria-label={words.firstSteps.title}>
      <p className={shell.done}>
        <span>
          {words.firstSteps.doneOf(data.steps.filter(({ done }) => done).length, data.steps.length)}.{' '}
          {words.firstSteps.next}
        </span>
        <Link href={stepPath(data, next)}>{words.firstSteps.steps[next]}</Link>
      </p>
    </section>
  )
}
