import { dismissToast, toast } from '../../../ui/overlays/toast-queue.ts';
import { SearchField } from '../../../ui/toolbar.tsx';
import { searchWords } from './find-components.ts';
import { messages } from './messages.ts';

const searchToast = 'component-search';

export type ComponentSearchProps = { text: string; onText: (text: string) => void; found: number };

/** Filters the components while typing; Enter shows the number of matches in a toast. */
export function ComponentSearch({ text, onText, found }: ComponentSearchProps) {
  return (
    <SearchField
      label={messages.search}
      value={text}
      onChange={({ target }) => {
        onText(target.value);
        if (target.value.trim() === '') dismissToast(searchToast);
      }}
      onKeyDown={({ key, nativeEvent }) => {
        if (key !== 'Enter' || nativeEvent.isComposing || text.trim() === '') return;
        toast({ id: searchToast, ...searchWords(found), meaning: 'info' });
      }}
    />
  );
}
