import { Roundsman } from '@roundsman/sdk'

export const client = new Roundsman({ baseUrl: 'https://routes.example.com', apiKey: process.env.API_KEY ?? '' })
