import { catalogue } from '../../texts/catalogue.ts'

/** The texts of the wallet. */
export const walletTexts = catalogue(
  {
    title: 'Wallet',
    description:
      'Calls are paid from this balance. An amount is held while a call runs, and charged only for an answer.',
    available: 'Available',
    testAvailable: 'Test balance',
    testNote: 'Test money. It pays only sandbox calls.',
    low: 'Below your alert',
    empty: 'Nothing left',
    held: 'Held for running calls',
    owed: 'Owed',
    owedNote: 'The next payment settles it first.',
    balance: (amount: string) => `Balance ${amount}`,
  },
  {
    title: 'वॉलेट',
    description: 'कॉल का भुगतान इस शेष से होता है। कॉल चलते समय राशि रोकी जाती है, और शुल्क केवल उत्तर का लगता है।',
    available: 'उपलब्ध',
    testAvailable: 'परीक्षण शेष',
    testNote: 'परीक्षण राशि। केवल सैंडबॉक्स कॉल का भुगतान करती है।',
    low: 'सूचना की सीमा से कम',
    empty: 'कुछ शेष नहीं',
    held: 'चल रही कॉल के लिए रोका गया',
    owed: 'देय',
    owedNote: 'अगला भुगतान पहले इसे चुकाएगा।',
    balance: (amount) => `कुल शेष ${amount}`,
  },
)
