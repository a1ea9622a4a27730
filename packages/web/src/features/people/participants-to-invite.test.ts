import { expect, test } from 'vitest';
import { listOfParticipants } from './participants-to-invite.ts';

const participant = (id: string, email: string | null, leftOn: string | null = null) => ({
  id,
  name: `Pat ${id}`,
  email,
  leftOn,
});

test('[ACCESS-18] participants with an address and no account become a list to invite', () => {
  const participants = [
    participant('P1', 'p1@example.com'),
    participant('P2', null),
    participant('P3', 'p3@example.com', '2025-12-31'),
    participant('P4', 'p4@example.com'),
    participant('P5', 'P5@example.com'),
  ];
  const people = [
    { participantId: 'P4', username: 'someone' },
    { participantId: null, username: 'p5@EXAMPLE.com' },
  ];
  expect(listOfParticipants(participants, people)?.trim().split(/\r?\n/)).toEqual([
    'name,username,roles,participant',
    'Pat P1,p1@example.com,Sales Rep,P1',
  ]);
  expect(listOfParticipants(participants.slice(1), people)).toBeNull();
});

test('[ACCESS-18] at most as many as one list may hold', () => {
  const many = Array.from({ length: 501 }, (_, at) => participant(`P${at}`, `p${at}@example.com`));
  expect(listOfParticipants(many, [])?.trim().split(/\r?\n/)).toHaveLength(501);
});
