// Tests languages that the server uses for a driver: in the page, its error pages, the app and text messages.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DriverRoute } from '../../src/contract/driver.ts'
import type { Language } from '../../src/domain/customer-words/language.ts'
import { driverToken } from '../helpers/links.ts'
import { builtRoute, dispatchedRoute, shopWithOrders } from '../helpers/routes.ts'
import { type Client, startService } from '../helpers/service.ts'

const service = await startService()
const { app } = service

/** Sets the languages: `driver` as the office set it, `business` as that of the customers. */
const speak = (shop: Client, driver: Language | null, business: Language) =>
  app.db.asBusiness(shop.businessId, async (tx) => {
    await tx.updateTable('drivers').set({ language: driver }).execute()
    await tx.updateTable('businesses').set({ customerLanguage: business, contactPhone: '+1 202 555 0100' }).execute()
  })
const ask = (path: string, accepted: string) =>
  fetch(service.url + path, { headers: { 'accept-language': accepted } }).then(async (response) => ({
    status: response.status,
    text: await response.text(),
  }))

test('the page is in the driver’s language, else the phone’s, else the business’s', async () => {
  const { shop, route } = await dispatchedRoute(service, 2, { window_start: '09:00', window_end: '17:00' })
  const path = `/d/${await driverToken(service, shop.businessId, route.route_uuid)}`
  const page = async (accepted: string) => (await ask(path, accepted)).text
  await speak(shop, null, 'es')
  assert.match(await page('de-AT,de;q=0.9,en;q=0.8'), /<html lang="de">[^]*2 Stopps · ab Test depot[^]*9:00 – 17:00/)
  assert.match(await page('ja'), /<html lang="es">[^]*<title>Ruta [^]*2 paradas/)
  assert.match(await page('en-US'), /<html lang="en">[^]*2 stops · from Test depot[^]*9:00 AM – 5:00 PM/)
  await speak(shop, 'fr', 'es')
  assert.match(await page('de'), /<html lang="fr">[^]*2 arrêts/)
  const { data } = JSON.parse((await ask(`${path}/run`, 'de')).text) as { data: DriverRoute }
  assert.deepEqual(data.languages, { driver: 'fr', business: 'es' })
  const app = JSON.parse((await ask(`${path}/manifest.webmanifest`, 'de')).text) as { lang: string; name: string }
  assert.deepEqual([app.lang, app.name], ['fr', 'Roundsman livreur'])
})

test('an error page is in that language, too, and the page’s script gets the reason as a code', async () => {
  const { shop, route } = await dispatchedRoute(service, 1)
  await speak(shop, 'de', 'es')
  const path = `/d/${await driverToken(service, shop.businessId, route.route_uuid)}`
  await shop.post(`/routes/${route.route_uuid}/cancel`)
  const page = await ask(path, 'en')
  assert.equal(page.status, 410)
  assert.match(page.text, /<html lang="de">[^]*Das Büro hat diese Route abgesagt\. Fragen\? Ruf \+1 202 555 0100 an\./)
  const refused = JSON.parse((await ask(`${path}/run`, 'en')).text) as { message: string; details: object }
  assert.equal(refused.message, 'The office canceled this route. Questions? Call +1 202 555 0100.')
  assert.deepEqual(refused.details, {
    code: 'LINK_ENDED',
    ended: 'CANCELLED',
    phone: '+1 202 555 0100',
    languages: { driver: 'de', business: 'es' },
  })
  const nowhere = await ask('/d/nowhere', 'fr-CA')
  assert.equal(nowhere.status, 404)
  assert.match(nowhere.text, /<html lang="fr">[^]*Vérifiez que le lien est complet\./)
})

test('the text with the link is in the driver’s language, else the business’s, the only one for which its own wording is used', async () => {
  const textFor = async (driver: Language | null, business: Language, own?: string) => {
    const { shop, date } = await shopWithOrders(service, 1)
    await speak(shop, driver, business)
    await app.db.asBusiness(shop.businessId, async (tx) => {
      await tx.updateTable('drivers').set({ phone: '+12025550100' }).execute()
      const texts = JSON.stringify(own ? { DRIVER_ROUTE: own } : {})
      await tx.updateTable('businesses').set({ messageTexts: texts }).execute()
    })
    const route = await builtRoute(shop, date)
    await shop.post(`/routes/${route.route_uuid}/dispatch`)
    const { body } = await app.db.asBusiness(shop.businessId, (tx) =>
      tx.selectFrom('messages').select('body').where('kind', '=', 'DRIVER_ROUTE').executeTakeFirstOrThrow(),
    )
    return body.replace(route.name, 'Van')
  }
  assert.equal(await textFor(null, 'en'), 'Your route Van is ready: {driver_link}')
  assert.equal(await textFor('es', 'en', 'Go: {driver_link}'), 'Tu ruta Van te espera: {driver_link}')
  assert.equal(await textFor(null, 'de'), 'Deine Route Van ist bereit: {driver_link}')
  assert.equal(await textFor('de', 'de', 'Los: {driver_link}'), 'Los: {driver_link}')
})
