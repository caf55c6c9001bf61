// The dialogs of the day, one at a time.
import type { DayOut, DayRoute, OfficeUnassigned } from '../../../src/contract/office/day.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import type { BuildOrder } from './build-ask.tsx'
import { BuildDialog } from './build-dialog.tsx'
import type { Step } from './history.ts'
import { KeysDialog } from './keys-dialog.tsx'
import type { ReplanAsk } from './replan-ask.tsx'
import { ReplanDialog } from './replan-dialog.tsx'
import { ReassignDialog } from './reassign-dialog.tsx'

/** Which dialog is open: `again` re-optimizes all routes, `build` what it names. */
export type Asking =
  | 'keys'
  | 'build'
  | 'again'
  | { build: BuildOrder }
  | { cancel: DayRoute }
  | { reassign: DayRoute }
  | { replan: ReplanAsk }

interface DayDialogsProps {
  asking: Asking
  day: DayOut
  selected: ReadonlySet<string>
  latest: () => DayOut
  now: (route: DayRoute) => DayRoute
  onClose: () => void
  onBuilt: (unassigned: readonly OfficeUnassigned[]) => Promise<void>
  onStep: (step: Step) => void
  onCancel: (route: DayRoute) => void
}

export function DayDialogs(props: DayDialogsProps) {
  const { asking, day, selected, latest, now, onClose, onBuilt, onStep, onCancel } = props
  if (asking === 'keys') return <KeysDialog onClose={onClose} />
  if (typeof asking === 'object' && 'reassign' in asking)
    return <ReassignDialog {...{ day, latest, onStep, onClose }} route={now(asking.reassign)} />
  if (typeof asking === 'object' && 'replan' in asking)
    return <ReplanDialog {...{ day, latest, onStep, onClose }} ask={asking.replan} />
  if (typeof asking === 'object' && 'cancel' in asking)
    return (
      <CancelDialog
        route={asking.cancel}
        onClose={onClose}
        onCancel={() => {
          onClose()
          onCancel(asking.cancel)
        }}
      />
    )
  return (
    <BuildDialog
      {...{ day, selected, onClose }}
      given={typeof asking === 'object' ? asking.build : null}
      again={asking === 'again'}
      onBuilt={({ unassigned }) => onBuilt(unassigned)}
    />
  )
}

function CancelDialog({ route, onClose, onCancel }: { route: DayRoute; onClose: () => void; onCancel: () => void }) {
  return (
    <Dialog title={`Cancel ${route.name}?`} onClose={onClose}>
      <p>
        {route.status === 'PLANNED'
          ? 'Its deliveries become unassigned.'
          : 'The driver’s link stops working, and unfinished deliveries become unassigned.'}{' '}
        This can’t be undone.
      </p>
      <DialogActions>
        <Button onClick={onClose}>Keep</Button>
        <Button kind="danger" onClick={onCancel}>
          Cancel the route
        </Button>
      </DialogActions>
    </Dialog>
  )
}
