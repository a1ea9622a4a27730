interface Operation {
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly { name: string; in: string; required?: boolean; description?: string }[];
  readonly requestBody?: unknown;
  readonly responses?: Record<string, unknown>;
}

interface Document {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  readonly paths?: Record<string, unknown>;
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const asText = (text: string) => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);
const json = (value: unknown) => `<pre tabindex="0">${asText(JSON.stringify(value, null, 2))}</pre>`;

/** The page's whole style; its hash is what the content policy lets in. */
export const docsStyle = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
body { max-width: 62rem; margin: 0 auto; padding: 1.5rem }
h1 { margin: 0 } h2 { margin: 2rem 0 .5rem } details { border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); padding: .5rem 0 }
summary { cursor: pointer; display: flex; gap: .75rem; flex-wrap: wrap } code { font-family: ui-monospace, monospace }
.method { min-width: 4rem; font-weight: 600 } pre { overflow: auto; padding: .75rem; background: color-mix(in srgb, currentColor 7%, transparent); border-radius: 6px }
table { border-collapse: collapse } td, th { text-align: start; padding: .15rem .75rem .15rem 0; vertical-align: top }`;

/** A readable page of an OpenAPI document: no script, nothing loaded from elsewhere. */
export function docsPage(document: Document): string {
  const byTag = new Map<string, string[]>();
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    for (const [method, operation] of Object.entries(item as Record<string, Operation>)) {
      const tag = operation.tags?.[0] ?? 'Other';
      byTag.set(tag, [...(byTag.get(tag) ?? []), section(method, path, operation)]);
    }
  }
  const body = [...byTag].map(([tag, sections]) => `<h2>${asText(tag)}</h2>${sections.join('')}`).join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${asText(document.info.title)} API</title><style>${docsStyle}</style></head><body><main><h1>${asText(document.info.title)} API ${asText(document.info.version)}</h1>
<p>${asText(document.info.description ?? '')} The same as <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>${body}</main></body></html>`;
}

function section(method: string, path: string, operation: Operation): string {
  const parameters = (operation.parameters ?? [])
    .map(
      (one) =>
        `<tr><td><code>${asText(one.name)}</code></td><td>${asText(one.in)}</td><td>${one.required ? 'required' : ''}</td><td>${asText(one.description ?? '')}</td></tr>`,
    )
    .join('');
  return `<details><summary><span class="method">${asText(method.toUpperCase())}</span><code>/api${asText(path)}</code><span>${asText(operation.summary ?? '')}</span></summary>
${parameters ? `<h3>Parameters</h3><table>${parameters}</table>` : ''}
${operation.requestBody ? `<h3>Body</h3>${json(operation.requestBody)}` : ''}<h3>Answers</h3>${json(operation.responses ?? {})}</details>`;
}
