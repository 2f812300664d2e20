import { definePlugin } from '@parakh/core'
import { OtpProvider } from './contract.ts'
import { sendOtp } from './endpoints/send-otp.ts'
import { verifyOtp } from './endpoints/verify-otp.ts'
import { reservations } from './reservations.ts'
import { OtpSettings } from './settings.ts'
import { smtp } from './smtp/smtp.ts'

export { OtpProvider } from './contract.ts'
export { sendOtp } from './endpoints/send-otp.ts'
export { verifyOtp } from './endpoints/verify-otp.ts'
export { smtp } from './smtp/smtp.ts'

/**
 * One-time passwords by e-mail, at a mount of their own. Without a live provider it serves the sandbox alone, where nothing is sent
 * and the code is always 111000.
 *
 * @example
 * createServer({ plugins: [otp({ brand: 'Acme Verify', live: smtp({ host: 'smtp.acme.example', from: 'otp@acme.example' }) })] })
 */
const otp = definePlugin({
  id: 'otp',
  contract: 1,
  mount: '/otp/docs/api/v1',
  provider: OtpProvider,
  providers: [smtp],
  settings: OtpSettings,
  endpoints: [sendOtp, verifyOtp],
  services: [reservations],
})

export default otp
