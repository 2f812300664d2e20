// A true SMTP server for tests of any package. The provider's own tests take it from where it is made.
export { type MailServer, mailServer, readMail } from '../packages/providers/otp/test/mail-server.ts'
