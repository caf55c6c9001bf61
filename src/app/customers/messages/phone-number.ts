// Parses phone numbers. No other module does.
import { type CountryCode, getCountries, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { PhonePlace } from '../../../domain/settings/phone-region.ts'
import { isTimeZone } from '../../calendar.ts'

/** Default for time zones without a country, such as UTC. */
const DEFAULT_COUNTRY: CountryCode = 'US'

/**
 * Returns the number in E.164 format, such as +12025550143. Null if it can't be a phone number. A number without a
 * country code belongs to the region of `place` and is unreadable if `place` is null.
 */
export function phoneNumber(written: string, place: PhonePlace | null): string | null {
  const number = parsePhoneNumberFromString(written, place === null ? undefined : phoneRegionOf(place))
  // Checks that the number is possible, not that it is assigned, because numbering plans grow faster than their
  // published lists. No text message reaches an extension.
  return number?.isPossible() && !number.ext ? number.number : null
}

/** Returns whether two readable numbers are equal, whatever their notation. */
export const isSamePhone = (one: string, other: string, place: PhonePlace): boolean =>
  one === other || phoneNumber(one, place) === phoneNumber(other, place)

/** Returns the region that the business chose, or the country of its time zone. */
export const phoneRegionOf = ({ phoneRegion, timeZone }: PhonePlace): CountryCode =>
  phoneRegion !== null && isSupportedCountry(phoneRegion) ? phoneRegion : countryOf(timeZone)

/** Countries keyed by time zone. Built at startup, because it takes a tenth of a second. */
const countries = new Map(
  getCountries().flatMap((region) =>
    (new Intl.Locale('und', { region }).getTimeZones() ?? []).map((zone) => [zone, region] as const),
  ),
)

/** Returns the country of an IANA time zone, or US if the zone has no country. */
export function countryOf(timeZone: string): CountryCode {
  const known = countries.get(timeZone)
  if (known) return known
  // `countries` has one name per time zone, so look an alias up by the name that the platform lists.
  const country = countries.get(isTimeZone(timeZone) ? listedName(timeZone) : '') ?? DEFAULT_COUNTRY
  countries.set(timeZone, country)
  return country
}

const listedName = (timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions().timeZone
