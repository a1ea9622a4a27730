import { Dialog } from '../../ui/overlays/dialog.tsx';
import { messages } from '../frame-messages.ts';
import { shortcutGroups } from './shortcuts.ts';

export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={messages.titles.shortcuts}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls and holds nothing else to focus */}
      <section aria-label={messages.titles.shortcuts} tabIndex={0} className="flex flex-col gap-5">
        {shortcutGroups().map(({ where, shortcuts }) => (
          <section key={where}>
            <h3 className="caption mb-1 text-fg-3">{where}</h3>
            <dl className="divide-y">
              {shortcuts.map(({ keys, does }) => (
                <div key={does} className="flex items-center justify-between gap-4 py-1.5">
                  <dt>{does}</dt>
                  <dd className="flex shrink-0 flex-wrap justify-end gap-1">
                    {keys.map((key) => (
                      <kbd
                        key={key}
                        className="rounded-sm border bg-sunken px-1.5 py-0.5 font-mono text-11 text-fg-2"
                      >
                        {key}
                      </kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </section>
    </Dialog>
  );
}
