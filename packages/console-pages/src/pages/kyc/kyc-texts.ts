import { catalogue } from '../../texts/catalogue.ts'

/** The texts of KYC. */
export const kycTexts = catalogue(
  {
    title: 'KYC',
    description: 'Production needs a verified business. The sandbox does not.',
    states: { pending: 'Not submitted', submitted: 'Being checked', approved: 'Approved', rejected: 'Rejected' },
    about: {
      pending: 'Submit your documents to make production keys.',
      submitted: 'We check your documents. You are told when that is done.',
      approved: 'Your business is verified. Production keys can be made.',
      rejected: 'Your documents were not accepted. Submit them again with what was missing.',
    },
    reason: 'Reason',
    submittedAt: 'Submitted',
    decidedAt: 'Decided',
    documents: 'Documents',
    kind: 'Document',
    reference: 'Reference',
    kinds: {
      pan: 'PAN of the business',
      gstin: 'GST registration',
      incorporation: 'Certificate of incorporation',
      address: 'Proof of address',
    },
    referenceHint:
      'Where we find each document: a link, or its place in your document store. Never the identity number itself',
    add: 'Add a document',
    remove: 'Remove',
    submit: 'Submit documents',
    submitted: 'Submitted. We check them now.',
  },
  {
    title: 'केवाईसी',
    description: 'प्रोडक्शन के लिए सत्यापित व्यवसाय चाहिए। सैंडबॉक्स के लिए नहीं।',
    states: { pending: 'जमा नहीं', submitted: 'जाँच जारी', approved: 'स्वीकृत', rejected: 'अस्वीकृत' },
    about: {
      pending: 'प्रोडक्शन कुंजियाँ बनाने के लिए अपने दस्तावेज़ जमा करें।',
      submitted: 'हम आपके दस्तावेज़ जाँच रहे हैं। पूरा होने पर आपको बताया जाएगा।',
      approved: 'आपका व्यवसाय सत्यापित है। प्रोडक्शन कुंजियाँ बनाई जा सकती हैं।',
      rejected: 'आपके दस्तावेज़ स्वीकार नहीं हुए। जो कम था उसके साथ फिर जमा करें।',
    },
    reason: 'कारण',
    submittedAt: 'जमा किया',
    decidedAt: 'निर्णय',
    documents: 'दस्तावेज़',
    kind: 'दस्तावेज़',
    reference: 'संदर्भ',
    kinds: { pan: 'व्यवसाय का PAN', gstin: 'GST पंजीकरण', incorporation: 'निगमन प्रमाणपत्र', address: 'पते का प्रमाण' },
    referenceHint: 'हर दस्तावेज़ कहाँ है: लिंक, या आपके भंडार में उसकी जगह। पहचान संख्या स्वयं कभी न लिखें',
    add: 'दस्तावेज़ जोड़ें',
    remove: 'हटाएँ',
    submit: 'दस्तावेज़ जमा करें',
    submitted: 'जमा हो गए। अब हम उन्हें जाँच रहे हैं।',
  },
)
