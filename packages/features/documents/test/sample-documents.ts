import type { Block } from '@parakh/core'

/** A document as a plugin describes it. */
export interface Sample {
  readonly document: string
  readonly title: string
  readonly fileName: string
  readonly blocks: readonly Block[]
}

/** A driving licence: fields, a table, a remark. */
export const licence: Sample = {
  document: 'dl.licence',
  title: 'Driving licence',
  fileName: 'dl-XX0020200000001.pdf',
  blocks: [
    {
      fields: [
        ['Licence number', 'XX00 2020 0000001'],
        ['Status', 'Active'],
        ['Name', 'Asha Ramesh Kulkarni'],
        ['Name in Hindi', 'आशा रमेश कुलकर्णी'],
        ['Father or husband', 'Ramesh Vitthal Kulkarni'],
        ['Date of birth', '1990-01-15'],
        ['Gender', 'Female'],
        ['Blood group', 'B+'],
        [
          'Permanent address',
          'Flat 12, Vidya Residency, behind Rashtriya Vidyalaya, Ganeshkhind Road, Shivajinagar, Pune, Maharashtra 411000',
        ],
      ],
    },
    { heading: 'Validity' },
    {
      fields: [
        ['Issued by', 'RTO Test, XX00'],
        ['Date of issue', '2020-03-02'],
        ['Non-transport, from', '2020-03-02'],
        ['Non-transport, up to', '2040-03-01'],
        ['Transport, from', ''],
        ['Transport, up to', ''],
      ],
    },
    { heading: 'Classes of vehicle' },
    {
      table: {
        columns: ['Class', 'Issued', 'Category'],
        rows: [
          ['LMV, light motor vehicle', '2020-03-02', 'NT'],
          ['MCWG, motorcycle with gear', '2020-03-02', 'NT'],
          ['MCWOG, motorcycle without gear', '2021-11-19', 'NT'],
        ],
      },
    },
    {
      note: 'Answered by the transport registry. The licence itself is the card that the authority issued to its holder.',
    },
  ],
}

/** A registration certificate: more fields than half a page. */
export const certificate: Sample = {
  document: 'rc.certificate',
  title: 'Registration certificate',
  fileName: 'rc-XX00AA0001.pdf',
  blocks: [
    {
      fields: [
        ['Registration number', 'XX00AA0001'],
        ['Status', 'ACTIVE'],
        ['Owner', 'KRISHNA GYANESHWAR SHARMA'],
        ['Owner in Hindi', 'कृष्ण ज्ञानेश्वर शर्मा'],
        ['Father', 'GYANESHWAR SHARMA'],
        ['Owner serial', '1'],
        ['Present address', 'House 4, Kshatriya Marg, Test Nagar, Lucknow, Uttar Pradesh 226000'],
        ['Registering authority', 'RTO TEST, XX00'],
      ],
    },
    { heading: 'Vehicle' },
    {
      fields: [
        ['Maker', 'MARUTI SUZUKI INDIA LTD'],
        ['Model', 'BALENO DELTA 1.2'],
        ['Class', 'Motor Car (LMV)'],
        ['Body type', 'Hatchback'],
        ['Fuel', 'PETROL'],
        ['Emission norms', 'BHARAT STAGE VI'],
        ['Colour', 'Nexa Blue'],
        ['Seats', '5'],
        ['Chassis number', 'XXXXXXXXXXXXX4821'],
        ['Engine number', 'XXXXXXXX7730'],
        ['Cubic capacity', '1197 cc'],
        ['Unladen weight', '890 kg'],
      ],
    },
    { heading: 'Validity' },
    {
      fields: [
        ['Registered on', '2021-08-14'],
        ['Registered up to', '2036-08-13'],
        ['Fitness up to', '2036-08-13'],
        ['Tax up to', 'LTT'],
        ['Insurance', 'Test General Insurance Co. Ltd.'],
        ['Insured up to', '2026-08-13'],
        ['PUC up to', '2026-02-13'],
        ['Financer', 'Test Bank Ltd., Hazratganj'],
        ['Blacklist', 'NO'],
      ],
    },
  ],
}

