// One's own account in a browser: a forgotten password, a second factor with its QR code, recovery codes.
import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { test } from 'node:test'
import { totpCode } from '../../src/app/sign-in/totp.ts'
import { startBrowser } from '../helpers/browser.ts'
import { officePages } from '../helpers/office-pages.ts'
import { PASSWORD } from '../helpers/office.ts'
import { startService } from '../helpers/service.ts'

const browser = await startBrowser()
const mails = new EventEmitter()
const service = await startService({
  replaced: {
    email: {
      name: 'smtp',
      send: async (mail) => {
        mails.emit('mail', mail)
        return { kind: 'sent', providerId: null }
      },
    },
  },
})
const { openPage, passesAxe, signIn } = officePages(browser, service)

test('a second factor is added by its QR code, its recovery codes shown once, one used, the password forgotten', async () => {
  const { businessId } = await service.business()
  const page = await signIn(businessId, 'OWNER')
  await page.getByRole('link', { name: 'Test owner' }).click()
  const email = /\S+@office\.test/.exec((await page.getByText('@office.test').textContent()) ?? '')?.[0] ?? ''
  await page.getByRole('button', { name: 'Add a second factor' }).click()
  await page.getByRole('img', { name: 'The key as a QR code' }).waitFor()
  await passesAxe(page, 'second factor')
  const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await page.getByRole('textbox', { name: 'Code' }).fill(totpCode(secret, Math.floor(Date.now() / 30_000)))
  await page.getByRole('button', { name: 'Turn it on' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your recovery codes' })
  const codes = ((await dialog.locator('code').textContent()) ?? '').split('\n')
  assert.equal(codes.length, 10)
  await passesAxe(page, 'recovery codes')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('heading', { name: 'Recovery codes' }).waitFor()
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()

  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await passesAxe(page, 'forgotten password')
  const mail = once(mails, 'mail')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByRole('heading', { name: 'Look into your mail' }).waitFor()
  await passesAxe(page, 'link asked for')
  const [{ text }] = (await mail) as [{ text: string }]
  const path = /\/welcome\/[\w-]+/.exec(text)?.[0] ?? ''

  const other = await openPage()
  await other.goto(service.url + path)
  await other.getByRole('heading', { name: 'Choose a new password' }).waitFor()
  await other.getByLabel('Password').fill(`${PASSWORD}, a new one`)
  await other.getByRole('button', { name: 'Set the password' }).click()
  await other.getByRole('heading', { name: 'Sign in to Roundsman' }).waitFor()
  await other.getByLabel('Email').fill(email)
  await other.getByLabel('Password').fill(`${PASSWORD}, a new one`)
  await other.getByRole('button', { name: 'Sign in' }).click()
  await other.getByLabel('Code').fill(codes[3] ?? '')
  await other.getByRole('button', { name: 'Sign in' }).click()
  await other.getByRole('button', { name: 'Build routes' }).waitFor()
})
