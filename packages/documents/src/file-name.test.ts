import { expect, it } from 'vitest'
import { fileNameOf } from './file-name.ts'

it.each([
  ['dl-XX0020200000001.pdf', 'dl-XX0020200000001.pdf'],
  ['licence', 'licence.pdf'],
  ['../../etc/passwd', 'etc-passwd.pdf'],
  ['a"b\r\nSet-Cookie: x.pdf', 'a-b-Set-Cookie- x.pdf'],
  ['लाइसेंस.pdf', 'लाइसेंस.pdf'],
  ['con<>|?*.PDF', 'con.pdf'],
  ['', 'document.pdf'],
  ['...', 'document.pdf'],
  ['x'.repeat(300), `${'x'.repeat(100)}.pdf`],
])('makes a name that every system takes: %j', (wished, name) => {
  expect(fileNameOf(wished)).toBe(name)
})
