import { catalogue } from '../texts/catalogue.ts'

/** What a text is made of: amounts and times are written in the language of the reader. */
export interface AlertParams {
  readonly now: boolean
  text(name: string): string
  amount(name: string): string
  /** The day of a time, or of `2026-12-31`. */
  day(name: string): string
  has(name: string): boolean
}

/** A key by its label, or by its id where it has none. */
const key = (text: AlertParams['text']): string => text('label') || text('key_id')

/** The sentences of the alerts that the console knows, by their id. */
export const alertTexts = catalogue(
  {
    bell: (count: number) => (count === 0 ? 'Alerts: nothing needs you' : `Alerts: ${count}`),
    title: 'Needs you',
    nothing: 'Nothing needs you.',
    notRead: 'Some alerts could not be read. They are asked for again in a minute.',
    since: 'since',
    now: 'Act now',
    soon: 'Act soon',
    sentences: {
      'core/low-balance': ({ now, amount, has }: AlertParams) =>
        has('threshold')
          ? `${amount('balance')} left in the wallet, below ${amount('threshold')}. Add money.`
          : `Nothing is left in the wallet: ${now ? 'paid calls stop' : 'calls that cost stop'}. Add money.`,
      'core/key-exposed': ({ text }: AlertParams) => `API key ${key(text)} was seen in a URL. Rotate it.`,
      'core/key-expires': ({ text, day }: AlertParams) => `API key ${key(text)} expires on ${day('until')}.`,
      'core/key-from-above': ({ text }: AlertParams) =>
        `Your reseller issued API key ${key(text)}. Revoke it if you did not ask for it.`,
      'core/kyc-rejected': (_: AlertParams) => 'KYC was rejected. Read why, and submit again.',
      'core/money-stopped': ({ text }: AlertParams): string =>
        text('mode') === 'recovery'
          ? 'Paid calls wait until the restored ledger is compared.'
          : 'Paid calls are stopped: the ledger does not verify.',
      'core/circuit-open': ({ text }: AlertParams) => `Source ${text('provider')} fails and is not asked.`,
      'resale/source-capped': ({ text }: AlertParams) =>
        `Source ${text('provider')} has had its ${text('cap')} requests of today and is not asked until midnight.`,
      'resale/costs-not-booked': (_: AlertParams) =>
        'Provider costs cannot be recorded. They are kept and tried again.',
      'core/jobs-late': ({ text }: AlertParams) => `Jobs are late: ${text('due')} of ${text('job')}.`,
      'core/events-late': (_: AlertParams) => 'Events wait: a sink does not accept them.',
      'core/licence-ends': ({ now, text, day }: AlertParams) =>
        `The licence of ${text('plugin')} ${now ? 'ended' : 'ends'} on ${day('until')}.`,
      'core/certificate-ends': ({ now, text, day }: AlertParams) =>
        `The client certificate of source ${text('provider')} ${now ? 'ended' : 'ends'} on ${day('until')}. Put a new one in its place and restart.`,
      'webhooks/endpoint-disabled': ({ text }: AlertParams) =>
        `Webhook endpoint at ${text('host')} was disabled: ${text('reason') === 'GONE' ? 'it answered 410' : 'nothing arrived'}. Enable it once it answers.`,
      'plans/fee-unpaid': ({ text, day }: AlertParams) =>
        `The fee of plan ${text('plan')} could not be paid. Add money by ${day('until')}, or the plan ends.`,
      'plans/plan-ends': ({ text, day }: AlertParams) =>
        `Plan ${text('plan')} ends on ${day('until')}, and none follows.`,
      'funding/utr-awaited': ({ amount }: AlertParams) =>
        `The UPI payment of ${amount('amount')} waits for its UTR. Enter it once it is paid.`,
      'funding/payment-rejected': ({ amount }: AlertParams) =>
        `The payment of ${amount('amount')} was rejected. Read why, and submit it again.`,
      'alerts/not-sent': ({ text }: AlertParams) =>
        text('what') === 'posts'
          ? `The webhook of alerts takes no messages: ${text('waiting')} wait.`
          : `The mail host takes no mails of alerts: those to ${text('waiting')} people wait.`,
    },
  },
  {
    bell: (count) => (count === 0 ? 'सूचनाएँ: आपको कुछ नहीं करना है' : `सूचनाएँ: ${count}`),
    title: 'आपको करना है',
    nothing: 'आपको कुछ नहीं करना है।',
    notRead: 'कुछ सूचनाएँ पढ़ी नहीं जा सकीं। एक मिनट में फिर पूछा जाएगा।',
    since: 'कब से:',
    now: 'अभी करें',
    soon: 'जल्द करें',
    sentences: {
      'core/low-balance': ({ now, amount, has }) =>
        has('threshold')
          ? `वॉलेट में ${amount('balance')} बचे हैं, ${amount('threshold')} से कम। राशि जोड़ें।`
          : `वॉलेट में कुछ नहीं बचा: ${now ? 'शुल्क वाली कॉल रुकती हैं' : 'जिन कॉल का शुल्क है वे रुकती हैं'}। राशि जोड़ें।`,
      'core/key-exposed': ({ text }) => `API कुंजी ${key(text)} किसी URL में दिखी। इसे बदलें।`,
      'core/key-expires': ({ text, day }) => `API कुंजी ${key(text)} ${day('until')} को समाप्त होगी।`,
      'core/key-from-above': ({ text }) => `आपके विक्रेता ने API कुंजी ${key(text)} बनाई। माँगी नहीं थी तो इसे रद्द करें।`,
      'core/kyc-rejected': () => 'केवाईसी अस्वीकार हुआ। कारण पढ़ें और फिर से जमा करें।',
      'core/money-stopped': ({ text }) =>
        text('mode') === 'recovery'
          ? 'बहाल बहीखाते की तुलना होने तक शुल्क वाली कॉल रुकी हैं।'
          : 'शुल्क वाली कॉल रुकी हैं: बहीखाता जाँच में सही नहीं निकला।',
      'core/circuit-open': ({ text }) => `स्रोत ${text('provider')} विफल हो रहा है और उससे पूछा नहीं जाता।`,
      'resale/source-capped': ({ text }) =>
        `स्रोत ${text('provider')} की आज की ${text('cap')} अनुरोधों की सीमा पूरी हुई, और आधी रात तक उससे पूछा नहीं जाता।`,
      'resale/costs-not-booked': () => 'प्रदाता की लागत दर्ज नहीं हो पा रही। उसे सँभालकर रखा गया है और फिर कोशिश होती है।',
      'core/jobs-late': ({ text }) => `जॉब देर से चल रहे हैं: ${text('job')} के ${text('due')}।`,
      'core/events-late': () => 'इवेंट प्रतीक्षा में हैं: कोई सिंक उन्हें स्वीकार नहीं कर रहा।',
      'core/licence-ends': ({ now, text, day }) =>
        `${text('plugin')} का लाइसेंस ${day('until')} को समाप्त ${now ? 'हुआ' : 'होगा'}।`,
      'core/certificate-ends': ({ now, text, day }) =>
        `स्रोत ${text('provider')} का क्लाइंट प्रमाणपत्र ${day('until')} को समाप्त ${now ? 'हुआ' : 'होगा'}। नया प्रमाणपत्र रखें और सर्वर फिर से चालू करें।`,
      'webhooks/endpoint-disabled': ({ text }) =>
        `${text('host')} का वेबहुक पता बंद किया गया: ${text('reason') === 'GONE' ? 'उसने 410 उत्तर दिया' : 'कुछ नहीं पहुँचा'}। जब वह उत्तर दे, उसे चालू करें।`,
      'plans/fee-unpaid': ({ text, day }) =>
        `प्लान ${text('plan')} का शुल्क नहीं चुकाया जा सका। ${day('until')} तक राशि जोड़ें, नहीं तो प्लान समाप्त होगा।`,
      'plans/plan-ends': ({ text, day }) => `प्लान ${text('plan')} ${day('until')} को समाप्त होगा, और उसके बाद कोई नहीं है।`,
      'funding/utr-awaited': ({ amount }) =>
        `${amount('amount')} का UPI भुगतान अपने UTR की प्रतीक्षा में है। भुगतान के बाद UTR दर्ज करें।`,
      'funding/payment-rejected': ({ amount }) => `${amount('amount')} का भुगतान अस्वीकार हुआ। कारण पढ़ें और फिर से जमा करें।`,
      'alerts/not-sent': ({ text }) =>
        text('what') === 'posts'
          ? `सूचनाओं का वेबहुक संदेश नहीं ले रहा: ${text('waiting')} प्रतीक्षा में हैं।`
          : `मेल सर्वर सूचनाओं के मेल नहीं ले रहा: ${text('waiting')} लोगों के मेल प्रतीक्षा में हैं।`,
    },
  },
)
