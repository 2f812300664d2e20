export * from './host.ts'
export { createHost, checkComposition } from './compose/create-host.ts'
export { decide } from './decide/decide.ts'
export { kernelErrors } from './error-codes.ts'
