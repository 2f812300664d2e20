import { catalogue } from '../../texts/catalogue.ts'

/** The texts of orders. */
export const orderTexts = catalogue(
  {
    title: 'Orders',
    description: 'Calls that finish later, such as printing a card. If one fails, its charge is refunded.',
    ref: 'Reference',
    endpoint: 'Endpoint',
    state: 'Status',
    charged: 'Charged',
    refunded: 'Refunded',
    created: 'Placed',
    updated: 'Last change',
    requestId: 'Request id',
    states: { pending: 'In progress', completed: 'Completed', failed: 'Failed' },
    emptyTitle: 'No orders yet',
    emptyText: 'Orders that your calls place appear here with their status.',
    apis: 'See all APIs',
    result: 'Result',
  },
  {
    title: 'ऑर्डर',
    description: 'जो कॉल बाद में पूरी होती हैं, जैसे कार्ड की छपाई। विफल होने पर शुल्क लौट आता है।',
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
    apis: 'सभी API देखें',
    result: 'परिणाम',
  },
)
