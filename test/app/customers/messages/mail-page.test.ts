// Tests an email as a program shows it that renders no styles and loads no images.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mailPage } from '../../../../src/app/customers/messages/mail-page.ts'
import type { MessageSender } from '../../../../src/store/messages/messages.ts'

const TRACKING = 'https://deliveries.test/t/token'

const business = {
  name: 'Test shop & Co',
  accentColor: '#0f6b4f',
  contactPhone: '(410) 555-0100',
  contactEmail: null,
} as MessageSender

const content: Parameters<typeof mailPage>[0] = {
  title: 'You’re next',
  text: `Follow your driver here: ${TRACKING}`,
  links: { tracking: TRACKING, values: { tracking_link: TRACKING } },
  language: 'en',
  business,
  logoUrl: 'https://deliveries.test/brand/logo.png',
  hero: { time: '10:35 AM to 10:50 AM', note: 'As of 10:31 AM.' },
  rows: [{ name: 'Order', value: 'A-1 <ripe>' }],
}

const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&#39;': "'" }

/** The lines of text that remain without styles, elements and images. */
const linesOf = (page: string): string[] =>
  page
    .replace(/<head>[^]*?<\/head>/, '')
    .replace(/<\/(?:p|h1|td|tr)>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:amp|lt|gt|#39);/g, (entity) => ENTITIES[entity] ?? entity)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

test('without images and styles, an email has the time, the text, the link and the order', () => {
  const { html } = mailPage(content)
  assert.deepEqual(linesOf(html), [
    'Test shop & Co',
    'You’re next',
    '10:35 AM to 10:50 AM',
    'As of 10:31 AM.',
    'Follow your driver here: your delivery’s page',
    'Follow your delivery',
    'Order',
    'A-1 <ripe>',
    'Questions? Call (410) 555-0100.',
    'You get this mail because of your order. Choose what you are told',
  ])
  assert.equal(html.match(/<img /g)?.length, 1)
  assert.match(html, /<img [^>]*alt=""/, 'the name beside the logo says the same')
})

test('an email about no time has its title as a heading, and a message to a driver has no tracking link', () => {
  const { html } = mailPage({
    ...content,
    text: 'Your route: https://deliveries.test/d/token',
    links: { tracking: null, values: { driver_link: 'https://deliveries.test/d/token' } },
    hero: null,
    rows: [],
    logoUrl: null,
  })
  assert.deepEqual(linesOf(html), [
    'Test shop & Co',
    'You’re next',
    'Your route: your route',
    'Questions? Call (410) 555-0100.',
  ])
  assert.doesNotMatch(html, /<img|class="time"/)
})
