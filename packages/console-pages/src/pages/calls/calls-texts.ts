import { catalogue } from '../../texts/catalogue.ts'

/** The texts of finding a call. */
export const callsTexts = catalogue(
  {
    title: 'Find a call',
    description: 'Requests of any account by reference, order id, idempotency key or request id.',
    id: 'Reference, order id, idempotency key or request id',
    find: 'Find',
    none: 'No call has this id',
    noneText: 'It may be older than the log is kept, or never have arrived.',
    account: 'Account',
    accountId: 'Account id',
    refund: 'Refund',
    refundText: 'What it cost is given back, once, with its commission or the unit of its plan.',
    refunded: (amount: string, name: string) => `${amount} were given back to ${name}.`,
    takenBack: (amount: string, name: string) => `Commission of ${amount} was taken back from ${name}.`,
    unit: 'The unit of its plan was given back.',
    hold: 'Its hold was released.',
  },
  {
    title: 'कॉल खोजें',
    description: 'किसी भी खाते के अनुरोध: संदर्भ, ऑर्डर आईडी, आइडेम्पोटेंसी की या अनुरोध आईडी से।',
    id: 'संदर्भ, ऑर्डर आईडी, आइडेम्पोटेंसी की या अनुरोध आईडी',
    find: 'खोजें',
    none: 'इस आईडी की कोई कॉल नहीं है',
    noneText: 'यह लॉग रखने की अवधि से पुरानी हो सकती है, या कभी आई ही नहीं।',
    account: 'खाता',
    accountId: 'खाते की आईडी',
    refund: 'रिफ़ंड करें',
    refundText: 'जो शुल्क लगा वह एक बार वापस होता है, कमीशन या प्लान की इकाई सहित।',
    refunded: (amount, name) => `${name} को ${amount} वापस किए गए।`,
    takenBack: (amount, name) => `${name} से ${amount} का कमीशन वापस लिया गया।`,
    unit: 'प्लान की इकाई वापस की गई।',
    hold: 'रोकी गई राशि छोड़ी गई।',
  },
)
