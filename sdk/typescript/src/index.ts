export { Roundsman } from './client.ts'
export { ApiError, isApiError, NoAnswerError, RoundsmanError, WebhookVerificationError } from './errors.ts'
export { type CursorStore, type FollowEventsOptions, type FollowOptions, memoryCursor } from './follow.ts'
export {
  type Answer,
  type Call,
  type CallOptions,
  type ChangeOptions,
  type ClientOptions,
  Paged,
  type WriteOptions,
} from './transport.ts'
export {
  type EventName,
  memorySeen,
  type SeenStore,
  type VerifyOptions,
  verifyWebhook,
  type Webhook,
  type WebhookPayload,
  WebhookReceiver,
} from './webhooks.ts'
export type * from './generated/types.ts'
