// Fields of a vehicle, in the sections of its sheet.
import { type ChangeEventHandler, type ReactNode, useId, useState } from 'react'
import type { FleetOut } from '../../../src/contract/office/fleet.ts'
import { type Weekday, WEEKDAYS } from '../../../src/domain/orders/recurrence.ts'
import type { Costing } from '../../../src/domain/planning/costing.ts'
import { wholeMeasures } from '../../../src/domain/planning/vehicle-size.ts'
import type { Measure } from '../../../src/domain/formats.ts'
import { TEMPERATURE_CLASSES } from '../../../src/domain/orders/order.ts'
import { CheckList, Field, SelectField } from '../../ui/field.tsx'
import { useFormField } from '../../ui/form-context.ts'
import { clockTime, measureText, miles, shortWeekday, storedValueOf, unitOf } from '../../ui/format.ts'
import { words } from '../../words/locale.ts'
import { typeOptions } from './vehicle-types.ts'
import { PlaceFields } from '../place-fields.tsx'
import { useSession } from '../session.tsx'
import style from './fleet.module.css'
import { BREAK_FAULTS, temperature } from './vehicle-values.ts'

interface Props {
  fleet: FleetOut
  zones: readonly { zone_uuid: string; name: string }[] | null
  /** Content above the fields of the shift. */
  shift?: ReactNode
}

export function VehicleFields({ fleet, zones, shift }: Props) {
  const isBound = useSession().user.depot_uuids !== null
  const { fleet: said } = words
  return (
    <>
      <div className={style.two}>
        <Field label={words.common.name} name="name" />
        <SelectField
          label={said.usualDriver}
          name="driver_uuid"
          none={said.noDriver}
          options={fleet.drivers.map(({ driver_uuid, name }) => [driver_uuid, name])}
        />
      </div>
      <Part title={said.load} hint={said.loadHint}>
        <div className={style.three}>
          <Limit name="capacity_lbs" label={said.capacity(unitOf('weight'))} decimal />
          <Limit name="capacity_pieces" label={said.capacityPieces} decimal />
          <Limit name="capacity_cubic_feet" label={said.capacity(unitOf('volume'))} decimal />
          <Limit name="max_stops" label={said.maxStops} />
          <Limit name="service_factor" label={said.serviceFactor} none="1" decimal />
        </div>
        <CheckList label={said.carries} name="temperature_classes" options={TEMPERATURE_CLASSES} words={temperature} />
      </Part>
      <SizeFields />
      <Part title={said.shift}>
        {shift}
        <div className={style.three}>
          <Field label={said.shiftFrom} name="shift_start" type="time" />
          <Field label={said.shiftTo} name="shift_end" type="time" />
          <Limit name="max_working_minutes" label={said.maxWork} none={said.wholeShift} />
          <Limit name="max_driving_minutes" label={said.maxDriving} />
          <Limit name="overtime_after_minutes" label={said.overtimeAfter} none={said.noOvertime} />
          <Limit name="overtime_factor" label={said.overtimeFactor} none="1.5" decimal />
          <Limit name="reload_minutes" label={said.reload} none={said.noReload} />
          <Limit name="max_reloads" label={said.maxReloads} none="1" />
        </div>
        <Field
          label={said.breaks}
          name="breaks"
          faultName={BREAK_FAULTS}
          hint={said.breaksHint(clockTime('11:30'), clockTime('13:00'))}
        />
      </Part>
      <Part title={said.skillsTitle}>
        <Field label={said.skills} name="skills" hint={said.skillsHint} />
      </Part>
      <Part title={said.startAndEnd}>
        <SelectField
          label={said.depot}
          name="depot_uuid"
          none={isBound && !fleet.depots.some(({ is_default }) => is_default) ? null : said.theDefaultDepot}
          options={fleet.depots.map(({ depot_uuid, name }) => [depot_uuid, name])}
        />
        <div className={style.two}>
          <EndFields of="start" label={said.starts} />
          <EndFields of="end" label={said.ends} open />
        </div>
      </Part>
      {zones && zones.length > 0 ? <Areas zones={zones} /> : null}
    </>
  )
}

function Part({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={style.part} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
      {hint ? <p className={style.soft}>{hint}</p> : null}
    </section>
  )
}

