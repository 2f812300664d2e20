import { type Block, defineDocument } from '@parakh/core'
import { type SheetFields, sheetDay, sheetPart, sheetText } from '@parakh/core/formats'
import { CardRecord } from './contract.ts'

const card = (record: CardRecord): SheetFields => [
  ['Card number', record.ration_no],
  ['Card type', record.card_type],
  ['Scheme', sheetText(record.scheme_name)],
  ['Issued on', sheetDay(record.issue_date)],
  ['District', sheetText(record.district)],
  ['Block or town', sheetText(record.block)],
]

const head = (record: CardRecord): SheetFields => [
  ['Name', record.head_of_family],
  ['Name in Hindi', sheetText(record.head_of_family_local)],
]

const shop = (record: CardRecord): SheetFields => [
  ['Shop number', sheetText(record.fps_id)],
  ['Shop', sheetText(record.fps_name)],
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
    ...(hindi ? [sheetText(name_local)] : []),
    relation,
    sheetDay(dob),
    gender,
    sheetText(father_name),
    sheetText(uid),
  ])
  return { table: { columns, rows } }
}

/**
 * The sheet of a ration card: the card, the head of the family, the fair price shop, and a table of the family. Aadhaar numbers are
 * masked. The file's name has the last four digits of the card's number alone: a name travels further than the document.
 */
export const Card = defineDocument('ration.card', {
  record: CardRecord,
  title: 'Ration card',
  fileName: (record) => `ration-card-${record.ration_no.slice(-4)}.pdf`,
  blocks: (record) => [
    ...sheetPart('Card', { fields: card(record) }),
    ...sheetPart('Head of the family', { fields: head(record) }),
    ...sheetPart('Fair price shop', { fields: shop(record) }),
    ...sheetPart(`Family (${record.family.length})`, members(record)),
  ],
})
