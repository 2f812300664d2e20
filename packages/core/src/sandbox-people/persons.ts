/** A person of the sandbox. */
export interface SandboxPerson {
  readonly kind: 'person'
  /** Null for a person who has none. */
  readonly pan: string | null
  /** 12 digits; null for a person who has none. */
  readonly aadhaar: string | null
  readonly name: string
  /** The name in the script of the person's state. */
  readonly nameLocal: string
  /** Father's name, or that of the husband. */
  readonly fatherName: string
  /** `YYYY-MM-DD` */
  readonly dob: string
  readonly gender: 'M' | 'F'
  /** Ten digits. */
  readonly mobile: string
  /** One line, with a postal code that begins with 0. */
  readonly address: string
}

/**
 * The persons of the sandbox: fixtures use no others. They cannot exist: the serial of each PAN is 0000, each Aadhaar number and mobile
 * number begins with 0 (decisions.md section 6).
 */
export const PERSONS = {
  asha: {
    kind: 'person',
    pan: 'AAAPR0000A',
    aadhaar: '000000000001',
    name: 'ASHA RAO',
    nameLocal: 'आशा राव',
    fatherName: 'VIKRAM RAO',
    dob: '1990-01-15',
    gender: 'F',
    mobile: '0000000001',
    address: 'FLAT 12, LAKE VIEW APARTMENTS, BANER ROAD, PUNE, MAHARASHTRA 011045',
  },
  kabir: {
    kind: 'person',
    pan: 'AAAPM0000B',
    aadhaar: '000000000019',
    name: 'KABIR MENON',
    nameLocal: 'കബീർ മേനോൻ',
    fatherName: 'SURESH MENON',
    dob: '1984-11-30',
    gender: 'M',
    mobile: '0000000002',
    address: 'HOUSE 7, TEMPLE STREET, THRIPUNITHURA, ERNAKULAM, KERALA 082301',
  },
  ramkali: {
    kind: 'person',
    pan: 'AAAPD0000E',
    aadhaar: '000000000035',
    name: 'RAMKALI DEVI',
    nameLocal: 'रामकली देवी',
    fatherName: 'SHIV NARAYAN YADAV',
    dob: '1968-07-05',
    gender: 'F',
    mobile: '0000000035',
    address: 'VILLAGE BELHARA, TEHSIL FATEHPUR, BARABANKI, UTTAR PRADESH 025306',
  },
  hari: {
    kind: 'person',
    pan: 'AAAPV0000G',
    aadhaar: '000000000043',
    name: 'HARI PRASAD VERMA',
    nameLocal: 'हरि प्रसाद वर्मा',
    fatherName: 'RAM SEWAK VERMA',
    dob: '1981-01-19',
    gender: 'M',
    mobile: '0000000043',
    address: 'VILLAGE JAHANGIRABAD, TEHSIL BISWAN, SITAPUR, UTTAR PRADESH 061201',
  },
  /** Her Aadhaar number is not linked to her PAN. */
  meera: {
    kind: 'person',
    pan: 'AAAPL0000L',
    aadhaar: '000000000027',
    name: 'MEERA LAL',
    nameLocal: 'मीरा लाल',
    fatherName: 'HARISH LAL',
    dob: '1975-08-09',
    gender: 'F',
    mobile: '0000000027',
    address: '24, SECOND CROSS, INDIRANAGAR, BENGALURU, KARNATAKA 060038',
  },
  leela: {
    kind: 'person',
    pan: 'AAAPD0000H',
    aadhaar: '000000000050',
    name: "LEELA D'SOUZA",
    nameLocal: 'लीला डिसूझा',
    fatherName: "ANTHONY D'SOUZA",
    dob: '1979-02-28',
    gender: 'F',
    mobile: '0000000050',
    address: 'QUARTER 3B, NAVAL OFFICERS COLONY, VASCO DA GAMA, GOA 003802',
  },
  gurpreet: {
    kind: 'person',
    pan: 'AAAPS0000J',
    aadhaar: '000000000068',
    name: 'GURPREET SINGH SANDHU',
    nameLocal: 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ ਸੰਧੂ',
    fatherName: 'BALDEV SINGH SANDHU',
    dob: '1971-03-25',
    gender: 'M',
    mobile: '0000000068',
    address: 'VILLAGE DAKHA, TEHSIL LUDHIANA WEST, LUDHIANA, PUNJAB 041102',
  },
  vitthal: {
    kind: 'person',
    pan: 'AAAPJ0000K',
    aadhaar: '000000000076',
    name: 'VITTHAL TUKARAM JADHAV',
    nameLocal: 'विठ्ठल तुकाराम जाधव',
    fatherName: 'TUKARAM JADHAV',
    dob: '1975-11-02',
    gender: 'M',
    mobile: '0000000076',
    address: 'VILLAGE KARKAMB, TALUKA PANDHARPUR, SOLAPUR, MAHARASHTRA 013302',
  },
  salim: {
    kind: 'person',
    pan: null,
    aadhaar: '000000000084',
    name: 'SALIM AHMAD',
    nameLocal: 'सलीम अहमद',
    fatherName: 'RAFIQ AHMAD',
    dob: '1988-04-17',
    gender: 'M',
    mobile: '0000000084',
    address: 'VILLAGE RISIA, TEHSIL BAHRAICH, BAHRAICH, UTTAR PRADESH 071875',
  },
  sunita: {
    kind: 'person',
    pan: null,
    aadhaar: '000000000101',
    name: 'SUNITA DEVI',
    nameLocal: 'सुनीता देवी',
    fatherName: 'RAM SEWAK YADAV',
    dob: '1984-07-12',
    gender: 'F',
    mobile: '0000000101',
    address: 'VILLAGE DEWA, TEHSIL NAWABGANJ, BARABANKI, UTTAR PRADESH 025301',
  },
  rajesh: {
    kind: 'person',
    pan: null,
    aadhaar: '000000000102',
    name: 'RAJESH KUMAR',
    nameLocal: 'राजेश कुमार',
    fatherName: 'SHIV PRASAD',
    dob: '1980-01-01',
    gender: 'M',
    mobile: '0000000102',
    address: 'VILLAGE DEWA, TEHSIL NAWABGANJ, BARABANKI, UTTAR PRADESH 025301',
  },
  ankit: {
    kind: 'person',
    pan: null,
    aadhaar: '000000000103',
    name: 'ANKIT KUMAR',
    nameLocal: 'अंकित कुमार',
    fatherName: 'RAJESH KUMAR',
    dob: '2006-03-25',
    gender: 'M',
    mobile: '0000000103',
    address: 'VILLAGE DEWA, TEHSIL NAWABGANJ, BARABANKI, UTTAR PRADESH 025301',
  },
  /** A child who has no number yet. */
  pari: {
    kind: 'person',
    pan: null,
    aadhaar: null,
    name: 'PARI',
    nameLocal: 'परी',
    fatherName: 'RAJESH KUMAR',
    dob: '2021-11-14',
    gender: 'F',
    mobile: '0000000102',
    address: 'VILLAGE DEWA, TEHSIL NAWABGANJ, BARABANKI, UTTAR PRADESH 025301',
  },
  kalawati: {
    kind: 'person',
    pan: null,
    aadhaar: '000000000201',
    name: 'KALAWATI',
    nameLocal: 'कलावती',
    fatherName: 'BHAGWAN DIN',
    dob: '1949-10-02',
    gender: 'F',
    mobile: '0000000201',
    address: 'NARAINI, TEHSIL NARAINI, BANDA, UTTAR PRADESH 010129',
  },
  shabnam: {
    kind: 'person',
    pan: null,
    aadhaar: '000000000301',
    name: 'SHABNAM BANO',
    nameLocal: 'शबनम बानो',
    fatherName: 'ABDUL HAMEED',
    dob: '1971-05-05',
    gender: 'F',
    mobile: '0000000301',
    address: 'KATGHAR, MORADABAD, UTTAR PRADESH 044001',
  },
  imran: {
    kind: 'person',
    pan: null,
    aadhaar: '000000000302',
    name: 'MOHAMMAD IMRAN',
    nameLocal: 'मोहम्मद इमरान',
    fatherName: 'MOHAMMAD YUSUF',
    dob: '1999-12-31',
    gender: 'M',
    mobile: '0000000302',
    address: 'KATGHAR, MORADABAD, UTTAR PRADESH 044001',
  },
} as const satisfies Readonly<Record<string, SandboxPerson>>

/**
 * The persons among whom an unlisted PAN or Aadhaar number is chosen. Every plugin that answers about persons has a fixture for each,
 * so that the answer of one endpoint can be the input of another.
 */
export const SAMPLE_PERSONS = [PERSONS.asha, PERSONS.kabir, PERSONS.ramkali, PERSONS.hari] as const
