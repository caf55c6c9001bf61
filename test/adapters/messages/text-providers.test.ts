// Tests each text provider against a stub of its documented API: the requests, and the meaning of the responses.
import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { AwsV4Signer } from 'aws4fetch'
import { httpGateway } from '../../../src/adapters/messages/http-gateway.ts'
import { sns } from '../../../src/adapters/messages/sns.ts'
import { twilio } from '../../../src/adapters/messages/twilio.ts'
import { vonage } from '../../../src/adapters/messages/vonage.ts'
import { whatsApp } from '../../../src/adapters/messages/whatsapp.ts'
import { openWebhookPost } from '../../../src/adapters/webhooks/webhook-post.ts'
import { textBodyFault } from '../../../src/domain/messages/text-body.ts'
import { closedPort, type Respond, stubServer } from '../../helpers/stub-server.ts'

const account = { account: 'the account', token: 'the token', from: '+12025550199' }
const TO = '+12025550143'

let received = { path: '', type: '', authorization: '', body: '' }
const answering =
  (status: number, body: unknown, type = 'application/json'): Respond =>
  async (request, response) => {
    received = {
      path: request.url ?? '',
      type: request.headers['content-type'] ?? '',
      authorization: request.headers.authorization ?? '',
      body: await text(request),
    }
    response.writeHead(status, { 'content-type': type }).end(typeof body === 'string' ? body : JSON.stringify(body))
  }
const server = await stubServer(answering(500, {}))
const answer = (status: number, body: unknown): void => server.answer(answering(status, body))
const form = () => Object.fromEntries(new URLSearchParams(received.body))

test('Twilio: the result has the number of segments, and the price if known', async () => {
  const sms = twilio({ ...account, url: server.url })
  answer(201, { sid: 'SM1', num_segments: '2', price: null, price_unit: 'USD' })
  assert.deepEqual(await sms.send({ to: TO, text: 'Hi' }), { kind: 'sent', providerId: 'SM1', segments: 2 })
  assert.deepEqual(form(), { To: TO, From: account.from, Body: 'Hi' })
  answer(201, { sid: 'SM2', num_segments: '1', price: '-0.00750', price_unit: 'USD' })
  const paid = await sms.send({ to: TO, text: 'Hi' })
  assert.deepEqual(paid.kind === 'sent' && paid.price, { amount: 0.0075, currency: 'USD' })
  answer(400, { code: 21211, message: "The 'To' number is not valid." })
  assert.equal((await sms.send({ to: TO, text: 'Hi' })).kind, 'refused')
})

test('Vonage: 200 has a status for each part, and their prices are added', async () => {
  const sms = vonage({ ...account, url: server.url })
  const part = (more: Record<string, string>) => ({ to: '12025550143', 'message-id': 'V1', status: '0', ...more })
  answer(200, {
    'message-count': '2',
    messages: [part({ 'message-price': '0.03330000' }), part({ 'message-id': 'V2', 'message-price': '0.03330000' })],
  })
  assert.deepEqual(await sms.send({ to: TO, text: 'Hi' }), {
    kind: 'sent',
    providerId: 'V1',
    segments: 2,
    price: { amount: 0.0666, currency: 'EUR' },
  })
  assert.equal(received.path, '/sms/json')
  assert.deepEqual(form(), {
    api_key: account.account,
    api_secret: account.token,
    from: '12025550199',
    to: '12025550143',
    text: 'Hi',
    type: 'text',
  })
  answer(200, { messages: [part({})] })
  await sms.send({ to: TO, text: 'Добрый день' })
  assert.equal(form().type, 'unicode')
  const kinds = async (...statuses: string[]) => {
    answer(200, { messages: statuses.map((status) => part({ status, 'error-text': 'no' })) })
    return (await sms.send({ to: TO, text: 'Hi' })).kind
  }
  assert.equal(await kinds('1'), 'not_sent', 'throttled')
  assert.equal(await kinds('4'), 'refused', 'bad credentials')
  assert.equal(await kinds('5'), 'unknown', 'an internal error')
  assert.equal(await kinds('0', '1'), 'unknown', 'one part has been sent')
  assert.equal(await kinds(), 'unknown')
})

