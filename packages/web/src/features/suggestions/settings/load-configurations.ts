import {
  type Industry,
  industries,
  type Persona,
  personas,
} from '@attain/domain/suggestions/configurations/configuration';

/** How one configuration is read. */
export interface ConfigurationReaders<Words, Policy> {
  persona(input: { name: Persona }): Promise<Words>;
  industry(input: { name: Industry }): Promise<Words>;
  autonomy(input: { name: string }): Promise<Policy>;
}

/** Loads all at once; one that fails is skipped with a warning, and only if all fail this does. */
export async function loadConfigurations<Words, Policy>(read: ConfigurationReaders<Words, Policy>) {
  const [ofPersonas, ofIndustries, policy] = await Promise.all([
    Promise.allSettled(personas.map(async (name) => [name, await read.persona({ name })] as const)),
    Promise.allSettled(industries.map(async (name) => [name, await read.industry({ name })] as const)),
    read.autonomy({ name: 'default' }).catch((error: unknown) => {
      console.warn('The autonomy policy was not loaded', error);
      return null;
    }),
  ]);
  const loaded = [...ofPersonas, ...ofIndustries];
  for (const one of loaded)
    if (one.status === 'rejected')
      console.warn('A configuration of the assistant was not loaded', one.reason);
  const [failed] = loaded.filter((one) => one.status === 'rejected');
  if (failed && loaded.every((one) => one.status === 'rejected')) throw failed.reason;
  return {
    personas: new Map<Persona, Words>(settled(ofPersonas)),
    industries: new Map<Industry, Words>(settled(ofIndustries)),
    policy,
  };
}

function settled<One>(all: readonly PromiseSettledResult<One>[]): One[] {
  return all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}
