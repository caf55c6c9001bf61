// Handlers for the first steps from an empty business to its first plan.
import { addFleetRows } from '../../app/business/first-steps/add-fleet-rows.ts'
import { hideFirstSteps, readFirstSteps } from '../../app/business/first-steps/read-first-steps.ts'
import { loadSample, removeSample } from '../../app/business/first-steps/sample-data.ts'
import * as contract from '../../contract/office/first-steps.ts'
import { office } from './operation.ts'

export const firstStepsOperations = [
  office(contract.readFirstSteps, (ctx) => readFirstSteps(ctx)),
  office(contract.hideFirstSteps, (ctx) => hideFirstSteps(ctx)),
  office(contract.addFleetRows, (ctx, { body }) => addFleetRows(ctx, body.rows)),
  office(contract.loadSample, (ctx) => loadSample(ctx)),
  office(contract.removeSample, (ctx) => removeSample(ctx)),
]
