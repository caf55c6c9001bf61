import type { DepotOut } from '../../../src/contract/fleet.ts'
import type { FleetOut } from '../../../src/contract/office/fleet.ts'
import { asCompleteBody, call } from '../../api/client.ts'
import { Check, Field } from '../../ui/field.tsx'
import { words } from '../../words/locale.ts'
import { placeFor, PlaceFields } from '../place-fields.tsx'
import { useSession } from '../session.tsx'
import { RecordSheet, type SheetProps } from './record-sheet.tsx'

/** One depot as a sheet. A click on its map places it. */
export function DepotSheet({ fleet, depot, ...sheet }: SheetProps & { fleet: FleetOut; depot: DepotOut | null }) {
  const isBound = useSession().user.depot_uuids !== null
  return (
    <RecordSheet
      {...sheet}
      record={depot}
      others={fleet.depots}
      kind="depot"
      another={false}
      title={depot?.name ?? words.fleet.addDepot}
      beside={depot?.is_default ? words.fleet.isDefault : undefined}
      values={{ ...depot }}
      bodyOf={async (sent) => ({
        name: sent.text('name'),
        ...(await placeFor(sent)),
        returns_place: sent.text('returns_place'),
        is_default: sent.isOn('is_default'),
      })}
      create={(body) => call('POST /depots', { body: asCompleteBody<'POST /depots'>(body) })}
    >
      <Field label={words.common.name} name="name" />
      <PlaceFields />
      <Field label={words.fleet.returnsPlace} hint={words.fleet.returnsPlaceHint} name="returns_place" />
      {fleet.depots.length === 0 || depot?.is_default || isBound ? null : (
        <Check name="is_default">{words.fleet.defaultDepot}</Check>
      )}
    </RecordSheet>
  )
}
