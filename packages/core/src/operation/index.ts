export * from './define-operation.ts'
export * from './operation.ts'
export * from './page.ts'
export * from './scope.ts'
