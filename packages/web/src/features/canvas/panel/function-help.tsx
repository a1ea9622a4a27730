import { FUNCTION_WORDS } from '@attain/domain/workflows/expressions/function-words';
import { messages } from '../messages.ts';

/** The functions of expressions, each with an example and its result (WF-48). */
export function FunctionHelp() {
  return (
    <details className="text-12">
      <summary className="cursor-pointer text-fg-2 hover:text-fg">{messages.panel.functions}</summary>
      <dl className="mt-1 flex flex-col gap-1.5">
        {FUNCTION_WORDS.map(({ name, message, example, gives }) => (
          <div key={name}>
            <dt>
              <span className="font-mono font-medium">{name}</span>{' '}
              <span className="text-fg-2">{message}</span>
            </dt>
            <dd className="font-mono text-11 wrap-anywhere text-fg-3">
              {example} = {gives}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
