// Tables of connected shops, and of the payloads that they sent.
import type { ConnectorKind, ConnectorMapping, PayloadStatus } from '../../domain/connectors/connector.ts'
import { bytes, each, instant, json, ofBusiness, text, uuid } from './table.ts'

export const connectors = ofBusiness({
  key: ['connectorId'],
  depots: 'SHARED',
  findsBusiness: ['connectorId'],
}).columns({
  connectorId: uuid,
  kind: text<ConnectorKind>('NONE'),
  name: text('NONE'),
  secret: bytes('NONE').sealed,
  mapping: json<ConnectorMapping>('NONE'),
  madeBy: uuid.nullable,
  ...each(instant, 'createdAt', 'updatedAt'),
})

export const connectorPayloads = ofBusiness({ key: ['payloadId'], depots: ['orders'] }).columns({
  ...each(uuid, 'payloadId', 'connectorId'),
  sourceRef: text('ROW'),
  externalRef: text('ROW').nullable,
  orderId: uuid.nullable,
  status: text<PayloadStatus>('NONE'),
  reason: text('ROW').nullable,
  body: json<Record<string, unknown>>('ROW').nullable,
  changedAt: instant.nullable,
  receivedAt: instant,
})
