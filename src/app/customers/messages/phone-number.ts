// Reads phone numbers as people write them: the only place that does.
import { type CountryCode, getCountries, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { PhonePlace } from '../../../domain/settings/phone-region.ts'
import { isTimeZone } from '../../calendar.ts'

/** Zones such as UTC are in no country. */
const DEFAULT_COUNTRY: CountryCode = 'US'

/**
 * In E.164 form, such as +12025550143; null for what can't be a phone number. A number without a country code belongs to
 * the region of the place; without a place it can't be read.
 */
export function phoneNumber(written: string, place: PhonePlace | null): string | null {
  const number = parsePhoneNumberFromString(written, place === null ? undefined : phoneRegionOf(place))
  // Possible, not valid: numbering plans grow faster than their published lists. No text reaches an extension.
  return number?.isPossible() && !number.ext ? number.number : null
}

/** Whether two that can be read are one, however they are written. */
export const isSamePhone = (one: string, other: string, place: PhonePlace): boolean =>
  one === other || phoneNumber(one, place) === phoneNumber(other, place)

/** The business's own choice, or else the country of its time zone. */
export const phoneRegionOf = ({ phoneRegion, timeZone }: PhonePlace): CountryCode =>
  phoneRegion !== null && isSupportedCountry(phoneRegion) ? phoneRegion : countryOf(timeZone)

/** By time zone. Listed as the process starts: it takes a tenth of a second. */
const countries = new Map(
  getCountries().flatMap((region) =>
    (new Intl.Locale('und', { region }).getTimeZones() ?? []).map((zone) => [zone, region] as const),
  ),
)

export function countryOf(timeZone: string): CountryCode {
  const known = countries.get(timeZone)
  if (known) return known
  // A zone has other names too; the platform lists one of them.
  const country = countries.get(isTimeZone(timeZone) ? listedName(timeZone) : '') ?? DEFAULT_COUNTRY
  countries.set(timeZone, country)
  return country
}

const listedName = (timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions().timeZone
