import { pageRoutes, site } from './page-routes.ts'
import { pageBrands } from './shown-brand.ts'

export { pageRoutes }
/** The services of the pages. */
export const pageServices = [site, pageBrands] as const
