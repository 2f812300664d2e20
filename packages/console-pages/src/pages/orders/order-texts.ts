import { catalogue } from '../../texts/catalogue.ts'

/** The texts of orders. */
export const orderTexts = catalogue(
  {
    title: 'Orders',
    description: 'Calls that are answered later, such as an order of a card. The amount comes back if one fails.',
    ref: 'Reference',
    endpoint: 'Endpoint',
    state: 'State',
    charged: 'Charged',
    refunded: 'Refunded',
    created: 'Placed',
    updated: 'Last change',
    requestId: 'Request id',
    states: { pending: 'In progress', completed: 'Completed', failed: 'Failed' },
    emptyTitle: 'No orders yet',
    emptyText: 'Orders that your calls place appear here with their state.',
    result: 'Result',
  },
  {
    title: 'ऑर्डर',
    description: 'जिन कॉल का उत्तर बाद में आता है, जैसे कार्ड का ऑर्डर। विफल होने पर राशि लौट आती है।',
    ref: 'संदर्भ',
    endpoint: 'एंडपॉइंट',
    state: 'स्थिति',
    charged: 'शुल्क',
    refunded: 'लौटाया',
    created: 'दिया गया',
    updated: 'पिछला बदलाव',
    requestId: 'अनुरोध आईडी',
    states: { pending: 'जारी', completed: 'पूरा', failed: 'विफल' },
    emptyTitle: 'अभी कोई ऑर्डर नहीं',
    emptyText: 'आपकी कॉल से दिए गए ऑर्डर अपनी स्थिति के साथ यहाँ दिखते हैं।',
    result: 'परिणाम',
  },
)
