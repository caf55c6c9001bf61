// Removes an erased customer from other records: notes of other deliveries, logs, imported files, plans, stored
// responses. Works page by page, with one transaction per page. A word that another delivery of the business shares,
// such as the name of a namesake or the address of a household, belongs to that delivery and stays.
import {
  jsonEraser,
  nameSearchPattern,
  createNameMatcher,
  type PersonWords,
  textEraser,
} from '../../../domain/privacy/person.ts'
import {
  answersAfter,
  deleteAnswer,
  deleteRow,
  emptyAnswer,
  emptyAuditRows,
  emptyEvents,
  emptyImportRow,
  forgetAddresses,
  forgetPhones,
  eventsOf,
} from '../../../store/privacy/erase.ts'
import { lastDigitsOf } from '../../../store/privacy/person.ts'
import {
  eraseInRows,
  type Found,
  foundAfter,
  FREE_TEXT,
  hasText,
  otherCustomersAt,
  sharesValueOf,
  type Wanted,
} from '../../../store/privacy/search.ts'
import { columnsThat, STORED, type StoredTable } from '../../../store/tables/all.ts'
import { findPhonePlace } from '../../../store/settings/businesses.ts'
import type { Context, WriteTx } from '../../context.ts'
import type { ErasedPerson } from './erased-person.ts'
import { phoneOf } from './find-person.ts'

/** Delivery IDs per search pattern. */
const IDS = 100

/** Thrown when the time that the caller waits is up. */
const TIME_IS_UP = new Error('the job continues the search')

/** Returns false if the time was up before the search was complete. */
export async function eraseRest(ctx: Context, person: ErasedPerson, until: Date | null): Promise<boolean> {
  const inTime = () => {
    if (until && ctx.clock() >= until) throw TIME_IS_UP
  }
  try {
    await eraseRemaining(ctx, person, inTime)
    return true
  } catch (error) {
    if (error === TIME_IS_UP) return false
    throw error
  }
}

async function eraseRemaining(ctx: Context, person: ErasedPerson, inTime: () => void): Promise<void> {
  const own = await wordsOfOnlyThisPerson(ctx, person, inTime)
  const lines = new Set(own.lines)
  const addressKeys = person.addresses.flatMap(([key, line]) => (lines.has(line) ? [key] : []))
  await ctx.write((tx) => forgetAddresses(tx, addressKeys))
  await ctx.db.asSystem(async (tx) => {
    await forgetAddresses(tx, addressKeys)
    await forgetPhones(tx, own.phones)
  })
  const { orderIds } = person
  if (orderIds.length > 0)
    await inPages(ctx, STORED.events, eventsOf(orderIds), inTime, (tx, rows) => emptyEvents(tx, firstOf(rows)))
  for (let i = 0; i < orderIds.length; i += IDS)
    for (const [table, columns] of columnsThat(({ holds }) => holds === 'PLAN'))
      await inPages(ctx, table, hasText(columns, orderIds.slice(i, i + IDS).join('|')), inTime, (tx, rows) =>
        deleteAll(tx, table, rows),
      )
  const names = createNameMatcher(own)
  const pattern = nameSearchPattern(own)
  if (pattern !== null) {
    const erasers = { text: textEraser(own), json: jsonEraser(own) }
    for (const [table, columns] of FREE_TEXT)
      await inPages(ctx, table, hasText(columns, pattern), inTime, (tx, rows) =>
        eraseInRows(tx, table, columns, keysOf(rows), erasers),
      )
    const naming = (rows: Rows) => rows.filter(({ text }) => names(text))
    const inImports = hasText(['cells', 'body', 'reason'], pattern)
    await inPages(ctx, STORED.importRows, inImports, inTime, async (tx, rows) => {
      for (const [importId = '', line] of keysOf(naming(rows))) await emptyImportRow(tx, importId, Number(line))
    })
    for (const [table, columns] of columnsThat(({ holds }) => holds === 'ROW'))
      await inPages(ctx, table, hasText(columns, pattern), inTime, (tx, rows) => deleteAll(tx, table, naming(rows)))
    const next: Next = (after) =>
      ctx.db.asSystem((tx) => foundAfter(tx, ctx.businessId, STORED.auditLog, hasText(['detail'], pattern), after))
    for await (const rows of pages(next, inTime))
      await ctx.db.asSystem((tx) => emptyAuditRows(tx, ctx.businessId, firstOf(naming(rows))))
  }
  await eraseAnswers(ctx, own, orderIds, names, inTime)
}

