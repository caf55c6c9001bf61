import type { DriverOut } from '../../../src/contract/fleet.ts'
import type { FleetOut } from '../../../src/contract/office/fleet.ts'
import { LANGUAGE_NAMES, LANGUAGES } from '../../../src/domain/customer-words/language.ts'
import { asCompleteBody, call } from '../../api/client.ts'
import { Field, SelectField } from '../../ui/field.tsx'
import { words } from '../../words/locale.ts'
import { RecordSheet, type SheetProps, Toggle } from './record-sheet.tsx'

export const languageOptions = LANGUAGES.map((language) => [language, LANGUAGE_NAMES[language], language] as const)

/** One driver as a sheet. */
export const DriverSheet = ({
  fleet,
  driver,
  ...sheet
}: SheetProps & { fleet: FleetOut; driver: DriverOut | null }) => (
  <RecordSheet
    {...sheet}
    record={driver}
    others={fleet.drivers}
    kind="driver"
    title={driver?.name ?? words.fleet.addDriver}
    beside={fleet.vehicles.find(({ driver_uuid }) => driver && driver_uuid === driver.driver_uuid)?.name}
    values={{ ...driver }}
    bodyOf={(sent) => ({
      name: sent.text('name'),
      phone: sent.orNull('phone'),
      email: sent.orNull('email'),
      language: sent.orNull('language'),
      active: driver?.active ?? true,
    })}
    create={(body) => call('POST /drivers', { body: asCompleteBody<'POST /drivers'>(body) })}
    foot={
      driver ? <Toggle {...sheet} record={driver} on={words.fleet.drivesAgain} off={words.fleet.drivesNoMore} /> : null
    }
  >
    <Field label={words.common.name} name="name" />
    <Field label={words.common.phone} name="phone" type="tel" hint={words.fleet.phoneHint} />
    <Field label={words.common.email} name="email" type="email" />
    <SelectField
      label={words.common.language}
      hint={words.fleet.languageHint}
      name="language"
      none={words.fleet.thePhones}
      options={languageOptions}
    />
  </RecordSheet>
)
