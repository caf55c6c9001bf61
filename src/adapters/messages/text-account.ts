// Account data that most text providers need.

export interface TextAccount {
  url: string
  account: string
  token: string
  from: string
}
