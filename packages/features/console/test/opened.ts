import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { faultsOfAccess } from './accessibility.ts'
import { settled } from './console-browser.ts'
import type { Opening } from './openings.ts'

/** Opens a panel, dialog or menu, which takes the focus. @returns What axe finds in it. */
export async function faultsOfOpening(page: Page, opening: Opening): Promise<readonly string[]> {
  const { name, role } = opening
  await opening.opener(page).click()
  await opening.via?.(page)
  await page.getByRole(role).last().waitFor()
  await settled(page)
  await page.waitForFunction(`document.activeElement.closest('[role=${role}]') !== null`)
  return (await faultsOfAccess(page)).map((fault) => `${name}: ${fault}`)
}

/** Escape closes all that is open, one after the other, and the control that opened it has the focus again. */
export async function closeOpening(page: Page, { name, role, opener }: Opening): Promise<void> {
  for (let open = await page.getByRole(role).count(); open > 0; open -= 1) {
    await page.keyboard.press('Escape')
    await page
      .getByRole(role)
      .nth(open - 1)
      .waitFor({ state: 'detached' })
  }
  await expect
    .poll(() => opener(page).evaluate((one) => one === one.ownerDocument.activeElement), {
      message: `${name}: the focus returns`,
    })
    .toBe(true)
}
