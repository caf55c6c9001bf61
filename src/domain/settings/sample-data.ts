// What of a business's data was loaded as a sample, by id.

export interface SampleData {
  depotId: string
  driverIds: string[]
  vehicleIds: string[]
  orderIds: string[]
}
