import { readCsv } from '../base/csv.ts';
import type { Problem } from '../base/result.ts';
import { type Role, roles } from './permissions.ts';
import { roleNames } from './role-names.ts';

/** One line of a list of people to invite. `line` counts from 1, the heading included. */
export interface ListedPerson {
  readonly line: number;
  readonly displayName: string;
  readonly username: string;
  readonly roles: readonly Role[];
  readonly participantId: string | null;
}

/** The most people one list invites. */
export const maxListed = 500;

const fields = {
  name: ['name', 'display name', 'full name'],
  username: ['username', 'user name', 'login', 'email'],
  roles: ['roles', 'role'],
  participant: ['participant', 'participant id'],
} as const;

/** Reads a CSV of name, user name, roles and participant. Roles are separated by semicolons, by name or id. */
export function readInvitationList(text: string): { people: ListedPerson[]; problems: Problem[] } {
  const rows = readCsv(text);
  const head = rows[0]?.cells.map((cell) => cell.trim().toLowerCase()) ?? [];
  const columnOf = (names: readonly string[]) => head.findIndex((cell) => names.includes(cell));
  const at = {
    name: columnOf(fields.name),
    username: columnOf(fields.username),
    roles: columnOf(fields.roles),
    participant: columnOf(fields.participant),
  };
  const missing = (['name', 'username', 'roles'] as const).filter((field) => at[field] === -1);
  if (missing.length > 0)
    return { people: [], problems: [listProblem(1, `Add a column for ${missing.join(', ')}.`)] };
  const listed = rows.slice(1).filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  if (listed.length === 0) return { people: [], problems: [listProblem(2, 'The list has no people.')] };
  if (listed.length > maxListed)
    return { people: [], problems: [listProblem(2, `Invite up to ${maxListed} people at a time.`)] };
  const problems: Problem[] = [];
  const people = listed.map(({ line, cells }): ListedPerson => {
    const cell = (index: number) => cells[index]?.trim() ?? '';
    const person = {
      line,
      displayName: cell(at.name),
      username: cell(at.username),
      roles: readRoles(cell(at.roles), (message) => problems.push(listProblem(line, message))),
      participantId: cell(at.participant) || null,
    };
    if (!person.displayName) problems.push(listProblem(line, 'The name is missing.'));
    if (!person.username) problems.push(listProblem(line, 'The user name is missing.'));
    if (person.displayName.length > 200 || person.username.length > 200)
      problems.push(listProblem(line, 'Names can have up to 200 characters.'));
    return person;
  });
  return { people, problems };
}

/** A problem of one line of the list; the path is `lines[3]`. */
export function listProblem(line: number, message: string, rule = 'ACCESS-18'): Problem {
  return { rule, path: `lines[${line}]`, message };
}

function readRoles(text: string, reject: (message: string) => void): Role[] {
  const words = text.split(/[;|]/).map((word) => word.trim());
  return words
    .filter((word) => word !== '')
    .flatMap((word) => {
      const role = roles.find((one) => [one, roleNames[one].toLowerCase()].includes(word.toLowerCase()));
      if (role === undefined) reject(`“${word}” is not a role.`);
      return role === undefined ? [] : [role];
    });
}
