export { MinuteLimit } from './call/minute-limit.ts'
export { checkComposition, createHost } from './compose/create-host.ts'
export type {
  ConsentPolicy,
  StandingConsent,
  StandingConsentOf,
  StandingConsents,
} from './consent/standing-consents.ts'
export { decide } from './decide/decide.ts'
export { kernelErrors } from './error-codes.ts'
export * from './host.ts'
export { type LastNews, lastNewsOf } from './news/last-news.ts'
export type { PublishedPrice } from './published/published-prices.ts'
