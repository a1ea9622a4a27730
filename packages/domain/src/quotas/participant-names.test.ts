import { expect, test } from 'vitest';
import { foldName, PersonFinder, proposePeople } from './participant-names.ts';

const people = [
  { id: '276', name: 'Darcel Schlecht', email: 'Darcel@example.com' },
  { id: '277', name: 'Ann Lee', email: null },
  { id: '278', name: 'Ann  LEE', email: 'ann.lee@example.com' },
  { id: 'Ann Lee', name: 'Somebody Else', email: 'ann.lee2@example.com' },
  { id: '279', name: 'José Álvarez', email: null },
];

test('[QUOTA-20] a person is found by id, then email, then a remembered answer, then a unique name', () => {
  const finder = new PersonFinder(people, [
    { name: 'Integration User', participantId: null },
    { name: 'D. Schlecht', participantId: '276' },
    { name: 'José Álvarez', participantId: '277' },
  ]);
  expect(finder.find('276')).toBe('276');
  expect(finder.find('darcel@EXAMPLE.com')).toBe('276');
  expect(finder.find(' schlecht,  darcel ')).toBe('276');
  expect(finder.find('d schlecht')).toBe('276');
  expect(finder.find('integration-user')).toBeNull();
  // an answer is about the text in files, and comes before the name
  expect(finder.find('José Álvarez')).toBe('277');
  // an id is never a name
  expect(finder.find('Ann Lee')).toBe('Ann Lee');
  expect(finder.find('ann lee')).toBeUndefined();
  expect(finder.find('Nobody Known')).toBeUndefined();
  expect(finder.find(' - ')).toBeUndefined();
});

test('an email or a name that two people share is nobody', () => {
  const twice = [
    { id: 'a', name: 'Kim', email: 'k@example.com' },
    { id: 'b', name: 'Kim', email: 'K@example.com' },
    { id: 'c', name: 'Kim', email: null },
  ];
  const finder = new PersonFinder(twice, []);
  expect([finder.find('k@example.com'), finder.find('Kim')]).toEqual([undefined, undefined]);
});

test('similar names are proposed, best first, and nothing without a part in common', () => {
  expect(proposePeople('Darcell Schlecht', people).map(({ id }) => id)).toEqual(['276']);
  expect(proposePeople('Lee, Anne', people).map(({ id }) => id)).toEqual(['277', '278']);
  expect(proposePeople('Wilburn Farren', people)).toEqual([]);
  expect(foldName('O’Neil,  Pat')).toBe('pat o neil');
});
