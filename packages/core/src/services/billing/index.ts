export * from './billing.ts'
export * from './decision.ts'
export * from './operations.ts'
export * from './state.ts'
