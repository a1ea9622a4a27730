import { expect, test } from 'vitest';
import { failedWords, formStatus, riskMeaning, savedWords, signedOutWords } from './agent-words.ts';

test('[AFORM-19] [AFORM-20] [CONF-BUILD-04] the badge says what is stored', () => {
  expect(formStatus(true, true).label).toBe('Saving...');
  expect(formStatus(false, true).label).toBe('Draft');
  expect(formStatus(false, false).label).toBe('Saved');
});

test('[AFORM-54] [AFORM-55] [AFORM-56] low risk is green, medium yellow, high red', () => {
  expect(riskMeaning).toEqual({ low: 'ok', medium: 'warn', high: 'bad' });
});

test('[ERR-14] a save that worked says whose', () => {
  expect(savedWords('Ada')).toEqual({
    title: 'Agent Saved',
    text: 'Agent "Ada" has been saved successfully',
  });
});

test('[ERR-06] [ERR-07] a failed save shows its reason, or a general message', () => {
  expect(failedWords('It is taken.')).toEqual({ title: 'Save Failed', text: 'It is taken.' });
  expect(failedWords('')).toEqual({ title: 'Save Failed', text: 'Failed to save agent metadata' });
});

test('[ERR-05] [CONF-AUTH-01] a save without a session says what to do', () => {
  expect(signedOutWords).toEqual({
    title: 'Authentication Required',
    text: 'Please log in to save agent metadata.',
  });
});
