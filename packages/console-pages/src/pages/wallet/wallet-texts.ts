import { catalogue } from '../../texts/catalogue.ts'

/** The texts of the wallet. */
export const walletTexts = catalogue(
  {
    title: 'Wallet',
    description: 'Calls are paid from here. An amount is held while a call runs, and taken only for an answer.',
    available: 'Available',
    held: 'Held for calls',
    owed: 'Owed',
    owedNote: 'The next payment settles it first.',
    balance: 'Balance',
  },
  {
    title: 'वॉलेट',
    description: 'कॉल का भुगतान यहीं से होता है। कॉल चलते समय राशि रोकी जाती है, और केवल उत्तर मिलने पर ली जाती है।',
    available: 'उपलब्ध',
    held: 'कॉल के लिए रोका गया',
    owed: 'देय',
    owedNote: 'अगला भुगतान पहले इसे चुकाएगा।',
    balance: 'शेष',
  },
)