interface LimitProps {
  name: string
  label: string
  /** Meaning of the empty field. */
  none?: string
  decimal?: boolean
  onChange?: ChangeEventHandler<HTMLInputElement>
}

const Limit = ({ none = words.fleet.noLimit, decimal = false, ...field }: LimitProps) => (
  <Field {...field} inputMode={decimal ? 'decimal' : 'numeric'} placeholder={none} />
)

/** Kind and size of the vehicle, which decide its roads. Empty fields show the assumed size. */
function SizeFields() {
  const { fleet: said } = words
  const [costing, setCosting] = useState(useFormField('costing').texts?.[0] || 'CAR')
  const [grossWeight, setGrossWeight] = useState(useFormField('gross_weight_lbs').texts?.[0] ?? '')
  const [axleLoad, setAxleLoad] = useState(useFormField('axle_load_lbs').texts?.[0] ?? '')
  const usual = wholeMeasures(costing as Costing, {
    grossWeightLbs: poundsIn(grossWeight),
    axleLoadLbs: poundsIn(axleLoad),
  })
  return (
    <Part title={said.sizeTitle} hint={said.sizeHint}>
      <div className={style.three}>
        <SelectField
          label={said.vehicleType}
          name="costing"
          value={costing}
          onChange={(event) => setCosting(event.target.value)}
          options={typeOptions()}
        />
        <Size name="height_feet" label={said.height} of="length" usual={usual.heightFeet} />
        <Size name="width_feet" label={said.width} of="length" usual={usual.widthFeet} />
        <Size name="length_feet" label={said.vehicleLength} of="length" usual={usual.lengthFeet} />
        <Size
          name="gross_weight_lbs"
          label={said.grossWeight}
          of="weight"
          usual={usual.grossWeightLbs}
          onTyped={setGrossWeight}
        />
        <Size name="axle_load_lbs" label={said.axleLoad} of="weight" usual={usual.axleLoadLbs} onTyped={setAxleLoad} />
      </div>
    </Part>
  )
}

interface SizeProps {
  name: string
  label: (unit: string) => string
  of: Measure
  /** Stored value that counts if the field is empty. */
  usual: number
  onTyped?: (typed: string) => void
}

const Size = ({ name, label, of, usual, onTyped }: SizeProps) => (
  <Limit
    name={name}
    label={label(unitOf(of))}
    none={words.fleet.usualSize(measureText(of, usual))}
    decimal
    onChange={(event) => onTyped?.(event.target.value)}
  />
)

/** Pounds in a field of a weight. Undefined if it is empty or not a positive number. */
const poundsIn = (typed: string): number | undefined =>
  Number(typed) > 0 ? storedValueOf('weight', Number(typed)) : undefined

/** Zones that the vehicle serves, each with its weekdays. */
const Areas = ({ zones }: { zones: readonly { zone_uuid: string; name: string }[] }) => (
  <Part title={words.fleet.areas} hint={words.fleet.areasLead(miles(5))}>
    {zones.map(({ zone_uuid, name }) => (
      <CheckList
        key={zone_uuid}
        label={name}
        name={`area.${zone_uuid}`}
        options={WEEKDAYS}
        words={(day) => shortWeekday(WEEKDAYS.indexOf(day as Weekday))}
      />
    ))}
  </Part>
)

/** Start or end of routes: the depot, or another location such as the driver's home. */
function EndFields({ of, label, open = false }: { of: 'start' | 'end'; label: string; open?: boolean }) {
  const [at, setAt] = useState(useFormField(`${of}_at`).texts?.[0] ?? 'DEPOT')
  return (
    <>
      <SelectField
        label={label}
        name={`${of}_at`}
        value={at}
        onChange={(event) => setAt(event.target.value)}
        options={[
          ['DEPOT', words.fleet.atDepot],
          ['PLACE', words.fleet.elsewhere],
          ...(open ? [['OPEN', words.fleet.atLastStop] as const] : []),
        ]}
      />
      {at === 'PLACE' ? (
        <div role="group" aria-label={words.fleet.here(label)} className={style.place}>
          <PlaceFields of={of} />
        </div>
      ) : null}
    </>
  )
}
