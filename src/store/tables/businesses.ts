// The table of businesses, each with its settings.
import type { Language } from '../../domain/customer-words/language.ts'
import type { SampleData } from '../../domain/settings/sample-data.ts'
import type { LearnedPace } from '../../domain/forecast/learn-pace.ts'
import type { MessageKind, NoticeKind, NoticeChannels } from '../../domain/messages/message.ts'
import type { Span } from '../../domain/planning/rules.ts'
import type { ProofRule } from '../../domain/routes/proof.ts'
import type { Scanning } from '../../domain/routes/scanning.ts'
import type { OfficeLanguage } from '../../domain/users/office-language.ts'
import type { Clock, DateFormat, Units } from '../../domain/formats.ts'
import { boolean, bytes, each, instant, json, number, numbers, ofBusiness, text, texts, time, uuid } from './table.ts'

export const businesses = ofBusiness({ key: [], depots: 'SHARED', findsBusiness: ['logoFile', 'testOf'] }).columns({
  ...each(text('NONE'), 'name', 'timeZone'),
  createdAt: instant.defaulted,
  ...each(number.defaulted, 'settingsVersion', 'serviceMinutes', 'undoWindowSeconds', 'chooseDaysAhead'),
  testOf: uuid.nullable,
  ...each(text('NONE').nullable, 'contactPhone', 'contactEmail', 'phoneRegion', 'brandName', 'accentColor', 'logoType'),
  units: text<Units>('NONE').defaulted,
  clock: text<Clock>('NONE').defaulted,
  dateFormat: text<DateFormat>('NONE').defaulted,
  ...each(text('NONE').defaulted, 'currency', 'textCurrency', 'chooseUntil'),
  officeLanguage: text<OfficeLanguage>('NONE').nullable,
  customerLanguage: text<Language>('NONE').defaulted,
  trafficFactors: numbers.nullable,
  pace: json<LearnedPace>('NONE').nullable,
  proofRequired: text<ProofRule>('NONE').defaulted,
  plansWithPace: boolean.defaulted,
  ...each(boolean.defaulted, 'proofRequiredFailed', 'driversMayReorder', 'doorCode', 'notifyScheduled'),
  ...each(boolean.defaulted, 'notifyOnTheWay', 'notifyOutcome', 'smsConsentDefault', 'shareProof', 'showItems'),
  ...each(boolean.defaulted, 'askRating', 'firstStepsHidden', 'requiresSecondFactor'),
  ...each(texts('NONE').defaulted, 'failureReasons', 'leavingPlaces'),
  ...each(text<Scanning>('NONE').defaulted, 'scanLoading', 'scanDoor'),
  noticesOff: texts<MessageKind[]>('NONE').defaulted,
  noticeChannels: text<NoticeChannels>('NONE').defaulted,
  ...each(time.nullable.defaulted, 'quietStart', 'quietEnd'),
  messageTexts: json<Partial<Record<MessageKind, string>>>('NONE').defaulted,
  mailSubjects: json<Partial<Record<NoticeKind, string>>>('NONE').defaulted,
  ...each(number.nullable, 'textPrice', 'keepOrdersDays', 'keepPhotosDays', 'keepPositionsDays', 'keepMessagesDays'),
  ...each(number.nullable, 'keepLogsDays', 'onTimeGoal'),
  logoFile: uuid.file.nullable,
  chooseWindows: json<Span[]>('NONE').defaulted,
  /** Time of the last deletion of old data by retention. */
  retainedAt: instant.nullable,
  erasureKey: bytes('NONE').defaulted,
  sampleData: json<SampleData>('NONE').nullable,
})
