import { catalogue } from '../texts/catalogue.ts'

/** Refusals that a person meets by its own acts, by their code; others are shown in the words of the server. */
export const reasonTexts = catalogue(
  {
    ALREADY_MEMBER: 'This person is in the team already. Change the role in the list.',
    CODE_ENDED: 'This code has ended. Ask for a new one.',
    CODE_WRONG: 'This is not the code.',
    FACTOR_REQUIRED: 'This is your last second factor, and operators need one. Add another one first.',
    KEYS_TOO_MANY: 'This account has as many keys as it may have. Revoke one that nobody uses.',
    KYC_REQUIRED: 'Production keys need an approved KYC.',
    LAST_OWNER: 'An account needs an owner, and this is the last one. Make somebody else an owner first.',
    MAIL_LIMIT_REACHED: 'Too many emails were sent in the last 24 hours, or to this address. Try again tomorrow.',
    MAIL_NOT_SENT: 'The email could not be sent. Try again in a few minutes.',
    MAIL_REFUSED: 'The mail server refuses this email address. Check the address.',
    PASSKEY_REFUSED: 'The passkey was not accepted. It may be of another address of this console.',
    ROLE_TOO_HIGH: 'This role may do more than yours. Ask an owner.',
    SCOPE_MISSING: 'Your role does not include this.',
    STEP_UP_REQUIRED: 'Nothing was changed: it was not confirmed that it is you.',
  },
  {
    ALREADY_MEMBER: 'यह व्यक्ति पहले से टीम में है। सूची में भूमिका बदलें।',
    CODE_ENDED: 'यह कोड समाप्त हो गया। नया कोड माँगें।',
    CODE_WRONG: 'यह कोड सही नहीं है।',
    FACTOR_REQUIRED: 'यह आपका अंतिम दूसरा कारक है, और ऑपरेटरों को एक चाहिए। पहले दूसरा जोड़ें।',
    KEYS_TOO_MANY: 'इस खाते की उतनी कुंजियाँ हैं जितनी हो सकती हैं। जो किसी के काम की नहीं, उसे रद्द करें।',
    KYC_REQUIRED: 'प्रोडक्शन कुंजियों के लिए स्वीकृत केवाईसी चाहिए।',
    LAST_OWNER: 'खाते का एक स्वामी होना चाहिए, और यह अंतिम है। पहले किसी और को स्वामी बनाएँ।',
    MAIL_LIMIT_REACHED: 'पिछले 24 घंटों में, या इस पते पर, बहुत अधिक ईमेल भेजे गए। कल फिर से प्रयास करें।',
    MAIL_NOT_SENT: 'ईमेल नहीं भेजा जा सका। कुछ मिनट बाद फिर से प्रयास करें।',
    MAIL_REFUSED: 'मेल सर्वर इस ईमेल पते को अस्वीकार करता है। पता जाँचें।',
    PASSKEY_REFUSED: 'पासकी स्वीकार नहीं हुई। वह इस कंसोल के किसी दूसरे पते की हो सकती है।',
    ROLE_TOO_HIGH: 'यह भूमिका आपकी भूमिका से अधिक कर सकती है। किसी स्वामी से कहें।',
    SCOPE_MISSING: 'आपकी भूमिका में यह शामिल नहीं है।',
    STEP_UP_REQUIRED: 'कुछ नहीं बदला: यह पुष्टि नहीं हुई कि यह आप ही हैं।',
  },
)
