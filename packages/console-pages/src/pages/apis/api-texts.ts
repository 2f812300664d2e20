import { catalogue } from '../../texts/catalogue.ts'

/** The texts of the list of endpoints. */
export const apiTexts = catalogue(
  {
    title: 'APIs and prices',
    description: 'What each call costs you now. You pay for answers; refused and failed calls cost nothing.',
    name: 'API',
    price: 'Price per answer',
    free: 'Free',
    computed: 'Depends on the call',
    unit: (tier: string) => `for each ${tier}`,
    access: 'Access',
    permitted: 'Available',
    missing: 'Ask support',
    tryIt: 'Try it',
    find: 'Find an API',
    none: 'No API has this name',
    noneText: 'Look for another word, or clear the field.',
  },
  {
    title: 'API और मूल्य',
    description: 'अभी हर कॉल का मूल्य। भुगतान उत्तर का होता है; अस्वीकृत और विफल कॉल मुफ़्त हैं।',
    name: 'API',
    price: 'प्रति उत्तर मूल्य',
    free: 'मुफ़्त',
    computed: 'कॉल पर निर्भर',
    unit: (tier) => `हर ${tier} का`,
    access: 'पहुँच',
    permitted: 'उपलब्ध',
    missing: 'सहायता से पूछें',
    tryIt: 'आज़माएँ',
    find: 'API खोजें',
    none: 'इस नाम का कोई API नहीं',
    noneText: 'दूसरा शब्द खोजें, या खाना खाली करें।',
  },
)
