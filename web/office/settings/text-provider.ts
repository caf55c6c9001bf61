// The provider of text messages, in words.
import { words } from '../../words/locale.ts'

const PROVIDERS: Record<string, string> = {
  twilio: 'Twilio',
  vonage: 'Vonage',
  sns: 'Amazon SNS',
  whatsapp: 'WhatsApp',
}

export const providerInWords = (provider: string | null): string =>
  provider === null
    ? words.settings.textsOff
    : words.settings.textsOn(provider === 'http' ? words.settings.ownGateway : (PROVIDERS[provider] ?? provider))
