// Shows two plans of a build side by side before any route changes. The dispatcher chooses one.
import type { BuildPlanOut, BuildPlansOut } from '../../../src/contract/propose-build.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { countText, miles, minutes } from '../../ui/format.ts'
import { Figure, Table } from '../../ui/table.tsx'
import { words } from '../../words/locale.ts'
import style from './day.module.css'

interface Props {
  proposal: BuildPlansOut
  fault: string | null
  /** True while the chosen plan is being saved as the day's routes. */
  accepting: boolean
  onChoose: (plan: BuildPlanOut) => void
  onClose: () => void
}

const comparisonRows = (): readonly { name: string; of: (plan: BuildPlanOut) => string }[] => [
  { name: words.build.vehiclesUsed, of: ({ routes }) => countText(routes) },
  { name: words.common.distance, of: ({ distance_miles }) => miles(distance_miles) },
  { name: words.common.driving, of: ({ drive_minutes }) => minutes(drive_minutes) },
  { name: words.build.shortestDay, of: ({ shortest_minutes }) => minutes(shortest_minutes) },
  { name: words.build.longestDay, of: ({ longest_minutes }) => minutes(longest_minutes) },
  { name: words.build.stopsPerVehicle, of: ({ fewest_stops, most_stops }) => rangeText(fewest_stops, most_stops) },
  { name: words.build.crossings, of: ({ crossings }) => countText(crossings) },
  { name: words.common.unassigned, of: ({ unassigned_count }) => String(unassigned_count) },
]

const rangeText = (least: number, most: number): string =>
  least === most ? countText(least) : words.build.range(least, most)

export const BuildPlans = ({ proposal, fault, accepting, onChoose, onClose }: Props) => (
  <Dialog title={words.build.choosePlan} onClose={onClose}>
    {fault ? (
      <p role="alert" className={style.refusal}>
        {fault}
      </p>
    ) : null}
    <p>{words.build.nothingChanged}</p>
    <Table
      columns={[
        words.build.theDay,
        ...proposal.plans.map(({ balance }) => ({ name: words.build.balances[balance], figure: true as const })),
      ]}
    >
      {comparisonRows().map(({ name, of }) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          {proposal.plans.map((plan) => (
            <Figure key={plan.build_uuid}>{of(plan)}</Figure>
          ))}
        </tr>
      ))}
    </Table>
    {proposal.distances_estimated ? (
      <p className={style.soft}>{words.common.estimates(proposal.estimate_reason)}</p>
    ) : null}
    <DialogActions>
      <Button onClick={onClose}>{words.common.changeNothing}</Button>
      {proposal.plans.map((plan) => (
        <Button key={plan.build_uuid} reason={accepting ? words.build.beingMade : null} onClick={() => onChoose(plan)}>
          {words.build.use(words.build.balances[plan.balance].toLowerCase())}
        </Button>
      ))}
    </DialogActions>
  </Dialog>
)
