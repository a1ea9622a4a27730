import { messages } from './messages.ts';

/** Minimum characters and maximum UTF-8 bytes of a password after NFC normalization, as on the server. */
export const passwordLimits = { characters: 15, bytes: 256 } as const;

/** The fields of the change password form. */
export type PasswordTyped = { current: string; next: string; again: string };
/** The problem of each field, with its fix. */
export type PasswordFaults = Partial<Record<keyof PasswordTyped, string>>;

/** Every problem that can be found before the request. */
export function passwordFaults({ current, next, again }: PasswordTyped): PasswordFaults {
  const faults: PasswordFaults = {};
  const chosen = next.normalize('NFC');
  const characters = [...chosen].length;
  if (!current) faults.current = messages.password.currentMissing;
  if (!next) faults.next = messages.password.newMissing;
  else if (characters < passwordLimits.characters)
    faults.next = messages.password.tooShort(passwordLimits.characters, characters);
  else if (new TextEncoder().encode(chosen).length > passwordLimits.bytes)
    faults.next = messages.password.tooLong;
  else if (chosen === current.normalize('NFC')) faults.next = messages.password.same;
  if (next && again !== next)
    faults.again = again ? messages.password.different : messages.password.againMissing;
  return faults;
}
