// The day of a business without deliveries: the steps to the first plan, over a faint map of what the day will show.
import type { FirstStepsOut } from '../../../src/contract/office/first-steps.ts'
import button from '../../ui/button.module.css'
import { Icon } from '../../ui/icon.tsx'
import { words } from '../../words/locale.ts'
import { Link } from '../link.tsx'
import { FirstMap } from './first-map.tsx'
import { type Step, stepPath, StepsFoot } from './first-steps.tsx'
import style from './first-day.module.css'

/** Minutes that each step takes. */
const STEP_MINUTES: Readonly<Record<Step, number>> = {
  ADDRESSES: 2,
  DEPOT: 1,
  VEHICLES: 2,
  DRIVERS: 1,
  ORDERS: 3,
  PLAN: 1,
}

export default function FirstDay({ data }: { data: FirstStepsOut }) {
  const steps = words.firstSteps
  const done = data.steps.filter((one) => one.done).length
  const next = data.steps.find((one) => !one.done)?.step
  return (
    <div className={style.first}>
      <FirstMap />
      <section className={style.card} aria-label={steps.title}>
        <header>
          <h2>{steps.welcome}</h2>
          <p className={style.soft}>{steps.welcomeLead}</p>
          <div className={style.meter} aria-hidden="true">
            <div style={{ width: `${(100 * done) / data.steps.length}%` }} />
          </div>
          <p className={style.soft}>{steps.doneOf(done, data.steps.length)}</p>
        </header>
        <ol>
          {data.steps.map((one, i) => (
            <StepLine
              key={one.step}
              step={one.step}
              state={one.done ? 'done' : one.step === next ? 'next' : 'later'}
              number={i + 1}
              path={stepPath(data, one.step)}
            />
          ))}
        </ol>
        <footer>
          <StepsFoot data={data} />
        </footer>
      </section>
    </div>
  )
}

interface LineProps {
  step: Step
  state: 'done' | 'next' | 'later'
  number: number
  path: string
}

function StepLine({ step, state, number, path }: LineProps) {
  const { steps, hints, actions, minutes, isDone } = words.firstSteps
  if (state === 'done')
    return (
      <li className={style.done}>
        <span className={style.tick}>
          <Icon name="check" />
        </span>
        <p>
          <span className="visually-hidden">{isDone} </span>
          {steps[step]}
        </p>
      </li>
    )
  if (state === 'later')
    return (
      <li>
        <span className={style.tick}>{number}</span>
        <Link href={path}>{steps[step]}</Link>
        <span className={style.soft}>{minutes(STEP_MINUTES[step])}</span>
      </li>
    )
  return (
    <li className={style.next} aria-current="step">
      <span className={style.tick}>{number}</span>
      <div>
        <h3>{steps[step]}</h3>
        <p>{hints[step]}</p>
        <Link href={path} className={`${button.button} ${button.primary}`}>
          {actions[step]}
        </Link>
      </div>
    </li>
  )
}