type Rows = Found['rows']
const keysOf = (rows: Rows): string[][] => rows.map(({ key }) => key)
const firstOf = (rows: Rows): string[] => rows.flatMap(({ key }) => key.slice(0, 1))

async function deleteAll(tx: WriteTx, table: StoredTable, rows: Rows): Promise<void> {
  for (const { key } of rows) await deleteRow(tx, table, key)
}

/** Changes the matching rows of a table, page by page. */
async function inPages(
  ctx: Context,
  table: StoredTable,
  wanted: Wanted,
  inTime: () => void,
  change: (tx: WriteTx, rows: Rows) => Promise<void>,
): Promise<void> {
  const next: Next = (after) => ctx.read((tx) => foundAfter(tx, ctx.businessId, table, wanted, after))
  for await (const rows of pages(next, inTime)) await ctx.write((tx) => change(tx, rows))
}

type Next = (after: string[] | null) => Promise<Found>

async function* pages(next: Next, inTime: () => void): AsyncGenerator<Rows> {
  for (let after: string[] | null = null; ; ) {
    inTime()
    const { rows, last }: Found = await next(after)
    if (rows.length > 0) yield rows
    if (last === null) return
    after = last
  }
}

async function wordsOfOnlyThisPerson(ctx: Context, person: ErasedPerson, inTime: () => void): Promise<PersonWords> {
  const { orderIds, phones, emails, names, lines, refs } = person
  const known = refs.map(([ref]) => ref)
  const is = sharesValueOf(orderIds, { ends: phones.map(lastDigitsOf), emails, names, lines, refs: known })
  const others = new Set<string>()
  const place = await ctx.read((tx) => findPhonePlace(tx))
  await inPages(ctx, STORED.orders, is, inTime, async (tx, rows) => {
    for (const one of await otherCustomersAt(tx, firstOf(rows)))
      for (const word of [
        ...phoneOf(one, place).map((phone) => `phone:${phone}`),
        `email:${one.customerEmail?.toLowerCase()}`,
        `name:${one.customerName.toLowerCase()}`,
        `line:${one.line1.toLowerCase()}`,
        `ref:${one.externalRef}`,
      ])
        others.add(word)
  })
  const own = (kind: string, words: readonly string[]) => words.filter((word) => !others.has(`${kind}:${word}`))
  return {
    phones: own('phone', phones),
    emails: own('email', emails),
    names: own('name', names),
    lines: own('line', lines),
    refs: new Map(refs.filter(([ref]) => !others.has(`ref:${ref}`))),
  }
}

const ANSWERS = 500
const UUIDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/**
 * Empties stored responses that name the customer or a delivery. A retry of the request then gets 410. If the request's
 * path contains an erased reference, its stored response is deleted, because the reference no longer exists either.
 */
async function eraseAnswers(
  ctx: Context,
  { refs }: PersonWords,
  orderIds: readonly string[],
  names: (text: string) => boolean,
  inTime: () => void,
): Promise<void> {
  const paths = new Set([...refs.keys()].flatMap((ref) => [ref, encodeURIComponent(ref)]))
  const ids = new Set(orderIds)
  const isAbout = (text: string): boolean => names(text) || (text.match(UUIDS) ?? []).some((id) => ids.has(id))
  const reply = ctx.secrets.encrypt('{}')
  for (let after = { scope: '', key: '' }; ; ) {
    inTime()
    const page = await ctx.read((tx) => answersAfter(tx, after, ANSWERS))
    const told = page.map((answer) => ({
      answer,
      gone: names(answer.scope) || answer.scope.split(/[/ ]/).some((part) => paths.has(part)),
      keyToo: refs.has(answer.key) || names(answer.key),
      about: isAbout(ctx.secrets.decrypt(answer.reply)),
    }))
    const found = told.filter(({ gone, keyToo, about }) => gone || keyToo || about)
    if (found.length > 0)
      await ctx.write(async (tx) => {
        for (const { answer, gone, keyToo } of found)
          await (gone ? deleteAnswer(tx, answer) : emptyAnswer(tx, answer, { status: 410, reply, keyToo }))
      })
    const last = page.at(-1)
    if (!last || page.length < ANSWERS) return
    after = { scope: last.scope, key: last.key }
  }
}
