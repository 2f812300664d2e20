/** The bytes of a file of the person's machine, in base64. */
export function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => {
      const read = String(reader.result)
      resolve(read.slice(read.indexOf(',') + 1))
    }
    reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read'))
    reader.readAsDataURL(file)
  })
}
