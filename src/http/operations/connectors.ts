// Handlers for connections of shops.
import {
  changeConnector,
  createConnector,
  keepConnector,
  listConnectors,
  removeConnector,
  rotateConnectorSecret,
} from '../../app/integrations/connectors/manage-connectors.ts'
import { listPayloads, previewMapping, retryPayloads } from '../../app/integrations/connectors/read-payloads.ts'
import * as screen from '../../contract/office/connectors.ts'
import { office } from './operation.ts'

export const connectorOperations = [
  office(screen.listConnectors, (ctx) => listConnectors(ctx, ctx.session.homeId)),
  office(screen.createConnector, (ctx, { body }) => createConnector(ctx, body)),
  office(screen.changeConnector, (ctx, { params, body }) => changeConnector(ctx, params.connector_uuid, body)),
  office(screen.rotateConnectorSecret, (ctx, { params, body }) =>
    rotateConnectorSecret(ctx, params.connector_uuid, body.secret),
  ),
  office(screen.deleteConnector, (ctx, { params }) => removeConnector(ctx, params.connector_uuid)),
  office(screen.keepConnector, (ctx, { params }) => keepConnector(ctx, params.connector_uuid)),
  office(screen.listPayloads, (ctx, { query }) => listPayloads(ctx, query)),
  office(screen.previewMapping, (ctx, { params, body }) => previewMapping(ctx, params.connector_uuid, body)),
  office(screen.retryPayloads, (ctx, { params, body }) =>
    retryPayloads(ctx, params.connector_uuid, body.payload_uuids),
  ),
]