/** A ration card: a family in Hindi. */
export const rationCard: Sample = {
  document: 'ration.card',
  title: 'Ration card',
  fileName: 'ration-000000000001.pdf',
  blocks: [
    {
      fields: [
        ['Ration card number', '000000000001'],
        ['Card type', 'PHH (पात्र गृहस्थी)'],
        ['Scheme', 'National Food Security Act, 2013'],
        ['Head of family', 'शकुंतला देवी'],
        ['District', 'Varanasi (वाराणसी)'],
        ['Block', 'Kashi Vidyapeeth'],
        ['Fair price shop', 'मेसर्स धर्मेन्द्र कुमार क्षत्रिय'],
        ['Shop number', '100500900'],
        ['Issued on', '2016-04-01'],
        ['Members', '4'],
      ],
    },
    { heading: 'परिवार के सदस्य / Members of the family' },
    {
      table: {
        columns: ['Name', 'नाम', 'Relation', 'Date of birth', 'Gender', 'Aadhaar'],
        rows: [
          ['SHAKUNTALA DEVI', 'शकुंतला देवी', 'SELF', '01/07/1968', 'Female', 'XXXX XXXX 0001'],
          ['RAJENDRA PRASAD', 'राजेन्द्र प्रसाद', 'HUSBAND', '12/03/1963', 'Male', 'XXXX XXXX 0002'],
          ['PRIYA KUMARI', 'प्रिया कुमारी', 'DAUGHTER', '23/11/1994', 'Female', 'XXXX XXXX 0003'],
          ['VIDYARTHI KUMAR', 'विद्यार्थी कुमार', 'SON', '05/05/1998', 'Male', 'XXXX XXXX 0004'],
        ],
      },
    },
  ],
}

/** A card with values of any length. */
export const card = (address: string): Sample => ({
  document: 'dl.card',
  title: 'Driving licence record',
  fileName: 'card.pdf',
  blocks: [
    {
      card: {
        front: [
          ['Licence number', 'XX0020200000001'],
          ['Name', 'श्रीमती विश्वलक्ष्मी कुलकर्णी'],
          ['Date of birth', '15 Jan 1990'],
          ['Valid up to', ''],
        ],
        back: [
          ['Permanent address', address],
          ['Classes of vehicle', 'LMV, MCWG'],
        ],
      },
    },
    { note: 'The licence itself is the card of its holder.' },
  ],
})

/** A farmer with more plots than a page has room for. */
export const farmer = (plots: number): Sample => ({
  document: 'agristack.farmer',
  title: 'Farmer record',
  fileName: 'farmer-00000000001.pdf',
  blocks: [
    {
      fields: [
        ['Farmer', 'LAKSHMI NARAYAN YADAV'],
        ['Name in local script', 'लक्ष्मी नारायण यादव'],
        ['Father or husband', 'SHRI KRISHNA YADAV'],
        ['Date of birth', '1971-06-30'],
        ['Gender', 'Male'],
        ['Aadhaar', 'XXXX XXXX 0001'],
        ['District', 'Barabanki'],
        ['Sub-district', 'Nawabganj'],
        ['Village', 'Test Gram (परीक्षण ग्राम)'],
        ['Status', 'Approved'],
      ],
    },
    { heading: 'Land records' },
    {
      table: {
        columns: ['Village', 'Khata', 'Khasra', 'Area, ha', 'Share'],
        rows: Array.from({ length: plots }, (_, index) => [
          index % 3 === 0 ? 'परीक्षण ग्राम' : 'Test Gram',
          String(100 + index),
          `${240 + index}/${1 + (index % 4)}`,
          (0.1 + index * 0.037).toFixed(3),
          index % 2 === 0 ? '1/1' : '1/2',
        ]),
      },
    },
    { fields: [['Total area', '4.285 ha']] },
  ],
})

/** A name in every script that has a font. */
export const names: Sample = {
  document: 'test.names',
  title: 'Names',
  fileName: 'names.pdf',
  blocks: [
    {
      fields: [
        ['Hindi', 'क्षत्रिय ज्ञान श्री धर्मेन्द्र कार्ड'],
        ['Bengali', 'ক্ষত্রিয় জ্ঞান শ্রী রাষ্ট্র'],
        ['Gujarati', 'ક્ષત્રિય જ્ઞાન શ્રી કાર્ડ'],
        ['Punjabi', 'ਗੁਰਮੁਖੀ ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ'],
        ['Kannada', 'ಕ್ಷತ್ರಿಯ ಜ್ಞಾನ ಲಕ್ಷ್ಮಿ'],
        ['Malayalam', 'ശ്രീ കൃഷ്ണൻ കോഴിക്കോട്'],
        ['Odia', 'କ୍ଷତ୍ରିୟ ଜ୍ଞାନ ଲକ୍ଷ୍ମୀ'],
        ['Tamil', 'தமிழ் ஸ்ரீ கிருஷ்ணன்'],
        ['Telugu', 'శ్రీ కృష్ణ లక్ష్మి స్త్రీ'],
        ['Urdu', 'محمد اسلم ولد نبی بخش سرینگر ۱۲۳'],
        ['Santali', 'ᱥᱟᱱᱛᱟᱲᱤ ᱯᱟᱹᱨᱥᱤ'],
        ['Manipuri', 'ꯃꯤꯇꯩꯂꯣꯟ ꯃꯅꯤꯄꯨꯔ'],
        ['Latin', 'Zoë Łukasz Ēmā, ₹ 1,234.50'],
      ],
    },
  ],
}
