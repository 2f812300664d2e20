import { catalogue } from '../../texts/catalogue.ts'

/** The texts of the audit log. */
export const auditTexts = catalogue(
  {
    title: 'Audit log',
    description: 'Who changed what, and when. It is never changed or deleted.',
    time: 'Time',
    actor: 'Who',
    action: 'Did',
    subject: 'To what',
    find: 'Find',
    emptyTitle: 'No entries here',
    emptyText: 'None match. Every change of keys, people, money and settings leaves an entry.',
    before: 'Before',
    after: 'After',
    field: 'Field',
    nothing: 'nothing',
  },
  {
    title: 'ऑडिट लॉग',
    description: 'किसने क्या और कब बदला। यह न बदला जाता है, न हटाया जाता है।',
    time: 'समय',
    actor: 'किसने',
    action: 'क्या किया',
    subject: 'किस पर',
    find: 'खोजें',
    emptyTitle: 'यहाँ कोई प्रविष्टि नहीं',
    emptyText: 'कोई मेल नहीं। कुंजी, लोग, पैसा और सेटिंग का हर बदलाव यहाँ दर्ज होता है।',
    before: 'पहले',
    after: 'बाद में',
    field: 'फ़ील्ड',
    nothing: 'कुछ नहीं',
  },
)
