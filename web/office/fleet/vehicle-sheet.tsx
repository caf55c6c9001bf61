// One vehicle as a sheet. Each field is saved when it is left. A new vehicle is saved with a button.
import { useQuery } from '@tanstack/react-query'
import type { FleetOut } from '../../../src/contract/office/fleet.ts'
import type { VehicleOut } from '../../../src/contract/vehicles.ts'
import { asCompleteBody, call } from '../../api/client.ts'
import { queryKeyOf } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { words } from '../../words/locale.ts'
import { allZones } from '../zones/all-zones.ts'
import { RecordSheet, type SheetProps, Toggle } from './record-sheet.tsx'
import { ShiftBar } from './shift-bar.tsx'
import { VehicleFields } from './vehicle-fields.tsx'
import { bodyOf, valuesOf } from './vehicle-values.ts'

interface Props extends SheetProps {
  fleet: FleetOut
  vehicle: VehicleOut | null
  /** A new vehicle starts with the properties of this vehicle. */
  like: VehicleOut | null
  onLike: () => void
}

export function VehicleSheet({ fleet, vehicle, like, onLike, ...sheet }: Props) {
  const zones = useQuery({ queryKey: queryKeyOf('GET /zones'), queryFn: allZones }).data ?? null
  const driver = fleet.drivers.find(({ driver_uuid }) => driver_uuid === vehicle?.driver_uuid)
  return (
    <RecordSheet
      {...sheet}
      record={vehicle}
      others={fleet.vehicles}
      kind="vehicle"
      title={vehicle?.name ?? words.fleet.addVehicle}
      beside={driver?.name}
      values={vehicle || !like ? valuesOf(vehicle) : { ...valuesOf(like), name: null, driver_uuid: null }}
      bodyOf={(sent) => bodyOf(sent, zones, vehicle)}
      create={(body) => call('POST /vehicles', { body: asCompleteBody<'POST /vehicles'>(body) })}
      foot={
        vehicle ? (
          <>
            <Toggle {...sheet} record={vehicle} on={words.fleet.useAgain} off={words.fleet.takeOut} />
            <Button onClick={onLike}>{words.fleet.addLike}</Button>
          </>
        ) : null
      }
    >
      <VehicleFields fleet={fleet} zones={zones} shift={vehicle ? <ShiftBar vehicle={vehicle} /> : null} />
    </RecordSheet>
  )
}
