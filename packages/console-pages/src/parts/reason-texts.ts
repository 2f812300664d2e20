import { catalogue } from '../texts/catalogue.ts'

/** Refusals that a person meets by its own acts, by their code; others are shown in the words of the server. */
export const reasonTexts = catalogue(
  {
    ALREADY_MEMBER: 'This person is in the team already. Change the role in the list.',
    CODE_ENDED: 'This code has ended. Ask for a new one.',
    CODE_WRONG: 'This is not the code.',
    CONFIRMED_BY_ANOTHER: 'You and this operator are connected by an invitation. Another operator must confirm it.',
    FACTOR_REQUIRED: 'This is your last second factor, and operators need one. Add another one first.',
    FUNDING_OPERATORS_CONNECTED:
      'An unconfirmed invitation connects you with the other operator. Another operator must confirm it under Team first.',
    KEYS_NOT_DELEGATED: 'This account has an owner, who has not allowed you to manage its keys.',
    KEYS_TOO_MANY: 'This account has as many keys as it may have. Revoke one that nobody uses.',
    KYC_REQUIRED: 'Production keys need an approved KYC.',
    LAST_OWNER: 'An account needs an owner, and this is the last one. Make somebody else an owner first.',
    OWNER_PROTECTED: 'Only people of the account or an operator can remove or demote an owner.',
    PASSKEY_REFUSED: 'The passkey was not accepted. It may be of another address of this console.',
    PEOPLE_NOT_DELEGATED: 'This account has an owner, who has not allowed you to manage its people.',
    ROLE_TOO_HIGH: 'This role may do more than yours. Ask an owner.',
    SCOPE_MISSING: 'Your role does not include this.',
    STEP_UP_REQUIRED: 'Nothing was changed: it was not confirmed that it is you.',
  },
  {
    ALREADY_MEMBER: 'यह व्यक्ति पहले से टीम में है। सूची में भूमिका बदलें।',
    CODE_ENDED: 'यह कोड समाप्त हो गया। नया कोड माँगें।',
    CODE_WRONG: 'यह कोड सही नहीं है।',
    CONFIRMED_BY_ANOTHER: 'आप और यह ऑपरेटर एक आमंत्रण से जुड़े हैं। किसी दूसरे ऑपरेटर को पुष्टि करनी होगी।',
    FACTOR_REQUIRED: 'यह आपका अंतिम दूसरा कारक है, और ऑपरेटरों को एक चाहिए। पहले दूसरा जोड़ें।',
    FUNDING_OPERATORS_CONNECTED: 'एक अपुष्ट आमंत्रण आपको दूसरे ऑपरेटर से जोड़ता है। पहले किसी और ऑपरेटर को टीम में पुष्टि करनी होगी।',
    KEYS_NOT_DELEGATED: 'इस खाते का स्वामी है, और उसने आपको कुंजियाँ संभालने की अनुमति नहीं दी है।',
    KEYS_TOO_MANY: 'इस खाते की उतनी कुंजियाँ हैं जितनी हो सकती हैं। जो किसी के काम की नहीं, उसे रद्द करें।',
    KYC_REQUIRED: 'प्रोडक्शन कुंजियों के लिए स्वीकृत केवाईसी चाहिए।',
    LAST_OWNER: 'खाते का एक स्वामी होना चाहिए, और यह अंतिम है। पहले किसी और को स्वामी बनाएँ।',
    OWNER_PROTECTED: 'किसी स्वामी को केवल खाते के लोग या कोई ऑपरेटर हटा या बदल सकते हैं।',
    PASSKEY_REFUSED: 'पासकी स्वीकार नहीं हुई। वह इस कंसोल के किसी दूसरे पते की हो सकती है।',
    PEOPLE_NOT_DELEGATED: 'इस खाते का स्वामी है, और उसने आपको लोगों को संभालने की अनुमति नहीं दी है।',
    ROLE_TOO_HIGH: 'यह भूमिका आपकी भूमिका से अधिक कर सकती है। किसी स्वामी से कहें।',
    SCOPE_MISSING: 'आपकी भूमिका में यह शामिल नहीं है।',
    STEP_UP_REQUIRED: 'कुछ नहीं बदला: यह पुष्टि नहीं हुई कि यह आप ही हैं।',
  },
)
