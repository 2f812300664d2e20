import { catalogue } from '../../texts/catalogue.ts'

/** What sentences name of a call that was refused. */
interface RefusedCall {
  /** Of the address that called; null: it was not kept whole. */
  readonly range: string | null
  readonly endpoint: string
}

/** Why a call was refused, and what must change. */
export const refusalTexts = catalogue(
  {
    title: 'Why it was refused',
    where: 'Change it in',
    from: 'Called from',
    ranges: 'IP ranges of the key now',
    anyAddress: 'None set: any address',
    addRange: ({ range }: RefusedCall) =>
      range === null
        ? 'Add the address that called to the IP ranges of the key, or call from an address in them. The address is not kept whole.'
        : `Add ${range} to the IP ranges of the key, or call from an address in them.`,
    endpoints: 'Endpoints of the key now',
    allEndpoints: 'All',
    addEndpoint: ({ endpoint }: RefusedCall) =>
      `Add ${endpoint} to the endpoints of the key, or call with another key.`,
    cap: 'Daily spend limit of the key now',
    noCap: 'None',
    raiseCap: () => 'The daily spend limit was reached. Raise it, or call again after midnight in India.',
    changed: () => 'The limits of the key allow this call now: they were changed since. Send the call again.',
    price: 'Price now',
    balance: 'Balance now',
    notKept: 'The wallet had less than the price. What both were at that time is not kept.',
    wallet: 'Open the wallet',
    account: 'Open the account',
  },
  {
    title: 'क्यों अस्वीकार हुई',
    where: 'कहाँ बदलें',
    from: 'किस पते से कॉल',
    ranges: 'कुंजी की IP रेंज अभी',
    anyAddress: 'कोई नहीं: कोई भी पता',
    addRange: ({ range }) =>
      range === null
        ? 'कॉल का पता कुंजी की IP रेंज में जोड़ें, या उनमें के किसी पते से कॉल करें। पता पूरा नहीं रखा जाता।'
        : `कुंजी की IP रेंज में ${range} जोड़ें, या उनमें के किसी पते से कॉल करें।`,
    endpoints: 'कुंजी के एंडपॉइंट अभी',
    allEndpoints: 'सभी',
    addEndpoint: ({ endpoint }) => `कुंजी के एंडपॉइंट में ${endpoint} जोड़ें, या दूसरी कुंजी से कॉल करें।`,
    cap: 'कुंजी की दैनिक खर्च सीमा अभी',
    noCap: 'कोई नहीं',
    raiseCap: () => 'दैनिक खर्च सीमा पूरी हो गई थी। उसे बढ़ाएँ, या भारत में आधी रात के बाद फिर कॉल करें।',
    changed: () => 'कुंजी की सीमाएँ अब इस कॉल की अनुमति देती हैं: वे बाद में बदली गईं। कॉल फिर भेजें।',
    price: 'मूल्य अभी',
    balance: 'बैलेंस अभी',
    notKept: 'वॉलेट में मूल्य से कम राशि थी। उस समय दोनों कितने थे, यह नहीं रखा जाता।',
    wallet: 'वॉलेट खोलें',
    account: 'खाता खोलें',
  },
)
