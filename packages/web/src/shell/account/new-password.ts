/** The fewest characters of a password, and the most bytes of UTF-8; both as the server counts them, after Unicode's NFC. */
export const passwordLimits = { characters: 15, bytes: 256 } as const;

/** What a person typed to change their password. */
export type PasswordTyped = { current: string; next: string; again: string };
/** What is wrong with each field, in words that say how to mend it. */
export type PasswordFaults = Partial<Record<keyof PasswordTyped, string>>;

/** Everything that can be said about a new password before the server is asked. */
export function passwordFaults({ current, next, again }: PasswordTyped): PasswordFaults {
  const faults: PasswordFaults = {};
  const chosen = next.normalize('NFC');
  const characters = [...chosen].length;
  if (!current) faults.current = 'Enter your current password';
  if (!next) faults.next = 'Choose a new password';
  else if (characters < passwordLimits.characters)
    faults.next = `Choose at least ${passwordLimits.characters} characters; these are ${characters}`;
  else if (new TextEncoder().encode(chosen).length > passwordLimits.bytes)
    faults.next = 'Choose a shorter password';
  else if (chosen === current.normalize('NFC'))
    faults.next = 'This is the password you have now. Choose another one';
  if (next && again !== next)
    faults.again = again ? 'The two are not the same' : 'Type the new password again';
  return faults;
}
