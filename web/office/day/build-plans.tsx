// Two plans of a build side by side, before anything changes; one is chosen.
import type { BuildPlanOut, BuildPlansOut } from '../../../src/contract/office/builds.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { miles, minutes } from '../../ui/format.ts'
import { Figure, Table } from '../../ui/table.tsx'
import { BALANCE_NAMES } from './balance-names.ts'
import style from './day.module.css'

interface Props {
  proposal: BuildPlansOut
  fault: string | null
  /** One is being made the day's routes. */
  accepting: boolean
  onChoose: (plan: BuildPlanOut) => void
  onClose: () => void
}

const ROWS: readonly { name: string; of: (plan: BuildPlanOut) => string }[] = [
  { name: 'Vehicles used', of: ({ routes }) => String(routes) },
  { name: 'Distance', of: ({ distance_miles }) => miles(distance_miles) },
  { name: 'Driving', of: ({ drive_minutes }) => minutes(drive_minutes) },
  { name: 'Shortest day', of: ({ shortest_minutes }) => minutes(shortest_minutes) },
  { name: 'Longest day', of: ({ longest_minutes }) => minutes(longest_minutes) },
  { name: 'Stops per vehicle', of: ({ fewest_stops, most_stops }) => range(fewest_stops, most_stops) },
  { name: 'Crossings', of: ({ crossings }) => String(crossings) },
  { name: 'Unassigned', of: ({ unassigned_count }) => String(unassigned_count) },
]

const range = (least: number, most: number): string => (least === most ? String(least) : `${least} to ${most}`)

export const BuildPlans = ({ proposal, fault, accepting, onChoose, onClose }: Props) => (
  <Dialog title="Choose a plan" onClose={onClose}>
    {fault ? (
      <p role="alert" className={style.refusal}>
        {fault}
      </p>
    ) : null}
    <p>Nothing has changed yet.</p>
    <Table
      columns={[
        'The day',
        ...proposal.plans.map(({ balance }) => ({ name: BALANCE_NAMES[balance], figure: true as const })),
      ]}
    >
      {ROWS.map(({ name, of }) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          {proposal.plans.map((plan) => (
            <Figure key={plan.build_uuid}>{of(plan)}</Figure>
          ))}
        </tr>
      ))}
    </Table>
    {proposal.distances_estimated ? <p className={style.soft}>Distances are straight-line estimates.</p> : null}
    <DialogActions>
      <Button onClick={onClose}>Change nothing</Button>
      {proposal.plans.map((plan) => (
        <Button
          key={plan.build_uuid}
          reason={accepting ? 'The routes are being made.' : null}
          onClick={() => onChoose(plan)}
        >
          Use {BALANCE_NAMES[plan.balance].toLowerCase()}
        </Button>
      ))}
    </DialogActions>
  </Dialog>
)
