import { type ParseArgsConfig, parseArgs } from 'node:util';

/**
 * The flags of a bench as `parseArgs` reads them; one whose usual value is a whole number has to be one. Ends the bench with a
 * sentence and code 2 where a flag is unknown or is not what it should be: nothing is measured by a misread flag.
 */
export function parseFlags<Config extends ParseArgsConfig>(
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  try {
    const parsed = parseArgs(config);
    const given: Readonly<Record<string, unknown>> = parsed.values;
    for (const [name, { default: usual }] of Object.entries(config.options ?? {})) {
      if (isWhole(usual) && !isWhole(given[name]))
        throw new TypeError(`--${name} ${given[name]}: a whole number belongs here, like ${usual}.`);
    }
    return parsed;
  } catch (wrong) {
    endWith(wrong instanceof Error ? wrong.message : String(wrong));
  }
}

/** One of the values a flag may have; anything else ends the bench with a sentence and code 2. */
export function oneOf<Value extends string>(flag: string, given: string, allowed: readonly Value[]): Value {
  const found = allowed.find((one) => one === given);
  return found ?? endWith(`--${flag} ${given}: write one of ${allowed.join(', ')}.`);
}

function isWhole(value: unknown): boolean {
  return typeof value === 'string' && /^\d+$/.test(value);
}

function endWith(message: string): never {
  console.error(`${message} --help says which flags there are.`);
  process.exit(2);
}
