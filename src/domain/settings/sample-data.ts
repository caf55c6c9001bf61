// IDs of a business's sample data.

export interface SampleData {
  depotId: string
  driverIds: string[]
  vehicleIds: string[]
  orderIds: string[]
}
