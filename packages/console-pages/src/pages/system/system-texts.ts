import { catalogue } from '../../texts/catalogue.ts'

/** The texts of how the system stands. */
export const systemTexts = catalogue(
  {
    title: 'System',
    description: 'Money, ledger and jobs of this server.',
    money: 'Paid calls',
    moneyModes: { on: 'Running', stopped: 'Stopped', recovery: 'In recovery' },
    since: (at: string) => `since ${at}`,
    ledger: 'Closed periods',
    notClosed: 'None yet',
    until: (at: string) => `until ${at}`,
    events: 'Events that wait',
    none: 'None',
    tasks: 'Tasks of the external wallet',
    stoppedTitle: 'Paid calls are stopped',
    stoppedText:
      'An invariant of the ledger is broken. Free calls and replays go on. Find the cause with "parakh ledger verify", mend it, then resume here: the whole ledger is verified first.',
    recoveryTitle: 'Paid calls wait for the comparison of the head',
    recoveryText:
      'A backup was restored. Erase again who was erased since: parakh subjects replay-journal. Then resume on the command line, with the head that was kept outside: parakh ledger resume --head …',
    resume: 'Verify and resume',
    resumeReason: 'What was found and done. Kept in the audit log.',
    jobs: 'Jobs that are due',
    job: 'Job',
    due: 'Due',
    oldest: 'Oldest since',
    noJobs: 'No job is due',
    noJobsText: 'Jobs that were given up are in the queue of work.',
  },
  {
    title: 'सिस्टम',
    description: 'इस सर्वर का पैसा, बहीखाता और जॉब।',
    money: 'शुल्क वाली कॉल',
    moneyModes: { on: 'चल रही हैं', stopped: 'रुकी हैं', recovery: 'बहाली में' },
    since: (at) => `${at} से`,
    ledger: 'बंद अवधियाँ',
    notClosed: 'अभी कोई नहीं',
    until: (at) => `${at} तक`,
    events: 'प्रतीक्षा में इवेंट',
    none: 'कोई नहीं',
    tasks: 'बाहरी वॉलेट के काम',
    stoppedTitle: 'शुल्क वाली कॉल रुकी हैं',
    stoppedText:
      'बहीखाते का एक नियम टूटा है। मुफ़्त कॉल और दोहराव चलते हैं। "parakh ledger verify" से कारण खोजें, उसे ठीक करें, फिर यहाँ से चालू करें: पहले पूरा बहीखाता जाँचा जाता है।',
    recoveryTitle: 'शुल्क वाली कॉल शीर्ष की तुलना की प्रतीक्षा में हैं',
    recoveryText:
      'बैकअप बहाल किया गया। उसके बाद मिटाए गए लोगों को फिर मिटाएँ: parakh subjects replay-journal। फिर बाहर रखे शीर्ष के साथ कमांड लाइन से चालू करें: parakh ledger resume --head …',
    resume: 'जाँचें और चालू करें',
    resumeReason: 'क्या मिला और क्या किया गया। ऑडिट लॉग में रखा जाता है।',
    jobs: 'जॉब जिनका समय हो गया',
    job: 'जॉब',
    due: 'कितने',
    oldest: 'सबसे पुराना कब से',
    noJobs: 'किसी जॉब का समय नहीं हुआ',
    noJobsText: 'छोड़े गए जॉब काम की कतार में हैं।',
  },
)