test('Amazon SNS: Publish is signed with version 4, and a fault is read from its XML', async () => {
  const sms = sns({ ...account, url: server.url, region: 'us-east-1' })
  answer(200, '<PublishResponse><PublishResult><MessageId>567910cd-659e</MessageId></PublishResult></PublishResponse>')
  assert.deepEqual(await sms.send({ to: TO, text: 'Hi & bye' }), { kind: 'sent', providerId: '567910cd-659e' })
  const sent = form()
  assert.deepEqual(
    [sent.Action, sent.Version, sent.PhoneNumber, sent.Message],
    ['Publish', '2010-03-31', TO, 'Hi & bye'],
  )
  assert.equal(sent['MessageAttributes.entry.1.Name'], 'AWS.MM.SMS.OriginationNumber')
  assert.equal(sent['MessageAttributes.entry.1.Value.StringValue'], account.from)
  assert.equal(sent['MessageAttributes.entry.2.Value.StringValue'], 'Transactional')
  const date = server.headers()['x-amz-date']
  const signed = await new AwsV4Signer({
    url: `${server.url}/`,
    method: 'POST',
    headers: { 'content-type': received.type },
    body: received.body,
    accessKeyId: account.account,
    secretAccessKey: account.token,
    service: 'sns',
    region: 'us-east-1',
    datetime: String(date),
  }).sign()
  assert.equal(received.authorization, signed.headers.get('authorization'))
  answer(
    400,
    '<ErrorResponse><Error><Code>OptedOut</Code><Message>The number is opted out</Message></Error></ErrorResponse>',
  )
  assert.deepEqual(await sms.send({ to: TO, text: 'Hi' }), {
    kind: 'refused',
    error: 'Amazon SNS answered 400: The number is opted out',
  })
})

test('WhatsApp: the text is the one parameter of an approved template, on one line', async () => {
  const sms = whatsApp({ ...account, url: `${server.url}/v23.0`, template: 'delivery_news', language: 'en_US' })
  answer(200, { messaging_product: 'whatsapp', messages: [{ id: 'wamid.1', message_status: 'accepted' }] })
  assert.deepEqual(await sms.send({ to: TO, text: 'Two\nlines' }), { kind: 'sent', providerId: 'wamid.1', segments: 1 })
  assert.equal(received.path, '/v23.0/the%20account/messages')
  assert.equal(received.authorization, 'Bearer the token')
  assert.deepEqual(JSON.parse(received.body), {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to: '12025550143',
    type: 'template',
    template: {
      name: 'delivery_news',
      language: { code: 'en_US' },
      components: [{ type: 'body', parameters: [{ type: 'text', text: 'Two lines' }] }],
    },
  })
  answer(404, { error: { message: '(#132001) Template name does not exist', code: 132001 } })
  assert.deepEqual(await sms.send({ to: TO, text: 'Hi' }), {
    kind: 'refused',
    error: 'WhatsApp answered 404: (#132001) Template name does not exist',
  })
})

const post = openWebhookPost({ allowPrivate: true, timeoutMs: 5_000 })
const gateway = { url: server.url, from: 'Shop', token: 'Bearer gateway' }

test('any HTTP gateway: values can’t escape from their placeholder, in JSON or in a form', async () => {
  const nasty = 'He said "hi" & left\n{from}=\\'
  const asJson = httpGateway({ ...gateway, bodyType: 'json', body: '{"to":"{to}","msg":"{text}","by":"{from}"}' }, post)
  answer(202, { queued: true })
  assert.deepEqual(await asJson.send({ to: TO, text: nasty }), { kind: 'sent', providerId: null })
  assert.deepEqual(JSON.parse(received.body), { to: TO, msg: nasty, by: 'Shop' })
  assert.equal(received.authorization, 'Bearer gateway')
  assert.equal(received.type, 'application/json')
  const asForm = httpGateway(
    { ...gateway, url: `${server.url}/send?to={to_digits}`, bodyType: 'form', body: 'text={text}&from={from}' },
    post,
  )
  assert.equal((await asForm.send({ to: TO, text: nasty })).kind, 'sent')
  assert.equal(received.path, '/send?to=12025550143')
  assert.deepEqual(form(), { text: nasty, from: 'Shop' })
})

test('a gateway must be at an allowed webhook address, and a text is retried only if it was certainly not sent', async () => {
  const body = '{"to":"{to}","text":"{text}"}'
  const send = (url: string, by: Parameters<typeof httpGateway>[1] = post) =>
    httpGateway({ ...gateway, url, bodyType: 'json', body }, by).send({ to: TO, text: 'Hi' })
  const guarded = await send(server.url, openWebhookPost({ allowPrivate: false }))
  assert.deepEqual(guarded, { kind: 'not_sent', error: 'The text gateway: the URL must use https' })
  assert.equal((await send(await closedPort())).kind, 'not_sent')
  server.answer((_request, response) => response.destroy())
  assert.equal((await send(server.url)).kind, 'unknown')
  answer(422, 'no such number')
  assert.deepEqual(await send(server.url), { kind: 'refused', error: 'The text gateway answered 422: no such number' })
  answer(503, 'busy')
  assert.equal((await send(server.url)).kind, 'not_sent')
})

test('a body template must be JSON when filled in, and contain the text and the recipient', () => {
  assert.equal(textBodyFault('{"to":"{to}","text":"{text}"}', 'json'), null)
  assert.equal(
    textBodyFault('{"to":"{to}","text":{text}}', 'json'),
    'must be JSON, with the placeholders in quotation marks',
  )
  assert.equal(textBodyFault('{"to":"{to}"}', 'json'), 'must have {text}')
  assert.equal(textBodyFault('text={text}', 'form'), 'must have {to} or {to_digits}')
})
