import { type Block, defineDocument } from '@parakh/core'
import { CardRecord } from './contract.ts'
import { slashedDay } from './family-member.ts'

const NOT_RECORDED = 'Not recorded'

const text = (value: string | null): string => value?.trim() || NOT_RECORDED

type Fields = readonly (readonly [label: string, value: string])[]

const card = (record: CardRecord): Fields => [
  ['Card number', record.ration_no],
  ['Card type', record.card_type],
  ['Scheme', record.scheme_name],
  ['Issued on', slashedDay(record.issue_date)],
  ['District', record.district],
  ['Block or town', record.block],
]

const head = (record: CardRecord): Fields => [
  ['Name', record.head_of_family],
  ['Name in Hindi', text(record.head_of_family_local)],
]

const shop = (record: CardRecord): Fields => [
  ['Shop number', record.fps_id],
  ['Shop', record.fps_name],
]

/** A column of Hindi names stands only where somebody has one: the others need its width. */
function members({ family }: CardRecord): Block {
  const hindi = family.some(({ name_local }) => name_local !== null)
  const columns = [
    'Name',
    ...(hindi ? ['Name in Hindi'] : []),
    'Relation',
    'Born',
    'Gender',
    "Father's name",
    'Aadhaar',
  ]
  const rows = family.map(({ name, name_local, relation, dob, gender, father_name, uid }) => [
    name,
    ...(hindi ? [text(name_local)] : []),
    relation,
    dob === null ? NOT_RECORDED : slashedDay(dob),
    gender,
    text(father_name),
    text(uid),
  ])
  return { table: { columns, rows } }
}

const group = (heading: string, block: Block): readonly Block[] => [{ heading }, block]

/**
 * The sheet of a ration card: the card, the head of the family, the fair price shop, and a table of the family. Aadhaar numbers are
 * masked. The file's name has the last four digits of the card's number alone: a name travels further than the document.
 */
export const Card = defineDocument('ration.card', {
  record: CardRecord,
  title: 'Ration card',
  fileName: (record) => `ration-card-${record.ration_no.slice(-4)}.pdf`,
  blocks: (record) => [
    ...group('Card', { fields: card(record) }),
    ...group('Head of the family', { fields: head(record) }),
    ...group('Fair price shop', { fields: shop(record) }),
    ...group(`Family (${record.family.length})`, members(record)),
  ],
})
