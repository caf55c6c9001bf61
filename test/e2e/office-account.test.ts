// Tests the user's own account in a browser: a forgotten password, a second factor with its QR code, recovery codes.
import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { totpCode } from '../../src/app/people/sign-in/totp.ts'
import { startBrowser } from '../helpers/browser.ts'
import { CLIENT, startProvider } from '../helpers/openid-provider.ts'
import { officePages, openAccount, signOut } from '../helpers/office-pages.ts'
import { PASSWORD } from '../helpers/office.ts'
import { orderBody } from '../helpers/orders.ts'
import { picture } from '../helpers/phone.ts'
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

test('a second factor is added by its QR code with recovery codes shown once, one code is used, and the password is reset', async () => {
  const { businessId } = await service.business()
  const page = await signIn(businessId, 'OWNER')
  await openAccount(page)
  const email = /\S+@office\.test/.exec((await page.getByText('@office.test').textContent()) ?? '')?.[0] ?? ''
  await page.getByText('(this session)').waitFor()
  await picture(page, 'account')
  await service.app.db.query(`update sessions set confirmed_at = confirmed_at - interval '1 hour'`, [])
  await page.getByRole('button', { name: 'Set up' }).click()
  const confirming = page.getByRole('dialog', { name: 'Confirm that it’s you' })
  await confirming.getByLabel('Current password').fill('wrong')
  await confirming.getByRole('button', { name: 'Continue' }).click()
  await confirming.getByText('The current password is wrong.').waitFor()
  await picture(page, 'account-confirm')
  await passesAxe(page, 'confirming who it is')
  await confirming.getByLabel('Current password').fill(PASSWORD)
  await confirming.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('img', { name: 'The key as a QR code' }).waitFor()
  await passesAxe(page, 'second factor')
  await picture(page, 'account-qr')
  const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await page.getByRole('textbox', { name: 'Code' }).fill(totpCode(secret, Math.floor(Date.now() / 30_000)))
  await page.getByRole('button', { name: 'Turn on' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your recovery codes' })
  const codes = ((await dialog.locator('code').textContent()) ?? '').split('\n')
  assert.equal(codes.length, 10)
  await passesAxe(page, 'recovery codes')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByText('Signing in asks for a code').waitFor()
  await picture(page, 'account-on')
  // Confirming needs a code, too, for which a recovery code may be used. Then the requested action continues.
  await service.app.db.query(`update sessions set confirmed_at = confirmed_at - interval '1 hour'`, [])
  await page.getByRole('button', { name: 'New recovery codes' }).click()
  const renewing = page.getByRole('dialog', { name: 'New recovery codes' })
  await renewing.getByRole('button', { name: 'Create codes' }).click()
  await confirming.getByLabel('Current password').fill(PASSWORD)
  await confirming.getByLabel('Code').fill(codes[0] ?? '')
  await confirming.getByRole('button', { name: 'Continue' }).click()
  const renewed = ((await dialog.locator('code').textContent()) ?? '').split('\n')
  assert.equal(new Set([...codes, ...renewed]).size, 20)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()

  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByLabel('Email').waitFor()
  await passesAxe(page, 'forgotten password')
  const mail = once(mails, 'mail')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
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
  await other.getByLabel('Code').waitFor()
  const lines = (await other.locator('main').innerText()).split('\n').filter((line) => line.length > 12)
  assert.equal(new Set(lines).size, lines.length, `each line is shown once: ${lines.join(' | ')}`)
  await other.getByLabel('Code').fill(renewed[3] ?? '')
  await other.getByRole('button', { name: 'Sign in' }).click()
  await other.getByRole('button', { name: 'Plan', exact: true }).waitFor()
})

test('a passkey is added, signs in without a password, and confirms its own removal', async (t) => {
  // Browsers support no passkeys for an address that is a number.
  const local = { ...service, url: service.url.replace('127.0.0.1', 'localhost') }
  const before = service.app.publicUrl
  service.app.publicUrl = local.url
  t.after(() => void (service.app.publicUrl = before))
  const { businessId } = await service.business()
  const page = await officePages(browser, local).signIn(businessId, 'OWNER')
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  await openAccount(page)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Name').fill('Work laptop')
  await page.getByRole('button', { name: 'Continue' }).click()
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' })
  assert.equal(((await codes.locator('code').textContent()) ?? '').split('\n').length, 10)
  await codes.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('cell', { name: 'Work laptop', exact: true }).waitFor()
  await passesAxe(page, 'a passkey')
  await picture(page, 'account-passkey')
  await signOut(page)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  // After signing in, the browser returns to the page that was open when the user signed out.
  await page.getByRole('heading', { name: 'Your account' }).waitFor()
  await service.app.db.query(`update sessions set confirmed_at = confirmed_at - interval '1 hour'`, [])
  await page.getByRole('button', { name: 'Remove the passkey Work laptop' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  const confirming = page.getByRole('dialog', { name: 'Confirm that it’s you' })
  await confirming.getByRole('button', { name: 'Use a passkey' }).waitFor()
  await passesAxe(page, 'confirming by a passkey')
  await picture(page, 'account-confirm-passkey')
  await confirming.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByText('The passkey is removed.').waitFor()
})

test('an owner sets up and tests single sign-on, and a person of the company signs in and confirms by it', async () => {
  const company = await startService({ env: { ALLOW_PRIVATE_WEBHOOKS: '1' } })
  company.app.publicUrl = company.url
  const provider = await startProvider([`${company.url}/sign-in/company/callback`])
  const { businessId } = await company.business()
  const pages = officePages(browser, company)
  const page = await pages.signIn(businessId, 'OWNER')
  await page.goto(`${company.url}/settings/sign-on`)
  await page.getByLabel('Issuer').fill(provider.issuer)
  await page.getByLabel('Client ID').fill(CLIENT.id)
  await page.getByLabel('Client secret').fill('not it')
  await page.getByLabel('Email domains').fill('company.test, other.test')
  await page.getByLabel('Claim with roles or groups').fill('groups')
  await page.getByLabel('Values that make someone owner').fill('heads')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Test connection' }).click()
  await page.getByText('It refuses the client secret.').waitFor()
  await page.getByLabel('Client secret').fill(CLIENT.secret)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Test connection' }).click()
  await page.getByText('It accepts the client secret.').waitFor()
  await passesAxe(page, 'single sign-on')
  await picture(page, 'settings-sign-on')

  provider.people.set('ada', { email: 'ada@company.test', email_verified: true, name: 'Ada Test', groups: ['heads'] })
  const hers = await pages.openPage()
  await hers.goto(company.url)
  await hers.getByRole('link', { name: 'Sign in with your company' }).click()
  await hers.getByLabel('Email').fill('someone@elsewhere.test')
  await hers.getByRole('button', { name: 'Continue' }).click()
  await hers.getByText('No business here signs in with this company.').waitFor()
  await passesAxe(hers, 'whose company')
  await hers.getByLabel('Email').fill('ada@company.test')
  await hers.getByRole('button', { name: 'Continue' }).click()
  await signInThere(hers, 'nobody')
  await hers.getByText('doesn’t say that your email address is verified').waitFor()
  await passesAxe(hers, 'refused by the company')
  await picture(hers, 'sign-in-refused')
  await hers.context().clearCookies()
  // Refused or not, the sign-in returns to the requested page.
  await hers.goto(`${company.url}/orders?search=cake`)
  await hers.getByRole('link', { name: 'Sign in with your company' }).click()
  await hers.getByLabel('Email').fill('ada@company.test')
  await hers.getByRole('button', { name: 'Continue' }).click()
  await signInThere(hers, 'nobody')
  await hers.getByText('doesn’t say that your email address is verified').waitFor()
  await hers.context().clearCookies()
  await hers.getByRole('link', { name: 'Sign in with your company' }).click()
  await hers.getByLabel('Email').fill('ada@company.test')
  await hers.getByRole('button', { name: 'Continue' }).click()
  await signInThere(hers, 'ada')
  await hers.getByRole('button', { name: 'Account of Ada Test' }).waitFor()
  assert.equal(hers.url(), `${company.url}/orders?search=cake`)
  await openAccount(hers)
  await company.app.db.query(`update sessions set confirmed_at = confirmed_at - interval '1 hour'`, [])
  await hers.getByRole('button', { name: 'Set up' }).click()
  const opened = hers.waitForEvent('popup')
  await hers.getByRole('link', { name: 'Confirm with your company' }).click()
  await signInThere(await opened, 'ada')
  await hers.getByRole('img', { name: 'The key as a QR code' }).waitFor()
})

test('the colors of the office follow the choice in this browser, also after loading again', async () => {
  const { businessId } = await service.business()
  const page = await signIn(businessId, 'VIEWER')
  const background = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
  await openAccount(page)
  const light = await background()
  await page.getByLabel('Colors in this browser').selectOption('Dark')
  const dark = await background()
  assert.notEqual(dark, light)
  await passesAxe(page, 'the account in dark colors')
  await page.reload()
  await page.getByLabel('Colors in this browser').waitFor()
  assert.equal(await background(), dark)
  await page.getByLabel('Colors in this browser').selectOption('Same as the browser')
  assert.equal(await background(), light)
})

test('an owner requires a second factor, and a person without one adds one before anything else', async () => {
  const { businessId } = await service.business()
  const owner = await signIn(businessId, 'OWNER')
  const page = await signIn(businessId, 'VIEWER')
  await openAccount(owner)
  await turnOnSecondFactor(owner)
  await owner.getByRole('dialog', { name: 'Your recovery codes' }).getByRole('button', { name: 'Done' }).click()
  await owner.goto(`${service.url}/team`)
  await owner.getByRole('button', { name: 'Require a second factor' }).click()
  await owner.getByText('People who sign in with a password need a second factor.').waitFor()
  await picture(owner, 'team-second-factor')
  await passesAxe(owner, 'the team')

  await page.getByRole('heading', { name: 'Add a second factor' }).waitFor()
  await picture(page, 'second-factor-required')
  await passesAxe(page, 'a required second factor')
  const goOn = page.getByRole('button', { name: 'Continue' })
  assert.equal(await goOn.getAttribute('aria-disabled'), 'true')
  await turnOnSecondFactor(page)
  await page.getByRole('dialog', { name: 'Your recovery codes' }).getByRole('button', { name: 'Done' }).click()
  await page.getByText('Your account has a second factor.').waitFor()
  await goOn.click()
  await page.getByRole('link', { name: 'Orders' }).waitFor()
})

async function turnOnSecondFactor(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByRole('img', { name: 'The key as a QR code' }).waitFor()
  const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await page.getByRole('textbox', { name: 'Code' }).fill(totpCode(secret, Math.floor(Date.now() / 30_000)))
  await page.getByRole('button', { name: 'Turn on' }).click()
}

/** Fills in the provider's own page. */
async function signInThere(page: Page, subject: string): Promise<void> {
  await page.locator('input[name=login]').fill(subject)
  await page.locator('input[name=password]').fill('any')
  await page.locator('button[type=submit]').click()
}

test('the page for forgotten passwords shows who can create a link if there is no mail server', async () => {
  const without = await startService()
  const { openPage: open } = officePages(browser, without)
  const page = await open()
  await page.goto(`${without.url}/forgot-password`)
  await page.getByLabel('Email').fill('someone@office.test')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByRole('heading', { name: 'Email isn’t set up' }).waitFor()
  assert.match((await page.locator('code').textContent()) ?? '', /cli -- reset-password-link --email/)
  await passesAxe(page, 'no mail server')
  await picture(page, 'forgot-no-mail')
})

test('test data is shown under a banner, without orders of the live side, and can be left again', async () => {
  const shop = await service.business()
  await shop.post('/orders', orderBody())
  const page = await signIn(shop.businessId, 'VIEWER')
  const banner = page.getByRole('complementary', { name: 'Test data.' })
  await openAccount(page)
  await page.getByRole('button', { name: 'Switch to test data' }).click()
  await banner.waitFor()
  await passesAxe(page, 'test data')
  await picture(page, 'test-side')
  await page.getByRole('link', { name: 'Orders', exact: true }).click()
  await page.getByText('No orders yet').first().waitFor()
  await page.getByRole('button', { name: 'Back to live data' }).click()
  await banner.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Orders', exact: true }).click()
  await page.getByText('Test customer').first().waitFor()
})
