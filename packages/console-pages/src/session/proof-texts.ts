import { catalogue } from '../texts/catalogue.ts'

/** The texts of a proof. */
export const proofTexts = catalogue(
  {
    title: 'Confirm that it is you',
    text: 'This changes secrets or money. Your confirmation holds for ten minutes.',
    viewText: 'You will read all that the account reads. Your confirmation holds for ten minutes.',
    method: 'Confirm by',
    methods: {
      code: 'A code by e-mail',
      totp: 'Your authenticator app',
      recovery_code: 'A recovery code',
      passkey: 'A passkey',
    },
    code: 'Code',
    recovery: 'Recovery code',
    send: 'Send the code',
    sent: 'A code is on its way to your e-mail address. It holds for ten minutes.',
    confirm: 'Confirm',
    passkey: 'Use a passkey',
    passkeyFailed: 'The passkey was not used. Try again, or choose another way.',
    elsewhere: 'You came here by a link of another application. What needs your confirmation is done there.',
    noMethod: 'This browser cannot use your passkey. Open the console in the browser where you made it.',
  },
  {
    title: 'पुष्टि करें कि यह आप ही हैं',
    text: 'इससे गुप्त कुंजियाँ या पैसा बदलता है। आपकी पुष्टि दस मिनट तक मान्य रहती है।',
    viewText: 'जो कुछ खाता पढ़ता है वह सब आप पढ़ेंगे। आपकी पुष्टि दस मिनट तक मान्य रहती है।',
    method: 'पुष्टि का तरीका',
    methods: { code: 'ई-मेल पर कोड', totp: 'आपका ऑथेंटिकेटर ऐप', recovery_code: 'रिकवरी कोड', passkey: 'पासकी' },
    code: 'कोड',
    recovery: 'रिकवरी कोड',
    send: 'कोड भेजें',
    sent: 'कोड आपके ई-मेल पते पर भेजा जा रहा है। यह दस मिनट तक मान्य है।',
    confirm: 'पुष्टि करें',
    passkey: 'पासकी का उपयोग करें',
    passkeyFailed: 'पासकी का उपयोग नहीं हुआ। फिर कोशिश करें, या दूसरा तरीका चुनें।',
    elsewhere: 'आप किसी दूसरे ऐप के लिंक से आए हैं। जिसके लिए आपकी पुष्टि चाहिए, वह वहीं किया जाता है।',
    noMethod: 'यह ब्राउज़र आपकी पासकी का उपयोग नहीं कर सकता। कंसोल उसी ब्राउज़र में खोलें जिसमें वह बनी थी।',
  },
)
