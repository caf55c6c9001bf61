// Sends texts with Amazon SNS: Publish to a phone number (https://docs.aws.amazon.com/sns/latest/api/API_Publish.html).
import { AwsClient } from 'aws4fetch'
import type { Sms } from '../../app/ports/messages.ts'
import { askProvider } from './ask-provider.ts'
import type { TextAccount } from './text-account.ts'

export function sns({ url, account, token, from, region }: TextAccount & { region: string }): Sms {
  const client = new AwsClient({ accessKeyId: account, secretAccessKey: token, service: 'sns', region, retries: 0 })
  // The sender is a phone number or, in countries that allow it, a name. Each has its own attribute.
  const sender = from.startsWith('+') ? 'AWS.MM.SMS.OriginationNumber' : 'AWS.SNS.SMS.SenderID'
  return {
    name: 'sns',
    from,
    send: ({ to, text }) =>
      askProvider(
        'Amazon SNS',
        (signal) =>
          client.fetch(`${url}/`, {
            method: 'POST',
            signal,
            headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
            body: new URLSearchParams({
              Action: 'Publish',
              Version: '2010-03-31',
              PhoneNumber: to,
              Message: text,
              ...attribute(1, sender, from),
              ...attribute(2, 'AWS.SNS.SMS.SMSType', 'Transactional'),
            }).toString(),
          }),
        {
          sent: (body) => ({ kind: 'sent', providerId: element(body, 'MessageId') }),
          fault: (body) => element(body, 'Message') ?? element(body, 'Code'),
        },
      ),
    verifies: () => false,
  }
}

const attribute = (number: number, name: string, value: string): Record<string, string> => ({
  [`MessageAttributes.entry.${number}.Name`]: name,
  [`MessageAttributes.entry.${number}.Value.DataType`]: 'String',
  [`MessageAttributes.entry.${number}.Value.StringValue`]: value,
})

/** Returns the text of the first element with this name. Null if there is none. */
function element(xml: string, name: 'MessageId' | 'Message' | 'Code'): string | null {
  const start = xml.indexOf(`<${name}>`)
  const end = xml.indexOf(`</${name}>`, start)
  return start === -1 || end === -1 ? null : xml.slice(start + name.length + 2, end)
}
