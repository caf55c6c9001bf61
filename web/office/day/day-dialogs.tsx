// The dialogs of the day, one at a time.
import type { DayOut, DayRoute } from '../../../src/contract/day.ts'
import type { OfficeUnassigned } from '../../../src/contract/build.ts'
import { Confirmation, type Question } from '../../ui/confirm.tsx'
import type { BuildRequest } from './build-ask.tsx'
import { BuildDialog } from './build-dialog.tsx'
import { DaysDialog } from './days-dialog.tsx'
import type { MapVisibility } from './day-view.ts'
import type { HistoryStep, Step } from './history.ts'
import { KeysDialog } from './keys-dialog.tsx'
import { RouteLinkDialog } from './link-dialog.tsx'
import { OtherDayDialog } from './other-day.tsx'
import { RegroupSheet } from './regroup-sheet.tsx'
import type { Regroup } from './moves.ts'
import type { ReplanAsk } from './replan-ask.tsx'
import { ReplanDialog } from './replan-dialog.tsx'
import { ReassignSheet } from './reassign-sheet.tsx'
import { RouteMenu } from './route-menu.tsx'

/** The open dialog: `again` re-optimizes all routes, `days` plans several days, `build` starts the given build. */
export type OpenedDialog =
  | 'keys'
  | 'build'
  | 'again'
  | 'days'
  | { build: BuildRequest }
  | { confirm: Question }
  | { link: DayRoute }
  | { reassign: DayRoute }
  | { replan: ReplanAsk }
  | { otherDay: readonly string[] }
  | { regroup: Regroup }
  | { routeMenu: DayRoute; at: { x: number; y: number } }

interface DayDialogsProps {
  asking: OpenedDialog
  day: DayOut
  selected: ReadonlySet<string>
  onMap: MapVisibility
  latest: () => DayOut
  now: (route: DayRoute) => DayRoute
  onClose: () => void
  onBuilt: (unassigned: readonly OfficeUnassigned[]) => Promise<void>
  onStep: (step: Step) => void
  onSaid: (text: string) => void
  undo: HistoryStep | null
  /** Replaces this dialog with another. */
  onAsk: (asking: OpenedDialog) => void
}

export function DayDialogs(props: DayDialogsProps) {
  const { asking, day, selected, onMap, latest, now, onClose, onBuilt, onStep, onSaid, onAsk, undo } = props
  if (asking === 'keys') return <KeysDialog onClose={onClose} />
  if (asking === 'days') return <DaysDialog {...{ day, onSaid, onClose }} onBuilt={() => onBuilt([])} />
  if (typeof asking === 'object' && 'reassign' in asking)
    return <ReassignSheet {...{ day, latest, onStep, onClose }} route={now(asking.reassign)} />
  if (typeof asking === 'object' && 'replan' in asking)
    return (
      <ReplanDialog {...{ day, onStep, onClose }} onReassign={(reassign) => onAsk({ reassign })} ask={asking.replan} />
    )
  if (typeof asking === 'object' && 'otherDay' in asking)
    return <OtherDayDialog {...{ day, onClose }} orderIds={asking.otherDay} onSaid={onSaid} />
  if (typeof asking === 'object' && 'routeMenu' in asking)
    return <RouteMenu {...{ day, onMap, onClose }} route={now(asking.routeMenu)} at={asking.at} />
  if (typeof asking === 'object' && 'regroup' in asking)
    return <RegroupSheet {...{ day, onClose }} regroup={{ ...asking.regroup, route: now(asking.regroup.route) }} />
  if (typeof asking === 'object' && 'link' in asking) return <RouteLinkDialog route={asking.link} onClose={onClose} />
  if (typeof asking === 'object' && 'confirm' in asking)
    return <Confirmation question={asking.confirm} onClose={onClose} />
  return (
    <BuildDialog
      {...{ day, selected, onClose }}
      given={typeof asking === 'object' ? asking.build : null}
      again={asking === 'again'}
      {...{ undo, onSaid }}
      onBuilt={({ unassigned }) => onBuilt(unassigned)}
    />
  )
}
