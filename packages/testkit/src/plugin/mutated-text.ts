const CLASSES = ['0123456789', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz']

/** Numbers that look random and are the same in every run (a linear congruential generator). */
export function* pseudoRandom(): Generator<number, never> {
  let state = 42
  for (;;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    yield state / 2_147_483_648
  }
}

/**
 * The same text with other characters of the same classes.
 *
 * @param share How many of the characters change, from 0 to 1.
 */
export function mutate(text: string, random: Generator<number, never>, share = 1): string {
  return [...text]
    .map((character) => {
      const alphabet = CLASSES.find((letters) => letters.includes(character))
      const stays = !alphabet || (share < 1 && random.next().value > share)
      return stays ? character : alphabet.charAt(Math.floor(random.next().value * alphabet.length))
    })
    .join('')
}
