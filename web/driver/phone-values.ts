// Values that the pages of a driver share on a phone.
import { readStored, writeStored } from '../ui/browser-storage.ts'

const KEYS = {
  /** Path of the driver page. */
  driverPage: 'roundsman-home',
  /** Path of the driver page whose notifications this phone shows. */
  notifiedPage: 'roundsman-notified',
  /** Language chosen on the phone. */
  language: 'roundsman-language',
} as const
type PhoneValue = keyof typeof KEYS

export const readPhoneValue = (name: PhoneValue): string | null => readStored('browser', KEYS[name])

/** Stores a value. Null removes it. */
export const storePhoneValue = (name: PhoneValue, value: string | null): void =>
  writeStored('browser', KEYS[name], value)
