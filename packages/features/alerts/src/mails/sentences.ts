import type { MailLanguage } from '@parakh/core'
import type { AlertParams } from './alert-params.ts'

/** A key by its label, or by its id where it has none. */
const key = (text: AlertParams['text']): string => text('label') || text('key_id')

/** What an alert says, by its id. One that stands nowhere here has the English title of its plugin. */
export const SENTENCES: Readonly<Record<MailLanguage, Readonly<Record<string, (params: AlertParams) => string>>>> = {
  en: {
    'core/low-balance': ({ now, amount, has }) =>
      has('threshold')
        ? `${amount('balance')} is left in the wallet, less than ${amount('threshold')}. Add money.`
        : `The wallet is empty: ${now ? 'paid calls are refused' : 'calls that cost something are refused'}. Add money.`,
    'core/key-created': ({ text }) => `API key ${key(text)} was created. Revoke it if none of you did this.`,
    'core/key-exposed': ({ text }) => `API key ${key(text)} was sent in a URL, where others can read it. Rotate it.`,
    'core/key-expires': ({ text, day }) => `API key ${key(text)} expires on ${day('until')}. Rotate it before then.`,
    'core/key-from-above': ({ text }) =>
      `Your reseller created API key ${key(text)}. Revoke it if you did not ask for it.`,
    'core/kyc-rejected': () => 'Your KYC was rejected. Read why, and submit it again.',
    'core/money-stopped': ({ text }) =>
      text('mode') === 'recovery'
        ? 'Paid calls wait until the restored ledger has been compared.'
        : 'Paid calls are stopped: the ledger does not verify.',
    'core/circuit-open': ({ text }) => `The source ${text('provider')} fails, and is not asked for now.`,
    'resale/source-capped': ({ text }) =>
      `The source ${text('provider')} has had its ${text('cap')} requests of today, and is not asked until midnight.`,
    'resale/costs-not-booked': () =>
      'Provider costs cannot be recorded. They are kept and tried again. The log has the database error.',
    'core/jobs-late': ({ text }) => `Jobs are late: ${text('due')} of ${text('job')} are due.`,
    'core/events-late': () => 'Events are late: a sink does not accept them.',
    'core/licence-ends': ({ now, text, day }) =>
      `The licence of ${text('plugin')} ${now ? 'ended' : 'ends'} on ${day('until')}.`,
    'core/certificate-ends': ({ now, text, day }) =>
      `The client certificate of the source ${text('provider')} ${now ? 'ended' : 'ends'} on ${day('until')}. Put a new one in its place, and restart.`,
    'webhooks/endpoint-disabled': ({ text }) =>
      `The webhook endpoint at ${text('host')} was disabled: ${text('reason') === 'GONE' ? 'it answered 410' : 'deliveries failed for days'}. Enable it once it answers, and replay what it missed.`,
    'plans/fee-unpaid': ({ text, day }) =>
      `The fee of plan ${text('plan')} could not be paid. Add money by ${day('until')}, or the plan ends.`,
    'plans/plan-ends': ({ text, day }) => `Plan ${text('plan')} ends on ${day('until')}, and no other follows.`,
    'funding/utr-awaited': ({ amount }) =>
      `The UPI payment of ${amount('amount')} waits for its UTR. Enter the UTR once you have paid.`,
    'funding/payment-rejected': ({ amount }) =>
      `The payment of ${amount('amount')} was rejected. Read why, and submit it again.`,
    'invoicing/invoice-ready': ({ text, month, amount }) =>
      `Invoice ${text('number')} for ${month('month')} is ready: ${amount('total')}.`,
    'invoicing/statement-ready': ({ month }) => `The wallet statement for ${month('month')} is ready.`,
    'alerts/not-sent': ({ text }) =>
      text('what') === 'posts'
        ? `The webhook of alerts takes no messages: ${text('waiting')} wait.`
        : `The mail host takes no mails of alerts: those to ${text('waiting')} people wait.`,
  },
  hi: {
    'core/low-balance': ({ now, amount, has }) =>
      has('threshold')
        ? `वॉलेट में ${amount('balance')} बचे हैं, ${amount('threshold')} से कम। राशि जोड़ें।`
        : `वॉलेट ख़ाली है: ${now ? 'शुल्क वाली कॉल अस्वीकार होती हैं' : 'जिन कॉल का शुल्क है वे अस्वीकार होती हैं'}। राशि जोड़ें।`,
    'core/key-created': ({ text }) => `API कुंजी ${key(text)} बनाई गई। यदि आप में से किसी ने नहीं बनाई, तो इसे रद्द करें।`,
    'core/key-exposed': ({ text }) => `API कुंजी ${key(text)} किसी URL में भेजी गई, जहाँ दूसरे इसे पढ़ सकते हैं। इसे बदलें।`,
    'core/key-expires': ({ text, day }) => `API कुंजी ${key(text)} ${day('until')} को समाप्त होगी। उससे पहले इसे बदलें।`,
    'core/key-from-above': ({ text }) => `आपके विक्रेता ने API कुंजी ${key(text)} बनाई। माँगी नहीं थी तो इसे रद्द करें।`,
    'core/kyc-rejected': () => 'आपका केवाईसी अस्वीकार हुआ। कारण पढ़ें और फिर से जमा करें।',
    'core/money-stopped': ({ text }) =>
      text('mode') === 'recovery'
        ? 'बहाल बहीखाते की तुलना होने तक शुल्क वाली कॉल रुकी हैं।'
        : 'शुल्क वाली कॉल रुकी हैं: बहीखाता जाँच में सही नहीं निकला।',
    'core/circuit-open': ({ text }) => `स्रोत ${text('provider')} विफल हो रहा है और अभी उससे पूछा नहीं जाता।`,
    'resale/source-capped': ({ text }) =>
      `स्रोत ${text('provider')} की आज की ${text('cap')} अनुरोधों की सीमा पूरी हुई, और आधी रात तक उससे पूछा नहीं जाता।`,
    'resale/costs-not-booked': () =>
      'प्रदाता की लागत दर्ज नहीं हो पा रही। उसे सँभालकर रखा गया है और फिर कोशिश होती है। लॉग में डेटाबेस की त्रुटि है।',
    'core/jobs-late': ({ text }) => `जॉब देर से चल रहे हैं: ${text('job')} के ${text('due')} बाक़ी हैं।`,
    'core/events-late': () => 'इवेंट देर से जा रहे हैं: कोई सिंक उन्हें स्वीकार नहीं कर रहा।',
    'core/licence-ends': ({ now, text, day }) =>
      `${text('plugin')} का लाइसेंस ${day('until')} को समाप्त ${now ? 'हुआ' : 'होगा'}।`,
    'core/certificate-ends': ({ now, text, day }) =>
      `स्रोत ${text('provider')} का क्लाइंट प्रमाणपत्र ${day('until')} को समाप्त ${now ? 'हुआ' : 'होगा'}। नया प्रमाणपत्र रखें और सर्वर फिर से चालू करें।`,
    'webhooks/endpoint-disabled': ({ text }) =>
      `${text('host')} का वेबहुक पता बंद किया गया: ${text('reason') === 'GONE' ? 'उसने 410 उत्तर दिया' : 'कई दिनों तक कुछ नहीं पहुँचा'}। जब वह उत्तर दे, उसे चालू करें और छूटे इवेंट फिर भेजें।`,
    'plans/fee-unpaid': ({ text, day }) =>
      `प्लान ${text('plan')} का शुल्क नहीं चुकाया जा सका। ${day('until')} तक राशि जोड़ें, नहीं तो प्लान समाप्त होगा।`,
    'plans/plan-ends': ({ text, day }) => `प्लान ${text('plan')} ${day('until')} को समाप्त होगा, और उसके बाद कोई नहीं है।`,
    'funding/utr-awaited': ({ amount }) =>
      `${amount('amount')} का UPI भुगतान अपने UTR की प्रतीक्षा में है। भुगतान के बाद UTR दर्ज करें।`,
    'funding/payment-rejected': ({ amount }) => `${amount('amount')} का भुगतान अस्वीकार हुआ। कारण पढ़ें और फिर से जमा करें।`,
    'invoicing/invoice-ready': ({ text, month, amount }) =>
      `${month('month')} का इनवॉइस ${text('number')} तैयार है: ${amount('total')}।`,
    'invoicing/statement-ready': ({ month }) => `${month('month')} का वॉलेट विवरण तैयार है।`,
    'alerts/not-sent': ({ text }) =>
      text('what') === 'posts'
        ? `सूचनाओं का वेबहुक संदेश नहीं ले रहा: ${text('waiting')} प्रतीक्षा में हैं।`
        : `मेल सर्वर सूचनाओं के मेल नहीं ले रहा: ${text('waiting')} लोगों के मेल प्रतीक्षा में हैं।`,
  },
}
