import { createContext, useContext } from 'react'
import type { Brand } from './boot.ts'

const BrandContext = createContext<Brand>({ name: '', supportEmail: null, colour: null, logo: null })
/** Gives pages the brand of the host. */
export const BrandProvider = BrandContext.Provider
/** The brand of the host. */
export const useBrand = (): Brand => useContext(BrandContext)
