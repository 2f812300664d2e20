import { createKycUploadTable } from '../accounts/kyc-upload-schema.ts'

/** Files of KYC documents. */
export const kycUploads0003 = { name: '0003-kyc-uploads', up: createKycUploadTable }
