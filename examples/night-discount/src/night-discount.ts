import { definePlugin, defineSettings, PriceRules, wholePaise } from '@parakh/core'
import * as z from 'zod'

const Settings = defineSettings('night-discount', z.object({ percent: z.number().min(0).max(100) }))

/** Whether it is before six in the morning in India. */
const isNight = (at: Date): boolean => new Date(at.getTime() + 5.5 * 3_600_000).getUTCHours() < 6

/** A discount between midnight and six in the morning, off whatever price is in force. */
export default definePlugin({
  id: 'night-discount',
  contract: 1,
  settings: Settings,
  contributes: [
    PriceRules.contribute({
      id: 'night',
      needs: { settings: Settings },
      make: ({ settings: { percent } }) => ({
        phase: 'adjust',
        adjust({ at }, price) {
          if (!isNight(at)) return null
          const least = wholePaise((price * (100 - percent)) / 100, 'down')
          return { price: least, label: `night -${percent} %` }
        },
      }),
    }),
  ],
})
