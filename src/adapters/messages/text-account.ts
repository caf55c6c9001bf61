// What most text providers want to know of their customer.

export interface TextAccount {
  url: string
  account: string
  token: string
  from: string
}
