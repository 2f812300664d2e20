import { catalogue } from '../texts/catalogue.ts'

/** What queues of work are called, by their id. */
export const queueTexts = catalogue(
  {
    'core/kyc': 'KYC to decide',
    'core/failed-jobs': 'Jobs that were given up',
    'core/wallet-tasks': 'Stuck tasks of the external wallet',
    'funding/transfers': 'Transfers to approve',
    'funding/acts': 'Acts of operators to approve',
    'funding/disputes': 'Disputes to decide',
    'funding/suspense': 'Payments in suspense',
  },
  {
    'core/kyc': 'केवाईसी पर निर्णय',
    'core/failed-jobs': 'छोड़े गए जॉब',
    'core/wallet-tasks': 'बाहरी वॉलेट के रुके काम',
    'funding/transfers': 'स्वीकृति के लिए ट्रांसफ़र',
    'funding/acts': 'स्वीकृति के लिए ऑपरेटरों की कार्रवाइयाँ',
    'funding/disputes': 'निर्णय के लिए विवाद',
    'funding/suspense': 'बिना मेल के भुगतान',
  },
)
