// Toolbar of the day: the date, how far the day is, search, undo, two menus, and the next step.
import { type RefObject, useRef } from 'react'
import type { DayOut } from '../../../src/contract/day.ts'
import { Button } from '../../ui/button.tsx'
import { addDays, dayText, dayToIso, isoToDay, namedDay } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { words } from '../../words/locale.ts'
import { setSearchParams } from '../location.ts'
import type { DayActions } from './day-actions.ts'
import { NextStep, PlanMenu, PrintMenu } from './day-menus.tsx'
import { type Progress, STAGES } from './day-stage.ts'
import type { History } from './history.ts'
import { goToDay } from './requested-day.ts'
import style from './toolbar.module.css'

interface Props {
  day: DayOut
  progress: Progress
  actions: DayActions
  history: History
  search: string
  searchBox: RefObject<HTMLInputElement | null>
}

export function DayToolbar({ day, progress, actions, history, search, searchBox }: Props) {
  return (
    <header className={style.toolbar}>
      <h1 className="visually-hidden">{words.day.title(dayText(day.date))}</h1>
      <DateField date={day.date} today={day.today} />
      <Stages {...progress} />
      <span className={style.search}>
        <Icon name="search" />
        <label htmlFor="search" className="visually-hidden">
          {words.day.searchDeliveries}
        </label>
        <input
          id="search"
          ref={searchBox}
          type="search"
          placeholder={words.day.searchDeliveries}
          title={words.day.searchHint}
          value={search}
          onChange={(event) => setSearchParams({ search: event.target.value })}
        />
      </span>
      <span className={style.group}>
        <StepButton icon="undo" name={words.common.undo} step={history.undo} none={words.day.nothingToUndo} />
        <StepButton icon="redo" name={words.day.redo} step={history.redo} none={words.day.nothingToRedo} />
      </span>
      <span className={style.group}>
        <PlanMenu {...{ day, actions }} />
        <PrintMenu actions={actions} />
      </span>
      <NextStep {...{ day, progress, actions }} />
    </header>
  )
}

/** The date as text. While its field has the focus, the date can be typed. */
function DateField({ date, today }: { date: string; today: string }) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <div className={style.date}>
      <Button kind="quiet" icon aria-label={words.day.dayBefore} onClick={() => goToDay(addDays(date, -1))}>
        <Icon name="back" />
      </Button>
      <span className={style.day}>
        <label htmlFor="date" className="visually-hidden">
          {words.common.day}
        </label>
        <input
          id="date"
          ref={field}
          type="date"
          value={dayToIso(date)}
          onClick={() => field.current?.showPicker()}
          onChange={(event) => event.target.value && goToDay(isoToDay(event.target.value))}
        />
        <span className={style.dayName} aria-hidden="true">
          {namedDay(date)}
          <Icon name="chevron" className={style.down} />
        </span>
      </span>
      <Button kind="quiet" icon aria-label={words.day.dayAfter} onClick={() => goToDay(addDays(date, 1))}>
        <Icon name="chevron" />
      </Button>
      {date === today ? null : (
        <Button kind="quiet" onClick={() => goToDay(today)}>
          {words.day.today}
        </Button>
      )}
    </div>
  )
}

function Stages({ stage, isDone }: Progress) {
  const at = isDone ? STAGES.length : STAGES.indexOf(stage)
  return (
    <ol className={style.stages} aria-label={words.day.stages}>
      {STAGES.map((one, i) => (
        <li key={one} className={i < at ? style.done : undefined} aria-current={i === at ? 'step' : undefined}>
          <Icon name={i < at ? 'checked' : i === at ? 'target' : 'planned'} />
          <span>{words.day.stageNames[one]}</span>
          {i < at ? <span className="visually-hidden">{words.day.stageDone}</span> : null}
        </li>
      ))}
    </ol>
  )
}

interface StepProps {
  icon: 'undo' | 'redo'
  name: string
  step: History['undo']
  none: string
}

/** The hint names the change that the button undoes. */
const StepButton = ({ icon, name, step, none }: StepProps) => (
  <Button
    kind="quiet"
    icon
    aria-label={name}
    title={step?.name}
    reason={step ? null : none}
    onClick={() => void step?.run()}
  >
    <Icon name={icon} />
  </Button>
)
