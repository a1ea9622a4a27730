import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from '../client.ts';
import { keys } from '../keys.ts';
import type { NotedObject } from '../shapes.ts';

/** The notes on an object, oldest first. */
export const notesQuery = (on: NotedObject) =>
  queryOptions({
    queryKey: [...keys.notes, on],
    queryFn: ({ signal }) => client.notes.list(on, { signal }),
  });

/** Members who can read the notes on an object and whose name has the text. */
export const mentionableQuery = (input: NotedObject & { search: string }) =>
  queryOptions({
    queryKey: [...keys.notes, 'people', input],
    queryFn: ({ signal }) => client.notes.people(input, { signal }),
    placeholderData: keepPreviousData,
  });
