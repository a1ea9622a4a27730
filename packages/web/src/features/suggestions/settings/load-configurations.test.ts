import { afterEach, expect, test, vi } from 'vitest';
import { messages } from '../messages.ts';
import { type ConfigurationReaders, loadConfigurations } from './load-configurations.ts';

afterEach(() => vi.restoreAllMocks());

const asked: string[] = [];
const reading = (fails: (name: string) => boolean): ConfigurationReaders<string, string> => {
  const read = async ({ name }: { name: string }) => {
    asked.push(name);
    if (fails(name)) throw new Error('Not found');
    return `words of ${name}`;
  };
  return { persona: read, industry: read, autonomy: read };
};

test('[ASSIST-CONF-10] one configuration that fails is skipped with a warning, and the others are loaded', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const loaded = await loadConfigurations(reading((name) => name === 'Banking'));
  expect(asked).toHaveLength(3 + 7 + 1);
  expect(loaded.industries.has('Banking')).toBe(false);
  expect([loaded.personas.size, loaded.industries.size, loaded.policy]).toEqual([3, 6, 'words of default']);
  expect(warned).toHaveBeenCalledTimes(1);
});

test('[ASSIST-CONF-11] any other failure is an error, said in these words', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  await expect(loadConfigurations(reading(() => true))).rejects.toThrow('Not found');
  expect(messages.view.failure('Not found')).toBe('Configuration loading failed: Not found');
});
