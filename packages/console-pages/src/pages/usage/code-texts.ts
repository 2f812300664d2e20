import { catalogue } from '../../texts/catalogue.ts'

/** What to do about refusals of calls, by their code; of others the code says it. */
export const codeTexts = catalogue(
  {
    ACCOUNT_SUSPENDED: 'The account is suspended: no call of it is accepted.',
    API_NOT_PERMITTED: 'The limits of the key do not allow it: its endpoints, IP ranges or daily spend limit.',
    API_NOT_PURCHASED: 'The account may not use this API.',
    INSUFFICIENT_BALANCE: 'The wallet had less than the price. Top it up, then send the call again.',
    RATE_LIMIT_EXCEEDED: 'Too many calls in a minute. Send it again later, as Retry-After says.',
  },
  {
    ACCOUNT_SUSPENDED: 'खाता निलंबित है: उसकी कोई कॉल स्वीकार नहीं होती।',
    API_NOT_PERMITTED: 'कुंजी की सीमाएँ इसकी अनुमति नहीं देतीं: एंडपॉइंट, IP रेंज या दैनिक खर्च सीमा।',
    API_NOT_PURCHASED: 'खाता इस API का उपयोग नहीं कर सकता।',
    INSUFFICIENT_BALANCE: 'वॉलेट में मूल्य से कम राशि थी। राशि जोड़ें, फिर कॉल दोबारा भेजें।',
    RATE_LIMIT_EXCEEDED: 'एक मिनट में बहुत अधिक कॉल। Retry-After के अनुसार बाद में भेजें।',
  },
)
