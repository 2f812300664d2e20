/** A PAN holder that is not a person. The fourth letter of the PAN names its kind. */
export interface SandboxCompany {
  readonly kind: 'company'
  readonly pan: string
  readonly name: string
  /** `YYYY-MM-DD` */
  readonly incorporated: string
}

/** One holder of every kind, and two companies. They cannot exist: the serial of each PAN is 0000 (decisions.md section 6). */
export const COMPANIES = {
  trading: {
    kind: 'company',
    pan: 'AAACN0000C',
    name: 'NOWHERE TRADING PRIVATE LIMITED',
    incorporated: '2012-04-01',
  },
  logistics: {
    kind: 'company',
    pan: 'AAACL0000Q',
    name: 'NOWHERE LOGISTICS PRIVATE LIMITED',
    incorporated: '2014-08-18',
  },
  lotus: { kind: 'company', pan: 'AAAFL0000D', name: 'LOTUS AND SONS', incorporated: '2009-10-17' },
  farmersAssociation: {
    kind: 'company',
    pan: 'AAAAG0000R',
    name: 'NOWHERE GROWERS ASSOCIATION',
    incorporated: '2003-01-26',
  },
  landholders: { kind: 'company', pan: 'AAABH0000S', name: 'HEIRS OF R K NOWHERE', incorporated: '1998-05-11' },
  department: { kind: 'company', pan: 'AAAGR0000T', name: 'NOWHERE ROADS DEPARTMENT', incorporated: '1972-11-01' },
  family: { kind: 'company', pan: 'AAAHR0000U', name: 'VIKRAM RAO HUF', incorporated: '1995-03-31' },
  idol: { kind: 'company', pan: 'AAAJT0000V', name: 'NOWHERE TEMPLE DEITY', incorporated: '1961-04-14' },
  waterTrust: { kind: 'company', pan: 'AAAKW0000W', name: 'NOWHERE WATER TRUST', incorporated: '2001-06-05' },
  council: { kind: 'company', pan: 'AAALM0000X', name: 'NOWHERE MUNICIPAL COUNCIL', incorporated: '1956-11-01' },
  schoolTrust: { kind: 'company', pan: 'AAATS0000Y', name: 'NOWHERE SCHOOLS TRUST', incorporated: '1987-07-22' },
} as const satisfies Readonly<Record<string, SandboxCompany>>
