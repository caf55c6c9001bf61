// Converts a vehicle to the values of its form, and the form to the body of a request.
import type { VehicleOut } from '../../../src/contract/vehicles.ts'
import { breaksIn, listIn } from '../../../src/domain/imports/import-cells.ts'
import { MAX_BREAKS } from '../../../src/domain/planning/rules.ts'
import type { TemperatureClass } from '../../../src/domain/orders/order.ts'
import type { SubmittedForm, Values } from '../../ui/form-values.ts'
import { clockTime, inputValueOf, storedValueOf } from '../../ui/format.ts'
import { words } from '../../words/locale.ts'

/** Fields whose value needs no conversion, with the way to read each. */
const FIELDS = {
  name: 'text',
  costing: 'text',
  shift_start: 'text',
  shift_end: 'text',
  temperature_classes: 'all',
  max_stops: 'number',
  capacity_pieces: 'number',
  max_working_minutes: 'number',
  max_driving_minutes: 'number',
  overtime_after_minutes: 'number',
  overtime_factor: 'number',
  service_factor: 'number',
  reload_minutes: 'number',
  max_reloads: 'number',
  driver_uuid: 'orNull',
  depot_uuid: 'orNull',
} as const

const NEW_VEHICLE = { temperature_classes: ['DRY'], shift_start: '08:00', shift_end: '17:00' }

export function valuesOf(vehicle: VehicleOut | null): Values {
  if (!vehicle) return NEW_VEHICLE
  const { start, end, skills, breaks, areas, ...same } = vehicle
  return {
    ...same,
    capacity_lbs: inputValueOf('weight', same.capacity_lbs),
    capacity_cubic_feet: inputValueOf('volume', same.capacity_cubic_feet),
    height_feet: inputValueOf('length', same.height_feet),
    width_feet: inputValueOf('length', same.width_feet),
    length_feet: inputValueOf('length', same.length_feet),
    gross_weight_lbs: inputValueOf('weight', same.gross_weight_lbs),
    axle_load_lbs: inputValueOf('weight', same.axle_load_lbs),
    skills: skills.join(', '),
    breaks: breaks.map(breakOf).join(', '),
    ...Object.fromEntries(areas.map(({ zone_uuid, weekdays }) => [`area.${zone_uuid}`, weekdays])),
    ...endValues('start', start),
    ...endValues('end', end),
    ...(vehicle.open_end && { end_at: 'OPEN' }),
  }
}

/** Members of the vehicle. `zones` are the zones that the form shows, null if they are not loaded. */
export const bodyOf = (
  sent: SubmittedForm,
  zones: readonly { zone_uuid: string }[] | null,
  vehicle: VehicleOut | null,
) => ({
  ...sent.fields(FIELDS),
  capacity_lbs: storedValueOf('weight', sent.number('capacity_lbs'), vehicle?.capacity_lbs),
  capacity_cubic_feet: storedValueOf('volume', sent.number('capacity_cubic_feet'), vehicle?.capacity_cubic_feet),
  height_feet: storedValueOf('length', sent.number('height_feet'), vehicle?.height_feet),
  width_feet: storedValueOf('length', sent.number('width_feet'), vehicle?.width_feet),
  length_feet: storedValueOf('length', sent.number('length_feet'), vehicle?.length_feet),
  gross_weight_lbs: storedValueOf('weight', sent.number('gross_weight_lbs'), vehicle?.gross_weight_lbs),
  axle_load_lbs: storedValueOf('weight', sent.number('axle_load_lbs'), vehicle?.axle_load_lbs),
  skills: listIn(sent.text('skills')),
  breaks: breaksIn(sent.text('breaks')) ?? sent.text('breaks'),
  start: placeIn(sent, 'start', vehicle),
  end: placeIn(sent, 'end', vehicle),
  open_end: sent.text('end_at') === 'OPEN',
  areas: areasIn(sent, zones, vehicle?.areas ?? []),
  active: vehicle?.active ?? true,
})

/** Zones chosen in the form. If the zones are not loaded, the stored ones are sent. */
const areasIn = (sent: SubmittedForm, zones: readonly { zone_uuid: string }[] | null, had: VehicleOut['areas']) =>
  zones === null
    ? had
    : zones.flatMap(({ zone_uuid }) => {
        const weekdays = sent.all(`area.${zone_uuid}`)
        return weekdays.length > 0 ? [{ zone_uuid, weekdays }] : []
      })

const endValues = (of: 'start' | 'end', place: VehicleOut['start']): Values => ({
  [`${of}_at`]: place ? 'PLACE' : 'DEPOT',
  [`${of}_address`]: place?.address,
  [`${of}_lat`]: place?.lat,
  [`${of}_lng`]: place?.lng,
})

function placeIn(sent: SubmittedForm, of: 'start' | 'end', vehicle: VehicleOut | null) {
  if (sent.text(`${of}_at`) !== 'PLACE') return null
  const place = { address: sent.orNull(`${of}_address`), lat: sent.number(`${of}_lat`), lng: sent.number(`${of}_lng`) }
  // A form that saves each field sends a place once it is filled in.
  const isEmpty = Object.values(place).every((value) => value === null)
  return vehicle && isEmpty ? vehicle[of] : place
}

const breakOf = ({ window_start, window_end, minutes, paid }: VehicleOut['breaks'][number]): string =>
  `${clockTime(window_start)} - ${clockTime(window_end)} ${minutes} min${paid ? '' : ' unpaid'}`

export const BREAK_FAULTS = [
  'breaks',
  ...Array.from({ length: MAX_BREAKS }, (_, i) =>
    ['window_start', 'window_end', 'minutes'].map((member) => `breaks.${i}.${member}`),
  ).flat(),
]

export const temperature = (name: string): string => words.common.temperature[name as TemperatureClass]
