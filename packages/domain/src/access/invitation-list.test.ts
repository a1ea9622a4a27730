import { expect, test } from 'vitest';
import { readInvitationList } from './invitation-list.ts';

test('[ACCESS-18] a list is read with quotes, blank lines and roles by name or id', () => {
  const text =
    '\uFEFFName,Username,Roles,Participant\r\n"Bell, ""Bea""",bea@example.com,Finance; manager,\r\n\r\nCy,cy,sales-rep,P-1\r\n';
  expect(readInvitationList(text)).toEqual({
    people: [
      {
        line: 2,
        displayName: 'Bell, "Bea"',
        username: 'bea@example.com',
        roles: ['finance', 'manager'],
        participantId: null,
      },
      { line: 4, displayName: 'Cy', username: 'cy', roles: ['sales-rep'], participantId: 'P-1' },
    ],
    problems: [],
  });
});

test('[ACCESS-18] every problem is listed with its line', () => {
  const { problems } = readInvitationList('name;username;roles\n;dot;viewer\nEve;;king');
  expect(problems.map(({ path, message }) => [path, message])).toEqual([
    ['lines[2]', 'The name is missing.'],
    ['lines[3]', '“king” is not a role.'],
    ['lines[3]', 'The user name is missing.'],
  ]);
  expect(readInvitationList('a,b\n1,2').problems[0]?.message).toBe('Add a column for name, username, roles.');
  expect(readInvitationList('name,username,roles\n').problems[0]?.message).toBe('The list has no people.');
});
