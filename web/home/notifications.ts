// Notifications about the driver's routes on this phone. Only a button turns them on or off.
import { readPhoneValue, storePhoneValue } from '../driver/phone-values.ts'

type NotificationResult = 'isOn' | 'denied' | 'cannot' | 'installFirst' | 'failed'

/** Shows in `place` whether notifications are on, and the button. The data attributes of `place` have texts and push key. */
export async function offerNotifications(place: HTMLElement): Promise<void> {
  const [standing] = place.getElementsByTagName('p')
  const [button] = place.getElementsByTagName('button')
  if (!standing || !button) return
  const say = (said: NotificationResult | null): void => {
    standing.textContent = said ? (place.dataset[said] ?? '') : ''
  }
  place.hidden = false
  // Only iPhones have `standalone`. They show notifications only for pages that are on the home screen.
  const isOutside = (navigator as { standalone?: boolean }).standalone === false
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return say(isOutside ? 'installFirst' : 'cannot')

  const show = (isOn: boolean): void => {
    button.textContent = (isOn ? place.dataset.off : place.dataset.on) ?? ''
    button.dataset.isOn = String(isOn)
    button.hidden = false
  }
  button.addEventListener('click', () => {
    if (button.ariaBusy) return
    button.ariaBusy = 'true'
    const wasOn = button.dataset.isOn === 'true'
    void (wasOn ? turnOffNotifications() : turnOnNotifications(place.dataset.key ?? ''))
      .then(
        (said) => {
          if (said !== 'denied' && said !== 'failed') show(!wasOn)
          say(said)
        },
        () => say('failed'),
      )
      .finally(() => (button.ariaBusy = null))
  })
  const isOn = (await currentSubscription(place.dataset.key ?? '')) !== null
  show(isOn)
  say(isOn ? 'isOn' : Notification.permission === 'denied' ? 'denied' : null)
}

/** Returns the push subscription of this page. Null if there is none, or if it is for another driver or server. */
async function currentSubscription(key: string): Promise<PushSubscription | null> {
  if (readPhoneValue('notifiedPage') !== location.pathname || Notification.permission !== 'granted') return null
  const registration = await navigator.serviceWorker.getRegistration('/d/')
  const subscription = (await registration?.pushManager.getSubscription()) ?? null
  return subscription && serverKeyOf(subscription) === key ? subscription : null
}

async function turnOnNotifications(key: string): Promise<NotificationResult> {
  if ((await Notification.requestPermission()) !== 'granted') return 'denied'
  const registration = await navigator.serviceWorker.ready
  // A phone gets notifications for one driver, so the subscription of another one ends.
  await (await registration.pushManager.getSubscription())?.unsubscribe()
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  const { endpoint, keys } = subscription.toJSON()
  if (!(await postSubscription('', { endpoint, keys }))) {
    await subscription.unsubscribe()
    return 'failed'
  }
  storePhoneValue('notifiedPage', location.pathname)
  return 'isOn'
}

async function turnOffNotifications(): Promise<null> {
  const registration = await navigator.serviceWorker.ready
  const subscription = await registration.pushManager.getSubscription()
  storePhoneValue('notifiedPage', null)
  if (!subscription) return null
  // If this request fails, the push service reports the end when the server sends the next notification.
  await subscription.unsubscribe()
  await postSubscription('/off', { endpoint: subscription.endpoint }).catch(() => false)
  return null
}

async function postSubscription(path: '' | '/off', body: unknown): Promise<boolean> {
  const answer = await fetch(`${location.pathname}/notifications${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  return answer.ok
}

function serverKeyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0))
  const text = btoa(String.fromCharCode(...bytes))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
